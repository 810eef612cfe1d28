import { IconCheck, IconFile, IconMinus, IconPhoto } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { mailHref, ownImage, phoneHref, safeHref, shortAddress } from "@/lib/links.ts";
import type { Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { optionOf, type Value } from "@/lib/values.ts";
import { SafeLink } from "@/ui/SafeLink.tsx";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import { Chip } from "./Chip.tsx";
import classes from "./ValueText.module.css";

interface ValueTextProps {
  field: Field;
  value: Value;
  /** Inside a grid links are reached by the grid's own keys. */
  tabIndex?: number;
}

/** A value as it is read: the same in a cell, on a card and in a chip's place. */
export function ValueText({ field, value, tabIndex }: ValueTextProps) {
  const formats = useFormats();
  if (value === null) return null;
  if (typeof value === "boolean") return <YesNo isYes={value} />;
  if (Array.isArray(value)) return <Tags tags={value} />;
  if (typeof value === "number") return <span className={classes["number"]}>{formats.value(field, value)}</span>;
  switch (field.type) {
    case "choice":
    case "stage":
      return <OptionChip field={field} id={value} />;
    case "tags":
      return <Tags tags={[value]} />;
    case "url":
      return <Linked href={safeHref(value)} text={shortAddress(value)} tabIndex={tabIndex} />;
    case "email":
      return <Linked href={mailHref(value)} text={value} tabIndex={tabIndex} />;
    case "phone":
      return <Linked href={phoneHref(value)} text={value} tabIndex={tabIndex} />;
    case "image":
      return <Picture address={value} tabIndex={tabIndex} />;
    case "file":
      return <FileLink address={value} tabIndex={tabIndex} />;
    default:
      return <span className={classes["text"]}>{formats.value(field, value)}</span>;
  }
}

export function OptionChip({ field, id }: { field: Field; id: string }) {
  const option = optionOf(field, id);
  return <Chip text={option?.title ?? id} colour={option?.colour ?? "grey"} hasDot={field.type === "stage"} />;
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={classes["tags"]}>
      {tags.map((tag) => (
        <Chip key={tag} text={tag} />
      ))}
    </span>
  );
}

function YesNo({ isYes }: { isYes: boolean }) {
  const { t } = useTranslation("common");
  const Icon = isYes ? IconCheck : IconMinus;
  return (
    <span className={classes["flag"]} data-yes={isYes || undefined}>
      <Icon size={15} stroke={2} aria-hidden />
      <VisuallyHidden>{t(isYes ? "yes" : "no")}</VisuallyHidden>
    </span>
  );
}

interface LinkedProps {
  href: string | null;
  text: string;
  tabIndex?: number | undefined;
}

function Linked({ href, text, tabIndex }: LinkedProps) {
  if (!href) return <span className={classes["text"]}>{text}</span>;
  return (
    <SafeLink href={href} className={classes["link"] ?? ""} {...(tabIndex === undefined ? {} : { tabIndex })}>
      {text}
    </SafeLink>
  );
}

function Picture({ address, tabIndex }: { address: string; tabIndex?: number | undefined }) {
  const own = ownImage(address);
  if (own) return <img className={classes["picture"]} src={own} alt="" loading="lazy" />;
  return (
    <span className={classes["file"]}>
      <IconPhoto size={14} stroke={1.75} aria-hidden />
      <Linked href={safeHref(address)} text={lastPart(address)} tabIndex={tabIndex} />
    </span>
  );
}

function FileLink({ address, tabIndex }: { address: string; tabIndex?: number | undefined }) {
  return (
    <span className={classes["file"]}>
      <IconFile size={14} stroke={1.75} aria-hidden />
      <Linked href={safeHref(address)} text={lastPart(address)} tabIndex={tabIndex} />
    </span>
  );
}

function lastPart(address: string): string {
  return address.split(/[?#]/)[0]?.split("/").findLast(Boolean) ?? address;
}
