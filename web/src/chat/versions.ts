import type { Answer, Attempt, AttemptHead } from "@/api/types.ts";
import type { ShownMessage, ShownThread } from "./thread-messages.ts";

/** At one place of a conversation, one of several ways it went on. */
export interface VersionPlace {
  /** The message after which the ways part; empty at the beginning. */
  at: string;
  /** Numbers of attempts in the order they were made; null, the last, is the one that counts. */
  ways: (number | null)[];
  shown: number | null;
}

export interface Path extends ShownThread {
  /** By the message that each way begins with. */
  places: ReadonlyMap<string, VersionPlace>;
  /** Whether it leaves the way that counts: then it is only read. */
  isEarlier: boolean;
}

interface Kept {
  heads: readonly AttemptHead[];
  /** Null while it is being fetched: until then the way goes on as it was. */
  attempt: (number: number) => Attempt | null;
  /** By the place where the ways part. */
  chosen: ReadonlyMap<string, number | null>;
}

interface Way {
  number: number | null;
  at: string;
  messages: readonly ShownMessage[];
}

/** The conversation along the attempts that were chosen; along the way that counts where none was. */
export function pathAlong(counting: ShownThread, kept: Kept): Path {
  const messages: ShownMessage[] = [];
  const places = new Map<string, VersionPlace>();
  const answers: Record<string, Answer> = { ...counting.answers };

  const walk = ({ number, at: start, messages: own }: Way): boolean => {
    let at = start;
    for (const [index, message] of own.entries()) {
      const others = kept.heads.filter((head) => (head.after ?? "") === at && head.number !== number).map((head) => head.number);
      // Where an attempt begins, whoever led to it has told already.
      if (others.length > 0 && (index > 0 || number === null)) {
        const chosen = kept.chosen.get(at) ?? null;
        const attempt = chosen !== null && others.includes(chosen) ? kept.attempt(chosen) : null;
        const first = attempt?.messages[0]?.id ?? message.id;
        places.set(first, { at, ways: [...others, number].toSorted(inOrder), shown: attempt?.number ?? number });
        if (attempt) {
          Object.assign(answers, attempt.answers);
          walk({ number: attempt.number, at, messages: attempt.messages });
          return true;
        }
      }
      messages.push(message);
      at = message.id;
    }
    return false;
  };
  const isEarlier = walk({ number: null, at: "", messages: counting.messages });
  return { messages, answers, places, isEarlier };
}

function inOrder(one: number | null, other: number | null): number {
  return (one ?? Infinity) - (other ?? Infinity);
}
