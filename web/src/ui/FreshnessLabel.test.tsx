import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Freshness } from "@/lib/shapes.ts";

import { FreshnessLabel } from "./FreshnessLabel.tsx";
import { Providers } from "./Providers.tsx";

const now: Freshness = {
  collected_at: new Date().toISOString(),
  status: "complete",
  tool: "crm.list_customers",
  reading: null,
  triggered_by: { kind: "person", id: "u1", name: "Ana" },
  message: null,
  code: null,
  last_good_at: null,
  shown: 59,
  declared: 59,
};

const draw = (freshness: Freshness | null) =>
  render(
    <Providers>
      <FreshnessLabel freshness={freshness} />
    </Providers>,
  );

describe("the age of data", () => {
  it("is relative at a glance; who, how and how complete come with the focus", async () => {
    draw(now);
    expect(screen.getByRole("button", { name: "now" })).toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText(/by Ana, with crm.list_customers/)).toBeInTheDocument();
    expect(screen.getByText("complete: 59 of 59")).toBeInTheDocument();
  });

  it("after a failed refresh is that of the last good data", () => {
    draw({
      ...now,
      status: "error",
      code: "tool_timeout",
      last_good_at: new Date(Date.now() - 5 * 60_000).toISOString(),
    });
    expect(screen.getByText("5 min ago")).toBeInTheDocument();
  });

  it("says so when there was never any", () => {
    draw(null);
    expect(screen.getByText("No data yet")).toBeInTheDocument();
  });
});
