import { rowsOfAnswer } from "@/api/answer-rows.ts";
import type { Answer } from "@/api/types.ts";
import { browserTimeZone, type Formats } from "@/lib/format.ts";
import type { Slice } from "@/lib/shapes.ts";
import { cutRows } from "@/lib/slice.ts";
import { isNumeric, valueOf } from "@/lib/values.ts";
import type { Turn } from "./turns.ts";

interface Seen {
  answers: Readonly<Record<string, Answer>>;
  /** How an answer is looked at now. */
  sliceOf: (answer: Answer) => Slice;
  formats: Formats;
}

/** What the agent answered in a turn: its words as they are, and its tables as they are looked at. */
export function turnAsMarkdown({ parts }: Turn, seen: Seen): string {
  const texts = parts.flatMap((part) => {
    if (part.kind === "calls") return [];
    const { body } = part.message;
    if (body.kind === "answered") return [body.text.trim()];
    const answer = body.kind === "shown" ? seen.answers[body.answer] : undefined;
    return answer ? [answerAsMarkdown(answer, seen)] : [];
  });
  return texts.filter(Boolean).join("\n\n");
}

function answerAsMarkdown(answer: Answer, { sliceOf, formats }: Seen): string {
  const title = answer.block.title ? `**${inLine(answer.block.title)}**` : "";
  if (!("of" in answer.block) || answer.fields.length === 0) return title;
  const slice = sliceOf(answer);
  const fields = answer.fields.filter(({ id }) => !slice.hidden.includes(id));
  const clock = { now: new Date(), timeZone: browserTimeZone() };
  const { rows } = cutRows(rowsOfAnswer(answer), answer.fields, slice, clock, answer.block.where);
  const line = (cells: string[]) => `| ${cells.map(inLine).join(" | ")} |`;
  const table = [
    line(fields.map((field) => field.title)),
    `|${fields.map((field) => (isNumeric(field) ? "---:" : "---")).join("|")}|`,
    ...rows.map((row) => line(fields.map((field) => formats.value(field, valueOf(row, field))))),
  ].join("\n");
  return title ? `${title}\n\n${table}` : table;
}

/** A cell is one line, and a bar in it is no border. */
function inLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
