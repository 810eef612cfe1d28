"""The conversation as a person lives it: stop, try again, say anew, bring a file, find what was said, hear of news."""

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
from tests.support.live import live_server

from .conftest import axe_problems, sit_down
from .talker import Talker

CSV = "Empresa;Cidade;Receita\nRiotur;Rio de Janeiro;R$ 1.234,50\nEmbraer;São José;R$ 99,00\nAurora;Recife;R$ 10,00\n"


@pytest.fixture
def agent() -> Talker:
    return Talker()


@pytest.fixture
def talking(tmp_path: Path, agent: Talker) -> Generator[str]:
    """The address of a demo whose agent does what the words ask for."""
    database.prepare(tmp_path / "crm.db", date.today())
    settings = demo_settings(tmp_path, "127.0.0.1", 0)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(first_start(settings))).result()
    with live_server(settings, Parts(SystemClock(), SystemIds(), PythonTools(), lambda _: agent)) as address:
        yield address


def composer(page: Page) -> Locator:
    return page.get_by_role("textbox", name=re.compile("^(Mensagem|Message)$"))


def say(page: Page, text: str) -> None:
    composer(page).fill(text)
    expect(page.get_by_role("button", name=re.compile("^(Enviar|Send)$"))).to_be_enabled()
    composer(page).press("Control+Enter")


def messages(page: Page) -> Locator:
    return page.get_by_role("log")


def threads(page: Page) -> Locator:
    return page.get_by_role("complementary", name=re.compile("^(Conversas|Conversations)$"))


def open_threads(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^(Conversas|Chats)")).first.click()
    threads(page).wait_for()


def attach(page: Page, name: str, body: bytes) -> None:
    page.set_input_files("input[type=file]", [{"name": name, "mimeType": "text/csv", "buffer": body}])


def test_an_answer_is_stopped_and_stays_as_far_as_it_came(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking)
    page = ana.page
    say(page, "Conte devagar")
    expect(messages(page).get_by_text(re.compile("Contando: 0 1 2"))).to_be_visible()
    page.reload()
    expect(messages(page).get_by_text(re.compile("Contando: 0 1 2"))).to_be_visible()
    composer(page).press("Escape")
    expect(page.get_by_role("button", name="Responder de novo")).to_be_visible()
    expect(page.get_by_role("button", name="Enviar", exact=True)).to_be_visible()
    expect(messages(page).get_by_text(re.compile("Contando: 0 1 2"))).to_be_visible()
    assert ana.problems == []


def test_a_failed_answer_is_tried_again_in_its_place(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking)
    page = ana.page
    say(page, "Por favor, falhe")
    page.get_by_role("button", name="Tentar de novo").click()
    expect(messages(page).get_by_text("Agora deu certo.")).to_be_visible()
    expect(messages(page).get_by_text("Por favor, falhe")).to_have_count(1)
    expect(page.get_by_role("button", name="Tentar de novo")).to_have_count(0)
    assert ana.problems == []


def test_a_message_is_said_anew_and_its_earlier_answer_can_be_read(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking)
    page = ana.page
    say(page, "Mostre os clientes do Brasil")
    expect(messages(page).get_by_text("Encontrei 5 clientes.")).to_be_visible()
    composer(page).press("ArrowUp")
    editor = page.get_by_role("textbox", name="Sua mensagem")
    expect(editor).to_have_value("Mostre os clientes do Brasil")
    editor.fill("Mostre os clientes do Canadá")
    editor.press("Enter")
    expect(messages(page).get_by_text("Encontrei 8 clientes.")).to_be_visible()
    expect(messages(page).get_by_text("Encontrei 5 clientes.")).to_have_count(0)
    expect(messages(page).get_by_text("2/2")).to_be_visible()
    page.get_by_role("button", name="Tentativa anterior").click()
    expect(messages(page).get_by_text("Encontrei 5 clientes.")).to_be_visible()
    expect(composer(page)).to_have_count(0)
    assert axe_problems(page) == []
    page.get_by_role("button", name="Voltar à atual").click()
    expect(messages(page).get_by_text("Encontrei 8 clientes.")).to_be_visible()
    assert ana.problems == []


def test_a_file_becomes_a_table_that_is_cut_by_words_and_saved(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking, width=1900)
    page = ana.page
    composer(page).fill("metade")
    composer(page).fill("")
    attach(page, "carteira.csv", CSV.encode())
    expect(page.get_by_text("3 linhas")).to_be_visible()
    composer(page).press("Enter")
    expect(messages(page).get_by_role("grid")).to_be_visible()
    expect(messages(page).get_by_text("Arquivo carteira.csv, enviado por você")).to_be_visible()
    expect(page.get_by_role("button", name="Buscar de novo")).to_have_count(0)

    composer(page).fill("receita acima de 50")
    expect(page.get_by_text(re.compile(r"\(2 de 3\)")).first).to_be_visible()
    composer(page).press("Enter")
    expect(messages(page).get_by_text("2 de 3 desta resposta")).to_be_visible()

    page.get_by_role("button", name="Salvar no painel").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("3 linhas novas")).to_be_visible()
    dialog.get_by_role("button", name="Salvar", exact=True).click()
    expect(dialog).to_be_hidden()
    panel = page.get_by_role("region", name="Painel")
    expect(panel.get_by_text("Riotur").first).to_be_visible()
    with page.expect_download() as saved:
        messages(page).get_by_role("link", name=re.compile("carteira.csv")).click()
    assert saved.value.suggested_filename == "carteira.csv"
    assert Path(saved.value.path()).read_text("utf-8") == CSV
    assert ana.problems == []


