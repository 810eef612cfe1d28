import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "good" | "bad";
  action: { label: string; run: () => void } | null;
  seconds: number;
}

export type NewToast = Pick<Toast, "text"> & Partial<Omit<Toast, "id">>;

/** Older ones make room: a toast is never the only place where something can be read. */
const MOST = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(toast: NewToast): number {
  lastId += 1;
  const whole: Toast = { tone: "plain", action: null, seconds: 8, ...toast, id: lastId };
  change([...toasts, whole].slice(-MOST));
  return whole.id;
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
