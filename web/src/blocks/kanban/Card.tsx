import { Menu } from "@mantine/core";
import { IconDots, IconGripVertical, IconLayoutSidebarRightExpand, IconTrash } from "@tabler/icons-react";
import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Problem } from "@/lib/problem.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

import type { CardFields } from "../shared/card-fields.ts";
import { CardBody } from "../shared/CardBody.tsx";
import { Chip } from "../shared/Chip.tsx";
import { LazyMenu } from "../shared/LazyMenu.tsx";
import { type Edge, makeCardDraggable } from "./drag.ts";
import classes from "./Kanban.module.css";

/** The same functions at every drawing of the board. What may not be done is told by `can`. */
export interface CardActs {
  moveTo: (row: string, stage: string | null) => void;
  openRow: (row: string) => void;
  removeRow: (row: string) => void;
  focus: (row: string) => void;
  carry: (row: string, isCarried: boolean) => void;
}

/** An act that is not allowed is not drawn. */
export interface CardCan {
  move: boolean;
  open: boolean;
  remove: boolean;
}

interface CardProps {
  row: Row;
  name: string;
  board: string;
  fields: CardFields;
  allFields: readonly Field[];
  stageField: Field;
  stage: string | null;
  isSorted: boolean;
  isTabStop: boolean;
  isLifted: boolean;
  isPending: boolean;
  isChanged: boolean;
  refused: Problem | undefined;
  helpId: string;
  can: CardCan;
  acts: CardActs;
}

/** A card of the board, drawn anew only when something of its own changed. */
export const Card = memo(function Card(props: CardProps) {
  const { row, name, board, fields, allFields, isSorted, refused, can, acts } = props;
  const { t } = useTranslation("blocks");
  const words = useProblemWords();
  const element = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isCarried, setCarried] = useState(false);
  useEffect(() => {
    if (!element.current || !can.move) return;
    return makeCardDraggable({
      element: element.current,
      board,
      row: row.id,
      hasEdges: !isSorted,
      onEdge: setEdge,
      onCarry: (now) => {
        setCarried(now);
        acts.carry(row.id, now);
      },
    });
  }, [acts, board, can.move, isSorted, row.id]);

  const open = (target: EventTarget) => {
    // Links and buttons inside the card are their own.
    if (can.open && target instanceof Element && !target.closest("a, button, [role=menu]")) acts.openRow(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the board handles the keys of its cards; a card holds buttons, so it cannot be one
    <div
      ref={element}
      role="group"
      aria-roledescription={can.move ? t("kanban.movableCard") : t("kanban.card")}
      aria-label={name}
      aria-describedby={props.helpId}
      data-card={row.id}
      data-edge={edge ?? undefined}
      data-lifted={props.isLifted || undefined}
      data-carried={isCarried || undefined}
      data-pending={props.isPending || undefined}
      data-changed={props.isChanged || undefined}
      data-unconfirmed={row.unconfirmed_since !== null || undefined}
      data-opens={can.open || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one card per column is its tab stop
      tabIndex={props.isTabStop ? 0 : -1}
      className={classes["card"]}
      onFocus={() => acts.focus(row.id)}
      onClick={(event) => open(event.target)}
    >
      <CardBody row={row} fields={fields} allFields={allFields} />
      {refused ? (
        <p className={classes["refused"]} role="alert">
          {words(refused).what}
        </p>
      ) : null}
      {can.move ? (
        <IconGripVertical className={classes["grip"]} size={14} stroke={1.75} aria-hidden data-testid="grip" />
      ) : null}
      {can.move || can.remove ? (
        <LazyMenu
          label={t("kanban.menuOf", { card: name })}
          icon={<IconDots size={15} stroke={1.75} />}
          className={classes["menu"]}
          tabIndex={props.isTabStop ? 0 : -1}
        >
          <CardMenu {...props} />
        </LazyMenu>
      ) : null}
    </div>
  );
});

function CardMenu({ row, stageField, stage, can, acts }: CardProps) {
  const { t } = useTranslation("blocks");
  const icon = { size: 15, stroke: 1.75 };
  return (
    <div className={classes["menuList"]}>
      {can.open ? (
        <Menu.Item leftSection={<IconLayoutSidebarRightExpand {...icon} />} onClick={() => acts.openRow(row.id)}>
          {t("table.openShort")}
        </Menu.Item>
      ) : null}
      {can.move ? (
        <>
          <Menu.Label>{t("kanban.moveTo")}</Menu.Label>
          {stageField.options.map((option) => (
            <Menu.Item key={option.id} disabled={option.id === stage} onClick={() => acts.moveTo(row.id, option.id)}>
              <Chip text={option.title} colour={option.colour} hasDot />
            </Menu.Item>
          ))}
        </>
      ) : null}
      {can.remove ? (
        <>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => acts.removeRow(row.id)}>
            {t("table.remove")}
          </Menu.Item>
        </>
      ) : null}
    </div>
  );
}
