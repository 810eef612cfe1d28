import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import type { Language } from "@/lib/i18n.ts";
import { problemFrom } from "@/lib/problem.ts";
import { api, done, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { Me } from "./types.ts";

/** Who is signed in, or null for nobody. */
export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async (): Promise<Me | null> => {
    try {
      return await take(api.GET("/api/me"));
    } catch (thrown) {
      if (problemFrom(thrown).code === "sign_in_required") return null;
      throw thrown;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { login: string; password: string }) => take(api.POST("/api/session", { body })),
    onSuccess: (me) => client.setQueryData(keys.me, me),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => done(api.DELETE("/api/session")),
    onSuccess: () => {
      client.clear();
      client.setQueryData(keys.me, null);
    },
  });
}

/** Remembered for the person, so that another browser and the agent's answers speak it too. */
export async function rememberLanguage(locale: Language): Promise<void> {
  await take(api.PATCH("/api/me", { body: { locale } }));
}

/** The signed-in person's id; empty before it is known. */
export function useMyId(): string {
  return useQuery(meQuery).data?.user.id ?? "";
}
