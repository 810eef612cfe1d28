import type { components } from "@/generated/api.d.ts";

/** The shapes of the wire under the product's own names. Generated: see `npm run gen`. */
type Schemas = components["schemas"];

/** A row as screens draw it. Lists leave out what is as usual; see `api/listed.ts`. */
export type Row = Required<Schemas["ListedRow"]>;
/** With what only its own page tells. */
export type WholeRow = Schemas["Row"];
export type Field = Schemas["Field"];
export type FieldType = Field["type"];
export type Role = NonNullable<Field["role"]>;
export type Option = Schemas["Option"];
export type Fact = Schemas["Fact"];
export type Suggestion = Schemas["Suggestion"];
export type Actor = Schemas["Actor"];
export type Freshness = Schemas["Freshness"];
export type Status = Freshness["status"];

export type Slice = Schemas["Slice-Output"];
export type Condition = Schemas["Condition-Output"];
export type Op = Condition["op"];
export type Sort = Schemas["Sort-Output"];
export type Group = Schemas["Group"];

export type RowsCan = Schemas["RowsCan"];
export type ButtonCan = Schemas["ButtonCan"];

export type Block = Schemas["Answer"]["block"];
export type BlockKind = Block["kind"];
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>;
export type Content = NonNullable<Schemas["Answer"]["content"]>;
export type ContentOf<Kind extends Content["kind"]> = Extract<Content, { kind: Kind }>;
export type Format = Schemas["Format"];
