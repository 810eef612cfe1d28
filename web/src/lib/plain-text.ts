/** Markdown as one line of plain words, for a preview: what marks it is left out, what it says stays. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm, "")
    .replace(/(\*\*|__|~~|`+)(?=\S)(.+?)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}
