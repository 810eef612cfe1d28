"""Values: raw JSON read into the one form a field keeps, and shown to people."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Any, cast

from .dates import read_date, read_moment, show_date, show_moment, today
from .errors import Refusal, not_found
from .fields import NUMERIC, Field, FieldType, Option
from .numbers import canonical_number, read_money, read_number, show_money, show_number, show_percent
from .origin import Locale
from .rows import Value, Values
from .texts import fold, only_text, read_email, read_file, read_long_text, read_phone, read_text, read_url

__all__ = ["fold", "read_stage", "read_value", "read_values", "show_value", "today"]

_EXPECTED: dict[FieldType, tuple[str, str, str]] = {
    "text": ("text of at most 10,000 characters", "Campinas", "Campinas"),
    "long_text": ("text of at most 100,000 characters", "Ligar na segunda.", "Call on Monday."),
    "number": ("a number of at most 15 digits", "1.234,5", "1,234.5"),
    "money": ("an amount of at most 15 digits, in the currency of the field", "1.234,56", "1,234.56"),
    "percent": ("a percentage as it is shown: 12 means 12 %", "12,5%", "12.5%"),
    "date": ("a date", "2026-11-30", "2026-11-30"),
    "datetime": ("a date and time", "2026-11-30T14:05:00-03:00", "2026-11-30T14:05:00-03:00"),
    "boolean": ("true or false", "true", "true"),
    "choice": ("one of the options", "", ""),
    "stage": ("one of the stages", "", ""),
    "person": ("a name", "Ana Souza", "Ana Souza"),
    "url": ("an address that starts with http://, https:// or mailto:", "https://example.com", "https://example.com"),
    "email": ("an e-mail address", "ana@example.com", "ana@example.com"),
    "phone": ("a telephone number", "+55 11 91234-5678", "+1 212 555 0100"),
    "tags": ("a list of words", "vip, varejo", "vip, retail"),
    "image": ("an http(s) address or a path from the root", "/files/foto.png", "/files/photo.png"),
    "file": ("an http(s) address or a path from the root", "/files/contrato.pdf", "/files/contract.pdf"),
}
_YES = frozenset({"sim", "yes", "true", "verdadeiro"})
_NO = frozenset({"nao", "no", "false", "falso"})


def read_value(field: Field, raw: Any, *, locale: Locale, time_zone: str) -> Value:
    """The canonical form of a raw JSON value; None and blank text are empty (None) for every type.

    text types: NFC text, stripped except `long_text`; a number keeps its plain digits, so a code sent as text
    keeps its leading zeros. number, money, percent: int when whole, else float; texts are read in the locale.
    date: "YYYY-MM-DD". datetime: "YYYY-MM-DDTHH:MM:SSZ". boolean: bool (0 and 1 from databases too). choice
    and stage: the option's id, given by id or title. tags: a list without repetitions.

    Raises Refusal `invalid_value` with facts field, type, expected, example, got (and choices for options).
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return None
    try:
        return _READERS[field.type](field, raw, locale, time_zone)
    except (ValueError, OverflowError):
        raise _unfit(field, raw, locale) from None


def read_values(fields: Iterable[Field], raw: Mapping[str, Any], *, locale: Locale, time_zone: str) -> Values:
    """Reads each named value. Raises Refusal `field_not_found`, `invalid_value`, or `invalid_input` for a stage:
    it is moved, never set among the values (see `read_stage`)."""
    known = {field.id: field for field in fields}
    values: Values = {}
    for name, value in raw.items():
        field = known.get(name)
        if field is None:
            raise not_found("field_not_found", "field", name, known)
        if field.type == "stage":
            raise Refusal(
                "invalid_input",
                f'Field "{name}" is the stage and is not set among the values.',
                "Give the stage apart from the values when the row is added, or move the card.",
                field=name,
            )
        values[name] = read_value(field, value, locale=locale, time_zone=time_zone)
    return values


def read_stage(field: Field, raw: Any) -> str:
    """The id of a stage given by id or title. Raises Refusal `stage_not_found` with the choices."""
    option = _option_of(field, raw) if isinstance(raw, str) else None
    if option is None:
        titles = ", ".join(f'"{option.id}"' for option in field.options)
        raise Refusal(
            "stage_not_found",
            f'There is no stage "{_got(raw)}" in field "{field.id}".',
            f"Use one of: {titles}.",
            field=field.id,
            stage=_got(raw),
            choices=_choices(field),
        )
    return option.id


