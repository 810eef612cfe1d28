import { describe, expect, it } from "vitest";

import { plainText } from "./plain-text.ts";

describe("a preview of Markdown", () => {
  it.each([
    ["Falei com **Ana** e `Bia`", "Falei com Ana e Bia"],
    ["# Título\n\n- um\n- dois", "Título um dois"],
    ["veja [a ata](https://example.com/x)", "veja a ata"],
  ])("keeps the words and leaves out the marks: %j", (markdown, words) => {
    expect(plainText(markdown)).toBe(words);
  });

  it.each(["2 * 3 * 4", "a_b_c", "<b>não</b> é marca", "R$ 10 - 5"])("leaves alone what marks nothing: %s", (text) => {
    expect(plainText(text)).toBe(text);
  });
});
