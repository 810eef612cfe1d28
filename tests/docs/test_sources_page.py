"""What the page on sources says of the configuration is what the configuration is."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from liveapps.panels.source_state import SourceStatus
from liveapps.panels.sources import Source
from liveapps.settings import read_config
from tests.docs.pages import ROOT, code_in

PAGE = "how-to/sources.md"


def table(first: str) -> list[list[str]]:
    """The rows of the table whose first column has this name, without its head."""
    text = (ROOT / "docs" / PAGE).read_text("utf-8")
    found = re.search(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert found is not None
    return [[cell.strip(" `") for cell in line.strip("|").split(" | ")] for line in found[1].splitlines()]


@pytest.mark.parametrize("configuration", code_in(PAGE, "toml"))
def test_the_configurations_of_the_page_are_valid(tmp_path: Path, configuration: str) -> None:
    path = tmp_path / "liveapps.toml"
    path.write_text(configuration, "utf-8")
    assert read_config(path, tmp_path).sources


def test_the_limits_of_the_page_are_the_defaults() -> None:
    source = Source.model_validate({"name": "shop", "transport": {"kind": "stdio", "command": "x"}})
    for name, default, _ in table("name"):
        value: Any = source
        for part in name.split("."):
            value = getattr(value, part)
        assert f"{int(value):,}" == default, name


def test_every_state_a_source_can_be_in_is_on_the_page() -> None:
    assert [state for state, _ in table("state")] == list(get_args(SourceStatus))
