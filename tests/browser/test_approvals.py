"""A person decides in the chat about what an agent wants to do, also after a reload and by keyboard alone."""

import asyncio
import re
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from examples.crm import database
from examples.crm.demo import demo_settings, first_start
from liveapps.adapters.python_tools import PythonTools
from liveapps.adapters.system import SystemClock, SystemIds
from liveapps.bootstrap import Parts
from tests.support.chat import Script
from tests.support.live import live_server
from tests.support.mailing import LETTER, MAIL, Post, write_letter

from .conftest import Person, axe_problems, sit_down


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def mailing(tmp_path: Path, post: Post) -> Generator[str]:
    """The address of a demo whose agent wants to send letters."""
    database.prepare(tmp_path / "crm.db", date.today())
    settings = demo_settings(tmp_path, "127.0.0.1", 0)
    agents = [one.model_copy(update={"tools": [*one.tools, MAIL]}) for one in settings.agents]
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(first_start(settings))).result()
    functions = PythonTools()
    functions.register(MAIL, post.send, power="domain", title="Enviar carta")
    parts = Parts(SystemClock(), SystemIds(), functions, lambda _: Script([write_letter]))
    with live_server(settings.model_copy(update={"agents": agents}), parts) as address:
        yield address


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Enviar carta")


def asked(browser: Browser, mailing: str, **how: object) -> Person:
    """A person whose agent waits for them."""
    ana = sit_down(browser, mailing, **how)  # pyright: ignore[reportArgumentType] -- passed on as it came
    composer = ana.page.get_by_role("textbox", name=re.compile("^(Mensagem|Message)$"))
    composer.fill("Escreva à Embraer")
    expect(ana.page.get_by_role("button", name=re.compile("^(Enviar|Send)$"))).to_be_enabled()
    composer.press("Control+Enter")
    expect(card(ana.page).get_by_role("button", name=re.compile("^(Permitir|Allow)$"))).to_be_enabled()
    return ana


def test_what_is_allowed_after_a_reload_happens_once_and_the_agent_goes_on(
    browser: Browser, mailing: str, post: Post
) -> None:
    ana = asked(browser, mailing)
    assert axe_problems(ana.page) == []
    ana.page.reload()
    expect(card(ana.page)).to_contain_text("embraer@example.com")
    assert post.sent == []
    card(ana.page).get_by_role("button", name="Permitir").press("Enter")
    expect(card(ana.page)).to_contain_text("Feito. Permitido por Ana Souza.")
    ana.see("done:")
    assert (post.sent, ana.problems) == ([LETTER], [])


def test_what_is_declined_does_not_happen_and_the_reason_is_kept(browser: Browser, mailing: str, post: Post) -> None:
    ana = asked(browser, mailing, language="en", width=390, dark=True)
    card(ana.page).get_by_role("button", name="Decline").press("Enter")
    expect(card(ana.page).get_by_role("textbox", name="Why not?")).to_be_focused()
    assert axe_problems(ana.page) == []
    ana.page.keyboard.type("Not yet")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    expect(card(ana.page)).to_contain_text("Declined. It was not called. By Ana Souza.")
    expect(card(ana.page)).to_contain_text("Reason: Not yet")
    ana.page.reload()
    expect(card(ana.page)).to_contain_text("Reason: Not yet")
    assert (post.sent, ana.problems) == ([], [])


def test_who_decides_in_one_tab_sees_it_decided_in_the_other(browser: Browser, mailing: str, post: Post) -> None:
    ana = asked(browser, mailing)
    other = ana.page.context.new_page()
    other.goto(ana.page.url)
    card(other).get_by_role("button", name="Permitir").click()
    expect(card(other)).to_contain_text("Feito.")
    expect(card(ana.page)).to_contain_text("Feito.", timeout=30_000)
    assert post.sent == [LETTER]
