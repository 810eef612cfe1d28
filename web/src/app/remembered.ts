import { useCallback, useState } from "react";

const PREFIX = "liveapps.";

/** A choice of this browser, such as how wide the chat is. `read` refuses what an older page may have left. */
export function useRemembered<Value>(
  name: string,
  first: Value,
  read: (raw: unknown) => Value | undefined,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(recall(PREFIX + name)) ?? first);
  const keep = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing still does as told until the page closes.
      }
    },
    [name],
  );
  return [value, keep];
}

function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}
