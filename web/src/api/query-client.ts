import { QueryCache, QueryClient } from "@tanstack/react-query";

import { problemFrom } from "@/lib/problem.ts";
import { keys } from "./keys.ts";

/** Refusals are final: only a server out of reach is asked again, and not for long. */
function retry(failures: number, error: Error): boolean {
  return problemFrom(error).code === "unreachable" && failures < 2;
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => forgetWhoWhenSignedOut(client, error) }),
    defaultOptions: {
      queries: { retry, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  return client;
}

/** A session may end at any moment; the next refusal then leads to the sign-in page. */
export function forgetWhoWhenSignedOut(client: QueryClient, error: unknown): void {
  if (problemFrom(error).code === "sign_in_required") client.setQueryData(keys.me, null);
}
