"""The catalogue is closed and whole: files, union, list and generated examples name the same kinds, each of them
with an example that works in a panel."""

import ast
import importlib
import json
from pathlib import Path
from typing import Any, get_args

import pytest

from liveapps import blocks
from liveapps.blocks.base import BlockBase, NotAPanel, RowsBlock, SameDrawing
from liveapps.blocks.catalogue import BLOCK, CONTENT, KINDS, Block, Content, kind_of, traits_of
from liveapps.panels.fields import Field
from liveapps.panels.values import read_stage, read_values
from liveapps.writing.writes import SetBlock, Ship
from tests.support.world import World
from tools.generate import examples

ROOT = Path(__file__).parents[2]
FOLDER = Path(next(iter(blocks.__path__)))
NOT_KINDS = {"__init__", "base", "catalogue"}


def files_of_kinds() -> set[str]:
    """The files that define a kind, found by what is written in them: a class with a field `kind` of its name."""
    found: set[str] = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "kind" and node.value is not None:
                found.add(path.stem)
    return found


def kinds_of(union: Any) -> list[str]:
    return [str(member.model_fields["kind"].default) for member in get_args(get_args(union)[0])]


def test_files_union_and_list_name_the_same_kinds() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - NOT_KINDS
    assert len(files) >= 8
    assert files == files_of_kinds()
    assert sorted(kinds_of(Block)) == sorted(KINDS) == sorted(files)


def test_the_content_of_a_kind_belongs_to_a_kind_that_holds_content() -> None:
    assert set(kinds_of(Content)) == {name for name, kind in KINDS.items() if kind.traits.holds == "content"}


def test_the_generated_examples_are_those_of_the_catalogue() -> None:
    written = (ROOT / "web/src/generated/examples.ts").read_text("utf-8")
    assert written == examples(), "out of date: write them anew with `make gen`"
    drawn = json.loads(written.rpartition(" = ")[2].rstrip().rstrip(";"))
    assert set(drawn) == set(KINDS)
    assert {name: one["block"]["kind"] for name, one in drawn.items()} == {name: name for name in KINDS}


@pytest.mark.parametrize("name", KINDS)
def test_a_file_of_a_kind_holds_all_about_it(name: str) -> None:
    module = importlib.import_module(f"liveapps.blocks.{name}")
    kind = KINDS[name]
    assert (kind.traits, kind.example) == (module.TRAITS, module.EXAMPLE)
    assert kind.model.__module__ == module.__name__
    assert (module.__doc__ or "").startswith(f"{name}: ")


@pytest.mark.parametrize("name", KINDS)
def test_every_example_is_a_valid_drawing_of_its_kind(name: str) -> None:
    kind = KINDS[name]
    block = BLOCK.validate_python(kind.example.block)
    assert (type(block), kind_of(block), traits_of(block)) == (kind.model, name, kind.traits)
    assert isinstance(block, RowsBlock) == (kind.traits.holds == "rows")
    assert bool(kind.example.rows and kind.example.fields) == (kind.traits.holds == "rows")
    assert (kind.example.content is not None) == (kind.traits.holds == "content")
    if kind.example.content is not None:
        assert CONTENT.validate_python(kind.example.content).kind == name
    fields = [Field.model_validate(field) for field in kind.example.fields]
    for row in kind.example.rows:
        stages = {field.id: field for field in fields if field.type == "stage"}
        plain = {one: value for one, value in row.items() if one not in stages}
        assert read_values(fields, plain, locale="en", time_zone="UTC") == plain
        for one, field in stages.items():
            assert row[one] is None or read_stage(field, row[one]) == row[one]


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_has_a_destination(name: str) -> None:
    place = KINDS[name].traits.in_panel
    assert isinstance(place, SameDrawing | NotAPanel)
    if isinstance(place, NotAPanel):
        assert place.reason


@pytest.mark.parametrize("name", KINDS)
def test_a_block_refuses_what_its_kind_does_not_know(name: str) -> None:
    for wrong in ({"nonsense": 1}, {"width": 13}, {"width": "6"}, {"id": "Not an id"}, {"kind": "poem"}):
        with pytest.raises(ValueError, match="validation error"):
            BLOCK.validate_python({**KINDS[name].example.block, **wrong})


def test_a_block_of_no_kind_is_not_taken_for_one() -> None:
    class Stray(BlockBase):
        kind: str = "stray"

    with pytest.raises(LookupError, match="Stray is not in the catalogue"):
        kind_of(Stray(id="x"))


def template_of(name: str) -> dict[str, Any]:
    """A panel with the example of a kind in it, and a collection for its rows."""
    example = KINDS[name].example
    tab = {"id": "main", "title": "Tudo", "blocks": [example.block]}
    if not example.fields:
        return {"title": name, "tabs": [tab], "collections": []}
    key = example.fields[0]["id"]
    collection = {"id": example.block["of"], "title": "Linhas", "key": [key], "fields": example.fields}
    return {"title": name, "tabs": [tab], "collections": [collection]}


@pytest.mark.parametrize("name", [name for name in KINDS if isinstance(KINDS[name].traits.in_panel, SameDrawing)])
async def test_every_kind_that_a_panel_may_have_goes_in_and_comes_back_as_it_was(world: World, name: str) -> None:
    example = KINDS[name].example
    panel = await world.panel(**template_of(name))
    if example.content is not None:
        content = CONTENT.validate_python(example.content)
        await world.write(SetBlock(panel=panel, block=example.block["id"], content=content))
    if example.rows:
        await world.write(Ship(panel=panel, collection=example.block["of"], rows=example.rows))
    view = await world.view(panel)
    (block,) = view.template.tabs[0].blocks
    assert block == BLOCK.validate_python(example.block)
    if example.content is not None:
        assert view.states[block.id].content == CONTENT.validate_python(example.content)
    if isinstance(block, RowsBlock):
        rows = view.collections[block.of].rows or []
        stages = {field["id"] for field in example.fields if field["type"] == "stage"}
        drawn = [{**row.values, **dict.fromkeys(stages, row.stage)} for row in rows]
        assert drawn == [dict(row) for row in example.rows]
