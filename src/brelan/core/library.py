"""Compiled libraries of games: their sources and entry points.

`games/<g>/built/` holds a library for this platform, one for browsers, and a manifest that describes both. A
library carries the hash of its sources; if that does not match, it is not loaded.
"""

import ctypes
import functools
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from .rule import MODE

CORE = Path(__file__).parent
BUILD = CORE.parent / "build"
COMPILED = (  # of core
    "actions.py", "dice.py", "hands.py", "kinds.py", "maths.py", "net.py", "outcome.py", "record.py", "rule.py",
    "sentences.py", "loops/*.py",
)  # fmt: skip
ENDING = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
BUILT = "built"


class NoLibrary(Exception):
    """There is no usable library; the message says why."""


def digest(files: list[Path]) -> str:
    """Return a hash of the names and contents of files."""
    found = hashlib.sha256()
    for file in filter(Path.exists, files):
        found.update(file.name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:32]


@functools.cache
def sources(folder: Path, names: tuple[str, ...]) -> str:
    """Return the hash of everything a game's library is built from: these files of its folder, core and the build."""
    core = [file for pattern in COMPILED for file in CORE.glob(pattern)]
    build = [BUILD / name for name in ("entries.py", "runtime.c", "targets.py", "writing.py")]
    return digest([*sorted(core), *sorted(build), *(folder / name for name in names)])


def extension_sources() -> str:
    """Return the hash of the extension's sources."""
    return digest([BUILD / "position.c", BUILD / "stable.h"])


def manifest(game: Any) -> dict[str, Any]:
    """Return the manifest of a game's libraries; raise NoLibrary if there is none, or if it is stale."""
    file = game.folder / BUILT / f"{game.name}.json"
    if not file.exists():
        raise NoLibrary("no library has been built (run `brelan build`)")
    facts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    _same(facts["sources"], game, facts)
    return facts


def _same(found: str, game: Any, facts: dict[str, Any]) -> None:
    if found != sources(game.folder, tuple(facts.get("files", ()))):
        raise NoLibrary("the library was built from other sources (run `brelan build` again)")


class Library:
    """A game's library on this platform: `library["step"]` is an entry point."""

    def __init__(self, game: Any) -> None:
        self.facts = manifest(game)
        file = game.folder / BUILT / f"{game.name}{ENDING}"
        if not file.exists():
            raise NoLibrary(f"there is no {file.name} for this platform (run `brelan build`)")
        self.extension = extension()
        self.c = ctypes.CDLL(str(file))
        self.c.sources.restype = ctypes.c_char_p
        _same(self.c.sources().decode(), game, self.facts)

    def address(self, name: str) -> int:
        """Return the address of an entry point."""
        return ctypes.cast(getattr(self.c, name), ctypes.c_void_p).value or 0

    @functools.cached_property
    def entries(self) -> dict[str, Any]:
        """The kinds of the arguments and the result of each entry point."""
        return self.facts["entries"] | self.facts["laboratory"]  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Any:
        if name not in self.entries:
            raise AttributeError(f"the library has no entry point {name!r}")
        kinds, result = self.entries[name]
        return self.extension.Function(self.address(name), "".join(kinds), result, self.facts["size"])

    @functools.cached_property
    def layout(self) -> Any:
        """What a position needs to know about the game."""
        facts = self.facts
        entries = self.address("start"), self.address("step")
        seat = facts["fields"]["seat"]
        return self.extension.Layout(*entries, facts["size"], facts["most"], seat["at"], int(seat["type"][1]))


def extension() -> Any:
    """Return the extension between Python and libraries; raise NoLibrary if it is missing or stale."""
    try:
        from . import _engine  # type: ignore[attr-defined]
    except ImportError as error:
        raise NoLibrary(f"the extension brelan.core._engine is missing ({error}; run `brelan build`)") from error
    if extension_sources() != _engine.SOURCES:
        raise NoLibrary("the extension was built from other sources (run `brelan build` again)")
    return _engine


def library(game: Any) -> Any:
    """Return a game's library in the mode of this process; raise NoLibrary if there is no usable one."""
    if MODE == "wasm":
        from .node import NodeLibrary

        return NodeLibrary(game)
    return Library(game)
