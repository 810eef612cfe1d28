import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";

import site from "./vite.config.ts";

export default mergeConfig(
  site,
  defineConfig({
    test: {
      environment: "jsdom",
      setupFiles: ["./src/test/setup.ts"],
      include: ["src/**/*.test.{ts,tsx}"],
      css: { modules: { classNameStrategy: "non-scoped" } },
      restoreMocks: true,
      testTimeout: 30_000,
      // A failure names the rule; the whole page printed under it hides the next one.
      env: { DEBUG_PRINT_LIMIT: "0" },
    },
  }),
);
