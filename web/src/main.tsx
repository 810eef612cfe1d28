import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/App.tsx";
import { startI18n } from "./lib/i18n.ts";
import { Providers } from "./ui/Providers.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

await startI18n();
createRoot(root).render(
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>,
);
