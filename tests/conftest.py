"""What all tests share: folders that are not ours to collect, and what was left out, said where everybody reads it."""

import importlib.util
import os
import shutil
import tempfile
from typing import Any

os.environ["BRELAN_DATA"] = tempfile.mkdtemp(prefix="brelan-tests-")  # never the folder of whoever runs the tests
collect_ignore = ["toy"]  # a game of its own, tested by test_guides.py


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(os.environ["BRELAN_DATA"], ignore_errors=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A line for what could not run here."""
    if importlib.util.find_spec("torch") is None:
        terminalreporter.write_line("not run: examples/train_thegame.py, for want of PyTorch (make examples runs it)")
    if shutil.which("redis-server") is None:
        terminalreporter.write_line("not run: tests/server/test_club.py, for want of PostgreSQL and Redis")
