"""Files of unknown make are read in a process of their own, whatever is in them."""

from datetime import date
from pathlib import Path

import pytest

from liveapps.adapters.files.reader import FileProcesses
from liveapps.conversation.files import TEXT_CHARACTERS, ReadFile
from liveapps.panels.errors import Refusal
from tests.support.workbooks import Formula, around, packed, workbook


@pytest.fixture
def reader(tmp_path: Path) -> FileProcesses:
    return FileProcesses(tmp_path)


async def read(reader: FileProcesses, name: str, body: bytes) -> ReadFile:
    return await reader.read(name, body, "pt-BR", "America/Sao_Paulo")


async def refused(reader: FileProcesses, name: str, body: bytes) -> str:
    """Why it was not read, as a closed word."""
    with pytest.raises(Refusal) as refusal:
        await read(reader, name, body)
    assert refusal.value.code == "file_unreadable"
    assert refusal.value.facts["name"] == name
    assert refusal.value.next_step
    return str(refusal.value.facts["reason"])


@pytest.mark.parametrize("mark", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
async def test_a_table_of_text_is_read_however_it_is_written(reader: FileProcesses, mark: str, encoding: str) -> None:
    text = f'Nome{mark}Cidade\r\n"Açaí{mark} e cia"{mark}São Paulo\r\n'
    found = (await read(reader, "lista.csv", text.encode(encoding))).sheets[0]
    assert found.rows == [{"nome": f"Açaí{mark} e cia", "cidade": "São Paulo"}]


async def test_the_mark_between_columns_tells_how_numbers_are_written(reader: FileProcesses) -> None:
    assert (await read(reader, "a.csv", b"Nome;Valor\nA;1.234\n")).sheets[0].rows == [{"nome": "A", "valor": 1234}]
    assert (await read(reader, "a.csv", b"Nome,Valor\nA,1.234\n")).sheets[0].rows == [{"nome": "A", "valor": 1.234}]


async def test_what_looks_like_a_formula_is_the_text_of_one(reader: FileProcesses) -> None:
    found = (await read(reader, "a.csv", b"Nome;Nota\nA;=1+1\n@SUM(A1);+49 30\n")).sheets[0]
    assert found.rows == [{"nome": "A", "nota": "=1+1"}, {"nome": "@SUM(A1)", "nota": "+49 30"}]


async def test_every_sheet_that_is_seen_is_read_with_the_types_of_its_cells(reader: FileProcesses) -> None:
    body = workbook(
        {
            "Vendas": [["Dia", "Valor", "Pago", "Nota"], [date(2026, 11, 30), 1234.5, True, Formula('HYPERLINK("x")')]],
            "Vazia": [],
            "Oculta": [["Segredo"], ["x"]],
            "Clientes": [["Nome"], ["Riotur"]],
        },
        hidden=["Oculta"],
    )
    found = await read(reader, "caixa.xlsx", body)
    assert [sheet.title for sheet in found.sheets] == ["Vendas", "Clientes"]
    assert found.sheets[0].rows == [{"dia": "2026-11-30", "valor": 1234.5, "pago": True, "nota": "computed"}]


async def test_another_text_is_kept_up_to_a_limit_with_its_whole_length(reader: FileProcesses) -> None:
    found = await read(reader, "ata.md", ("# Ata\n" + "x" * TEXT_CHARACTERS).encode())
    assert (found.kind, len(found.text), found.characters) == ("text", TEXT_CHARACTERS, TEXT_CHARACTERS + 6)


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("a.xlsx", b"not a workbook", "damaged"),
        ("a.xlsx", b"PK\x03\x04 broken", "damaged"),
        ("a.xlsx", packed({"Plan1": "<worksheet"}), "damaged"),
        ("a.ods", b"", "damaged"),
        ("a.csv", b"", "empty"),
        ("a.csv", b" ;\n;\n", "empty"),
        ("a.xlsx", workbook({"Plan1": []}), "empty"),
        ("a.txt", b"  \n", "empty"),
        ("a.csv", b"MZ\x90\x00\x03\x00\x00", "not_text"),
        ("foto.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not_text"),
        ("contrato.pdf", b"%PDF-1.7\n\x00", "not_text"),
        ("a.xlsx", workbook({f"S{number}": [["x"]] for number in range(21)}), "too_many_sheets"),
        ("a.csv", b";".join(b"c%d" % number for number in range(201)) + b"\n", "too_many_columns"),
    ],
)
async def test_what_cannot_be_read_is_refused_and_says_why(
    reader: FileProcesses, name: str, body: bytes, reason: str
) -> None:
    assert await refused(reader, name, body) == reason


async def test_a_file_that_says_it_unpacks_to_much_is_not_unpacked(reader: FileProcesses) -> None:
    bomb = packed({"Plan1": around("<row r='1'>" + " " * (301 * 2**20) + "</row>")})
    assert len(bomb) < 1_000_000
    assert await refused(reader, "bomba.xlsx", bomb) == "too_large_unpacked"


async def test_a_small_file_that_claims_a_huge_sheet_harms_only_the_process_that_reads_it(
    reader: FileProcesses,
) -> None:
    corner = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    assert await refused(reader, "canto.xlsx", packed({"Plan1": around(corner)})) == "too_much"
    assert (await read(reader, "depois.csv", b"a;b\n1;2\n")).sheets[0].row_count == 1
