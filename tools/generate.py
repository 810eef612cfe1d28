"""Writes the generated files, or with --check says which are out of date.

From the code of the server: the API description, the types of the web app, the examples its blocks are drawn
with, and the reference pages.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from liveapps.blocks.catalogue import BLOCK, CONTENT, KINDS, Kind
from liveapps.bootstrap import add_routes
from liveapps.doors.mcp.catalogue import output_schemas, tool_list
from liveapps.panels.errors import CODES
from liveapps.panels.fields import Field
from liveapps.panels.retention import Retention

ROOT = Path(__file__).resolve().parents[1]
OPENAPI = "docs/reference/openapi.json"
TYPES = "web/src/generated/api.d.ts"
MCP_TYPES = "web/src/generated/mcp.d.ts"
REPAIR = "make gen"
LEAST_FILES = 4


def api_description() -> str:
    app = FastAPI(title="Live Apps", version="1")
    add_routes(app)
    return _json(app.openapi())


def examples() -> str:
    """One real drawing of each kind, whole, for the tests and the gallery of the web app."""
    drawn = {kind.name: _drawn(kind) for kind in KINDS.values()}
    return f"""{EXAMPLES_HEAD}
export const examples: Record<Block["kind"], Example> = {json.dumps(drawn, ensure_ascii=False, indent=2)};
"""


EXAMPLES_HEAD = """/** Made by `make gen` from the examples in src/liveapps/blocks. */
import type { components } from "./api";

type Schemas = components["schemas"];
type Block = Schemas["Tab"]["blocks"][number];

export interface Example {
  block: Block;
  content: Schemas["BlockState"]["content"];
  fields: Schemas["Field"][];
  rows: Record<string, string | number | boolean | null>[];
}
"""


def _drawn(kind: Kind) -> dict[str, Any]:
    example = kind.example
    return {
        "block": BLOCK.validate_python(example.block).model_dump(mode="json"),
        "content": CONTENT.validate_python(example.content).model_dump(mode="json") if example.content else None,
        "fields": [Field.model_validate(field).model_dump(mode="json") for field in example.fields],
        "rows": example.rows,
    }


def kinds_page() -> str:
    lines = ["# Kinds of block", "", "The closed list. Each kind is one file in `src/liveapps/blocks/`.", ""]
    for kind in KINDS.values():
        said = (sys.modules[kind.model.__module__].__doc__ or "").strip().partition(": ")[2]
        traits = kind.traits
        lines += [
            f"## {kind.name}",
            "",
            said[:1].upper() + said[1:],
            "",
            f"Group: {traits.group}. Its data: {_HOLDS[traits.holds]}. "
            f"In a panel: {_PLACE[traits.in_panel.destination]}.",
            "",
            "```json",
            json.dumps(kind.example.block, ensure_ascii=False, indent=2),
            "```",
            "",
        ]
    return "\n".join(lines)


_HOLDS = {"rows": "the rows of a collection", "content": "its own content", "nothing": "all in the template"}
_PLACE = {"same_drawing": "the same drawing", "not_a_panel": "it has no place there"}


def errors_page() -> str:
    lines = [
        "# Error codes",
        "",
        "Every refusal carries `code`, `facts` and `next_step`, and leaves everything as it was. Only after",
        "`outcome_unknown` it may have been done all the same.",
        "",
    ]
    return "\n".join([*lines, *(f"- `{code}`" for code in sorted(CODES)), ""])


def retention_page() -> str:
    rows = [f"| `{name}` | {one.default} | {one.description} |" for name, one in Retention.model_fields.items()]
    return "\n".join([RETENTION_HEAD, *rows, ""])


RETENTION_HEAD = """# How long things are kept

Once a day, what is older is forgotten for good, a little at a time, so that no write waits for it. The numbers are
days, configured under `[retention]`; `"for_ever"` keeps everything. `GET /api/retention` states them.

A version that is no longer kept is refused with the number of days. A change based on one is refused when the row has
changed since: which of its fields did is no longer known. A row that left the trash for good does not come back when an
earlier version is restored.

