"""Which field is meant: by its name, else by the only one that fits, else by its role. In doubt, none."""

from collections.abc import Callable, Iterable, Sequence

from liveapps.panels.fields import Field, Role
from liveapps.panels.slice_check import Family, family_of
from liveapps.panels.texts import fold

from .clauses import Direction, Figure, Names
from .doubt import Doubt

_DATES: tuple[Family, ...] = ("date", "moment")


class Fitting:
    def __init__(self, fields: Sequence[Field]):
        self.fields = {field.id: field for field in fields}

    def any(self, names: Names) -> Field:
        return self._choose(names, lambda field: True)

    def number(self, names: Names | None, figures: Iterable[Figure] = ()) -> Field:
        """A number field in which these figures can be written: their currency, percent or unit must be its own."""
        figures = list(figures)
        return self._choose(names, lambda field: all(_can_hold(field, figure) for figure in figures), "value", "number")

    def date(self, names: Names | None, *, by_role: bool = True) -> Field:
        return self._choose(names, lambda field: True, "due" if by_role else None, *_DATES)

    def text(self, names: Names | None) -> Field:
        return self._choose(names, lambda field: True, "title", "text")

    def ordered(self, names: Names | None, direction: Direction | None) -> Field:
        """The field that can be ordered so: sizes need numbers, ages need dates, an alphabet needs text."""
        match direction:
            case "largest" | "smallest":
                return self.number(names)
            case "newest" | "oldest":
                return self.date(names, by_role=False)
            case "a to z" | "z to a":
                return self.text(names)
            case "ascending" | "descending" | None:
                if names is None:
                    raise Doubt("no_field")
                return self.any(names)

    def _choose(
        self, names: Names | None, fits: Callable[[Field], bool], role: Role | None = None, *families: Family
    ) -> Field:
        among = self.fields.values() if names is None else [self.fields[name] for name in names]
        found = [field for field in among if (not families or family_of(field) in families) and fits(field)]
        if len(found) > 1 and names is None and role is not None:
            found = [field for field in found if field.role == role] or found
        if len(found) != 1:
            raise Doubt("ambiguous" if found else "no_field")
        return found[0]


def descends(field: Field, direction: Direction | None) -> bool:
    """Without a word about it: largest and newest first, but what is due soonest first, and the rest ascending."""
    if direction is not None:
        return direction in ("descending", "largest", "newest", "z to a")
    return family_of(field) == "number" or (family_of(field) in _DATES and field.role != "due")


def _can_hold(field: Field, figure: Figure) -> bool:
    if figure.unit is not None and fold(field.unit or "") != figure.unit:
        return False
    match figure.measure:
        case None:
            return True
        case "percent":
            return field.type == "percent"
        case currency:
            return field.type == "money" and field.currency in (None, currency)
