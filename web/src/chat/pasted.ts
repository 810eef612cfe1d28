/** A text so long reads better as a file beside the message than in it. */
const LONG = 4_000;

/** The ending of the file that what was pasted is better attached as: cells of a spreadsheet, or a long text. */
export function pastedAs(text: string): "tsv" | "txt" | null {
  if (isTable(text)) return "tsv";
  return text.length > LONG ? "txt" : null;
}

/** Cells are copied as lines with tabs between them, and all lines have as many. */
function isTable(text: string): boolean {
  const lines = text.replace(/(\r?\n)+$/, "").split(/\r?\n/);
  const [first = ""] = lines;
  const tabs = first.split("\t").length;
  return lines.length > 2 && tabs > 1 && lines.every((line) => line.split("\t").length === tabs);
}
