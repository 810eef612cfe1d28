import axe from "axe-core";

/** Nothing is laid out here, so colours and sizes are checked in a browser instead. */
const rules = { "color-contrast": { enabled: false }, "target-size": { enabled: false }, region: { enabled: false } };

/** What axe finds wrong in the page, one line each. */
export async function accessibilityProblems(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
