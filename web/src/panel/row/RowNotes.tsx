import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import { annotateRow } from "@/api/rows.ts";
import { useMyId } from "@/api/session.ts";
import type { Annotation } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { Markdown } from "@/ui/Markdown.tsx";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import type { RowPlace } from "../place.ts";
import { whoDid } from "../who.ts";
import classes from "./RowSheet.module.css";

interface RowNotesProps {
  panel: string;
  place: RowPlace;
  notes: Annotation[] | undefined;
  canAnnotate: boolean;
}

/** Notes are only ever added: nobody edits or deletes one. */
export function RowNotes({ panel, place, notes = [], canAnnotate }: RowNotesProps) {
  const { t } = useTranslation("panel");
  if (notes.length === 0 && !canAnnotate) return null;
  return (
    <section className={classes["part"]} aria-label={t("notes.title")}>
      <h3 className={classes["heading"]}>{t("notes.title")}</h3>
      <ul className={classes["list"]}>
        {notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {canAnnotate ? <NewNote panel={panel} place={place} /> : null}
    </section>
  );
}

function Note({ note }: { note: Annotation }) {
  const { t } = useTranslation("panel");
  const me = useMyId();
  const formats = useFormats();
  const now = useNow();
  return (
    <li className={classes["note"]}>
      <p className={classes["by"]}>
        <strong>{capital(whoDid(note.by, me, t))}</strong>{" "}
        <time dateTime={note.at} title={formats.moment(note.at)}>
          {formats.age(note.at, now)}
        </time>
      </p>
      <Markdown text={note.text} />
    </li>
  );
}

function NewNote({ panel, place }: { panel: string; place: RowPlace }) {
  const { t } = useTranslation("panel");
  const words = useProblemWords();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async () => {
    if (text.trim() === "" || isSending) return;
    setSending(true);
    setFailure(null);
    try {
      settleReceipt(client, await annotateRow({ panel, ...place }, text.trim(), key));
      setText("");
      setKey(crypto.randomUUID());
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      setFailure(`${what} ${next}`);
    } finally {
      setSending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
  };
  return (
    <form className={classes["newNote"]} onSubmit={onSubmit}>
      <Textarea
        aria-label={t("notes.add")}
        placeholder={t("notes.hint")}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={4_000}
        value={text}
        error={failure}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {text.trim() === "" ? null : (
        <Button type="submit" size="compact-sm" loading={isSending}>
          {t("notes.send")}
        </Button>
      )}
    </form>
  );
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
