"""The score of the re-slice language, as its reference page shows it: `python -m tests.conversation.score`."""

from collections import Counter
from collections.abc import Iterable

from liveapps.conversation.views import Understood

from .reslice_set import KNOWN, TABLES, UNSEEN, Sentence, comparable

WRONG_COSTS = 3
"""A table cut wrongly misleads; a question that was not needed only costs the time of a model."""
HEAD = "| set | sentences | right | wrong | unneeded questions | cost | without the grammar |"


def outcome(sentence: Sentence) -> str:
    """ "right", "wrong" or an unneeded "question"."""
    said = TABLES[sentence.table].understand(sentence.text, sentence.current, sentence.locale)
    if not isinstance(said, Understood):
        return "right" if sentence.expect is None else "question"
    is_right = sentence.expect is not None and comparable(said.slice) == comparable(sentence.expect)
    return "right" if is_right else "wrong"


def score() -> str:
    """A table in markdown. The last column is what asking the agent each time would cost."""
    first = [(sentence, sentence.first) for sentence in UNSEEN]
    rows = [_row("written beside the grammar, pt-BR", _now(KNOWN, "pt-BR")), _row("the same, en", _now(KNOWN, "en"))]
    rows += [_row("met unseen, at first sight", first), _row("the same, since", _now(UNSEEN))]
    return "\n".join([HEAD, "|---|---:|---:|---:|---:|---:|---:|", *rows])


def _now(sentences: Iterable[Sentence], locale: str | None = None) -> list[tuple[Sentence, str]]:
    return [(one, outcome(one)) for one in sentences if locale in (None, one.locale)]


def _row(name: str, outcomes: list[tuple[Sentence, str]]) -> str:
    counts = Counter(said for _, said in outcomes)
    cost = WRONG_COSTS * counts["wrong"] + counts["question"]
    always = len([sentence for sentence, _ in outcomes if sentence.expect is not None])
    cells = [len(outcomes), counts["right"], counts["wrong"], counts["question"], cost, always]
    return " | ".join([f"| {name}", *map(str, cells)]) + " |"


if __name__ == "__main__":
    print(score())
