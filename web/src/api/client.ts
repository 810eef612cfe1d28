import createClient, { type Middleware } from "openapi-fetch";

import type { paths } from "@/generated/api.d.ts";
import { currentLanguage } from "@/lib/i18n.ts";
import { type Problem, ProblemError } from "@/lib/problem.ts";
import { traceparent } from "@/lib/traceparent.ts";

/** What every request of ours carries: proof that it comes from this page, the language of the screen, and its trace. */
export function ownHeaders(): Record<string, string> {
  return { "X-LiveApps": "1", "Accept-Language": currentLanguage(), traceparent: traceparent() };
}

const signed: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(ownHeaders())) request.headers.set(name, value);
    return request;
  },
};

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => globalThis.fetch(request),
});
api.use(signed);

interface Answered<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** The body of a successful answer. Raises ProblemError for a refusal, TypeError when the server is out of reach. */
export async function take<Body>(call: Promise<Answered<Body>>): Promise<Body> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ProblemError(readProblem(error, response.status));
  if (data === undefined) throw new ProblemError(readProblem(null, response.status));
  return data;
}

/** The same for an answer without a body. */
export async function done(call: Promise<Answered<unknown>>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw new ProblemError(readProblem(error, response.status));
}

export function readProblem(body: unknown, status: number): Problem {
  if (!isRecord(body) || typeof body["code"] !== "string") {
    return { code: "internal_error", message: `HTTP ${status}`, nextStep: "", facts: { status } };
  }
  return {
    code: body["code"],
    message: textOf(body["title"]) || textOf(body["message"]),
    nextStep: textOf(body["next_step"]),
    facts: isRecord(body["facts"]) ? body["facts"] : {},
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