def show_value(field: Field, value: Any, *, locale: Locale, time_zone: str) -> str:
    """A canonical value in words for people; "" when empty. A value that does not fit the field's type (left from
    before a redesign) is shown as it is."""
    if value is None or value == []:
        return ""
    if isinstance(value, bool):
        return {"pt-BR": ("não", "sim"), "en": ("no", "yes")}[locale][value]
    if isinstance(value, int | float):
        return _show_number(field, value, locale)
    if isinstance(value, list):
        return ", ".join(str(tag) for tag in cast("list[Any]", value))
    text = str(value)
    if field.type in ("choice", "stage"):
        return next((option.title for option in field.options if option.id == text), text)
    try:
        if field.type == "date":
            return show_date(date.fromisoformat(text), locale)
        if field.type == "datetime":
            return show_moment(datetime.fromisoformat(text), locale, time_zone)
    except (ValueError, OverflowError):
        return text
    return text


def _show_number(field: Field, value: int | float, locale: Locale) -> str:
    if field.type == "money":
        return show_money(value, locale, field.currency)
    if field.type == "percent":
        return show_percent(value, locale)
    if field.type in NUMERIC:
        return show_number(value, locale) + (f" {field.unit}" if field.unit else "")
    return str(value)


def _number(field: Field, raw: Any, locale: Locale, time_zone: str) -> int | float:
    if isinstance(raw, bool) or not isinstance(raw, str | int | float):
        raise ValueError("not a number")
    if not isinstance(raw, str):
        return canonical_number(raw)
    if field.type == "money":
        return read_money(raw, locale, field.currency)
    if field.type == "percent":
        raw = raw.strip().removesuffix("%")
    elif field.unit:
        raw = raw.strip().removesuffix(field.unit)
    return read_number(raw, locale)


def _date(field: Field, raw: Any, locale: Locale, time_zone: str) -> str:
    return read_date(only_text(raw), locale, time_zone)


def _datetime(field: Field, raw: Any, locale: Locale, time_zone: str) -> str:
    return read_moment(only_text(raw), locale, time_zone)


def _boolean(field: Field, raw: Any, locale: Locale, time_zone: str) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, int) and raw in (0, 1):
        return raw == 1
    word = fold(raw) if isinstance(raw, str) else ""
    if word in _YES or word in _NO:
        return word in _YES
    raise ValueError("neither true nor false")


def _choice(field: Field, raw: Any, locale: Locale, time_zone: str) -> str:
    option = _option_of(field, read_text(raw))
    if option is None:
        raise ValueError("not an option")
    return option.id


def _option_of(field: Field, text: str) -> Option | None:
    """By id first, then by title; a title that two options share once folded names neither."""
    for option in field.options:
        if option.id == text.strip():
            return option
    wanted = fold(text)
    found = [option for option in field.options if wanted in (fold(option.title), fold(option.id))]
    return found[0] if len(found) == 1 else None


def _tags(field: Field, raw: Any, locale: Locale, time_zone: str) -> list[str] | None:
    if isinstance(raw, str):
        raw = re.split("[,;]", raw)
    if not isinstance(raw, list):
        raise ValueError("not a list")
    tags: dict[str, str] = {}
    for part in cast("list[Any]", raw):
        tag = read_text(part)
        if tag:
            tags.setdefault(fold(tag), tag)
    return list(tags.values()) or None


def _just(read: Callable[[Any], str]) -> "_Reader":
    """A reader for what is written alike everywhere."""
    return lambda field, raw, locale, time_zone: read(raw)


_Reader = Callable[[Field, Any, Locale, str], Value]
_READERS: dict[FieldType, _Reader] = {
    "text": _just(read_text),
    "long_text": _just(read_long_text),
    "number": _number,
    "money": _number,
    "percent": _number,
    "date": _date,
    "datetime": _datetime,
    "boolean": _boolean,
    "choice": _choice,
    "stage": _choice,
    "person": _just(read_text),
    "url": _just(read_url),
    "email": _just(read_email),
    "phone": _just(read_phone),
    "tags": _tags,
    "image": _just(read_file),
    "file": _just(read_file),
}


def _unfit(field: Field, raw: Any, locale: Locale) -> Refusal:
    expected, example_pt, example_en = _EXPECTED[field.type]
    example = example_pt if locale == "pt-BR" else example_en
    facts: dict[str, Any] = {}
    if field.options:
        example = field.options[0].id
        facts["choices"] = _choices(field)
    step = f"Send {expected}, for example {example}."
    if field.options:
        listed = ", ".join(f'"{option.id}"' for option in field.options)
        step = f"Use one of: {listed}."
    return Refusal(
        "invalid_value",
        f'Field "{field.id}" ({field.type}) takes {expected}, not "{_got(raw)}".',
        step,
        field=field.id,
        type=field.type,
        expected=expected,
        example=example,
        got=_got(raw),
        **facts,
    )


def _choices(field: Field) -> list[dict[str, str]]:
    return [{"id": option.id, "title": option.title} for option in field.options]


def _got(raw: Any) -> str:
    """At most 80 characters, with control characters escaped."""
    if isinstance(raw, int) and abs(raw) >= 10**80:
        return "a number of more than 80 digits"
    return (repr(raw[:80])[1:-1] if isinstance(raw, str) else repr(raw))[:80]
