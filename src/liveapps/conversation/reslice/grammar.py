"""The grammar of the re-slice language, one for all languages: words become clauses, or the sentence has no reading.

Read a line as: these symbols in this order (see `chart.py` for the marks). Capitals are function words of the lexicon,
and NOUN is what this table calls its rows ("clientes"). Small letters are the other rules of this file and the words
that carry a meaning: field, flag, value and text (from the table), introduced and lacked (its fields, by words for
their role), figure, count, day and year (from `figures.py`),
order, extreme, most, near, unit and month (from the lexicon).
"""

from .chart import Rule, rule
from .clauses import (
    Ago,
    Bound,
    Clause,
    Clear,
    Columns,
    Compare,
    Condition,
    Contains,
    Day,
    Days,
    Direction,
    Figure,
    Filled,
    Filter,
    Flag,
    GroupBy,
    Keep,
    Key,
    Mention,
    Month,
    Names,
    Order,
    Period,
    Reverse,
    Stretch,
    Top,
    Unit,
    Values,
    When,
    Year,
)


def _values(
    first: Mention, more: tuple[Mention, ...] = (), last: tuple[Mention, ...] = (), either: bool = False
) -> Values:
    return Values((first, *more, *last), either)


VALUES: dict[str, list[Rule]] = {
    # One value, as it may stand in a list: "os de São Paulo", "the won ones".
    "plain": [rule("THE* DET* value POSSESSIVE? ONES? NOUN?")],
    "from": [rule("THE* DET* FROM DET* value POSSESSIVE? ONES?"), rule("WHO IS FROM DET* value")],
    "item": [rule("plain"), rule("from")],
    "after_comma": [rule("COMMA item")],
    "after_and": [rule("COMMA? AND item")],
    "after_or": [rule("COMMA? OR item"), rule("COMMA? NOR item")],
    # A list, by how its first value was introduced.
    "plain_values": [
        rule("first:plain more:after_comma*", _values),
        rule("first:plain more:after_comma* last:after_and+", _values),
        rule("first:plain more:after_comma* last:after_or+", _values, either=True),
    ],
    "from_values": [
        rule("first:from more:after_comma*", _values),
        rule("first:from more:after_comma* last:after_and+", _values),
        rule("first:from more:after_comma* last:after_or+", _values, either=True),
    ],
    "values": [rule("plain_values"), rule("from_values")],
}


def _bound(op: Bound, figure: Figure) -> tuple[tuple[Bound, Figure], ...]:
    return ((op, figure),)


def _range(low: Figure, high: Figure) -> tuple[tuple[Bound, Figure], ...]:
    # "entre 5 e 10 mil" shares its "mil", "entre 500 e 2 mil" does not.
    if low.scale == 1 and low.amount < high.amount:
        low = Figure(low.amount, high.scale, low.measure, low.unit)
    return (("gte", low), ("lte", high))


FIGURES: dict[str, list[Rule]] = {
    "bound": [
        rule("GT FROM? figure", _bound, op="gt"),
        rule("GTE FROM? figure", _bound, op="gte"),
        rule("LT FROM? figure", _bound, op="lt"),
        rule("LTE figure", _bound, op="lte"),
        rule("figure OR_MORE", _bound, op="gte"),
        rule("figure OR_LESS", _bound, op="lte"),
        rule("BETWEEN low:figure AND high:figure", _range),
        rule("FROM low:figure TO high:figure", _range),
        rule("RANGE low:figure TO high:figure", _range),
    ],
    "exactly": [rule("EQ figure", _bound, op="is"), rule("IS figure", _bound, op="is")],
    "compare": [
        rule("HAVE? FROM? bounds:bound", Compare),
        rule("HAVE? FROM? DET* field FROM? IS? bounds:bound", Compare),
        rule("HAVE? bounds:bound FROM DET* field", Compare),
        rule("DET* field bounds:exactly", Compare),
    ],
}


def _day(op: Bound, day: Day) -> Days:
    return Days(((op, day),))


def _days(low: Day, high: Day) -> Days:
    return Days((("gte", low), ("lte", high)))


def _years(low: int, high: int) -> Days:
    return _days(f"{low:04}-01-01", f"{high:04}-12-31")


def _year(op: Bound, year: int) -> Days:
    return _day(op, f"{year:04}-01-01" if op in ("lt", "gte") else f"{year:04}-12-31")


def _longer_ago(count: int, unit: Unit) -> Days:
    return _day("lt", Ago(count, unit))


def _shorter_ago(count: int, unit: Unit) -> Days:
    return Days((("gt", Ago(count, unit)), ("lte", Ago(0))))


