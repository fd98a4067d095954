"""Compiled rules that several processes keep in one folder: each must stay itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from brelan.core.rule import MODE

PAIR = """
import itertools, pathlib, sys, time
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import IndexDataCacheFile as Files
from brelan.core.actions import decode
from brelan.core.rule import rule

TENS, ONES = decode(0, 10, 10, 0, 1), decode(0, 1, 10, 0, 1)

@rule
def both(action):
    return TENS(action), ONES(action)

@rule
def half(number):
    return number / 2

def numbered(first):
    FunctionIdentity._unique_ids = itertools.count(first)

def after(method, file):  # what numba does next waits until the file is there
    plain = getattr(Files, method)
    def waiting(*args):
        while not pathlib.Path(file).exists():
            time.sleep(0.01)
        return plain(*args)
    setattr(Files, method, waiting)

def tell(method, file):  # once numba has done that, the file is there
    plain = getattr(Files, method)
    def telling(*args):
        done = plain(*args)
        pathlib.Path(file).touch()
        return done
    setattr(Files, method, telling)
"""

pytestmark = pytest.mark.skipif(MODE == "interpreted", reason="nothing is compiled")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pair.py").write_text(PAIR)
    return tmp_path


def begin(folder: Path, text: str) -> subprocess.Popen[str]:
    """A process of its own that does that with the module above."""
    own = {"BRELAN_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", f"import pair\n{text}"]
    return subprocess.Popen(command, cwd=folder, env={**os.environ, **own}, stdout=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return said.strip()


def test_rules_of_one_text_compiled_by_two_processes_stay_apart(folder: Path) -> None:
    # numba tells them apart by a number of the process: here both processes give the same one
    assert ended(begin(folder, "pair.numbered(6); print(pair.TENS(57))")) == "5"
    assert ended(begin(folder, "pair.numbered(5); print(pair.both(57))")) == "(5, 7)"


def test_processes_number_their_functions_from_different_starts(folder: Path) -> None:
    said = [ended(begin(folder, "print(next(pair.FunctionIdentity._unique_ids))")) for _ in range(2)]
    assert len(set(said)) == 2
    assert all(int(number) > 2**30 for number in said)  # far from where another process counts


def test_processes_that_compile_for_different_types_at_once_do_not_mix_them_up(folder: Path) -> None:
    # both look for a free name, the first enters it in the index, then the second; the first writes its code last
    one = begin(folder, "pair.after('_save_index', 'looked'); pair.tell('_save_index', 'entered'); "
                        "pair.after('_save_data', 'written'); print(pair.half(5))")  # fmt: skip
    two = begin(folder, "pair.tell('_data_name', 'looked'); pair.after('_save_index', 'entered'); "
                        "pair.tell('_save_data', 'written'); print(pair.half(5.5))")  # fmt: skip
    assert [ended(one), ended(two)] == ["2.5", "2.75"]
    assert ended(begin(folder, "print(pair.half(5.5), pair.half(5))")) == "2.75 2.5"
