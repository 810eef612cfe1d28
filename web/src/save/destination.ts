import type { Answer, Audience, PanelView, SaveTo } from "@/api/types.ts";

/** A list of a panel that knows the rows of an answer again: it has the same key. */
export interface KnownList {
  panel: string;
  panelTitle: string;
  collection: string;
  collectionTitle: string;
}

/** The lists whose key is the answer's own, in the order of the panels given. */
export function knownLists(answer: Answer, panels: readonly PanelView[]): KnownList[] {
  if (answer.key.length === 0 || !("of" in answer.block)) return [];
  const wanted = answer.key.toSorted().join(" ");
  return panels.flatMap(({ id, template }) =>
    template.collections
      .filter(({ key }) => key.toSorted().join(" ") === wanted)
      .map((collection) => ({
        panel: id,
        panelTitle: template.title,
        collection: collection.id,
        collectionTitle: collection.title,
      })),
  );
}

/** What a person has filled in, for all three destinations at once: changing one's mind loses nothing. */
export interface Choice {
  kind: SaveTo["kind"];
  title: string;
  audience: Audience;
  /** The panel of a new tab. */
  panel: string | null;
  list: KnownList | null;
  withBoard: boolean;
  stages: string[];
}

export function firstChoice(answer: Answer, title: string, lists: KnownList[], panel: string | null, stages: string[]): Choice {
  const [list = null] = lists;
  return {
    kind: list ? "into_collection" : "new_panel",
    title: answer.block.title || title,
    audience: { who: "everyone", teams: [], agents: [] },
    panel,
    list,
    withBoard: false,
    stages,
  };
}

/** A board needs rows, and stages that they do not bring themselves. */
export function mayHaveBoard(answer: Answer): boolean {
  return "of" in answer.block && !answer.fields.some(({ type }) => type === "stage");
}

/** The request, or null while something is missing. */
export function saveTo(choice: Choice): SaveTo | null {
  const title = choice.title.trim();
  const stages = choice.withBoard ? choice.stages : [];
  switch (choice.kind) {
    case "new_panel":
      return title === "" ? null : { kind: "new_panel", title, audience: choice.audience, stages };
    case "new_tab":
      return title === "" || choice.panel === null ? null : { kind: "new_tab", panel: choice.panel, title, stages };
    case "into_collection":
      return choice.list && { kind: "into_collection", panel: choice.list.panel, collection: choice.list.collection };
    default:
      return choice.kind satisfies never;
  }
}
