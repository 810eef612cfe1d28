import { examples } from "@/generated/examples.ts";
import type { Block, BlockKind, Content, Field, Row } from "@/lib/shapes.ts";

import { makeRow } from "./rows.ts";

export interface Example {
  block: Block;
  content: Content | null;
  fields: Field[];
  rows: Row[];
}

export const kinds = Object.keys(examples) as BlockKind[];

export function exampleOf(kind: BlockKind): Example {
  const { block, content, fields, rows } = examples[kind];
  return { block, content, fields, rows: rows.map((values, index) => makeRow(index, values)) };
}
