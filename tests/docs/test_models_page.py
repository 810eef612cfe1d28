"""What the page about models says is what the house does."""

from pathlib import Path

from liveapps.conversation.agents import RunLimits
from liveapps.conversation.models import PROVIDERS, model_of, variables_of
from liveapps.settings import read_config
from tests.docs.pages import ROOT, code_in

PAGE = "how-to/models.md"


def test_the_configuration_of_the_page_is_read(tmp_path: Path) -> None:
    (example,) = code_in(PAGE, "toml")
    file = tmp_path / "liveapps.toml"
    file.write_text(example, "utf-8")
    commercial, code = read_config(file, tmp_path).agents
    assert [model_of(one).provider.name for one in (commercial, code)] == ["anthropic", "openai-chat"]
    assert variables_of(commercial, model_of(commercial)) == ("ANTHROPIC_API_KEY",)
    assert variables_of(code, model_of(code)) == ("HOUSE_MODEL_KEY",)
    assert (code.limits.requests, code.limits.seconds) == (10, 300)


def test_the_page_names_every_provider_and_every_limit_with_its_default() -> None:
    text = (ROOT / "docs" / PAGE).read_text("utf-8")
    for provider in PROVIDERS.values():
        assert f"| `{provider.name}` |" in text
    for name, limit in RunLimits():
        assert f"| `limits.{name}` | {limit:,} |" in text
