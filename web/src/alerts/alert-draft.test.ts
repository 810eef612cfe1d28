import { describe, expect, it } from "vitest";

import { freeId } from "./alert-draft.ts";

describe("the id of a new rule", () => {
  it("is its title without accents, spaces and signs", () => {
    expect(freeId("Mais de 20 “não” abertos!", [])).toBe("mais_de_20_nao_abertos");
  });

  it("begins with a letter, whatever the title begins with", () => {
    expect(freeId("20 abertos", [])).toBe("alert_20_abertos");
    expect(freeId("日本", [])).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it("is another than those that are taken", () => {
    expect(freeId("Abertos", ["abertos", "abertos_2"])).toBe("abertos_3");
  });

  it("is never longer than ids may be", () => {
    expect(freeId("a".repeat(120), ["a".repeat(56)])).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
  });
});
