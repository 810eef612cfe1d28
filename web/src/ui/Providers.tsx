import "@mantine/core/styles.layer.css";
import "./fonts.css";
import "./base.css";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";

import { LiveRegion } from "./LiveRegion.tsx";
import { cssVariables, theme } from "./theme.ts";
import { Toasts } from "./Toasts.tsx";

interface ProvidersProps {
  children: ReactNode;
}

/** Everything `ui` and `blocks` need around them: theme, toasts and the spoken announcements. */
export function Providers({ children }: ProvidersProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
      <Toasts />
      <LiveRegion />
    </MantineProvider>
  );
}
