import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { describe, expect, it, vi } from "vitest";

import { Divider, SHARE } from "./Divider.tsx";

function draw(share: number) {
  const onShare = vi.fn();
  render(<Divider part={createRef<HTMLElement>()} share={share} onShare={onShare} />);
  return { person: userEvent.setup(), onShare, line: screen.getByRole("separator", { name: "Width of the chat" }) };
}

describe("the divider", () => {
  it("moves with the arrows, and says where it stands", async () => {
    const { person, onShare, line } = draw(40);
    expect(line).toHaveAttribute("aria-valuenow", "40");
    line.focus();
    await person.keyboard("{ArrowRight}{ArrowLeft}");
    expect(onShare.mock.calls).toEqual([[42], [38]]);
  });

  it("leaves room for both sides", async () => {
    const { person, onShare, line } = draw(SHARE.most);
    line.focus();
    await person.keyboard("{ArrowRight}");
    expect(onShare).toHaveBeenCalledWith(SHARE.most);
  });
});
