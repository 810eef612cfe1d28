/** Runs dependency-cruiser over src, and refuses a success over too few modules: that would be a check of nothing. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";

import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

const rules = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const sources = readdirSync("src", { recursive: true })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join("src", name));

const { options, ...ruleSet } = rules;
const { output } = await cruise(["src"], { ...options, ruleSet, validate: true }, null, {
  tsConfig: extractTSConfig("tsconfig.json"),
});
const seen = output.modules.filter((module) => module.source.startsWith("src/") && module.source.match(/\.tsx?$/));
const arrows = seen.reduce(
  (count, module) => count + module.dependencies.filter((to) => to.resolved.startsWith("src/")).length,
  0,
);

for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
if (seen.length < sources.length || arrows < seen.length / 2) {
  console.error(
    `Only ${seen.length} of ${sources.length} modules and ${arrows} arrows were seen: the check did not look at the code.`,
  );
  process.exit(1);
}
if (output.summary.violations.length > 0) process.exit(1);
console.log(`${seen.length} modules, ${arrows} arrows, none against the rules.`);
