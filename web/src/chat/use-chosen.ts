import { useState } from "react";

/** By the place where the ways of a conversation part: the attempt that is read; null is the one that counts. */
export type Chosen = ReadonlyMap<string, number | null>;

interface Choosing {
  chosen: Chosen;
  /** Whether an earlier attempt is being read: then nothing is said. */
  isEarlier: boolean;
  onWay: (at: string, way: number | null) => void;
  /** Back to the way that counts. */
  onBack: () => void;
}

const none: Chosen = new Map();

/** Which of the earlier attempts of a thread are being read. */
export function useChosen(thread: string | null): Choosing {
  const [kept, setKept] = useState({ thread, chosen: none });
  const chosen = kept.thread === thread ? kept.chosen : none;
  return {
    chosen,
    isEarlier: [...chosen.values()].some((way) => way !== null),
    onWay: (at, way) => setKept({ thread, chosen: new Map(chosen).set(at, way) }),
    onBack: () => setKept({ thread, chosen: none }),
  };
}
