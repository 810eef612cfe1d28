"""Random collections and slices: every type of field, with the values that tend to go wrong."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from liveapps.panels.fields import Field
from liveapps.panels.rows import Row
from liveapps.panels.slice_check import family_of
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection
from tests.store.nouns import AT, plain_row

TODAY = date(2026, 11, 30)
ZONE = "America/Sao_Paulo"
OPTIONS = [{"id": "new", "title": "Negócio novo"}, {"id": "won", "title": "Ganho"}, {"id": "b", "title": "São João"}]
TYPES = [
    *("text", "long_text", "number", "money", "percent", "date", "datetime", "boolean", "choice", "stage"),
    *("person", "url", "email", "phone", "tags", "image", "file"),
]
COLLECTION = Collection.model_validate(
    {
        "id": "customers",
        "title": "Clientes",
        "fields": [
            {
                "id": f"a_{kind}",
                "title": kind,
                "type": kind,
                **({"options": OPTIONS} if kind in ("choice", "stage") else {}),
                **({"role": "stage"} if kind == "stage" else {}),
            }
            for kind in TYPES
        ],
    }
)
FIELDS = {field.id: field for field in COLLECTION.fields}
STAGE = "a_stage"

# "São" and "sao" are one text once folded; a lone accent folds to nothing.
TEXTS = st.sampled_from(
    [
        "São Paulo",
        "sao  paulo",
        "SA\u0303O PAULO",
        "Campinas",
        "ção",
        "ß",
        "SS",
        "a%b_c",
        '"',
        "\\u0041",
        "\u0301",
        "x" * 40,
    ]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=4)
NUMBERS = (
    st.sampled_from([0, 9, 10, 100, -1, 0.1, 0.2, -0.3, 1e-7, 1e21, 999_999_999_999_999])
    | st.integers(-(10**9), 10**9)
    | st.decimals(-(10**6), 10**6, places=2).map(float)
)
DAYS = st.dates(TODAY - timedelta(days=3), TODAY + timedelta(days=3)).map(date.isoformat) | st.just("0001-01-01")
# Midnight in São Paulo is three o'clock in UTC. Many programs write "no date" as the first moment there is.
MOMENTS = st.integers(-240, 240).map(
    lambda minutes: (datetime(2026, 11, 30, 3, tzinfo=UTC) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")
) | st.just("0001-01-01T00:00:00Z")
FLAGS = st.booleans()
CHOICES = st.sampled_from(["new", "won", "b"])
TAGS = st.lists(TEXTS.filter(lambda tag: bool(tag.strip())), max_size=3, unique=True)
LEFT = (
    TEXTS | NUMBERS | FLAGS | TAGS | st.sampled_from(["gone", "2026-02-31", "0000-01-01", "100", "-2.5", " 9 ", "now"])
)
"""What a field may still hold from when it had another type, or another list of options."""


def values_of(field: Field) -> st.SearchStrategy[Any]:
    match family_of(field):
        case "text":
            proper: st.SearchStrategy[Any] = TEXTS
        case "number":
            proper = NUMBERS
        case "date":
            proper = DAYS
        case "moment":
            proper = MOMENTS
        case "flag":
            proper = FLAGS
        case "option":
            proper = CHOICES
        case "tags":
            proper = TAGS
    return st.one_of(proper, proper, proper, st.none(), LEFT)


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    """In the order of their position, as they are kept."""
    found = [draw(row(f"r{number:02}")) for number in range(draw(st.integers(0, 12)))]
    return sorted(found, key=lambda one: (one.position, one.id))


@st.composite
def row(draw: st.DrawFn, name: str) -> Row:
    # A few fields at a time, so that equal values meet often enough.
    chosen = draw(st.lists(st.sampled_from([one for one in FIELDS if one != STAGE]), max_size=6, unique=True))
    return plain_row(
        name,
        draw(st.sampled_from([0.0, 1.0, 1.5, 2.0])),
        values={one: draw(values_of(FIELDS[one])) for one in chosen},
        stage=draw(st.none() | CHOICES | st.just("gone")),
        owner=draw(st.sampled_from([None, "ana", "bia"])),
        private=draw(st.booleans()),
        unconfirmed_since=draw(st.sampled_from([None, AT])),
        trashed_at=draw(st.sampled_from([None, None, None, AT])),
    )


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, Any]:
    field = FIELDS[draw(st.sampled_from(sorted(FIELDS)))]
    ordered = ("gt", "gte", "lt", "lte")
    operands: dict[str, tuple[tuple[str, ...], st.SearchStrategy[Any]]] = {
        "text": (("contains",), TEXTS.filter(lambda text: bool(text.strip()))),
        "tags": (("contains",), TEXTS.filter(lambda text: bool(text.strip()))),
        "option": ((), CHOICES),
        "number": (ordered, NUMBERS | st.just(10**20)),
        "date": (ordered, DAYS | ago()),
        "moment": (ordered, DAYS | MOMENTS | ago()),
        "flag": ((), FLAGS),
    }
    more, wanted = operands[family_of(field)]
    sets = () if family_of(field) == "flag" else ("in", "not_in")
    op = draw(st.sampled_from(["is", "is_not", "is_empty", "is_not_empty", *sets, *more]))
    if op in ("is_empty", "is_not_empty"):
        return {"field": field.id, "op": op}
    value = draw(st.lists(wanted, min_size=1, max_size=3) if op in sets else wanted)
    return {"field": field.id, "op": op, "value": value}


def ago() -> st.SearchStrategy[dict[str, int]]:
    return st.integers(-3, 3).map(lambda days: {"days_ago": days})


@st.composite
def slices(draw: st.DrawFn) -> Slice:
    names = st.sampled_from(sorted(FIELDS))
    sort = draw(st.lists(st.fixed_dictionaries({"field": names, "descending": FLAGS}), max_size=2))
    return Slice.model_validate(
        {
            "where": draw(st.lists(conditions(), max_size=2)),
            "search": draw(st.just("") | TEXTS),
            "unconfirmed": draw(st.sampled_from([None, None, True, False])),
            "sort": sort,
            "group": draw(st.none() | names),
            "limit": draw(st.none() | st.integers(1, 6)),
        }
    )
