import { createTheme, type CSSVariablesResolver, rem } from "@mantine/core";

import { components } from "./theme-components.ts";
import { chipColours, palette } from "./palette.ts";

const font =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif';

export const theme = createTheme({
  colors: palette,
  primaryColor: "accent",
  primaryShade: { light: 6, dark: 6 },
  white: "#ffffff",
  black: palette.gray[9],
  fontFamily: font,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.5", lg: "1.5", xl: "1.4" },
  headings: {
    fontFamily: font,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: rem(22), lineHeight: "1.3" },
      h2: { fontSize: rem(18), lineHeight: "1.35" },
      h3: { fontSize: rem(15), lineHeight: "1.4" },
      h4: { fontSize: rem(14), lineHeight: "1.45" },
    },
  },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: "md",
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  shadows: {
    xs: "0 1px 2px rgb(16 20 30 / 6%)",
    sm: "0 1px 2px rgb(16 20 30 / 6%), 0 2px 6px rgb(16 20 30 / 5%)",
    md: "0 2px 4px rgb(16 20 30 / 6%), 0 8px 24px rgb(16 20 30 / 12%)",
    lg: "0 4px 8px rgb(16 20 30 / 8%), 0 16px 48px rgb(16 20 30 / 18%)",
    xl: "0 8px 16px rgb(16 20 30 / 10%), 0 24px 64px rgb(16 20 30 / 22%)",
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components,
});

type Variables = Record<string, string>;
const hues = ["accent", "green", "amber", "red", "blue", "violet"] as const;

/** The words the style sheets use: what a colour is for, never which one it is. */
const light: Variables = {
  "--la-chrome": palette.gray[0],
  "--la-surface": "#ffffff",
  "--la-raised": "#ffffff",
  "--la-sunken": "#f3f4f7",
  "--la-hover": "#f3f4f7",
  "--la-line": "#e7e9ee",
  "--la-line-strong": "#d0d5dd",
  "--la-control": "#858d9c",
  "--la-text": palette.gray[9],
  "--la-muted": "#5a6271",
  "--la-accent": palette.accent[6],
  "--la-accent-text": palette.accent[7],
  "--la-accent-soft": palette.accent[0],
  "--la-accent-line": palette.accent[3],
  "--la-good": palette.green[7],
  "--la-warn": palette.amber[7],
  "--la-bad": palette.red[6],
  "--la-bad-soft": palette.red[0],
  "--la-warn-soft": palette.amber[0],
  "--la-changed": "#fdf3d3",
  "--la-shade": "rgb(16 20 30 / 6%)",
};

const dark: Variables = {
  "--la-chrome": palette.dark[8],
  "--la-surface": palette.dark[7],
  "--la-raised": palette.dark[6],
  "--la-sunken": "#15181e",
  "--la-hover": "#20232b",
  "--la-line": "#272b33",
  "--la-line-strong": "#3b414d",
  "--la-control": "#737b8a",
  "--la-text": palette.dark[0],
  "--la-muted": palette.dark[2],
  "--la-accent": "#8b9bff",
  "--la-accent-text": "#a9b5ff",
  "--la-accent-soft": "#23284a",
  "--la-accent-line": "#4a57a8",
  "--la-good": palette.green[3],
  "--la-warn": palette.amber[3],
  "--la-bad": "#f2918f",
  "--la-bad-soft": "#36191d",
  "--la-warn-soft": "#33270f",
  "--la-changed": "#3a3115",
  "--la-shade": "rgb(0 0 0 / 40%)",
};

function hueVariables(scheme: "light" | "dark"): Variables {
  const variables: Variables = {};
  for (const hue of hues) {
    const at = palette[hue];
    const name = `--mantine-color-${hue}`;
    variables[`${name}-light`] = scheme === "light" ? at[1] : `color-mix(in srgb, ${at[5]} 22%, ${palette.dark[7]})`;
    variables[`${name}-light-hover`] =
      scheme === "light" ? at[2] : `color-mix(in srgb, ${at[5]} 32%, ${palette.dark[7]})`;
    variables[`${name}-light-color`] = scheme === "light" ? at[8] : at[2];
    variables[`${name}-text`] = scheme === "light" ? at[7] : at[3];
    variables[`${name}-outline`] = scheme === "light" ? at[7] : at[3];
  }
  return variables;
}

function chipVariables(scheme: "light" | "dark"): Variables {
  const variables: Variables = {};
  for (const colour of chipColours) {
    const at = palette[colour === "grey" ? "gray" : colour];
    const name = `--la-chip-${colour}`;
    variables[`${name}-back`] = scheme === "light" ? at[1] : `color-mix(in srgb, ${at[5]} 20%, ${palette.dark[7]})`;
    variables[`${name}-text`] = scheme === "light" ? at[8] : at[2];
    variables[`${name}-dot`] = scheme === "light" ? at[5] : at[4];
  }
  return variables;
}

function kitVariables(scheme: "light" | "dark"): Variables {
  const own = scheme === "light" ? light : dark;
  const quiet = scheme === "light" ? palette.gray[1] : palette.dark[5];
  return {
    "--mantine-color-body": "var(--la-surface)",
    "--mantine-color-text": "var(--la-text)",
    "--mantine-color-bright": "var(--la-text)",
    "--mantine-color-dimmed": "var(--la-muted)",
    "--mantine-color-placeholder": own["--la-muted"] ?? "",
    "--mantine-color-anchor": "var(--la-accent-text)",
    "--mantine-color-error": "var(--la-bad)",
    "--mantine-color-success": "var(--la-good)",
    "--mantine-color-default": "var(--la-raised)",
    "--mantine-color-default-hover": "var(--la-hover)",
    "--mantine-color-default-color": "var(--la-text)",
    "--mantine-color-default-border": "var(--la-line-strong)",
    "--mantine-color-disabled": quiet,
    "--mantine-color-disabled-color": "var(--la-muted)",
    "--mantine-color-disabled-border": "var(--la-line)",
    "--mantine-color-gray-light": quiet,
    "--mantine-color-gray-light-hover": "var(--la-line)",
    "--mantine-color-gray-light-color": "var(--la-text)",
    "--mantine-color-gray-text": "var(--la-muted)",
    "--mantine-color-gray-outline": "var(--la-muted)",
  };
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--la-row": rem(36), "--la-ease": "cubic-bezier(.2, 0, 0, 1)" },
  light: { ...light, ...kitVariables("light"), ...hueVariables("light"), ...chipVariables("light") },
  dark: { ...dark, ...kitVariables("dark"), ...hueVariables("dark"), ...chipVariables("dark") },
});
