import { useSyncExternalStore } from "react";

/** One sentence at a time, spoken by screen readers. The number tells two equal sentences apart. */
interface Spoken {
  text: string;
  number: number;
}

let spoken: Spoken = { text: "", number: 0 };
const listeners = new Set<() => void>();

export function announce(text: string): void {
  spoken = { text, number: spoken.number + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSpoken(): Spoken {
  return useSyncExternalStore(subscribe, () => spoken);
}
