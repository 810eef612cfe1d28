"""Small workbooks as other programs write them, and such as are made to harm who opens them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
Cell = str | int | float | bool | date | None


class Formula(str):
    """What a program computed, and what it was computed by."""

    __slots__ = ()


def workbook(sheets: Mapping[str, Sequence[Sequence[Cell]]], hidden: Sequence[str] = ()) -> bytes:
    return packed({title: sheet_xml(rows) for title, rows in sheets.items()}, hidden)


def packed(sheets: Mapping[str, str], hidden: Sequence[str] = ()) -> bytes:
    numbered = list(enumerate(sheets.items(), 1))
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="application/vnd.'
        f'openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="{SPREADSHEET}.sheet.main+xml'
        '"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" Type="{RELATIONS}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'
        + "".join(
            f'<sheet name="{escape(title)}" sheetId="{number}" r:id="r{number}"'
            + (' state="hidden"/>' if title in hidden else "/>")
            for number, (title, _) in numbered
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">'
        + "".join(
            f'<Relationship Id="r{number}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{number}.xml"/>'
            for number, _ in numbered
        )
        + f'<Relationship Id="s" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
        "</styleSheet>",
    }
    parts |= {f"xl/worksheets/sheet{number}.xml": xml for number, (_, xml) in numbered}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, xml in parts.items():
            archive.writestr(name, xml)
    return made.getvalue()


def sheet_xml(rows: Sequence[Sequence[Cell]]) -> str:
    written = "".join(
        f'<row r="{number}">{"".join(_cell(f"{_letter(place)}{number}", cell) for place, cell in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
    )
    return around(written)


def around(rows: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _cell(at: str, cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return f'<c r="{at}" t="b"><v>{int(cell)}</v></c>'
        case Formula():
            return f'<c r="{at}" t="str"><f>{escape(cell)}</f><v>computed</v></c>'
        case date():
            return f'<c r="{at}" s="1"><v>{(cell - date(1899, 12, 30)).days}</v></c>'
        case str():
            return f'<c r="{at}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
        case _:
            return f'<c r="{at}"><v>{cell}</v></c>'
