"""How the rows of a tool's answer are found: declared per tool, never guessed."""

from typing import Annotated, Literal

from pydantic import Field

from liveapps.blocks.base import Model

Path = Annotated[str, Field(pattern=r"^$|^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$", max_length=200)]
"""Keys joined by dots into nested objects; empty means the whole answer."""

ParserName = Literal["git_log", "python_literal"]


class FromStructured(Model):
    """Rows (or one object) at `path` of the structured output.

    `total` names the number of rows the source says there are, `truncated` a flag it raises when it
    cut the list: without either a list is never taken as complete.
    """

    kind: Literal["structured"] = "structured"
    path: Path = ""
    total: Path | None = None
    truncated: Path | None = None


class FromJsonText(Model):
    """The same, in JSON that the tool wrote as text."""

    kind: Literal["json_text"] = "json_text"
    path: Path = ""
    total: Path | None = None
    truncated: Path | None = None


class FromParser(Model):
    """A named parser for a text format."""

    kind: Literal["parser"] = "parser"
    parser: ParserName


Extract = Annotated[FromStructured | FromJsonText | FromParser, Field(discriminator="kind")]
