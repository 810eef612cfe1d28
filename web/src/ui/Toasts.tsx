import { Button, CloseButton } from "@mantine/core";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { closeToast, type Toast, useToasts } from "./toasts.ts";
import classes from "./Toasts.module.css";

/** Notices in the corner. Their time stops while they are pointed at or hold the focus. */
export function Toasts() {
  const { t } = useTranslation("common");
  const toasts = useToasts();
  return (
    <section className={classes["stack"]} aria-label={t("notices")} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation("common");
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useCountdown(toast, isHovered || isFocused);

  const close = () => closeToast(toast.id);
  const leave = (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget));
  return (
    <div
      className={classes["toast"]}
      data-tone={toast.tone}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={leave}
    >
      <span className={classes["text"]}>{toast.text}</span>
      {toast.action ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            toast.action?.run();
            close();
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <CloseButton size="sm" aria-label={t("dismiss")} onClick={close} />
    </div>
  );
}

/** Closes the toast after its seconds; what is left when it pauses is what it has afterwards. */
function useCountdown(toast: Toast, isPaused: boolean): void {
  const left = useRef(toast.seconds * 1000);
  useEffect(() => {
    if (isPaused) return;
    const started = Date.now();
    const timer = setTimeout(() => closeToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - started));
    };
  }, [toast.id, isPaused]);
}
