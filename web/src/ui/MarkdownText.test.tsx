import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import MarkdownText from "./MarkdownText.tsx";
import { Providers } from "./Providers.tsx";

const parsed: string[] = [];
vi.mock("react-markdown", async (original) => {
  const real = await original<typeof import("react-markdown")>();
  const Counting = (props: Parameters<typeof real.default>[0]) => {
    parsed.push(props.children ?? "");
    return real.default(props);
  };
  return { ...real, default: Counting };
});

const draw = (text: string, isStreaming = true) => (
  <Providers>
    <MarkdownText text={text} isStreaming={isStreaming} />
  </Providers>
);

describe("an answer that is being written", () => {
  it("is parsed anew only in its last part", () => {
    const { rerender } = render(draw("First part.\n\nSecond"));
    parsed.length = 0;
    for (const more of ["Second p", "Second pa", "Second part."]) rerender(draw(`First part.\n\n${more}`));
    expect(parsed).toEqual(["Second p", "Second pa", "Second part."]);
  });

  it("is not parsed anew when it is done", () => {
    const { rerender } = render(draw("First part.\n\nSecond part."));
    parsed.length = 0;
    rerender(draw("First part.\n\nSecond part.", false));
    expect(parsed).toEqual([]);
  });

  it("shows half a mark as what it will be", () => {
    const { container } = render(draw("A **bold st"));
    expect(container.querySelector("strong")).toHaveTextContent("bold st");
  });
});

describe("a piece of code", () => {
  it("says what it is written in, and is copied as it stands", async () => {
    const written = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: written } });
    render(draw("```sql\nSELECT 1;\n\nSELECT 2;\n```", false));
    expect(screen.getByText("sql")).toBeInTheDocument();
    screen.getByRole("button", { name: "Copy the code" }).click();
    await vi.waitFor(() => expect(written).toHaveBeenCalledWith("SELECT 1;\n\nSELECT 2;"));
    vi.unstubAllGlobals();
  });
});