def test_a_file_that_cannot_be_read_says_why_and_does_not_hold_up_the_rest(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking)
    page = ana.page
    attach(page, "foto.png", b"\x89PNG\r\n\x00\x00")
    expect(page.get_by_text("Nem planilha nem texto.")).to_be_visible()
    expect(page.get_by_role("button", name="Enviar", exact=True)).to_be_disabled()
    assert axe_problems(page) == []
    page.get_by_role("button", name="Remover foto.png").click()
    say(page, "Mostre os clientes do Brasil")
    expect(messages(page).get_by_text("Encontrei 5 clientes.")).to_be_visible()


def test_what_was_said_is_found_and_a_deleted_conversation_comes_back(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking)
    page = ana.page
    say(page, "Mostre os clientes do Brasil")
    expect(messages(page).get_by_text("Encontrei 5 clientes.")).to_be_visible()
    page.get_by_role("button", name="Nova conversa").first.click()
    say(page, "Faça um resumo")
    expect(messages(page).get_by_text("A meta do trimestre ainda depende do Sul.")).to_be_visible()

    open_threads(page)
    search = threads(page).get_by_role("searchbox")
    search.fill("TRIMESTRE sul")
    expect(threads(page).get_by_text("1 conversa encontrada")).to_be_visible()
    expect(threads(page).get_by_text(re.compile("A meta do trimestre"))).to_be_visible()
    search.fill("")
    expect(threads(page).get_by_role("heading", name="Hoje")).to_be_visible()
    threads(page).get_by_role("button", name="Opções de Faça um resumo").click()
    page.get_by_role("menuitem", name="Renomear").click()
    page.keyboard.type("Novembro")
    page.keyboard.press("Enter")
    expect(threads(page).get_by_role("button", name=re.compile("^Novembro"))).to_be_visible()
    threads(page).get_by_role("button", name="Opções de Novembro").click()
    page.get_by_role("menuitem", name="Apagar").click()
    expect(threads(page).get_by_role("button", name=re.compile("^Novembro"))).to_have_count(0)
    page.get_by_role("button", name="Desfazer").click()
    expect(threads(page).get_by_role("button", name=re.compile("^Novembro"))).to_be_visible()
    assert ana.problems == []


