import type { components } from "@/generated/api.d.ts";
import type { Row } from "@/lib/shapes.ts";

/** The answers of the server under the product's own names. Shapes a block draws are in `lib/shapes`. */
type Schemas = components["schemas"];

export type Me = Schemas["Me"];

export type PanelSummary = Schemas["PanelSummary"];
/** `rows` is there when the collection is inline. */
export type CollectionView = Omit<Schemas["CollectionView"], "rows"> & { rows: Row[] | null };
export type PanelView = Omit<Schemas["PanelView"], "collections"> & { collections: Record<string, CollectionView> };
export type TabView = Schemas["TabView"];
export type Template = Schemas["Template"];
export type Collection = Schemas["Collection"];
export type Tab = Schemas["Tab"];
export type Audience = Schemas["Audience-Output"];

export type RowsPage = Omit<Schemas["RowsPage"], "rows"> & { rows: Row[] };
export type RowDetail = Schemas["RowDetail"];
export type RowEvent = Schemas["RowEvent"];
export type Annotation = Schemas["Annotation"];
export type VersionView = Schemas["VersionView"];
export type VersionDetail = Schemas["VersionDetail"];
export type Comparison = Schemas["Comparison"];
export type TrashedPanel = Schemas["TrashedPanel"];

export type Alert = Schemas["Alert-Output"];
export type AlertView = Schemas["AlertView"];
export type AlertsView = Schemas["AlertsView"];
export type AlertStatus = AlertView["status"];
export type InboxNotice = Schemas["InboxNotice"];

export type Receipt = Schemas["Receipt"];
export type Proposal = Schemas["ProposalShown"];
export type FieldShown = Schemas["FieldShown"];
export type Refreshed = Schemas["Refreshed"];

export type AgentView = Schemas["AgentView"];
export type AgentSetup = Schemas["AgentSetup"];
export type TriedOut = Schemas["TriedOut"];
export type Thread = Schemas["Thread"];
export type ThreadSummary = Schemas["ThreadSummary"];
export type ThreadView = Schemas["ThreadView"];
export type Attempt = Schemas["Attempt"];
export type AttemptHead = Schemas["AttemptHead"];
export type Attachment = Schemas["Attachment"];
export type SaidFile = Schemas["SaidFile"];
export type ChatLimits = Schemas["ChatLimits"];
export type Message = Schemas["Message"];
export type Called = Schemas["Called"];
export type Answer = Schemas["Answer"];
export type Provenance = Schemas["Provenance"];
export type Understanding = Schemas["Understood"] | Schemas["Ask"];
export type Understood = Schemas["Understood"];

export type SaveTo = Schemas["SaveBody"]["to"];
export type SavePreview = Schemas["SavePreview"];
export type Saved = Schemas["Saved"];
export type NotSaved = Schemas["NotSaved"];

export type HookView = Schemas["HookView"];
export type Hook = Schemas["Hook"];
export type Delivery = Schemas["Delivery"];
export type Opened = Schemas["Opened"];
export type Received = Schemas["Received"];
export type Tried = Schemas["Tried"];
export type TriedRow = Schemas["TriedRow"];
export type SourceState = Schemas["SourceState"];
export type SourceTool = Schemas["SourceTool"];
export type JobView = Schemas["JobView"];
export type Retention = Schemas["Retention"];

export type ModelUse = Schemas["ModelUse"];
export type RunLine = Schemas["RunLine"];
export type RunPage = Schemas["RunPage"];
export type RunStep = Schemas["RunStep"];
