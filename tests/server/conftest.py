"""Servers shared by tests, as starting one takes seconds."""

from collections.abc import Iterator

import pytest

from .outside import Postgres
from .running import Server


@pytest.fixture(scope="session")
def compiled() -> None:
    """Nothing: engines are built before the tests."""


@pytest.fixture(scope="session")
def server(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without pace and with wide limits. Whatever was done to it, it wrote no traceback."""
    made = Server(tmp_path_factory.mktemp("server")).start()
    yield made
    made.close()
    assert not made.traces()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """An empty PostgreSQL."""
    made = Postgres()
    try:
        yield made.start()
    finally:
        made.close()
