import { useEffect } from "react";

import type { Tab } from "@/api/types.ts";
import { type BlockSurroundings, PanelBlock } from "./PanelBlock.tsx";
import classes from "./TabBlocks.module.css";

interface TabBlocksProps extends BlockSurroundings {
  blocks: Tab["blocks"];
}

/** The blocks of a tab on twelve columns; one below the other where there is no room. */
export function TabBlocks({ blocks, ...around }: TabBlocksProps) {
  useEffect(() => {
    // A link to one block names it after the "#".
    const named = document.getElementById(window.location.hash.slice(1));
    named?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div className={classes["grid"]}>
      {blocks.map((block) => (
        <div key={block.id} id={`block-${block.id}`} className={classes["cell"]} style={{ gridColumnEnd: `span ${block.width}` }}>
          <PanelBlock block={block} {...around} />
        </div>
      ))}
    </div>
  );
}
