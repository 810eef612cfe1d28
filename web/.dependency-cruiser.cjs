/**
 * The arrows of the web app: app → boss | panel | chat | save | inbox | decide → alerts → blocks → ui, api, lib → generated.
 * Each room lists what it may import; anything else inside src is refused.
 */
const may = {
  app: ["boss", "panel", "chat", "save", "inbox", "decide", "alerts", "blocks", "ui", "api", "lib", "generated"],
  boss: ["blocks", "ui", "api", "lib", "generated"],
  panel: ["alerts", "blocks", "ui", "api", "lib", "generated"],
  inbox: ["alerts", "ui", "api", "lib", "generated"],
  decide: ["ui", "api", "lib", "generated"],
  alerts: ["blocks", "ui", "api", "lib", "generated"],
  chat: ["blocks", "ui", "api", "lib", "generated"],
  save: ["blocks", "ui", "api", "lib", "generated"],
  blocks: ["ui", "lib", "generated"],
  ui: ["lib", "generated"],
  api: ["lib", "generated"],
  lib: ["generated", "i18n"],
  i18n: [],
  generated: [],
  // The gallery is a page for developers; the product never imports it.
  gallery: ["blocks", "ui", "lib", "generated"],
};

const rooms = Object.entries(may).map(([room, others]) => ({
  name: `${room}-imports-only-what-stands-below-it`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: "^src/", pathNot: [`^src/(${[room, ...others].join("|")})/`] },
}));

module.exports = {
  forbidden: [
    ...rooms,
    {
      name: "no-cycles",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolved",
      severity: "error",
      from: { path: "^src/" },
      to: { couldNotResolve: true, pathNot: "\\.css$" },
    },
    {
      name: "tests-stay-out",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.tsx?$|^src/test/" },
      to: { path: "\\.test\\.tsx?$|^src/test/" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "browser", "default"] },
  },
};
