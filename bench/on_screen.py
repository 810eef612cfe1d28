"""`python -m bench.on_screen`: a re-slice by words in a real browser, from the Enter key to the redrawn table.

The demo in Chromium: all customers of the demo data in a table of the chat, cut and shown whole again in turn. Time is
taken inside the page: from the key to the first frame in which the table has the rows that were asked for.
"""

import argparse
import asyncio
import re
import statistics
import tempfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from playwright.sync_api import Locator, Page, Request, expect, sync_playwright

from examples.crm import database
from examples.crm.demo import demo_settings, first_start
from tests.browser.conftest import FLAGS
from tests.support.live import live_server
from tools.browser import find

CHIP = "Mostre todos os clientes"
CUTS = (("só os de SP", "3 de 59 desta resposta"), ("só os de ON", "2 de 59 desta resposta"))
WARM_UP = 4
WATCH = """(line) => {
    window.redrawn = new Promise((done, failed) => {
        setTimeout(() => failed(new Error(`never drawn: ${line}`)), 10_000);
        const onKey = ({ key }) => {
            if (key !== "Enter") return;
            removeEventListener("keydown", onKey, { capture: true });
            const pressed = performance.now();
            const look = () => {
                const said = [...document.querySelectorAll("p")].some(({ textContent }) => textContent === line);
                said ? requestAnimationFrame(() => done(performance.now() - pressed)) : requestAnimationFrame(look);
            };
            look();
        };
        addEventListener("keydown", onKey, { capture: true });
    });
}"""
"""Watches for the count under the table, which is drawn together with its rows."""


@dataclass
class Measured:
    """Milliseconds from the key to the frame after the table was drawn, and how many runs of an agent were started."""

    read_before: list[float] = field(default_factory=list[float])
    at_once: list[float] = field(default_factory=list[float])
    runs: int = 0

    def lines(self) -> list[str]:
        return [
            "| a re-slice by words, in Chromium | p50, ms | p95, ms | n |\n|---|---|---|---|",
            _line("Enter, after a pause in typing", self.read_before),
            _line("Enter, right after the last key", self.at_once),
            f"\nRuns of an agent started meanwhile: {self.runs}.",
        ]


def _line(name: str, spent: list[float]) -> str:
    worst = sorted(spent)[int(len(spent) * 0.95)]
    return f"| {name} | {statistics.median(spent):.0f} | {worst:.0f} | {len(spent)} |"


@contextmanager
def _demo(folder: Path) -> Generator[str]:
    database.prepare(folder / "crm.db", date.today())
    settings = demo_settings(folder, "127.0.0.1", 0)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(first_start(settings))).result()
    with live_server(settings) as address:
        yield address


def _cut(page: Page, composer: Locator, words: str, line: str, *, pause: bool) -> float:
    """One cut. What was read of these words before is forgotten after a while, so that both ways ask the server."""
    page.evaluate(WATCH, line)
    if pause:
        composer.fill(words)
        page.get_by_text(re.compile(line.removesuffix(" desta resposta"))).first.wait_for()
    else:
        composer.press_sequentially(words, delay=0)
    composer.press("Enter")
    spent = float(page.evaluate("window.redrawn"))
    expect(composer).to_have_value("")
    return spent


def measure(address: str, page: Page, times: int) -> Measured:
    measured = Measured()

    def count(request: Request) -> None:
        measured.runs += request.url.endswith("/agui")

    page.goto(f"{address}/demo/sign-in/ana")
    page.get_by_role("button", name=CHIP).click()
    page.get_by_role("grid").wait_for()
    composer = page.get_by_role("textbox", name=re.compile("Mensagem"))
    page.on("request", count)
    for number in range(WARM_UP + times):
        for pause, spent in ((True, measured.read_before), (False, measured.at_once)):
            words, line = CUTS[0 if pause else 1]
            one = _cut(page, composer, words, line, pause=pause)
            if number >= WARM_UP:
                spent.append(one)
    return measured


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--times", type=int, default=50)
    times: int = options.parse_args().times
    path = find()
    if not path:
        raise SystemExit("There is no Chromium: run `make test` once, or set CHROMIUM.")
    with tempfile.TemporaryDirectory() as folder, _demo(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="pt-BR").new_page()
        print("\n".join(measure(address, page, times).lines()))
        browser.close()


if __name__ == "__main__":
    main()
