/**
 * Markdown that is still being written. Its parts are drawn one by one, so that a new word costs the drawing of the
 * last one only; and what is half written at its end is shown as what it is about to become.
 */

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const LIST = /^\s*([-*+]|\d{1,9}[.)])(\s|$)|^\d{1,9}$/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/** The text in parts that can be drawn apart from each other and look the same as together. Joined they are the text. */
export function partsOf(text: string): string[] {
  // A link may be explained anywhere in a text, and then its parts need each other.
  if (DEFINITION.test(text)) return [text];
  const parts: string[] = [];
  let part = "";
  let fence: string | null = null;
  let isAfterBlank = false;
  let isList = false;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = line.trim() === "";
    const begins = fence === null && isAfterBlank && !isBlank && !/^\s/.test(line) && !(isList && LIST.test(line));
    if (begins) {
      parts.push(part);
      part = "";
      isList = false;
    }
    isList ||= fence === null && LIST.test(line);
    fence = fenceAfter(line, fence);
    isAfterBlank = isBlank;
    part += line;
  }
  return part === "" ? parts : [...parts, part];
}

/** The fence that is open after a line, if one is. */
function fenceAfter(line: string, open: string | null): string | null {
  const [, marks = "", info = ""] = FENCE.exec(line.trimEnd()) ?? [];
  if (open === null) return marks !== "" && !(marks.startsWith("`") && info.includes("`")) ? marks : null;
  const closes = marks.startsWith(open[0] ?? "") && marks.length >= open.length && info.trim() === "";
  return closes ? null : open;
}

/** The last part, with what is open in it closed, and without what cannot be told yet. */
export function completed(part: string): string {
  if (isInFence(part)) return part;
  return closed(withoutHalfLink(withoutHalfBlock(part)));
}

function isInFence(part: string): boolean {
  let fence: string | null = null;
  for (const line of part.split("\n")) fence = fenceAfter(line, fence);
  return fence !== null;
}

/** A line of marks alone could become a rule, a heading of the line above, or a list; a table needs its second line. */
function withoutHalfBlock(part: string): string {
  const lines = part.trimEnd().split("\n");
  const last = part.endsWith("\n") ? "" : (lines.at(-1) ?? "");
  if (/^ {0,3}([-=*_+#>~`]+|\d{1,9}[.)]?)\s*$/.test(last)) return lines.slice(0, -1).join("\n");
  const start = lines.findLastIndex((line) => !line.trimStart().startsWith("|")) + 1;
  const rows = lines.slice(start);
  const [head = "", rule = ""] = rows;
  if (rows.length > 0 && !(isRule(rule) && cells(rule) >= cells(head))) return lines.slice(0, start).join("\n");
  return part;
}

function isRule(line: string): boolean {
  return /^\s*\|?(\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/.test(line);
}

function cells(row: string): number {
  return row.trim().replace(/^\|/, "").replace(/\|$/, "").split("|").length;
}

/** A link shows its words from the first letter on; its address comes when it is whole. */
function withoutHalfLink(part: string): string {
  return part.replace(/!?\[([^\]\n]*)(\]\([^)\n]*|\])?$/, (_, words: string) => words);
}

const MARKS = /`+|\*+|_+|~~/y;

/** Closes the marks that are open at the end of the last paragraph. Those around nothing yet are left out. */
function closed(part: string): string {
  const start = part.lastIndexOf("\n\n") + 1;
  const text = part.slice(start);
  const open: string[] = [];
  let end = text.length;
  for (let place = 0; place < text.length; ) {
    MARKS.lastIndex = place;
    const run = MARKS.exec(text)?.[0];
    if (run === undefined) {
      place += text[place] === "\\" ? 2 : 1;
      continue;
    }
    const after = place + run.length;
    if (run.startsWith("`")) {
      const close = codeEnd(text, run, after);
      if (close === null) {
        if (after < text.length) open.push(run);
        else end = place;
        break;
      }
      place = close;
      continue;
    }
    if (!settle(open, run, text[place - 1], text[after]) && after === text.length) end = place;
    place = after;
  }
  const shown = text.slice(0, end);
  return part.slice(0, start) + (open.length === 0 ? shown : shown.trimEnd() + open.toReversed().join(""));
}

/** Where a piece of code ends that began with so many ticks; null while it has not ended. */
function codeEnd(text: string, ticks: string, from: number): number | null {
  const end = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(text.slice(from));
  return end ? from + end.index + ticks.length : null;
}

/** Opens or closes what a run of marks stands for. False when it can do neither. */
function settle(open: string[], run: string, before: string | undefined, after: string | undefined): boolean {
  const isWithinWord = run.startsWith("_") && isWordLetter(before) && isWordLetter(after);
  if (isWithinWord) return true;
  const marks = run.length > 2 ? [run.slice(0, 2), run.slice(2, 3)] : [run];
  return marks.every((mark) => {
    if (open.includes(mark) && before !== undefined && before.trim() !== "") {
      open.splice(open.lastIndexOf(mark), 1);
      return true;
    }
    if (after === undefined || after.trim() === "") return false;
    open.push(mark);
    return true;
  });
}

function isWordLetter(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}
