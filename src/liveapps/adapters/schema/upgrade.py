"""Brings a database to the revision this code knows. Refuses one written by a newer version."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from liveapps.panels.errors import Refusal

from . import HEAD

KNOWN: frozenset[str] = frozenset(
    path.name.partition("_")[0] for path in (Path(__file__).parent / "versions").glob("[0-9]*.py")
)


def upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)


def refuse_newer(revision: str, where: str) -> None:
    """Raises Refusal `data_newer` for a revision this code has never heard of."""
    if revision not in KNOWN:
        raise Refusal(
            "data_newer",
            f'The data in "{where}" was written by a newer version of Live Apps (revision {revision}).',
            "Install that version, or start with another data folder. Nothing was changed.",
            where=where,
            revision=revision,
            known=HEAD,
        )
