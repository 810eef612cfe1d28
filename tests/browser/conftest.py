"""A running demo and a real Chromium."""

import asyncio
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from examples.crm import database
from examples.crm.demo import demo_settings, first_start
from tests.support.live import live_server
from tools.browser import find

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    path = find()
    assert path, "no Chromium: run `make test`, or set CHROMIUM"
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def demo(tmp_path: Path) -> Generator[str]:
    """The address of a demo on its first day."""
    database.prepare(tmp_path / "crm.db", date.today())
    settings = demo_settings(tmp_path, "127.0.0.1", 0)
    # In a thread: the browser's driver keeps an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(first_start(settings))).result()
    with live_server(settings) as address:
        yield address


@dataclass
class Person:
    """One person at a browser of their own, and what went wrong there."""

    page: Page
    problems: list[str]

    def see(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()


def sit_down(
    browser: Browser, demo: str, login: str = "ana", *, width: int = 1440, dark: bool = False, language: str = "pt-BR"
) -> Person:
    """Signs in by the printed address, in a browser that has never been here."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        locale=language,
        timezone_id="America/Sao_Paulo",
        reduced_motion="reduce",
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: problems.append(asked.url) if _is_foreign(asked.url, demo) else None)
    page.set_default_timeout(15_000)
    page.goto(f"{demo}/demo/sign-in/{login}")
    return Person(page, problems)


def axe_problems(page: Page) -> list[str]:
    """What axe finds against WCAG A and AA, one line each."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}))"
        ".violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).slice(0, 3).join(' | ')}`)"
    )
    return list(found)


def _is_foreign(address: str, demo: str) -> bool:
    return not address.startswith((demo, "data:", "blob:"))
