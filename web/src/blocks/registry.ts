import { type ComponentType, lazy } from "react";

import type { BlockKind } from "@/lib/shapes.ts";

import { ActionButtonsView } from "./action_buttons/ActionButtonsView.tsx";
import { CalloutView } from "./callout/CalloutView.tsx";
import type { BlockProps } from "./contract.ts";
import { MetricCardsView } from "./metric_cards/MetricCardsView.tsx";
import { TextView } from "./text/TextView.tsx";

type Views = { [Kind in BlockKind]: ComponentType<BlockProps<Kind>> };

/** The drawing of every kind. A kind of the catalogue without one does not compile. */
export const registry = {
  action_buttons: ActionButtonsView,
  callout: CalloutView,
  card_grid: lazy(() => import("./card_grid/CardGridView.tsx")),
  chart: lazy(() => import("./chart/ChartView.tsx")),
  kanban: lazy(() => import("./kanban/KanbanView.tsx")),
  metric_cards: MetricCardsView,
  table: lazy(() => import("./table/TableView.tsx")),
  text: TextView,
} satisfies Views;
