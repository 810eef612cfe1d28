import { useEffect, useRef, useState } from "react";

const PAUSE = 180;

/** Text that follows the typing at once and hands itself on after a short pause; a change from outside wins. */
export function useDelayed(given: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(given);
  const [known, setKnown] = useState(given);
  const handOn = useRef(onPause);
  useEffect(() => {
    handOn.current = onPause;
  });
  if (given !== known) {
    setKnown(given);
    setText(given);
  }
  useEffect(() => {
    if (text === given) return;
    const timer = setTimeout(() => handOn.current(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, given]);
  return [text, setText];
}
