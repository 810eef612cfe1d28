"""An installation without a model does not pay for the libraries of models."""

import subprocess
import sys
from pathlib import Path

import pytest

from liveapps.adapters.pydantic_ai.building import opened
from liveapps.conversation.agents import Agent

HOUSE = """
import sys, asyncio
from pathlib import Path
from liveapps.bootstrap import build_app, build_house
from liveapps.conversation.agents import Agent
from liveapps.settings import Settings
agent = Agent(id="sales", name="Vendas", runtime="model", model="openai:gpt")
running = build_house(Settings(data=Path(sys.argv[1]), agents=[agent]))
build_app(running)
heavy = {"pydantic_ai", "openai", "anthropic", "google.genai"} & set(sys.modules)
print(sorted(heavy))
"""


def test_a_server_starts_without_loading_the_libraries_of_models(tmp_path: Path) -> None:
    told = subprocess.run([sys.executable, "-c", HOUSE, str(tmp_path)], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize("model", ["openai:m", "openai-chat:m", "anthropic:m", "google:m", "ollama:m"])
async def test_every_provider_of_the_list_can_be_built(model: str) -> None:
    async with opened(Agent(id="a", name="A", runtime="model", model=model), "key", 60) as built:
        assert built.model_name == "m"
