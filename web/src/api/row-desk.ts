import type { Row } from "@/lib/shapes.ts";
import type { Receipt } from "./types.ts";

/** What a person just did to a row, as the screen shows it before the server has answered. */
export type RowChange =
  | { kind: "set"; field: string; value: unknown }
  | { kind: "move"; stage: string | null; position: number }
  | { kind: "remove" };

/** `settled` is the version the server gave the change; until a copy of that age arrives the cover stays on. */
interface Cover {
  seq: number;
  change: RowChange;
  settled: number | null;
}

export type Covers = ReadonlyMap<string, readonly Cover[]>;

/** The rows as the person left them. The same list comes back when nothing is under way. */
export function covered(rows: Row[], covers: Covers): Row[] {
  if (covers.size === 0) return rows;
  let moved = false;
  const shown = rows.flatMap((row) => {
    const open = (covers.get(row.id) ?? []).filter(({ settled }) => settled === null || row.version < settled);
    if (open.length === 0) return [row];
    moved ||= open.some(({ change }) => change.kind === "move");
    const left = open.reduce<Row | null>((current, { change }) => current && applied(current, change), row);
    return left ? [left] : [];
  });
  return moved ? shown.toSorted((one, other) => one.position - other.position) : shown;
}

function applied(row: Row, change: RowChange): Row | null {
  switch (change.kind) {
    case "set":
      return { ...row, values: { ...row.values, [change.field]: change.value } };
    case "move":
      return { ...row, stage: change.stage, position: change.position };
    case "remove":
      return null;
    default:
      return change satisfies never;
  }
}

/**
 * The writes of one browser tab to the rows of one panel. Each is shown at once; those of one row are sent one
 * after the other, so that they arrive in the order they were made; a refused one is taken off again.
 */
export class RowDesk {
  private covers: Covers = new Map();
  private seq = 0;
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly own = new Map<string, number>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Covers => this.covers;

  /** Takes note of a write to one field of a row that this browser tab made. */
  wrote(row: string, field: string, version: number): void {
    this.own.set(`${row} ${field}`, version);
  }

  /** Whether this browser tab wrote that field of the row after version `since`. */
  isOwn(row: string, field: string, since: number): boolean {
    return (this.own.get(`${row} ${field}`) ?? 0) > since;
  }

  /**
   * `send` gets the version the change is based on: `seen`, that of the row when the person began, or our own later
   * write to the same field. A change by anybody else in between is then a conflict, and our own never is.
   */
  async write(
    row: Row,
    change: RowChange,
    send: (basedOn: number) => Promise<Receipt>,
    seen = row.version,
  ): Promise<Receipt> {
    const seq = (this.seq += 1);
    const part = partOf(change);
    this.put(row.id, [...this.of(row.id), { seq, change, settled: null }]);
    const before = this.queues.get(row.id) ?? Promise.resolve();
    const answer = before.then(() => send(Math.max(seen, this.own.get(`${row.id} ${part}`) ?? 0)));
    this.queues.set(row.id, answer.catch(() => undefined));
    try {
      const receipt = await answer;
      this.wrote(row.id, part, receipt.version);
      if (receipt.changed.includes(row.id)) this.settle(row.id, seq, receipt.version);
      else this.takeOff(row.id, seq);
      return receipt;
    } catch (refused) {
      this.takeOff(row.id, seq);
      throw refused;
    }
  }

  private of(row: string): readonly Cover[] {
    return this.covers.get(row) ?? [];
  }

  private settle(row: string, seq: number, version: number): void {
    this.put(row, this.of(row).map((cover) => (cover.seq === seq ? { ...cover, settled: version } : cover)));
  }

  private takeOff(row: string, seq: number): void {
    this.put(row, this.of(row).filter((cover) => cover.seq !== seq));
  }

  private put(row: string, covers: readonly Cover[]): void {
    const next = new Map(this.covers);
    if (covers.length > 0) next.set(row, covers);
    else next.delete(row);
    this.covers = next;
    for (const listener of this.listeners) listener();
  }
}

function partOf(change: RowChange): string {
  return change.kind === "set" ? change.field : change.kind === "move" ? "stage" : change.kind;
}
