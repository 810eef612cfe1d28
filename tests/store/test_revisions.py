"""The revisions lead to the tables the code knows, forth and back."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from liveapps.adapters import schema
from liveapps.adapters.schema import HEAD
from liveapps.adapters.schema.tables import metadata
from liveapps.adapters.schema.upgrade import KNOWN, upgrade
from liveapps.adapters.sqlite.connection import prepare

SCRIPTS = str(Path(schema.__file__).parent)


def config(connection: sa.Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", SCRIPTS)
    made.attributes["connection"] = connection
    return made


def tables(connection: sa.Connection) -> dict[str, str]:
    """Everything in the database but Alembic's own table, as it was declared."""
    found = connection.execute(sa.text("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")).all()
    return {str(name): str(sql) for name, sql in found if name != "alembic_version"}


def test_the_revisions_lead_to_exactly_the_tables_the_code_knows(tmp_path: Path) -> None:
    prepare(tmp_path / "liveapps.db")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'liveapps.db'}")
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        assert len(tables(connection)) > len(metadata.tables) > 10
    engine.dispose()
    assert differences == []


def test_the_revisions_go_forth_and_back_and_forth_again(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'liveapps.db'}")
    with engine.begin() as connection:
        upgrade(connection)
        first = tables(connection)
    with engine.begin() as connection:
        command.downgrade(config(connection), "base")
        assert tables(connection) == {}
    with engine.begin() as connection:
        upgrade(connection)
        assert tables(connection) == first
    engine.dispose()


def test_the_code_knows_every_revision_and_the_last_one_is_its_head(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'liveapps.db'}")
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(config(connection))
    engine.dispose()
    assert {script.revision for script in scripts.walk_revisions()} == KNOWN
    assert scripts.get_heads() == [HEAD]
