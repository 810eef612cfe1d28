import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";

const EDGE = 56;
const FASTEST = 16;

/** While a card is carried near an edge, what scrolls there scrolls: the columns up and down, the board sideways. */
export function scrollWhileDragging(
  board: HTMLElement,
  isOurs: (data: Record<string | symbol, unknown>) => boolean,
): () => void {
  let frame = 0;
  let x = 0;
  let y = 0;
  const step = () => {
    const box = board.getBoundingClientRect();
    board.scrollLeft += speed(x, box.left, box.right);
    for (const list of board.querySelectorAll<HTMLElement>("[data-column-list]")) {
      const { left, right, top, bottom } = list.getBoundingClientRect();
      if (x >= left && x <= right) list.scrollTop += speed(y, top, bottom);
    }
    frame = requestAnimationFrame(step);
  };
  const stop = monitorForElements({
    canMonitor: ({ source }) => isOurs(source.data),
    onDragStart: ({ location }) => {
      ({ clientX: x, clientY: y } = location.current.input);
      frame = requestAnimationFrame(step);
    },
    onDrag: ({ location }) => {
      ({ clientX: x, clientY: y } = location.current.input);
    },
    onDrop: () => cancelAnimationFrame(frame),
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}

/** Pixels per frame: none in the middle, more the nearer to an edge. */
export function speed(at: number, start: number, end: number): number {
  const fromStart = at - start;
  const fromEnd = end - at;
  if (fromStart < EDGE && fromStart > -EDGE) return -Math.round(FASTEST * Math.min(1, (EDGE - fromStart) / EDGE));
  if (fromEnd < EDGE && fromEnd > -EDGE) return Math.round(FASTEST * Math.min(1, (EDGE - fromEnd) / EDGE));
  return 0;
}
