import { useEffect, useState } from "react";

/** A value once it has stopped changing for a while. Compared by what it says, not by which object says it. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the value
  }, [text, milliseconds]);
  return settled;
}
