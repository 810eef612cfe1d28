import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const port = Number(process.env["LIVEAPPS_WEB_PORT"] ?? 5173);
const server = process.env["LIVEAPPS_SERVER"] ?? "http://127.0.0.1:8350";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    host: "127.0.0.1",
    port,
    strictPort: true,
    // The host stays as the browser named it: the server compares it with the origin of each write.
    proxy: Object.fromEntries(["/api", "/demo"].map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    outDir: fileURLToPath(new URL("../src/liveapps/_web", import.meta.url)),
    emptyOutDir: true,
    // The page's policy allows fonts and scripts from our own origin only, and no data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The charts come in one file of their own, with the first chart.
    chunkSizeWarningLimit: 600,
  },
});
