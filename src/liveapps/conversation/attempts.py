"""Earlier attempts of a conversation: what was said from a place on, before it was said otherwise."""

from .threads import Message
from .views import AttemptHead


def attempt_heads(counting: list[Message], set_aside: list[tuple[int, Message]]) -> list[AttemptHead]:
    """Each with the message it came after: the last one before it that counted when it was set aside, which is one
    that still counts or was set aside later."""
    firsts: dict[int, Message] = {}
    for number, message in set_aside:
        firsts.setdefault(number, message)
    return [
        AttemptHead(number=number, after=_before(first, counting, set_aside, number))
        for number, first in sorted(firsts.items())
    ]


def _before(first: Message, counting: list[Message], set_aside: list[tuple[int, Message]], number: int) -> str | None:
    counted = [*counting, *(message for of, message in set_aside if of > number)]
    earlier = [message for message in counted if message.seq < first.seq]
    return max(earlier, key=lambda message: message.seq).id if earlier else None
