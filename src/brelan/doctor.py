"""Checks of the installation: what is wrong, and how to fix it. The checks themselves never fail."""

import importlib.metadata
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from .core.errors import BadSetup
from .core.game import game, names
from .core.library import NoLibrary, library
from .folders import own_folder, remove_stale_cache
from .server.database import shown
from .server.desk import opened
from .server.gate import descriptors
from .server.limits import Limits
from .server.messages import GameFacts
from .server.page import PAGE
from .server.run import PORT, listening
from .server.store import MIGRATIONS

PYTHON = (3, 11)
NEEDED = (
    "click", "msgspec", "numpy", "platformdirs", "prompt-toolkit", "rich", "starlette", "uvicorn",
    "websockets",
)  # fmt: skip
FILES = 256  # open files: sockets of a few tables, the database, the thinkers' pipes


class Finding(NamedTuple):
    """What was checked, and the result."""

    what: str
    well: bool
    text: str


def examined(given: str | None, port: int = PORT) -> list[Finding]:
    """Check Python, packages, folder, page, engines, database, port, open files and GPU."""
    looks: list[Callable[[], Iterator[Finding]]] = [
        _python, _packages, _folder, _page, _engines, lambda: _database(given), lambda: _port(port), _files, _gpu,
    ]  # fmt: skip
    found: list[Finding] = []
    for look in looks:
        try:
            found.extend(look())
        except Exception as error:  # a failing check is a finding, too
            found.append(Finding("doctor", False, f"{type(error).__name__}: {one_line(error)}"))
    return found


def one_line(error: Exception) -> str:
    """Return an error's message in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def _python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    needed = "" if sys.version_info >= PYTHON else f": Brelan needs {'.'.join(map(str, PYTHON))} or newer"
    yield Finding("Python", not needed, version + needed)


def _packages() -> Iterator[Finding]:
    for name in NEEDED:
        try:
            yield Finding(name, True, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Finding(name, False, f"missing: pip install {name}, or install Brelan again")


def _folder() -> Iterator[Finding]:
    try:
        folder = own_folder()
        with tempfile.TemporaryFile(dir=folder):
            yield Finding("folder", True, f"{folder} can be written to")
    except (BadSetup, OSError) as error:
        yield Finding("folder", False, f"{one_line(error)}: games, lessons and tables cannot be kept")
    stale = remove_stale_cache()
    if stale is not None:
        yield Finding("cache", True, f"{stale} of an older version was removed")


def _page() -> Iterator[Finding]:
    built = (PAGE / "index.html").exists()
    yield Finding("page", built, str(PAGE) if built else "not built: run `make web`, or install the package again")


def _engines() -> Iterator[Finding]:
    for name in names():
        try:
            library(game(name))
            yield Finding(f"engine {name}", True, "built from these sources")
        except NoLibrary as reason:
            yield Finding(f"engine {name}", False, f"{reason}: the game works, but slowly")
        except Exception as error:  # somebody's own game that cannot be loaded
            yield Finding(f"engine {name}", False, one_line(error))


def _database(given: str | None) -> Iterator[Finding]:
    try:
        with opened(given) as store:
            count, damage = len(store.tables()), store.damage()
            well = f"{shown(store.address)}, schema {store.version} of {len(MIGRATIONS)}, {count} tables"
            wrong = f"{shown(store.address)}: {damage}: copy the file, then write its games out with `brelan export`"
            yield Finding("database", not damage, wrong if damage else well)
    except BadSetup as error:
        yield Finding("database", False, one_line(error))


def _port(port: int) -> Iterator[Finding]:
    try:
        listening(port, lan=False).close()
        yield Finding("port", True, f"{port} is free")
    except BadSetup as error:
        ours = _answers(port)
        yield Finding("port", ours, f"{port}: Brelan is running there" if ours else one_line(error))


def _answers(port: int) -> bool:
    """Whether a Brelan server is listening there: it lists its games in our format."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=2) as answer:
            return bool(msgspec.json.decode(answer.read(), type=list[GameFacts]))
    except (OSError, ValueError):
        return False


def _files() -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    most = descriptors()
    room = f"at most {most}, {Limits().connections_of_address} connections per address"
    yield Finding("open files", most >= FILES, room if most >= FILES else f"{room}: run `ulimit -n 1024` first")


def _gpu() -> Iterator[Finding]:
    from .lab.bench import no_gpu

    reason = no_gpu()
    said = f"none can be used ({reason}); only `brelan bench --gpu` needs one" if reason else "can be used"
    yield Finding("GPU", True, said)
