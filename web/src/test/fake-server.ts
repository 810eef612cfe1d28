import { vi } from "vitest";

import { ProblemError } from "@/lib/problem.ts";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** Answers one request: a JSON body, a promise of one, or a thrown ProblemError for a refusal. */
type Answer = (asked: Asked) => unknown;

/** A server that knows the routes it is given ("GET /api/me") and fails the test for any other. */
export function fakeServer(routes: Record<string, Answer>): { asked: Asked[]; count: (route: string) => number } {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, "http://localhost:3000"), init);
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    const one = { method: request.method, path: url.pathname, query: url.searchParams, headers: request.headers, body };
    asked.push(one);
    const answer = routes[`${one.method} ${one.path}`];
    if (!answer) throw new Error(`no route for ${one.method} ${one.path}`);
    return respond(answer, one);
  });
  return { asked, count: (route) => asked.filter(({ method, path }) => `${method} ${path}` === route).length };
}

async function respond(answer: Answer, asked: Asked): Promise<Response> {
  try {
    return Response.json(await answer(asked));
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { code, message, facts, nextStep } = thrown.problem;
    return Response.json(
      { type: "about:blank", title: message, status: 409, code, facts, next_step: nextStep },
      { status: statusOf(code) },
    );
  }
}

function statusOf(code: string): number {
  if (code === "sign_in_required") return 401;
  return code.endsWith("_not_found") ? 404 : 409;
}

export function refusal(code: string, facts: Record<string, unknown> = {}): ProblemError {
  return new ProblemError({ code, message: code, nextStep: "", facts });
}

/** A promise that is kept when the test says so. */
class Later<Value> {
  private resolve: ((value: Value) => void) | null = null;
  readonly promise = new Promise<Value>((resolve) => {
    this.resolve = resolve;
  });
  readonly keep = (value: Value) => this.resolve?.(value);
}

export function later<Value>(): Later<Value> {
  return new Later<Value>();
}
