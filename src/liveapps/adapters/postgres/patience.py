"""How often, and for how long, something that did not work is tried again."""

import random
from collections.abc import Iterator

TRIES = 10
FIRST_SECONDS = 0.02
LONGEST_SECONDS = 1.0


def pauses() -> Iterator[float]:
    """Seconds to wait before each further try: about four in all, enough for a server that is being restarted."""
    for number in range(TRIES - 1):
        # Jitter, so that those who were in each other's way do not meet again.
        yield min(FIRST_SECONDS * 2**number, LONGEST_SECONDS) * random.uniform(0.5, 1)  # noqa: S311 no secret