DATES: dict[str, list[Rule]] = {
    "moment": [rule("count:near", Ago), rule("DET? day")],
    "span": [
        rule("LAST count unit", Stretch),
        rule("count LAST unit", Stretch),
        rule("NEXT count unit", Stretch, ahead=True),
        rule("count NEXT unit", Stretch, ahead=True),
        rule("THIS unit", Period, offset=0),
        rule("unit UNIT_BEFORE", Period, offset=-1),
        rule("month", Month),
        rule("month FROM? year", Month),
        rule("FROM year", Year),
        rule("BEFORE FROM? day:moment", _day, op="lt"),
        rule("AFTER FROM? day:moment", _day, op="gt"),
        rule("SINCE FROM? day:moment", _day, op="gte"),
        rule("UNTIL day:moment", _day, op="lte"),
        rule("BETWEEN low:moment AND high:moment", _days),
        rule("FROM low:moment TO high:moment", _days),
        rule("BEFORE FROM? year", _year, op="lt"),
        rule("AFTER FROM? year", _year, op="gt"),
        rule("SINCE FROM? year", _year, op="gte"),
        rule("UNTIL year", _year, op="lte"),
        rule("BETWEEN low:year AND high:year", _years),
        rule("LONGER_AGO count unit AGO?", _longer_ago),
        rule("MORE_THAN count unit AGO", _longer_ago),
        rule("SHORTER_AGO count unit AGO?", _shorter_ago),
        rule("LESS_THAN count unit AGO", _shorter_ago),
    ],
    # A day alone, such as "hoje", may be the answer to something: it needs a preposition, a field or a head.
    "on_day": [rule("day:moment", _day, op="is")],
    # "Last month" is the one before this; "in the last month" may be the last 30 days, so it takes no article.
    "period_before": [rule("UNIT_AFTER unit", Period, offset=-1)],
    "when": [
        rule("FROM? DET* span", When),
        rule("FROM? span:period_before", When),
        rule("FROM DET* span:on_day", When),
        rule("HAVE? FROM? DET* field IS? FROM? DET* span", When),
        rule("HAVE? FROM? DET* field IS? FROM? span:period_before", When),
        rule("HAVE? FROM? DET* field IS? FROM? DET* span:on_day", When),
    ],
}

CONDITIONS: dict[str, list[Rule]] = {
    # Conditions that show by themselves that rows are being chosen.
    "marked": [
        *(rule("compare"), rule("when"), rule("filled"), rule("denied"), rule("stated")),
        rule("DET* field CONTAINS text", Contains),
        rule("HAVE text FROM DET* field", Contains),
        rule("field:introduced values", Keep),
        rule("HAVE DET* field FROM? values", Keep),
        rule("FROM DET* field FROM? values", Keep),
    ],
    "stated": [
        rule("FROM? DET* field IS values", Keep),
        rule("FROM? DET* field EQ values", Keep),
        rule("FROM? DET* field NE FROM? values", Keep, negated=True),
        rule("FROM? DET* field NOT IS values", Keep, negated=True),
        rule("FROM? DET* field IS NOT values", Keep, negated=True),
    ],
    "filled": [
        rule("HAVE INDEF? field GIVEN?", Filled, empty=False),
        rule("HAVE DET field GIVEN?", Filled, empty=False),
        rule("WITHOUT INDEF? field GIVEN?", Filled, empty=True),
        rule("NOT HAVE INDEF? field GIVEN?", Filled, empty=True),
        rule("field:lacked ONES?", Filled, empty=True),
    ],
    "denied": [
        rule("NOT values", Keep, negated=True),
        rule("NOT field:flag", Flag, negated=True),
    ],
    # Conditions that need a head such as "só", "os" or "filtra".
    "told": [
        rule("values:from_values", Keep, by="from"),
        rule("values:plain_values", Keep),
        rule("DET* field:flag ONES?", Flag),
        rule("DET* span:on_day", When),
        rule("DET* field FROM? values", Keep),
        rule("FROM? DET* values:one field ONES? NOUN?", Keep),
    ],
    "one": [rule("first:value", _values)],
    "condition": [rule("marked"), rule("told")],
    # What may follow "quem" or "que".
    "being": [
        *(rule("compare"), rule("filled"), rule("denied"), rule("when"), rule("IS compare"), rule("IS when")),
        rule("IS values:from_values", Keep, by="from"),
        rule("IS values:plain_values", Keep, by="being"),
        rule("NOT IS values", Keep, negated=True),
        rule("IS NOT values", Keep, negated=True),
        rule("IS field:flag", Flag),
        rule("NOT IS field:flag", Flag, negated=True),
        rule("IS NOT field:flag", Flag, negated=True),
        rule("HAVE DET* field FROM? values", Keep),
        rule("HAVE text FROM DET* field", Contains),
    ],
    "further": [
        *(rule("COMMA? AND condition"), rule("COMMA? marked"), rule("COMMA? AND? WHO being")),
        rule("values:from_values", Keep, by="from"),
    ],
}


