import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { fakeServer } from "@/test/fake-server.ts";
import { inboxQuery } from "./inbox.ts";
import { panelHeard } from "./panels.ts";
import { createQueryClient } from "./query-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("reads the lists of all panels at once, and a storm of events once more in the end", async () => {
  const server = fakeServer({ "GET /api/inbox": () => [] });
  const client = createQueryClient();
  const end = new QueryObserver(client, inboxQuery).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(server.count("GET /api/inbox")).toBe(1);
  panelHeard(client, "storm", 1);
  await vi.advanceTimersByTimeAsync(10);
  expect(server.count("GET /api/inbox")).toBe(2);
  for (let version = 2; version < 50; version += 1) panelHeard(client, "storm", version);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.count("GET /api/inbox")).toBe(3);
  end();
});
