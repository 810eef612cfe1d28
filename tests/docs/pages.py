"""The pages of the documentation, and the code in them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def code_in(page: str, language: str) -> list[str]:
    """The blocks of code of one language, in the order of the page."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
