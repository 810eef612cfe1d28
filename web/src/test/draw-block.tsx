import { render, screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { useState } from "react";

import { BlockView } from "@/blocks/BlockView.tsx";
import { type AnyBlockProps, type BlockData, noData, nothingAllowed } from "@/blocks/contract.ts";
import { exampleOf } from "@/gallery/examples.ts";
import type { BlockKind, Slice } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";
import { Providers } from "@/ui/Providers.tsx";

type Given = Partial<Omit<AnyBlockProps, "data" | "slice" | "onSlice">> & {
  data?: Partial<BlockData>;
  slice?: Partial<Slice>;
};

/** A block on the screen as a person meets it, in a panel and with nothing allowed unless the test says so. */
export interface DrawnBlock {
  person: UserEvent;
  /** The slice as it is now. */
  slice: () => Slice;
  redraw: (given: Given) => void;
}

export function drawBlock(kind: BlockKind, given: Given = {}): DrawnBlock {
  let current: Slice = { ...wholeList, ...given.slice };
  const example = exampleOf(kind);

  function Held(props: Given) {
    const [slice, setSlice] = useState(current);
    const { data, slice: _, ...rest } = props;
    const rows = data?.rows ?? example.rows;
    return (
      <Providers>
        <BlockView
          block={example.block}
          mode="panel"
          actions={{}}
          can={nothingAllowed}
          {...rest}
          data={{ ...noData, fields: example.fields, rows, content: example.content, total: rows.length, ...data }}
          slice={slice}
          onSlice={(next) => {
            current = next;
            setSlice(next);
          }}
        />
      </Providers>
    );
  }
  const { rerender } = render(<Held {...given} />);
  return { person: userEvent.setup(), slice: () => current, redraw: (next) => rerender(<Held {...next} />) };
}

/** What the live region said last. */
export const said = () => screen.getByTestId("live-region").textContent;
