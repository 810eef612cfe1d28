/** Sums what a browser must read before the first drawing: the entry of the built page and all it imports statically. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 200;
const site = fileURLToPath(new URL("../../src/liveapps/_web", import.meta.url));
const page = readFileSync(join(site, "index.html"), "utf8");
const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
const sizes = new Map();
while (waiting.length > 0) {
  const path = waiting.pop();
  if (sizes.has(path)) continue;
  const code = readFileSync(join(site, path), "utf8");
  sizes.set(path, gzipSync(code).length / 1000);
  const imports = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g);
  for (const [, name] of imports) waiting.push(join(dirname(path), name));
}
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
if (sizes.size === 0) {
  console.error("The built page names no script: run `npm run build` first.");
  process.exit(1);
}
console.log(`Initial JavaScript: ${total.toFixed(1)} kB gzip in ${sizes.size} files (limit ${LIMIT_KB}).`);
if (total > LIMIT_KB) {
  for (const [path, size] of [...sizes].toSorted((one, other) => other[1] - one[1]))
    console.error(`${size.toFixed(1)} ${path}`);
  process.exit(1);
}