def _filter(first: Condition, rest: tuple[Condition, ...] = (), bare: bool = False) -> Filter:
    return Filter((first, *rest), bare)


def _alone(last: Condition) -> tuple[Condition, ...]:
    return (last,)


FILTERS: dict[str, list[Rule]] = {
    "strict_filter": [
        rule("SHOW? ONLY SHOW? THE* NOUN? first:condition rest:further*", _filter),
        rule("SHOW? ONLY? SHOW? THE* WHO first:being rest:further*", _filter),
        rule("SHOW? ONLY SHOW? THE* NOUN WHO first:being rest:further*", _filter),
        rule("first:marked rest:further*", _filter),
        rule("SHOW? THE* first:condition rest:further* ONLY", _filter),
    ],
    "soft_filter": [
        rule("SHOW? THE first:condition rest:further*", _filter),
        rule("FILTER THE* first:condition rest:further*", _filter),
    ],
    "opened_filter": [rule("first:condition rest:further*", _filter)],
    # Without any head it takes two things said of the rows, or a word for them: a value alone may be an answer.
    "bare_filter": [
        rule("first:condition rest:further+", _filter, bare=True),
        rule("first:condition rest:excepted", _filter, bare=True),
        rule("first:several", _filter, bare=True),
        rule("first:headed", _filter, bare=True),
        rule("NOUN first:condition rest:further*", _filter, bare=True),
        rule("NOUN WHO first:being rest:further*", _filter, bare=True),
    ],
    "several": [rule("values:two", Keep)],
    "two": [
        rule("first:item more:after_comma* last:after_and+", _values),
        rule("first:item more:after_comma* last:after_or+", _values, either=True),
    ],
    "headed": [rule("values:one POSSESSIVE? ONES", Keep)],
    "excepted": [rule("last:exception", _alone)],
    "exception": [rule("COMMA? EXCEPT THE* values", Keep, negated=True)],
    "addition": [
        rule("ALSO THE* first:added", _filter),
        rule("ADD THE* first:added ALSO?", _filter),
        rule("THE* first:added ALSO", _filter),
    ],
    "added": [rule("values", Keep, added=True)],
    "AWAY": [rule("SHOW? ALL? EXCEPT"), rule("SHOW? ALL? WITHOUT"), rule("TAKE_OUT"), rule("HIDE")],
    "excluded": [
        rule("values", Keep, negated=True),
        rule("THE* NOUN values", Keep, negated=True),
        rule("THE* DET* field:flag ONES?", Flag, negated=True),
        rule("THE* WITHOUT INDEF? field", Filled, empty=False),
        rule("THE* HAVE INDEF? field", Filled, empty=True),
        rule("ALL? THE* WHO IS values", Keep, negated=True),
    ],
    "exclusion": [rule("AWAY first:excluded", _filter)],
}


def _order(first: Key, rest: tuple[Key, ...] = ()) -> Order:
    return Order((first, *rest))


def _top(count: int, extreme: Direction, field: Names | None) -> Top:
    return Top(count, Key(field, extreme))


def _cut_top(top: Top, first: Condition, rest: tuple[Condition, ...]) -> Top:
    return Top(top.count, top.key, (first, *rest))


ORDERS: dict[str, list[Rule]] = {
    "key": [
        rule("DET* field", Key),
        rule("DET* field COMMA? direction:order", Key),
        rule("DET* direction:most field", Key),
    ],
    "by_key": [rule("BY key")],
    "further_key": [rule("COMMA? AND? THEN? by_key"), rule("COMMA? AND key"), rule("COMMA key"), rule("THEN key")],
    "turned": [rule("direction:order", Key)],
    "directed": [rule("DET* field COMMA? direction:order", Key)],
    "turned_by": [rule("direction:order BY DET* field", Key), rule("direction:order FROM DET* field", Key)],
    "most_first": [rule("DET* direction:most field FIRST_ONES", Key)],
    "sorting": [
        rule("SORT first:by_key rest:further_key*", _order),
        rule("SORT first:key rest:further_key*", _order),
        rule("SHOW? SORT? IN_ORDER FROM? first:key rest:further_key*", _order),
        rule("SHOW? SORT? IN_ORDER first:by_key rest:further_key*", _order),
        rule("SHOW? SORT? THE* BY? first:turned", _order),
        rule("SHOW? SORT? first:turned_by", _order),
        rule("SHOW? SORT? first:most_first", _order),
        rule("PUT THE* first:turned", _order),
        rule("PUT first:directed", _order),
        rule("BY first:directed", _order),
        rule("REVERSE", Reverse),
    ],
    "measure": [rule("BY DET* field"), rule("FROM DET* field")],
    "best": [
        rule("THE* DET* count extreme ONES? NOUN? field:measure?", _top),
        rule("THE* DET* count NOUN extreme field:measure?", _top),
        rule("THE* DET* extreme count field:measure?", _top),
        rule("DET* TOP count NOUN? field:measure?", _top, extreme="largest"),
        rule("DET* BOTTOM count NOUN? field:measure?", _top, extreme="smallest"),
        rule("THE* DET* count HAVE DET* extreme:most field", _top),
        rule("THE* DET* count FIRST_ONES NOUN?", Top, key=None),
        rule("THE* DET* FIRST_ONES count ONES? NOUN?", Top, key=None),
    ],
    "top": [
        rule("SHOW? ONLY? SHOW? best"),
        rule("SHOW? ONLY? SHOW? top:best first:condition rest:further*", _cut_top),
    ],
}


