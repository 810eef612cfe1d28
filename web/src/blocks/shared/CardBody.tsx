import { IconCalendar, IconLock, IconMessage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { localDay } from "@/lib/format.ts";
import { ownImage } from "@/lib/links.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { asValue, type Value } from "@/lib/values.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import { type CardFields, initials, valueIn } from "./card-fields.ts";
import classes from "./CardBody.module.css";
import { UnconfirmedMark } from "./marks.tsx";
import { ValueText } from "./ValueText.tsx";

interface CardBodyProps {
  row: Row;
  fields: CardFields;
  allFields: readonly Field[];
}

/** A row as a card, on a board or in a grid: the roles decide what stands where. */
export function CardBody({ row, fields, allFields }: CardBodyProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const title = valueIn(row, fields.title);
  const subtitle = valueIn(row, fields.subtitle);
  const value = valueIn(row, fields.value);
  const image = valueIn(row, fields.image);
  const picture = typeof image === "string" ? ownImage(image) : null;
  return (
    <div className={classes["card"]} data-unconfirmed={row.unconfirmed_since !== null || undefined}>
      {picture ? <img className={classes["picture"]} src={picture} alt="" loading="lazy" /> : null}
      <div className={classes["title"]}>
        {title !== null && fields.title ? (
          formats.value(fields.title, title)
        ) : (
          <span className={classes["untitled"]}>{t("card.untitled")}</span>
        )}
        <SuggestionDot row={row} allFields={allFields} />
      </div>
      {subtitle !== null && fields.subtitle ? (
        <div className={classes["subtitle"]}>
          <ValueText field={fields.subtitle} value={subtitle} />
        </div>
      ) : null}
      {value !== null && fields.value ? (
        <div className={classes["value"]}>
          <ValueText field={fields.value} value={value} />
        </div>
      ) : null}
      <Lines row={row} fields={fields} />
      <Foot row={row} fields={fields} />
      {row.unconfirmed_since ? <UnconfirmedMark since={row.unconfirmed_since} /> : null}
    </div>
  );
}

function Lines({ row, fields }: Pick<CardBodyProps, "row" | "fields">) {
  const filled = [fields.tag, fields.link, ...fields.lines].flatMap((field): { field: Field; value: Value }[] => {
    const value = valueIn(row, field);
    return field && value !== null ? [{ field, value }] : [];
  });
  if (filled.length === 0) return null;
  return (
    <dl className={classes["lines"]}>
      {filled.map(({ field, value }) => (
        <div key={field.id} className={classes["line"]}>
          <dt>{field.title}</dt>
          <dd>
            <ValueText field={field} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Foot({ row, fields }: Pick<CardBodyProps, "row" | "fields">) {
  const { t } = useTranslation("blocks");
  const owner = valueIn(row, fields.owner);
  const due = valueIn(row, fields.due);
  const name = typeof owner === "string" ? owner : "";
  if (!name && typeof due !== "string" && row.notes === 0 && !row.private) return null;
  return (
    <div className={classes["foot"]}>
      {typeof due === "string" && fields.due ? <Due field={fields.due} due={due} /> : null}
      {row.notes > 0 ? (
        <span className={classes["mark"]}>
          <IconMessage size={13} stroke={1.75} aria-hidden />
          <span aria-hidden>{row.notes}</span>
          <VisuallyHidden>{t("marks.notes", { count: row.notes })}</VisuallyHidden>
        </span>
      ) : null}
      {row.private ? (
        <span className={classes["mark"]} title={t("marks.private")}>
          <IconLock size={13} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t("marks.private")}</VisuallyHidden>
        </span>
      ) : null}
      {name ? (
        <span className={classes["owner"]} title={name}>
          <span aria-hidden>{initials(name)}</span>
          <VisuallyHidden>{t("card.owner", { name })}</VisuallyHidden>
        </span>
      ) : null}
    </div>
  );
}

function Due({ field, due }: { field: Field; due: string }) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const now = useNow();
  const day = field.type === "datetime" ? localDay(new Date(due), formats.timeZone) : due;
  const isPast = day < localDay(now, formats.timeZone);
  return (
    <span
      className={classes["mark"]}
      data-past={isPast || undefined}
      title={`${field.title}: ${formats.value(field, due)}`}
    >
      <IconCalendar size={13} stroke={1.75} aria-hidden />
      <VisuallyHidden>{isPast ? t("card.wasDue") : t("card.due")} </VisuallyHidden>
      {formats.shortDay(due, now)}
    </span>
  );
}

/** Somebody proposes another value for a field of this row. */
function SuggestionDot({ row, allFields }: Pick<CardBodyProps, "row" | "allFields">) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const [first] = Object.entries(row.suggestions);
  if (!first) return null;
  const [id, { by, value }] = first;
  const field = allFields.find((each) => each.id === id);
  const text = t("marks.suggestion", {
    who: by.name || by.id,
    value: field ? formats.value(field, asValue(value)) : String(value),
  });
  return (
    <span className={classes["dot"]} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
