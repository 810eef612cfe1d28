import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import type { Answer } from "@/api/types.ts";
import { wholeList } from "@/lib/slice.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer } from "@/test/fake-server.ts";
import { makeAnswer } from "@/test/samples.ts";
import { useUnderstanding } from "./use-understanding.ts";

const SORTED = { ...wholeList, sort: [{ field: "revenue", descending: true }] };

/** Somebody who has typed, and then clicks on a column. */
function Typing() {
  const [answer, setAnswer] = useState<Answer>(makeAnswer());
  const { understood } = useUnderstanding(answer, "só os de SP");
  return (
    <>
      <button type="button" onClick={() => setAnswer({ ...answer, slice: SORTED })}>
        Sort
      </button>
      <p>{understood?.sentence}</p>
    </>
  );
}

describe("what words mean", () => {
  it("is read anew when the table is cut otherwise meanwhile", async () => {
    const server = fakeServer({
      "POST /api/answers/a1/understand": ({ body }) => {
        const { slice } = body as { slice: typeof wholeList };
        const sentence = slice.sort.length > 0 ? "SP, sorted" : "SP";
        return { outcome: "understood", slice, sentence, shown: 1, total: 3 };
      },
    });
    const { person } = drawScreen(<Typing />);
    expect(await screen.findByText("SP")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Sort" }));
    expect(await screen.findByText("SP, sorted")).toBeInTheDocument();
    expect(server.count("POST /api/answers/a1/understand")).toBe(2);
  });
});
