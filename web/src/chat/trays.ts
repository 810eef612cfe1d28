import type { Attachment, ChatLimits, SaidFile } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import { keepDraftFiles, readDraftFiles } from "./drafts.ts";

/** A file in a composer: on its way, at the server, or refused. */
export interface TrayFile {
  key: number;
  name: string;
  size: number;
  state: { kind: "sending"; part: number } | { kind: "ready"; file: SaidFile } | { kind: "refused"; problem: Problem; file: File | null };
  /** The text that was pasted, where the file was made of it: it can still go into the message. */
  pasted: string | null;
}

interface Options {
  upload: (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<Attachment>;
  drop: (attachment: string) => Promise<unknown>;
}

const AT_ONCE = 2;

/** The files of the composers, one tray for each thread. Uploads go on while another thread is looked at. */
export class Trays {
  private readonly trays = new Map<string, readonly TrayFile[]>();
  private readonly stops = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly waiting: (() => Promise<void>)[] = [];
  private lastKey = 0;
  private busy = 0;

  constructor(private readonly options: Options) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same list until something changes. */
  of(thread: string | null): readonly TrayFile[] {
    const key = thread ?? "";
    const known = this.trays.get(key) ?? readDraftFiles(thread).map((file) => this.ready(file));
    this.trays.set(key, known);
    return known;
  }

  /** How many of the files did not fit into one message. */
  add(thread: string | null, files: readonly File[], limits: ChatLimits | undefined, pasted: string | null = null): number {
    const room = limits ? Math.max(0, limits.files_a_message - this.of(thread).length) : files.length;
    for (const file of files.slice(0, room)) {
      this.lastKey += 1;
      const { lastKey: key } = this;
      const tooLarge = limits && file.size > limits.file_bytes ? tooLargeFor(limits) : null;
      const state = tooLarge ? { kind: "refused" as const, problem: tooLarge, file: null } : { kind: "sending" as const, part: 0 };
      this.put(thread, [...this.of(thread), { key, name: file.name, size: file.size, state, pasted }]);
      if (!tooLarge) this.send(thread, key, file);
    }
    return files.length - Math.min(room, files.length);
  }

  retry(thread: string | null, key: number): void {
    const found = this.of(thread).find((one) => one.key === key);
    if (found?.state.kind !== "refused" || !found.state.file) return;
    const { file } = found.state;
    this.change(thread, key, { kind: "sending", part: 0 });
    this.send(thread, key, file);
  }

  remove(thread: string | null, key: number): void {
    this.stops.get(key)?.abort();
    const found = this.of(thread).find((one) => one.key === key);
    this.put(thread, this.of(thread).filter((one) => one.key !== key));
    // What the server keeps for nobody goes with its retention, should this not reach it.
    if (found?.state.kind === "ready") this.options.drop(found.state.file.attachment).catch(() => undefined);
  }

  /** Those that are ready leave the tray with the message. */
  take(thread: string | null): SaidFile[] {
    const files = this.of(thread).flatMap(({ state }) => (state.kind === "ready" ? [state.file] : []));
    this.put(thread, []);
    return files;
  }

  /** Back from a message that was not sent. */
  putBack(thread: string | null, files: readonly SaidFile[]): void {
    const known = new Set(this.of(thread).flatMap(({ state }) => (state.kind === "ready" ? [state.file.attachment] : [])));
    const back = files.filter(({ attachment }) => !known.has(attachment)).map((file) => this.ready(file));
    this.put(thread, [...this.of(thread), ...back]);
  }

  private ready(file: SaidFile): TrayFile {
    this.lastKey += 1;
    return { key: this.lastKey, name: file.name, size: file.size, state: { kind: "ready", file }, pasted: null };
  }

  private send(thread: string | null, key: number, file: File): void {
    this.waiting.push(() => this.upload(thread, key, file));
    this.next();
  }

  private next(): void {
    if (this.busy >= AT_ONCE) return;
    const work = this.waiting.shift();
    if (!work) return;
    this.busy += 1;
    void work().finally(() => {
      this.busy -= 1;
      this.next();
    });
  }

  private async upload(thread: string | null, key: number, file: File): Promise<void> {
    if (!this.of(thread).some((one) => one.key === key)) return;
    const stop = new AbortController();
    this.stops.set(key, stop);
    try {
      const made = await this.options.upload(file, (part) => this.change(thread, key, { kind: "sending", part }), stop.signal);
      this.change(thread, key, { kind: "ready", file: saidFile(made) });
    } catch (thrown) {
      if (!stop.signal.aborted) this.change(thread, key, { kind: "refused", problem: problemFrom(thrown), file });
    } finally {
      this.stops.delete(key);
    }
  }

  private change(thread: string | null, key: number, state: TrayFile["state"]): void {
    this.put(thread, this.of(thread).map((one) => (one.key === key ? { ...one, state } : one)));
  }

  private put(thread: string | null, files: readonly TrayFile[]): void {
    this.trays.set(thread ?? "", files);
    keepDraftFiles(thread, files.flatMap(({ state }) => (state.kind === "ready" ? [state.file] : [])));
    for (const listener of this.listeners) listener();
  }
}

export function saidFile({ id, name, size, kind, sheets }: Attachment): SaidFile {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.row_count, 0);
  return { attachment: id, name, size, kind, rows, readings: [] };
}

function tooLargeFor({ file_bytes: bytes }: ChatLimits): Problem {
  return { code: "file_too_large", message: "", nextStep: "", facts: { limit_bytes: bytes, megabytes: Math.floor(bytes / 1_000_000) } };
}
