import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";

import { createQueryClient } from "@/api/query-client.ts";
import { Providers } from "@/ui/Providers.tsx";

// jsdom loads no fonts; the growing text areas of the kit wait for them.
Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });

interface DrawnScreen {
  person: UserEvent;
  client: QueryClient;
  redraw: (children: ReactNode) => void;
}

/** Part of a screen with everything it needs around it. */
export function drawScreen(children: ReactNode): DrawnScreen {
  const client = createQueryClient();
  const whole = (inside: ReactNode) => (
    <Providers>
      <QueryClientProvider client={client}>{inside}</QueryClientProvider>
    </Providers>
  );
  const { rerender } = render(whole(children));
  return { person: userEvent.setup(), client, redraw: (next) => rerender(whole(next)) };
}
