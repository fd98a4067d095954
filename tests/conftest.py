"""What all tests share: folders that are not ours to collect, and what was left out, said where everybody reads it."""

import faulthandler
import importlib.util
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest

os.environ["BRELAN_DATA"] = tempfile.mkdtemp(prefix="brelan-tests-")  # never the folder of whoever runs the tests
hypothesis.settings.register_profile("patient", deadline=None)  # on a busy machine an example takes as long as it takes
hypothesis.settings.register_profile("brief", deadline=None, phases=["explicit", "generate"])  # any failure will do
hypothesis.settings.load_profile("patient")
collect_ignore = ["toy"]  # a game of its own, tested by test_guides.py
LIMIT = int(os.environ.get("BRELAN_TEST_LIMIT", "600"))  # seconds a test may take, also on a busy machine


def _too_long(*_: Any) -> None:
    pytest.fail(f"it took more than {LIMIT} seconds", pytrace=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    """A test that hangs fails; one that hangs where no signal reaches it, in a library, ends the run with a trace."""
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LIMIT)
    faulthandler.dump_traceback_later(LIMIT + 60, exit=True)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, so that all cores are busy to the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(os.environ["BRELAN_DATA"], ignore_errors=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A line for what could not run here."""
    if importlib.util.find_spec("torch") is None:
        terminalreporter.write_line(
            "not run: examples that train, for want of PyTorch and sb3-contrib (make examples does)"
        )
    if shutil.which("redis-server") is None:
        terminalreporter.write_line("not run: tests/server/test_club.py, for want of PostgreSQL and Redis")
