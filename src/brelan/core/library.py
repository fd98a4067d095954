"""The libraries that were built from games: which sources they belong to, and their entry points.

`games/<g>/built/` holds a library for this platform, one for browsers, and the manifest, which describes both. A
library carries the hash of the sources it was built from; one with another hash is not loaded.
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
    """There is no library that may be used, and why."""


def digest(files: list[Path]) -> str:
    """A hash of files, their names and contents."""
    found = hashlib.sha256()
    for file in filter(Path.exists, files):
        found.update(file.name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:32]


@functools.cache
def sources(folder: Path, names: tuple[str, ...]) -> str:
    """The hash of all that the library of a game is built from: these files of it, what core compiles, the build."""
    core = [file for pattern in COMPILED for file in CORE.glob(pattern)]
    build = [BUILD / name for name in ("entries.py", "runtime.c", "targets.py", "writing.py")]
    return digest([*sorted(core), *sorted(build), *(folder / name for name in names)])


def extension_sources() -> str:
    """The hash of what the extension is built from."""
    return digest([BUILD / "position.c", BUILD / "stable.h"])


def manifest(game: Any) -> dict[str, Any]:
    """What describes a game's libraries; NoLibrary if there is none, or one of other sources."""
    file = game.folder / BUILT / f"{game.name}.json"
    if not file.exists():
        raise NoLibrary("no library was built (`brelan build` makes one)")
    facts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    _same(facts["sources"], game, facts)
    return facts


def _same(found: str, game: Any, facts: dict[str, Any]) -> None:
    if found != sources(game.folder, tuple(facts.get("files", ()))):
        raise NoLibrary("the library was built from other sources (`brelan build` makes it anew)")


class Library:
    """A game's library on this platform: `library["step"]` is an entry point."""

    def __init__(self, game: Any) -> None:
        self.facts = manifest(game)
        file = game.folder / BUILT / f"{game.name}{ENDING}"
        if not file.exists():
            raise NoLibrary(f"there is no {file.name} for this platform (`brelan build` makes one)")
        self.extension = extension()
        self.c = ctypes.CDLL(str(file))
        self.c.sources.restype = ctypes.c_char_p
        _same(self.c.sources().decode(), game, self.facts)

    def address(self, name: str) -> int:
        """Where an entry point is."""
        return ctypes.cast(getattr(self.c, name), ctypes.c_void_p).value or 0

    @functools.cached_property
    def entries(self) -> dict[str, Any]:
        """The kinds of what each entry point takes and gives back."""
        return self.facts["entries"] | self.facts["laboratory"]  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Any:
        if name not in self.entries:
            raise AttributeError(f"the library has no entry point {name!r}")
        kinds, result = self.entries[name]
        return self.extension.Function(self.address(name), "".join(kinds), result, self.facts["size"])

    @functools.cached_property
    def layout(self) -> Any:
        """What a position must know of the game."""
        facts = self.facts
        entries = self.address("start"), self.address("step")
        seat = facts["fields"]["seat"]
        return self.extension.Layout(*entries, facts["size"], facts["most"], seat["at"], int(seat["type"][1]))


def extension() -> Any:
    """The compiled layer between Python and a library; NoLibrary if it was not built, or from other sources."""
    try:
        from . import _engine  # type: ignore[attr-defined]
    except ImportError as error:
        raise NoLibrary(f"the extension brelan.core._engine is missing ({error}; `brelan build` makes it)") from error
    if extension_sources() != _engine.SOURCES:
        raise NoLibrary("the extension was built from other sources (`brelan build` makes it anew)")
    return _engine


def library(game: Any) -> Any:
    """The library of a game in the mode of this process; NoLibrary if there is none that may be used."""
    if MODE == "wasm":
        from .node import NodeLibrary

        return NodeLibrary(game)
    return Library(game)
