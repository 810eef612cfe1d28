import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Providers } from "./Providers.tsx";
import { closeToast, showToast } from "./toasts.ts";

const undo = vi.fn();
let shown = 0;

function open(): HTMLElement {
  render(
    <Providers>
      <main />
    </Providers>,
  );
  act(() => {
    shown = showToast({ text: "Card moved", action: { label: "Undo", run: undo } });
  });
  return screen.getByText("Card moved");
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe("an undo notice", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    act(() => closeToast(shown));
    vi.useRealTimers();
  });

  it("stays eight seconds", () => {
    const notice = open();
    pass(7.9);
    expect(notice).toBeInTheDocument();
    pass(0.2);
    expect(notice).not.toBeInTheDocument();
  });

  it("waits while the pointer is on it", () => {
    const notice = open();
    pass(7);
    fireEvent.mouseEnter(notice);
    pass(30);
    expect(notice).toBeInTheDocument();
    fireEvent.mouseLeave(notice);
    pass(2);
    expect(notice).not.toBeInTheDocument();
  });

  it("waits while one of its buttons has the focus", () => {
    const notice = open();
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    pass(30);
    expect(notice).toBeInTheDocument();
  });

  it("undoes and goes away", () => {
    const notice = open();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(undo).toHaveBeenCalledOnce();
    expect(notice).not.toBeInTheDocument();
  });

  it("has a close button with a name", () => {
    const notice = open();
    fireEvent.click(screen.getByRole("button", { name: "Dismiss notice" }));
    expect(notice).not.toBeInTheDocument();
  });
});
