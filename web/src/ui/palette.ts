import type { MantineColorsTuple } from "@mantine/core";

/**
 * Shades run from lightest to darkest. White on shade 6, and shade 8 on shade 1, both pass AA:
 * the stock palette of the kit does not.
 */
export const palette = {
  gray: ["#f7f8fa", "#eff1f4", "#e4e7ec", "#d5d9e0", "#b9bfca", "#8f97a6", "#666e7d", "#525a69", "#383f4c", "#1b1f27"],
  dark: ["#e7e9ee", "#c9cdd6", "#a4abb8", "#8d95a4", "#353a45", "#2a2e37", "#20232b", "#17191f", "#101217", "#0b0c10"],
  accent: [
    "#eef1ff",
    "#dfe4ff",
    "#bfc9ff",
    "#9aa9fb",
    "#7c8df5",
    "#6375ec",
    "#4b5cdc",
    "#3d4cc0",
    "#333f9c",
    "#2a3378",
  ],
  green: ["#e9f7ef", "#d3efdf", "#a7dfc0", "#75cb9c", "#46b47a", "#2b9a62", "#1c7a4d", "#186843", "#135336", "#0e3f29"],
  amber: ["#fef6e4", "#fcebc4", "#f8d68a", "#f2bd4f", "#e6a426", "#c98712", "#976207", "#83530a", "#68420c", "#4d310b"],
  red: ["#fdeeee", "#fbdcdc", "#f6b9b9", "#ef9090", "#e56868", "#d84848", "#c03434", "#a02929", "#7f2222", "#611b1b"],
  blue: ["#eaf3fe", "#d5e6fd", "#abcdfa", "#7db1f5", "#5396ed", "#347edf", "#2467c2", "#1d539d", "#18437e", "#133462"],
  violet: [
    "#f4effe",
    "#e8dffd",
    "#d2c0fa",
    "#b79cf5",
    "#9d79ee",
    "#8659e2",
    "#6f41c9",
    "#5a34a4",
    "#482a84",
    "#382167",
  ],
} satisfies Record<string, MantineColorsTuple>;

/** The colours an option of a field may take, as the template names them. */
export const chipColours = ["grey", "blue", "green", "amber", "red", "violet"] as const;
export type ChipColour = (typeof chipColours)[number];

/** Series of a chart, in order. Each keeps 3:1 against both surfaces. */
export const chartColours = {
  light: ["#4b5cdc", "#1f8f6f", "#c4740a", "#b8418f", "#2b86c9", "#7a52d6", "#8a7a12", "#cf4a3a"],
  dark: ["#8b9bff", "#46c79c", "#eaa53c", "#e57fbd", "#62b4ee", "#b194ff", "#cdbb45", "#f08a7b"],
} as const;
