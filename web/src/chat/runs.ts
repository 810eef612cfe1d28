import type { SaidFile } from "@/api/types.ts";
import { type Problem, ProblemError, problemFrom } from "@/lib/problem.ts";
import { applied, broken, isOver, type LiveRun, startedRun } from "./live-run.ts";
import { readRunEvent } from "./run-events.ts";

type OnEvent = (event: unknown) => void;

interface Start {
  agent: string;
  thread: string;
  run: string;
  message: { id: string; text: string; files: string[] };
}

/** What a person says: without words only when files come along. */
export interface Saying {
  text: string;
  files: SaidFile[];
}

/** The three calls a run needs. The two streams resolve when they end, which says nothing about the run. */
export interface Wire {
  start: (start: Start, onEvent: OnEvent, signal: AbortSignal) => Promise<void>;
  follow: (thread: string, run: string, onEvent: OnEvent, signal: AbortSignal) => Promise<void>;
  cancel: (run: string) => Promise<unknown>;
}

interface Options {
  wire: Wire;
  /** Reads the thread again: from then on the server's copy is shown instead of what was followed. */
  reread: (thread: string) => Promise<void>;
  newId?: () => string;
  wait?: (milliseconds: number) => Promise<void>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const BETWEEN_TRIES = [300, 1_000, 2_000, 5_000, 10_000];
/** Tokens arrive faster than a screen can usefully be drawn. */
const FRAME = 40;

/** The runs this browser tab follows, one per thread. They go on while another thread is looked at. */
export class Runs {
  private readonly live = new Map<string, LiveRun>();
  private readonly following = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private drawing: ReturnType<typeof setTimeout> | undefined;
  private readonly options: Required<Options>;

  constructor(options: Options) {
    this.options = { newId: () => crypto.randomUUID(), wait: pause, ...options };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(thread: string): LiveRun | null {
    return this.live.get(thread) ?? null;
  }

  /** Says something to an agent. A thread that does not exist yet is made by it. */
  async say(agent: string, thread: string, { text, files }: Saying): Promise<void> {
    const [run, id] = [this.options.newId(), this.options.newId()];
    this.show(thread, startedRun(run, { id, body: { kind: "said", text, files, sent_as: id } }));
    const { signal } = this.begin(thread);
    const message = { id, text, files: files.map(({ attachment }) => attachment) };
    try {
      await this.options.wire.start({ agent, thread, run, message }, this.reader(thread), signal);
    } catch (thrown) {
      if (signal.aborted) return;
      if (this.of(thread)?.phase === "starting") return this.refuse(thread, problemFrom(thrown));
    }
    await this.untilOver(thread, signal);
  }

  /** Joins a run that is under way: after a reload, or started in another browser tab. */
  async follow(thread: string, run: string): Promise<void> {
    if (this.of(thread)?.run === run) return;
    this.show(thread, startedRun(run, null));
    const { signal } = this.begin(thread);
    await this.connect(thread, signal);
    await this.untilOver(thread, signal);
  }

  async stop(thread: string): Promise<void> {
    const live = this.of(thread);
    if (!live || isOver(live)) return;
    this.show(thread, { ...live, stopping: true });
    try {
      await this.options.wire.cancel(live.run);
    } catch {
      // A run that is already over cannot be stopped; its own end is on the way.
      this.change(thread, (now) => ({ ...now, stopping: false }));
    }
  }

  /** Takes a message that was never sent off the screen. */
  dismiss(thread: string): void {
    this.following.get(thread)?.abort();
    this.live.delete(thread);
    this.draw();
  }

  private begin(thread: string): AbortController {
    this.following.get(thread)?.abort();
    const control = new AbortController();
    this.following.set(thread, control);
    return control;
  }

  private reader(thread: string): OnEvent {
    return (raw) => {
      const event = readRunEvent(raw);
      if (event) this.change(thread, (live) => applied(live, event));
    };
  }

  private async connect(thread: string, signal: AbortSignal): Promise<void> {
    const run = this.of(thread)?.run ?? "";
    try {
      await this.options.wire.follow(thread, run, this.reader(thread), signal);
    } catch (thrown) {
      // A refusal is an answer; anything else is a lost connection, to be tried again.
      if (thrown instanceof ProblemError) {
        const { code, message } = thrown.problem;
        this.change(thread, (live) => broken(live, code, message));
      }
    }
  }

  private async untilOver(thread: string, signal: AbortSignal): Promise<void> {
    for (let tries = 0; !this.isOver(thread) && !signal.aborted; tries += 1) {
      this.change(thread, (live) => ({ ...live, phase: "cut" }));
      await this.options.wait(BETWEEN_TRIES[Math.min(tries, BETWEEN_TRIES.length - 1)] ?? 0);
      if (!signal.aborted) await this.connect(thread, signal);
    }
    if (!signal.aborted) await this.handOver(thread);
  }

  private isOver(thread: string): boolean {
    const live = this.of(thread);
    return live === null || isOver(live);
  }

  private async handOver(thread: string): Promise<void> {
    const ended = this.of(thread)?.run;
    try {
      await this.options.reread(thread);
    } catch {
      // Out of reach just now: what was followed stays on screen until the thread can be read.
      return;
    }
    if (this.of(thread)?.run !== ended) return;
    this.live.delete(thread);
    this.draw();
  }

  private refuse(thread: string, problem: Problem): void {
    this.change(thread, (live) => ({ ...live, phase: "refused", problem }));
  }

  private change(thread: string, how: (live: LiveRun) => LiveRun): void {
    const live = this.of(thread);
    if (live) this.show(thread, how(live));
  }

  private show(thread: string, live: LiveRun): void {
    this.live.set(thread, live);
    this.draw();
  }

  private draw(): void {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      for (const listener of this.listeners) listener();
    }, FRAME);
  }
}