| setting | days | what |
|---|---|---|"""


def mcp_list() -> list[dict[str, Any]]:
    return asyncio.run(tool_list())


def mcp_page() -> str:
    lines = [MCP_HEAD]
    for tool in mcp_list():
        hints, ui = tool["annotations"], tool["_meta"]["ui"]
        marks = [name for name, said in _HINTS.items() if hints.get(said)]
        widget = ui.get("resourceUri", "").removeprefix("ui://liveapps/").removesuffix(".html")
        marks += [f"widget `{widget}`"] if widget else []
        marks += ["called by widgets only"] if ui["visibility"] == ["app"] else []
        lines += [f"## {tool['name']}", "", tool["description"], "", f"{'; '.join(marks).capitalize()}.", ""]
        lines += ["| argument | needed | what |", "|---|---|---|"]
        needed = tool["inputSchema"].get("required", [])
        for name, one in tool["inputSchema"].get("properties", {}).items():
            lines.append(f"| `{name}` | {'yes' if name in needed else ''} | {one.get('description', '')} |")
        lines.append("")
    return "\n".join(lines)


_HINTS = {
    "only reads": "readOnlyHint",
    "changes what a person asked for": "destructiveHint",
    "harmless to repeat": "idempotentHint",
    "reaches a source outside": "openWorldHint",
}
MCP_HEAD = """# MCP tools

What other hosts can do here, and with which arguments; `mcp-tools.json` has the schemas of arguments and answers.
Hosts keep lists of tools for months: names stay, and schemas change only by adding.

Every answer is a hand-off: `schema_version`, `output`, `agent_directions` with one `assistant_instruction`, and
`error`. Its text is that instruction again. An `error` has a code of the closed list, a message, the next step, and
whether the same call may succeed later.
"""


def mcp_types(folder: Path, output: Path) -> None:
    """The types of what widgets are given and of the events they send."""
    info = {"title": "Widgets", "version": "1"}
    described = {
        "openapi": "3.1.0",
        "info": info,
        "paths": {},
        "components": {"schemas": asyncio.run(output_schemas())},
    }
    document = folder / "mcp.json"
    document.write_text(_json(described), "utf-8")
    types(document, output)


def types(openapi: Path, output: Path) -> None:
    tool = ROOT / "web/tools/apigen/node_modules/.bin/openapi-typescript"
    command = [str(tool), str(openapi), "--output", str(output), "--alphabetize", "--default-non-nullable"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write_all(into: Path) -> list[str]:
    pages = {
        OPENAPI: api_description(),
        "web/src/generated/examples.ts": examples(),
        "docs/reference/kinds.md": kinds_page(),
        "docs/reference/errors.md": errors_page(),
        "docs/reference/retention.md": retention_page(),
        "docs/reference/mcp-tools.json": _json(mcp_list()),
        "docs/reference/mcp-tools.md": mcp_page(),
    }
    for name, text in pages.items():
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (into / TYPES).parent.mkdir(parents=True, exist_ok=True)
    types(into / OPENAPI, into / TYPES)
    with tempfile.TemporaryDirectory() as folder:
        mcp_types(Path(folder), into / MCP_TYPES)
    return [*pages, TYPES, MCP_TYPES]


def stale() -> list[str]:
    """The generated files that differ from what the code says now."""
    with tempfile.TemporaryDirectory() as folder:
        names = write_all(Path(folder))
        if len(names) < LEAST_FILES:
            raise SystemExit("The check for generated files looked at too few of them.")
        return [name for name in names if _read(ROOT / name) != _read(Path(folder) / name)]


def _read(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None


def main() -> None:
    if "--check" not in sys.argv:
        write_all(ROOT)
        return
    differing = stale()
    if differing:
        sys.exit(f"Out of date: {', '.join(differing)}. Write them anew with: {REPAIR}")
    print("generated files: up to date")


if __name__ == "__main__":
    main()
