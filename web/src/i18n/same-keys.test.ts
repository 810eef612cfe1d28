import { describe, expect, it } from "vitest";

import { words as english } from "./en/index.ts";
import { words as portuguese } from "./pt-BR/index.ts";

type Tree = { [key: string]: string | Tree };

function keysOf(tree: Tree, path = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );
}

/** Portuguese has one plural form more than English: "many", for millions. */
const NO_PLURAL = new Set(["decide.pick_one", "decide.do.pick_one"]); // kinds of question
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const distinct = (tree: Tree) => [...new Set(keysOf(tree).map(withoutPlural))].toSorted();

const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]).toSorted();
const textAt = (tree: Tree, path: string) =>
  path.split(".").reduce<Tree | string | undefined>((at, key) => (typeof at === "object" ? at[key] : undefined), tree);

describe("the two languages", () => {
  it("have the same keys", () => {
    expect(distinct(english)).toEqual(distinct(portuguese));
  });

  it("put the same facts in each sentence", () => {
    const different = keysOf(english).filter((key) => {
      const [one, other] = [textAt(english, key), textAt(portuguese, key)];
      if (typeof one !== "string" || typeof other !== "string") return false;
      return placeholders(one).join() !== placeholders(other).join();
    });
    expect(different).toEqual([]);
  });

  it("have every plural form of their grammar", () => {
    const keys = keysOf(portuguese);
    const counted = keys.filter((key) => key.endsWith("_one") && !NO_PLURAL.has(key)).map(withoutPlural);
    expect(counted.filter((key) => !keys.includes(`${key}_many`) || !keys.includes(`${key}_other`))).toEqual([]);
  });

  it("leave no sentence empty", () => {
    const empty = [english, portuguese].flatMap((tree) => keysOf(tree).filter((key) => textAt(tree, key) === ""));
    expect(empty).toEqual([]);
  });
});
