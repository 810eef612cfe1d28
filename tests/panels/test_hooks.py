"""What a hook may say, and how a payload is read by it."""

from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.hooks import Hook, concerns, rows_in
from liveapps.panels.template import read_template
from tests.support.world import FIELDS, panel_template

HOOK: dict[str, Any] = {
    "id": "feed",
    "title": "Entrada",
    "source": "generic",
    "into": "customers",
    "fields": {"code": "id", "company": "name"},
}


def read(**fields: str) -> Hook:
    return Hook.model_validate({**HOOK, "fields": fields})


def test_a_good_hook_comes_back_as_it_was_declared() -> None:
    template = read_template(panel_template(hooks=[HOOK]))
    assert read_template(template.model_dump(mode="json")).hook("feed") == Hook.model_validate(HOOK)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"into": "clients"}, '"clients", which does not exist'),
        ({"fields": {"code": "id", "kompany": "name"}}, '"kompany"'),
        ({"fields": {"company": "name"}}, 'key field "code"'),
        ({"fields": {}}, "at least 1"),
        ({"fields": {"code": ""}}, "at least 1"),
        ({"fields": {"code": "a..b"}}, "pattern"),
        ({"source": "gitlab"}, "github"),
        ({"only": {"action": []}}, "at least 1"),
        ({"secret": "s"}, "not permitted"),
    ],
)
def test_a_hook_that_cannot_work_is_refused_with_the_reason(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_template(panel_template(hooks=[{**HOOK, **changes}]))
    assert refused.value.code == "invalid_template"
    assert named in str(refused.value.facts["problems"])


def test_a_hook_needs_a_collection_with_a_key_and_an_id_of_its_own() -> None:
    keyless = [{"id": "customers", "title": "Clientes", "fields": FIELDS}]
    tabs = [{"id": "main", "title": "Clientes"}]
    for template, named in (
        (panel_template(hooks=[HOOK], collections=keyless, tabs=tabs), "declares no key"),
        (panel_template(hooks=[HOOK, HOOK]), 'hook id "feed" is used twice'),
    ):
        with pytest.raises(Refusal, match=named):
            read_template(template)


def test_paths_go_through_objects_and_lists() -> None:
    payload = {"id": 7, "contacts": [{"mail": "a@b.co"}, {"mail": "c@d.co"}]}
    hook = read(code="id", email="contacts.1.mail")
    assert rows_in(hook, ["code"], payload) == [{"code": 7, "email": "c@d.co"}]


@pytest.mark.parametrize("path", ["nope", "contacts.2.mail", "contacts.mail", "id.x", "contacts.99999999999.mail"])
def test_a_place_that_is_not_there_leaves_the_field_out(path: str) -> None:
    payload = {"id": 7, "contacts": [{"mail": "a@b.co"}]}
    assert rows_in(read(code="id", email=path), ["code"], payload) == [{"code": 7}]


def test_a_place_inside_of_null_is_empty() -> None:
    assert rows_in(read(code="id", email="owner.mail"), ["code"], {"id": 7, "owner": None}) == [
        {"code": 7, "email": None}
    ]


def test_only_tells_true_from_one_and_missing_from_null() -> None:
    hook = Hook.model_validate({**HOOK, "only": {"live": [True], "gone": [None]}})
    assert concerns(hook, {"live": True, "gone": None})
    assert not concerns(hook, {"live": 1, "gone": None})
    assert not concerns(hook, {"live": True})
    assert not concerns(hook, {"live": [True], "gone": None})
    assert not concerns(hook, "text")
