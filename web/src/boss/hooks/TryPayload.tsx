import { Button, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { tryPayload } from "@/api/hooks.ts";
import type { HookView, Tried } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import type { Field } from "@/lib/shapes.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import classes from "./hooks.module.css";
import { TriedResult } from "./TriedResult.tsx";

interface TryPayloadProps {
  panel: string;
  hook: HookView;
  fields: readonly Field[];
  /** What stands in the field at first. */
  first: string;
}

/** What a payload would do, asked as often as wanted: nothing is written. */
export function TryPayload({ panel, hook, fields, first }: TryPayloadProps) {
  const { t } = useTranslation("boss");
  const [text, setText] = useState(first);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [isWrong, setWrong] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<{ tried: Tried } | { problem: Problem } | null>(null);

  const run = async () => {
    const read = readJson(text);
    setWrong(read === null);
    setResult(null);
    if (read === null) return;
    setRunning(true);
    try {
      setResult({ tried: await tryPayload(panel, hook.id, read.payload) });
    } catch (thrown) {
      setResult({ problem: problemFrom(thrown) });
    } finally {
      setRunning(false);
    }
  };
  return (
    <form
      className={classes["part"]}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Textarea
        ref={field}
        label={t("try.label")}
        description={t("try.hint")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isWrong ? t("try.notJson") : null}
        classNames={{ input: classes["payload"] ?? "" }}
        rows={8}
        spellCheck={false}
      />
      <div>
        <Button type="submit" variant="default" loading={isRunning}>
          {t("try.run")}
        </Button>
      </div>
      <div role="status">{result && "tried" in result ? <TriedResult tried={result.tried} hook={hook.title} fields={fields} /> : null}</div>
      {result && "problem" in result ? <ErrorState problem={result.problem} onRetry={() => void run()} /> : null}
    </form>
  );
}

/** Null when it is not JSON: a payload may be null itself. */
function readJson(text: string): { payload: unknown } | null {
  try {
    return { payload: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
