import { describe, expect, it } from "vitest";

import { completed, partsOf } from "./streamed-markdown.ts";

const whole = `# Title

First paragraph
on two lines.

- one

- two

  inside two

1. first
2. second

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted

The end.
`;

describe("the parts of a text", () => {
  it("are the text, cut where a block begins", () => {
    const parts = partsOf(whole);
    expect(parts.join("")).toBe(whole);
    expect(parts.map((part) => part.split("\n")[0])).toEqual(["# Title", "First paragraph", "- one", "```ts", "| a | b |", "> quoted", "The end."]);
  });

  it("stay the same while more is written, but for the last", () => {
    for (let length = 1; length < whole.length; length += 1) {
      const [now, next] = [partsOf(whole.slice(0, length)), partsOf(whole.slice(0, length + 1))];
      expect(next.slice(0, now.length - 1)).toEqual(now.slice(0, -1));
    }
  });

  it("keep a fence whole, however it is written", () => {
    const code = "````md\n```\n\nstill code\n\n```\n````\n";
    expect(partsOf(`${code}\nAfter`)).toEqual([`${code}\n`, "After"]);
    expect(partsOf("~~~\n\na\n\nb")).toEqual(["~~~\n\na\n\nb"]);
  });

  it("keep a text together whose links are explained elsewhere", () => {
    const text = "See [it][1].\n\nMore.\n\n[1]: https://example.com\n";
    expect(partsOf(text)).toEqual([text]);
  });

  it("of nothing are none", () => expect(partsOf("")).toEqual([]));
});

describe("a half written end", () => {
  it.each([
    ["**bold", "**bold**"],
    ["**bold ", "**bold**"],
    ["**bold*", "**bold**"],
    ["**", ""],
    ["a **", "a "],
    ["*so", "*so*"],
    ["**a *b", "**a *b***"],
    ["~~gone", "~~gone~~"],
    ["`code", "`code`"],
    ["say `", "say "],
    ["`a*b` and", "`a*b` and"],
    ["`**` and **b", "`**` and **b**"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["snake_case_name", "snake_case_name"],
    ["\\*not", "\\*not"],
    ["* item **b", "* item **b**"],
    ["done **b**", "done **b**"],
    ["**one\n\ntwo", "**one\n\ntwo"],
  ])("%j has its marks closed: %j", (half, shown) => expect(completed(half)).toBe(shown));

  it.each([
    ["See [the doc", "See the doc"],
    ["See [the doc](", "See the doc"],
    ["See [the doc](https://exa", "See the doc"],
    ["See [the doc](https://example.com)", "See [the doc](https://example.com)"],
    ["![chart](https://e", "chart"],
    ["a [b] c", "a [b] c"],
  ])("%j shows the words of a link before its address: %j", (half, shown) => expect(completed(half)).toBe(shown));

  it.each([
    ["Total\n-", "Total"],
    ["Total\n--", "Total"],
    ["Total\n==", "Total"],
    ["a\n#", "a"],
    ["a\n1.", "a"],
    ["a\n- b", "a\n- b"],
    ["| a | b |", ""],
    ["| a | b |\n|--", ""],
    ["| a | b |\n|---|---", "| a | b |\n|---|---"],
    ["| a | b |\n|---|---|\n| 1", "| a | b |\n|---|---|\n| 1"],
    ["Rows:\n| a |\n", "Rows:"],
  ])("%j shows no block that could become another: %j", (half, shown) => expect(completed(half)).toBe(shown));

  it("of code is left as it is", () => {
    expect(completed("```py\nx = **a\n-")).toBe("```py\nx = **a\n-");
  });
});
