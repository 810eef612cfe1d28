import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

it.each(["package-lock.json", "tools/apigen/package-lock.json"])(
  "%s records hashes and no address to download from",
  (name) => {
    const lock = readFileSync(name, "utf8");
    expect(lock).toContain('"integrity"');
    expect(lock).not.toMatch(/"resolved":\s*"http/);
  },
);