def _fields(first: Names, rest: tuple[Names, ...]) -> tuple[Names, ...]:
    return (first, *rest)


COLUMNS: dict[str, list[Rule]] = {
    "further_field": [
        rule("COMMA DET* COLUMN? field"),
        rule("COMMA? AND DET* COLUMN? field"),
        rule("COMMA? NOR DET* COLUMN? field"),
    ],
    "fields": [rule("DET* first:field rest:further_field*", _fields)],
    "several_fields": [rule("DET* first:field rest:further_field+", _fields)],
    "columns": [
        rule("HIDE DET* COLUMN? fields COLUMN?", Columns, what="hide"),
        rule("TAKE_OUT DET* COLUMN? fields COLUMN?", Columns, what="hide"),
        rule("WITHOUT DET* COLUMN fields", Columns, what="hide"),
        rule("WITHOUT fields COLUMN", Columns, what="hide"),
        rule("SHOW AGAIN? DET* COLUMN? fields COLUMN? AGAIN?", Columns, what="show"),
        rule("SHOW ALL DET* COLUMN AGAIN?", Columns, what="all"),
        rule("SHOW? ONLY DET* COLUMN fields", Columns, what="only"),
        rule("SHOW? ONLY fields COLUMN", Columns, what="only"),
        rule("SHOW? ONLY fields:several_fields", Columns, what="only"),
    ],
    "grouping": [rule("GROUP DET* BY? DET* field", GroupBy), rule("UNGROUP", GroupBy, field=None)],
    "clearing": [
        *(rule("CLEAR ALL? DET* FILTERS", Clear), rule("DROP_FILTER ALL? DET* FILTERS", Clear)),
        *(rule("WITHOUT FILTERS", Clear), rule("ALL AGAIN", Clear)),
        *(rule("SHOW ALL THE? AGAIN?", Clear), rule("SHOW AGAIN ALL", Clear)),
        rule("CLEAR ALL?", Clear, what="everything"),
        rule("BACK_TO DET* ALL", Clear),
        *(rule("CLEAR DET* ORDERING", Clear, what="order"), rule("DROP_FILTER DET* ORDERING", Clear, what="order")),
        rule("WITHOUT ORDERING", Clear, what="order"),
        *(rule("CLEAR DET* FILTERS FROM DET* field", Clear), rule("CLEAR DET* field FILTERS", Clear)),
        *(rule("DROP_FILTER DET* FILTERS FROM DET* field", Clear), rule("DROP_FILTER DET* field FILTERS", Clear)),
    ],
}


def _sentence(first: Clause, rest: tuple[Clause, ...]) -> tuple[Clause, ...]:
    return (first, *rest)


SENTENCES: dict[str, list[Rule]] = {
    "clause": [
        *(rule("strict_filter"), rule("exclusion"), rule("sorting"), rule("top")),
        *(rule("columns"), rule("grouping"), rule("clearing")),
    ],
    # Only the first clause may be a bare "os de SP": after "menos os de RJ e …" it could belong to either.
    "opening": [
        *(rule("clause"), rule("soft_filter"), rule("WHAT_ABOUT clause"), rule("WHAT_ABOUT soft_filter")),
        *(rule("WHAT_ABOUT opened_filter"), rule("bare_filter"), rule("WHAT_ABOUT? addition")),
    ],
    "following": [rule("COMMA? AND? THEN? clause")],
    "sentence": [rule("first:opening rest:following*", _sentence)],
}

GRAMMAR: dict[str, list[Rule]] = {
    **VALUES,
    **FIGURES,
    **DATES,
    **CONDITIONS,
    **FILTERS,
    **ORDERS,
    **COLUMNS,
    **SENTENCES,
}