def test_an_answer_elsewhere_is_unread_in_every_tab_until_it_is_seen(
    browser: Browser, talking: str, agent: Talker
) -> None:
    ana = sit_down(browser, talking)
    first = ana.page
    second = first.context.new_page()
    second.goto(talking)
    open_threads(second)

    say(first, "Por favor, espere")
    there = threads(second).get_by_role("button", name=re.compile("^Por favor, espere"))
    expect(there.get_by_label("sendo respondida")).to_be_visible()
    first.get_by_role("button", name="Nova conversa").first.click()
    open_threads(first)
    here = threads(first).get_by_role("button", name=re.compile("^Por favor, espere"))
    here.wait_for()

    agent.may_answer.set()
    expect(here).to_have_accessible_name(re.compile("não lida"))
    expect(there).to_have_accessible_name(re.compile("não lida"))
    expect(first.get_by_role("navigation").get_by_text("1 conversa não lida")).to_be_attached()
    there.click()
    expect(messages(second).get_by_text("Esperei.")).to_be_visible()
    expect(here).not_to_have_accessible_name(re.compile("não lida"))
    assert ana.problems == []


@pytest.mark.parametrize("language", ["pt-BR", "en"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_conversation_is_accessible(browser: Browser, talking: str, language: str, dark: bool) -> None:
    ana = sit_down(browser, talking, dark=dark, language=language)
    page = ana.page
    say(page, "Faça um resumo")
    expect(messages(page).get_by_text("A meta do trimestre ainda depende do Sul.")).to_be_visible()
    say(page, "Em passos")
    steps = page.get_by_role("button", name=re.compile("3 (passos|steps)"))
    steps.click()
    expect(messages(page).get_by_text("crm.list_customers")).to_have_count(3)
    attach(page, "carteira.csv", CSV.encode())
    expect(page.get_by_text(re.compile("3 (linhas|rows)"))).to_be_visible()
    open_threads(page)
    assert axe_problems(page) == []
    composer(page).press("Enter")
    expect(messages(page).get_by_role("grid")).to_be_visible()
    say(page, "Conte devagar")
    expect(messages(page).get_by_text(re.compile("Contando: 0 1"))).to_be_visible()
    assert axe_problems(page) == []
    assert ana.problems == []


def test_the_conversation_fits_a_phone(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking, width=390)
    page = ana.page
    say(page, "Faça um resumo com uma pergunta comprida, que não cabe numa linha só de uma tela tão estreita assim")
    expect(messages(page).get_by_text("A meta do trimestre ainda depende do Sul.")).to_be_visible()
    attach(page, "um nome de arquivo muito comprido que não cabe na tela de um telefone.csv", CSV.encode())
    expect(page.get_by_text("3 linhas")).to_be_visible()
    composer(page).press("Enter")
    expect(messages(page).get_by_role("grid")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    inner = page.evaluate("[...document.querySelectorAll('[role=log]')].map(e => e.scrollWidth - e.clientWidth)")
    assert inner == [0]
    assert axe_problems(page) == []
    assert ana.problems == []


def test_what_is_typed_survives_a_lost_connection_and_a_reload(browser: Browser, talking: str) -> None:
    ana = sit_down(browser, talking)
    page = ana.page
    composer(page).wait_for()
    page.context.set_offline(True)
    composer(page).fill("Mostre os clientes do Brasil")
    expect(page.get_by_text("Sem conexão. O que você escreve fica guardado.")).to_be_visible()
    page.context.set_offline(False)
    page.reload()
    expect(composer(page)).to_have_value("Mostre os clientes do Brasil")
    expect(page.get_by_role("button", name="Enviar", exact=True)).to_be_enabled()
    composer(page).press("Enter")
    expect(messages(page).get_by_text("Encontrei 5 clientes.")).to_be_visible()
