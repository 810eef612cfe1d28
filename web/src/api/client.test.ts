import { describe, expect, it } from "vitest";

import { setLanguage } from "@/lib/i18n.ts";
import { problemFrom } from "@/lib/problem.ts";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { api, take } from "./client.ts";

const me = { user: { id: "ana", login: "ana", name: "Ana", role: "user", teams: [], locale: "en" }, demo: true };

describe("every request", () => {
  it("proves that it comes from this page, and says the language of the screen", async () => {
    const server = fakeServer({ "PATCH /api/me": () => me });
    await setLanguage("pt-BR");
    await take(api.PATCH("/api/me", { body: { locale: "pt-BR" } }));
    await setLanguage("en");
    expect(server.asked[0]?.headers.get("x-liveapps")).toBe("1");
    expect(server.asked[0]?.headers.get("accept-language")).toBe("pt-BR");
  });
});

describe("the trace of a request", () => {
  it("begins at the click, and is another for each", async () => {
    const server = fakeServer({ "GET /api/me": () => me });
    await take(api.GET("/api/me"));
    await take(api.GET("/api/me"));
    const [one, other] = server.asked.map(({ headers }) => headers.get("traceparent"));
    expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(other).not.toBe(one);
  });
});

describe("a refusal", () => {
  it("keeps its code, its facts and its next step", async () => {
    fakeServer({
      "GET /api/me": () => {
        throw refusal("version_conflict", { by: "Bruno" });
      },
    });
    const problem = problemFrom(await take(api.GET("/api/me")).catch((thrown: unknown) => thrown));
    expect(problem).toMatchObject({ code: "version_conflict", facts: { by: "Bruno" } });
  });

  it("of a server out of reach is told as that", async () => {
    fakeServer({
      "GET /api/me": () => {
        throw new TypeError("Failed to fetch");
      },
    });
    const problem = problemFrom(await take(api.GET("/api/me")).catch((thrown: unknown) => thrown));
    expect(problem.code).toBe("unreachable");
  });
});
