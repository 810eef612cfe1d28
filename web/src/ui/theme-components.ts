import type { ButtonProps, InputProps, MantineThemeComponents } from "@mantine/core";

import classes from "./theme.module.css";

const fade = { duration: 100, transition: "fade" } as const;
const compact = { size: "sm", radius: "sm" } as const;

/**
 * House defaults for the kit: compact, quiet, one radius. Named by string, so that a component is
 * downloaded only with the screen that uses it.
 */
export const components: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 28, radius: "sm" } },
  Badge: { defaultProps: { variant: "light", radius: "sm" }, classNames: { root: classes["badge"] } },
  Button: {
    defaultProps: compact,
    classNames: { root: classes["button"] },
    vars: (_theme: unknown, props: ButtonProps) => ({
      root:
        props.size === "sm" ? { "--button-height": "32px", "--button-padding-x": "12px", "--button-fz": "13px" } : {},
    }),
  },
  Checkbox: { defaultProps: { size: "xs", radius: "xs" } },
  Combobox: { classNames: { dropdown: classes["dropdown"], option: classes["option"] } },
  Drawer: { defaultProps: { transitionProps: { duration: 150 } } },
  Input: {
    defaultProps: compact,
    classNames: { input: classes["input"] },
    vars: (_theme: unknown, props: InputProps) => ({
      wrapper: props.size === "sm" ? { "--input-height": "32px", "--input-fz": "13px" } : {},
    }),
  },
  Menu: {
    defaultProps: { shadow: "md", radius: "md", transitionProps: fade },
    classNames: { dropdown: classes["dropdown"], item: classes["item"], label: classes["label"] },
  },
  Modal: {
    defaultProps: { centered: true, radius: "lg", overlayProps: { backgroundOpacity: 0.35 }, transitionProps: fade },
    classNames: { title: classes["title"], header: classes["modalHeader"], content: classes["modal"] },
  },
  NativeSelect: { defaultProps: compact },
  Popover: {
    defaultProps: { shadow: "md", radius: "md", transitionProps: fade },
    classNames: { dropdown: classes["dropdown"] },
  },
  SegmentedControl: { defaultProps: { size: "xs", radius: "sm" } },
  Select: { defaultProps: compact },
  Skeleton: { defaultProps: { radius: "sm" } },
  Textarea: { defaultProps: compact },
  TextInput: { defaultProps: compact },
  Tooltip: {
    defaultProps: {
      openDelay: 350,
      radius: "sm",
      events: { hover: true, focus: true, touch: false },
      transitionProps: { duration: 100 },
    },
    classNames: { tooltip: classes["tooltip"] },
  },
};
