import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";

type Data = Record<string | symbol, unknown>;

/** What is being carried. `board` keeps a card from being dropped on another board. */
interface Carried {
  board: string;
  row: string;
}

export function carried(data: Data): Carried | null {
  const { board, row } = data;
  return typeof board === "string" && typeof row === "string" ? { board, row } : null;
}

export type Edge = "top" | "bottom";

interface CardDrag {
  element: HTMLElement;
  board: string;
  row: string;
  /** Within a sorted column a place above or below another card means nothing. */
  hasEdges: boolean;
  onCarry: (isCarried: boolean) => void;
  onEdge: (edge: Edge | null) => void;
}

/** Makes a card one that can be carried, and one beside which another can be put. */
export function makeCardDraggable({ element, board, row, hasEdges, onCarry, onEdge }: CardDrag): () => void {
  const isOther = (data: Data) => {
    const card = carried(data);
    return card?.board === board && card.row !== row;
  };
  const stopCarrying = draggable({
    element,
    getInitialData: () => ({ board, row }),
    onDragStart: () => onCarry(true),
    onDrop: () => onCarry(false),
  });
  const stopReceiving = dropTargetForElements({
    element,
    canDrop: ({ source }) => hasEdges && isOther(source.data),
    getData: ({ input, element: target }) =>
      attachClosestEdge({ row }, { element: target, input, allowedEdges: ["top", "bottom"] }),
    onDrag: ({ self, source }) => onEdge(isOther(source.data) ? edgeOf(self.data) : null),
    onDragLeave: () => onEdge(null),
    onDrop: () => onEdge(null),
  });
  return () => {
    stopCarrying();
    stopReceiving();
  };
}

function edgeOf(data: Data): Edge | null {
  const edge = extractClosestEdge(data);
  return edge === "top" || edge === "bottom" ? edge : null;
}

interface ColumnDrop {
  element: HTMLElement;
  board: string;
  onOver: (isOver: boolean) => void;
  /** `beside` is the card under the pointer, if any. */
  onDrop: (row: string, beside: { row: string; edge: Edge } | null) => void;
}

export function makeColumnDroppable({ element, board, onOver, onDrop }: ColumnDrop): () => void {
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => carried(source.data)?.board === board,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source, location }) => {
      onOver(false);
      const card = carried(source.data);
      if (!card) return;
      const [innermost] = location.current.dropTargets;
      const edge = innermost ? edgeOf(innermost.data) : null;
      const row = innermost?.data["row"];
      onDrop(card.row, edge && typeof row === "string" ? { row, edge } : null);
    },
  });
}
