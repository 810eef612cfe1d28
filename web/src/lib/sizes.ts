const UNITS = ["B", "kB", "MB", "GB"];

/** A number of bytes in three digits at most: "312 B", "1,2 MB". */
export function sizeInWords(bytes: number, number: (value: number, format: { decimals: number }) => string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${number(value, { decimals: power > 0 && value < 10 ? 1 : 0 })} ${UNITS[power] ?? ""}`;
}
