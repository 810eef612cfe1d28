import { type RefObject, useLayoutEffect, useRef } from "react";

/** The value of the last drawing, for acts that outlive the drawing they were made in. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
