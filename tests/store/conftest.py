from collections.abc import Generator

import pytest

from tests.support.postgres import drop_databases


@pytest.fixture(scope="session", autouse=True)
def no_database_is_left_behind() -> Generator[None]:
    yield
    drop_databases()
