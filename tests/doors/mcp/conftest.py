"""Each test of a tool runs in both eras of the protocol when it asks for `era`."""

import pytest

from .asking import ERAS, Era


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> Era:
    return request.param
