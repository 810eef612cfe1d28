import { readFileSync } from "node:fs";

import i18next from "i18next";
import { beforeEach, describe, expect, it } from "vitest";

import { words as english } from "@/i18n/en/index.ts";
import { words as portuguese } from "@/i18n/pt-BR/index.ts";

import { setLanguage } from "./i18n.ts";
import { problemFrom } from "./problem.ts";
import { tellProblem } from "./problem-words.ts";

const source = readFileSync("../src/liveapps/panels/errors.py", "utf8");
const listed = source.slice(source.indexOf("Code = Literal["), source.indexOf("CODES"));
const codes = [...listed.matchAll(/"([a-z_]+)"/g)].map(([, code]) => code ?? "");

describe("every code of the server", () => {
  it("is read from the one list of codes", () => {
    expect(codes.length).toBeGreaterThan(30);
  });

  it.each(codes)("%s has a sentence in both languages", (code) => {
    expect(Object.keys(english.errors)).toContain(code);
    expect(Object.keys(portuguese.errors)).toContain(code);
  });
});

const tell = (code: string, facts: Record<string, unknown> = {}) =>
  tellProblem({ code, message: "server words", nextStep: "server step", facts }, i18next);

describe("a problem", () => {
  beforeEach(() => setLanguage("en"));

  it("is told with its facts when all of them came", () => {
    expect(tell("rows_limit", { count: 2100, limit: 2000 }).what).toBe(
      "The list would have 2100 rows; the limit is 2000. Nothing was saved.",
    );
  });

  it("is told without facts when one is missing, never with a gap", () => {
    expect(tell("rows_limit", { limit: 2000 }).what).toBe("The list would pass the limit of rows. Nothing was saved.");
  });

  it("says what to do next", () => {
    expect(tell("stage_owned").next).toBe("Change the status in the source system, then refresh.");
  });

  it("of a code this page does not know keeps the server's words", () => {
    expect(tell("brand_new")).toEqual({ what: "server words", next: "server step" });
  });

  it("speaks the language of the screen", async () => {
    await setLanguage("pt-BR");
    expect(tell("stage_owned").what).toBe("A etapa vem da fonte dos dados e não se muda por aqui.");
  });

  it("names a choice by its title", () => {
    expect(
      tell("ambiguous_target", {
        choices: [
          { id: "a", title: "Vendas" },
          { id: "b", title: "Faturas" },
        ],
      }).what,
    ).toContain("Vendas, Faturas");
  });
});

it("a lost connection is told as such", () => {
  expect(problemFrom(new TypeError("Failed to fetch")).code).toBe("unreachable");
});
