"""The first minute of the demo, as a person lives it: real server, real source, real browser."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import Person, axe_problems, sit_down

EMBRAER = "Embraer - Empresa Brasileira de Aeronáutica S.A."

SAID = {
    "pt-BR": ("Mostre os clientes do Brasil", "só os de SP"),
    "en": ("Show the customers in Brazil", "only SP"),
}


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("^(Painel|Panel)$"))


def column(page: Page, title: str) -> Locator:
    return panel(page).get_by_role("region", name=re.compile(f"^{title} "))


def card(place: Page | Locator, name: str) -> Locator:
    return place.get_by_role("group", name=name, exact=True)


def ask_and_cut(person: Person, chip: str = "Mostre os clientes do Brasil", words: str = "só os de SP") -> None:
    """A chip, a table with its origin, and a cut by words without the model."""
    page = person.page
    page.get_by_role("button", name=chip).click()
    page.get_by_role("grid").wait_for()
    composer = page.get_by_role("textbox", name=re.compile("Mensagem|Message"))
    composer.fill(words)
    expect(page.get_by_text(re.compile(r"\((3 de 5|3 of 5)\)")).first).to_be_visible()
    composer.press("Enter")
    expect(page.get_by_text(re.compile("^(3 de 5 desta resposta|3 of 5 of this answer)$"))).to_be_visible()


def save(person: Person) -> None:
    page = person.page
    page.get_by_role("button", name=re.compile("^(Salvar no painel|Save to panel)$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(re.compile("3 linhas novas|3 new rows"))).to_be_visible()
    dialog.get_by_role("button", name=re.compile("^(Salvar|Save)$")).click()
    expect(dialog).to_be_hidden()
    card(panel(page), EMBRAER).wait_for()


def drag(page: Page, name: str, stage: str) -> None:
    """A real mouse: press, move in steps, let go."""
    start, end = card(panel(page), name).bounding_box(), column(page, stage).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 60, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 80, start["y"] + 40, steps=5)
    page.mouse.move(end["x"] + 60, end["y"] + 120, steps=15)
    page.mouse.up()
    expect(card(column(page, stage), name)).to_be_visible()


def next_step_of(page: Page, name: str) -> Locator:
    row = panel(page).get_by_role("grid").get_by_role("row", name=re.compile(f"^{name}"))
    return row.get_by_role("gridcell").nth(2)


def refresh(page: Page) -> None:
    panel(page).get_by_role("button", name=re.compile("^(Atualizar|Refresh)$")).click()


def test_the_first_minute(browser: Browser, demo: str) -> None:
    """An answer becomes a panel; a card is dragged; the world changes; the card stays."""
    ana = sit_down(browser, demo, width=1900)
    page = ana.page
    ask_and_cut(ana)
    save(ana)
    drag(page, EMBRAER, "Negociando")

    bruno = sit_down(browser, demo, "bruno", width=1900)
    # A colleague is sent the panel, not the conversation.
    bruno.page.goto(re.sub(r"thread=[^&]*&?", "", page.url))
    expect(card(column(bruno.page, "Negociando"), EMBRAER)).to_be_visible()

    panel(page).get_by_role("button", name="Mudar o mundo").click()
    ana.see("Entrou Padaria Aurora")
    refresh(page)
    expect(card(panel(page), "Padaria Aurora")).to_be_visible()
    expect(card(panel(page), "Woodstock Discos").get_by_text(re.compile("não confirmado desde"))).to_be_visible()
    expect(card(panel(page), "Banco do Brasil S.A.").get_by_text("compras1@uol.com.br")).to_be_visible()
    expect(card(column(page, "Negociando"), EMBRAER)).to_be_visible()

    # The second browser learns of it by itself.
    expect(card(panel(bruno.page), "Padaria Aurora")).to_be_visible()

    page.reload()
    expect(card(column(page, "Negociando"), EMBRAER)).to_be_visible()
    assert (ana.problems, bruno.problems) == ([], [])


def test_a_card_is_moved_by_keyboard_alone(browser: Browser, demo: str) -> None:
    ana = sit_down(browser, demo, width=1900)
    page = ana.page
    ask_and_cut(ana)
    save(ana)
    lifted = card(panel(page), EMBRAER)
    lifted.focus()
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(card(column(page, "Negociando"), EMBRAER)).to_be_visible()
    expect(card(column(page, "Negociando"), EMBRAER)).to_be_focused()
    page.reload()
    expect(card(column(page, "Negociando"), EMBRAER)).to_be_visible()


def test_a_card_is_moved_by_its_menu(browser: Browser, demo: str) -> None:
    ana = sit_down(browser, demo, width=1900)
    page = ana.page
    ask_and_cut(ana)
    save(ana)
    card(panel(page), EMBRAER).hover()
    card(panel(page), EMBRAER).get_by_role("button", name=re.compile("^Mover ou abrir")).click()
    page.get_by_role("menuitem", name=re.compile("Ganho")).click()
    expect(card(column(page, "Ganho"), EMBRAER)).to_be_visible()


def test_a_cell_is_edited_in_place_and_can_be_undone(browser: Browser, demo: str) -> None:
    ana = sit_down(browser, demo, width=1900)
    page = ana.page
    ask_and_cut(ana)
    save(ana)
    cell = next_step_of(page, "Embraer")
    cell.dblclick()
    page.keyboard.type("Ligar na segunda")
    page.keyboard.press("Enter")
    expect(cell).to_have_text("Ligar na segunda")
    page.reload()
    cell = (
        panel(page).get_by_role("grid").get_by_role("row", name=re.compile("^Embraer")).get_by_role("gridcell").nth(2)
    )
    expect(cell).to_have_text("Ligar na segunda")


@pytest.mark.parametrize("language", ["pt-BR", "en"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_is_accessible(browser: Browser, demo: str, language: str, dark: bool) -> None:
    ana = sit_down(browser, demo, width=1440, dark=dark, language=language)
    chip, words = (
        ("Mostre os clientes do Brasil", "só os de SP")
        if language == "pt-BR"
        else ("Show the customers in Brazil", "only SP")
    )
    ask_and_cut(ana, chip, words)
    save(ana)
    assert axe_problems(ana.page) == []
    for tab in panel(ana.page).get_by_role("tab").all()[1:]:
        tab.click()
        panel(ana.page).get_by_role("tabpanel").get_by_role("region").first.wait_for()
        assert axe_problems(ana.page) == []
    assert ana.problems == []


def test_the_story_works_on_a_phone(browser: Browser, demo: str) -> None:
    ana = sit_down(browser, demo, width=390)
    page = ana.page
    ask_and_cut(ana)
    save(ana)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert axe_problems(page) == []
    page.get_by_role("button", name=re.compile("^Conversa")).click()
    expect(page.get_by_text("3 de 5 desta resposta")).to_be_visible()
    assert ana.problems == []
