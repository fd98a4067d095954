"""Shared by all tests: folders that are not collected, and a visible note of what was skipped."""

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
LIMIT = int(os.environ.get("BRELAN_TEST_LIMIT", "300"))  # seconds a test may compute
CLOCK = int(os.environ.get("BRELAN_TEST_CLOCK", "600"))  # and take, computing or not, also on a busy machine
ALARMS = {
    signal.SIGPROF: f"it computed for more than {LIMIT} seconds",
    signal.SIGALRM: f"it took more than {CLOCK} seconds",
}
TRACES = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep the way out that traces take, since pytest reads what tests write."""
    with config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        config.stash[TRACES] = os.dup(2)


def _too_long(number: int, *_: Any) -> None:
    pytest.fail(ALARMS[signal.Signals(number)], pytrace=True)


def _set_alarms(computing: float, clock: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, computing)
    signal.setitimer(signal.ITIMER_REAL, clock)
    signal.setitimer(signal.ITIMER_VIRTUAL, computing and computing + 10)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test that hangs fails; one that hangs where no signal reaches it, in a library, ends the run with a trace."""
    before = {number: signal.signal(number, _too_long) for number in ALARMS}
    faulthandler.register(signal.SIGVTALRM, item.config.stash[TRACES], chain=True)
    faulthandler.dump_traceback_later(CLOCK + 60, file=item.config.stash[TRACES], exit=True)
    _set_alarms(LIMIT, CLOCK)
    try:
        return (yield)
    finally:
        _set_alarms(0, 0)
        faulthandler.cancel_dump_traceback_later()
        faulthandler.unregister(signal.SIGVTALRM)
        for number, handler in before.items():
            signal.signal(number, handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, so that all cores are busy to the end; many games need compiled rules."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if os.environ.get("BRELAN_MODE") == "interpreted":
        for item in items:
            if item.get_closest_marker("many"):
                item.add_marker(pytest.mark.skip(reason="it would take minutes interpreted"))


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
