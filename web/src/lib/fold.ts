/** The form in which texts are compared, the same as on the server: no case, no accents, single spaces. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");
}
