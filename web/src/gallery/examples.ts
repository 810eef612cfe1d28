import raw from "@/generated/examples.json";
import type { Block, BlockKind, Content, Field, Row } from "@/lib/shapes.ts";

import { makeRow } from "./rows.ts";

type Loose = Record<string, unknown>;

/** The example of a kind as the back end wrote it: what has a default there may be left out. */
interface Written {
  block: Loose;
  content: Loose | null;
  fields: Loose[];
  rows: Loose[];
}

export interface Example {
  block: Block;
  content: Content | null;
  fields: Field[];
  rows: Row[];
}

const FORMAT = { type: "number", currency: null, unit: null, decimals: null };
const FIELD = { role: null, options: [], currency: null, unit: null, anchor: null, belongs_to: "source" };
const BLOCK = { title: "", width: 12, where: [], columns: [], sort: [], lines: [], format: FORMAT };
const OPTION = { colour: "grey" };
const METRIC = { better: "neither", format: FORMAT };
const BUTTON = { arguments: {}, confirm: null, look: "plain" };

// JSON has no literal types. That the examples fit the catalogue is tested where they are made.
const written = raw as unknown as Record<BlockKind, Written>;

export const kinds = Object.keys(written) as BlockKind[];

export function exampleOf(kind: BlockKind): Example {
  const { block, content, fields, rows } = written[kind];
  const whole = { ...BLOCK, ...each(each(block, "metrics", METRIC), "buttons", BUTTON) };
  return {
    block: whole as unknown as Block,
    content: content && ({ previous: {}, ...content } as unknown as Content),
    fields: fields.map((field) => ({ ...FIELD, ...each(field, "options", OPTION) }) as unknown as Field),
    rows: rows.map((values, index) => makeRow(index, values)),
  };
}

/** The defaults laid under each member of a list, where there is one. */
function each(thing: Loose, list: string, defaults: Loose): Loose {
  const members = thing[list];
  return Array.isArray(members)
    ? { ...thing, [list]: members.map((member: Loose) => ({ ...defaults, ...member })) }
    : thing;
}
