"""Engines built ahead of time: which libraries are used, which are not, and what a build refuses."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from brelan.build.engines import _old, here
from brelan.build.targets import WASM
from brelan.core import dice
from brelan.core.game import game
from brelan.core.library import ENDING
from brelan.core.position import NativePosition, Position
from brelan.core.rule import MODE

TOY = Path(__file__).parents[1] / "toy" / "games" / "brim"
PLAY = "import brelan; t = brelan.Table('brim', 3, seed=1); t.play(t.allowed()[0]); print(len(t.history))"
NO_NUMBA = "import sys; sys.modules['numba'] = None;"
native = pytest.mark.skipif(MODE != "native", reason="about libraries in this process")


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A process that knows the toy."""
    place = {**os.environ, "BRELAN_GAMES": str(folder.parent), "BRELAN_MODE": "native", **environment}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=place)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy, built by the command of the guide."""
    folder = tmp_path_factory.mktemp("games") / "brim"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__", "built"))
    done = run(folder, "-m", "brelan", "build", str(folder))
    assert done.returncode == 0, done.stderr
    assert "engine 1 of 1: brim" in done.stdout
    return folder


@pytest.fixture
def toy(built: Path, tmp_path: Path) -> Path:
    """The built toy, a copy to be broken."""
    return shutil.copytree(built, tmp_path / "games" / "brim")


def test_a_folder_that_was_built_is_played_without_a_word_and_without_numba(toy: Path) -> None:
    done = run(toy, "-c", f"{NO_NUMBA}{PLAY}")
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_library_of_other_sources_is_not_used_and_that_is_said(toy: Path) -> None:
    rules = toy / "rules.py"
    rules.write_text(rules.read_text() + "\n# a changed rule\n")
    for before, how in (("", "compiled as they are used"), (NO_NUMBA, "interpreted, which is slow")):
        done = run(toy, "-c", before + PLAY)
        assert done.stdout == "1\n"
        assert done.stderr == f"brelan: brim's rules are {how}: the library was built from other sources " \
                              "(run `brelan build` again)\n"  # fmt: skip


def test_a_library_stays_when_only_what_is_not_compiled_changes(toy: Path) -> None:
    for name in ("terminal.py", "RULES.md"):
        (toy / name).write_text((toy / name).read_text() + "\n")
    assert run(toy, "-c", PLAY).stderr == ""


def test_a_library_exchanged_behind_its_manifest_is_not_used(toy: Path) -> None:
    library = toy / "built" / f"brim{ENDING}"
    mark = json.loads((toy / "built" / "brim.json").read_text())["sources"].encode()
    assert mark in library.read_bytes()
    library.write_bytes(library.read_bytes().replace(mark, b"0" * len(mark)))
    assert "built from other sources" in run(toy, "-c", PLAY).stderr


def test_a_game_without_a_library_says_so(toy: Path) -> None:
    shutil.rmtree(toy / "built")
    assert "no library has been built (run `brelan build`)" in run(toy, "-c", PLAY).stderr


def test_a_library_that_another_platforms_build_left_behind_is_built_anew(toy: Path) -> None:
    """As the browser's is after a build for this machine alone."""
    found = cast("Any", SimpleNamespace(folder=toy, name="brim"))
    file, sources = toy / "built" / "brim.wasm", json.loads((toy / "built" / "brim.json").read_text())["sources"]
    assert not _old(found, [here()])
    assert _old(found, [here(), WASM])
    file.write_bytes(b"\0asm" + b"0" * len(sources))
    assert _old(found, [here(), WASM])
    file.write_bytes(b"\0asm" + sources.encode())
    assert not _old(found, [here(), WASM])


def test_a_constant_array_that_would_become_an_address_stops_the_build(toy: Path) -> None:
    rules = toy / "rules.py"
    text = rules.read_text()
    assert "def legal(s" in text
    large = "FAR = np.zeros(1 << 18)\n\n\n@rule\ndef far(i):\n    return FAR[i]\n\n\n"
    changed = text.replace("@rule\ndef legal(s", f"{large}@rule\ndef legal(s", 1)
    body = changed.partition("def legal(s")[2]
    first = next(line for line in body.splitlines()[1:] if line.strip().startswith("return"))
    changed = changed.replace(first, first.replace("return ", "return 0 * int(far(0)) + "), 1)
    rules.write_text("import numpy as np\n" + changed if "import numpy" not in changed else changed)
    done = run(toy, "-m", "brelan", "build", str(toy))
    assert done.returncode == 2
    assert "brim cannot be built:" in done.stderr
    assert "a constant array of the rules is too large or not contiguous" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_symbol_that_is_nowhere_stops_the_link(tmp_path: Path) -> None:
    from brelan.build.linking import library
    from brelan.build.targets import TARGETS, object_file

    call = "%status = call i32 @nowhere(ptr %slots)\n ret i32 %status"
    text = f"declare i32 @nowhere(ptr)\ndefine i32 @step(ptr %slots) {{\n {call}\n}}"
    part = object_file(TARGETS["linux-x86_64"], text, {"step"}, [])
    with pytest.raises(OSError, match="nowhere"):
        library("linux-x86_64", part, ["step"], "0" * 32, tmp_path / "made.so")
    assert not list(tmp_path.iterdir())


def test_a_build_without_its_tools_says_what_to_install(built: Path) -> None:
    code = f"{NO_NUMBA} sys.argv[1:] = ['build', {str(built)!r}]; from brelan.cli import main; sys.exit(main())"
    done = run(built, "-c", code)
    assert done.returncode == 2
    assert done.stderr.strip() == "brelan: building needs numba: pip install 'brelan[build]'"


@native
@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("legal", (0,), "takes 3 arguments, not 1"),
        ("legal", ("rows", 0, np.zeros(9, np.int32)), "argument 3 is an array of 4 bytes in 1 dimensions, not of 2"),
        ("legal", ("rows", 0, np.zeros((3, 3), np.int16)), "in 2 dimensions, not of 2 in 1"),
        ("legal", (np.zeros(1, "i8"), 0, np.zeros(99, np.int16)), "argument 1 is an array of 8 bytes"),
        ("legal", ("rows", 0.5, np.zeros(99, np.int16)), "float"),
    ],
)
def test_an_entry_point_refuses_what_is_of_another_kind(name: str, given: tuple[object, ...], message: str) -> None:
    found = game("thegame")
    rows = found.rules.State.rows(1)
    with pytest.raises(TypeError, match=message):
        getattr(found.engine, name)(*(rows if isinstance(one, str) else one for one in given))


@native
def test_an_engine_has_no_entry_point_that_is_not_listed() -> None:
    with pytest.raises(AttributeError, match="no entry point 'peek'"):
        _ = game("thegame").engine.peek


@native
def test_a_position_belongs_to_its_library_and_frees_its_memory() -> None:
    import resource

    found = game("joomo")
    options = found.check_options(4, {})
    first = Position(found, 4, options, dice.new(1))
    assert isinstance(first, NativePosition)
    with pytest.raises(ValueError, match="action 4000 is not allowed here"):
        first.play(4000)
    with pytest.raises(IndexError):
        first[first.count]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(100_000):
        Position(found, 4, options, dice.new(seed)).copy()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB; the records alone are 100 MB
