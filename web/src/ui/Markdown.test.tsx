import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { Markdown } from "./Markdown.tsx";
import { Providers } from "./Providers.tsx";

async function draw(text: string): Promise<HTMLElement> {
  const { container } = render(
    <Providers>
      <main>
        <Markdown text={`${text}\n\nend`} />
      </main>
    </Providers>,
  );
  await screen.findByText("end");
  const main = container.querySelector("main");
  if (!main) throw new Error("nothing was drawn");
  return main;
}

describe("markdown", () => {
  it("never makes a javascript: address a link", async () => {
    const drawn = await draw("[press](javascript:alert(1)) <javascript:alert(1)> [data](data:text/html,x)");
    expect(drawn.querySelector("a")).toBeNull();
    expect(drawn).toHaveTextContent("press");
  });

  it("opens safe links apart, telling the other side nothing", async () => {
    const link = (await draw("[site](https://example.com)")).querySelector("a");
    expect(link).toHaveAttribute("href", "https://example.com");
    expect(link).toHaveAttribute("rel", expect.stringContaining("noreferrer"));
  });

  it("turns pictures from elsewhere into links, so that nobody learns who reads", async () => {
    const drawn = await draw("![chart](https://example.com/track.png)");
    expect(drawn.querySelector("img")).toBeNull();
    expect(drawn.querySelector("a")).toHaveTextContent("image: chart");
  });

  it("drops raw HTML", async () => {
    const drawn = await draw('<script>alert(1)</script><img src="/x" onerror="alert(1)"><b>bold</b>');
    expect(drawn.querySelector("script, img, b")).toBeNull();
  });

  it("names the boxes of a task list", async () => {
    await draw("- [x] call\n- [ ] write");
    expect(screen.getByRole("checkbox", { name: "done" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "to do" })).not.toBeChecked();
  });
});
