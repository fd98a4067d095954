"""Build what is missing or stale: a library per game and platform, in parallel, and the extension."""

import gc
import importlib.util
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..bots import LEVELS
from ..bots.search import CLEARLY
from ..core import library
from ..core.errors import BadSetup
from ..core.kinds import signature
from ..core.library import BUILT, CORE, extension_sources, sources
from ..core.loops import laboratory, loops, playing

Report = Callable[[str], None]
NO_DATA = (".py", ".md")  # files of a game's folder that are not data


def here() -> str:
    """Return this platform's name in targets.py."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    processor = {"amd64": "x86_64", "arm64": "arm64" if system == "macos" else "aarch64"}
    kind = platform.machine().lower()
    return f"{system}-{processor.get(kind, kind)}"


def build(games: Sequence[Any], platforms: Sequence[str], report: Report = print, output: Path | None = None) -> None:
    """Build missing or stale libraries into the games' folders, or a folder with the package's layout."""
    missing = [name for name in ("numba", "llvmlite", "ziglang") if importlib.util.find_spec(name) is None]
    if missing:
        raise BadSetup(f"building needs {', '.join(missing)}: pip install 'brelan[build]'")
    _extensions([name for name in platforms if name != "wasm"], report, output)
    old = [game for game in games if output or _old(game, platforms)]
    for game in games:
        if game not in old:
            _describe(game)
    if not old:
        return
    started = time.monotonic()
    report(f"building {len(old)} engines: {', '.join(game.name for game in old)}")
    with ProcessPoolExecutor(min(len(old), os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(build_one, game.name, list(platforms), _folder(game, output)): game for game in old}
        for number, job in enumerate(as_completed(jobs)):
            if (error := job.exception()) is not None:
                raise BadSetup(f"{jobs[job].name} cannot be built: {' '.join(str(error).split())[:400]}") from error
            report(f"engine {number + 1} of {len(jobs)}: {jobs[job].name} ({time.monotonic() - started:.0f} s)")


def _folder(game: Any, output: Path | None) -> Path:
    return (game.folder if output is None else output / "games" / game.name) / BUILT  # type: ignore[no-any-return]


def _old(game: Any, platforms: Sequence[str]) -> bool:
    from .targets import TARGETS

    try:
        wanted = library.manifest(game)["sources"].encode()
    except library.NoLibrary:
        return True
    files = [game.folder / BUILT / f"{game.name}{TARGETS[name].ending}" for name in platforms]
    return not all(file.exists() and wanted in file.read_bytes() for file in files)  # one may be older than the other


def _describe(game: Any) -> None:
    """Rewrite the manifest if its facts are outdated although the libraries are not."""
    known = library.manifest(game)
    told = json.dumps(facts(game, known["sources"], tuple(known["files"])), indent=1) + "\n"
    file = game.folder / BUILT / f"{game.name}.json"
    if file.read_text(encoding="utf-8") != told:
        file.write_text(told, encoding="utf-8")


def _extensions(platforms: Sequence[str], report: Report, output: Path | None) -> None:
    from .linking import extension
    from .targets import TARGETS

    wanted = extension_sources()
    for name in platforms:
        folder = CORE if output is None else output / "core"
        file = folder / ("_engine.pyd" if TARGETS[name].ending == ".dll" else "_engine.abi3.so")
        if not file.exists() or wanted.encode() not in file.read_bytes():
            folder.mkdir(parents=True, exist_ok=True)
            extension(name, wanted, file)
            report(f"extension for {name}")


def build_one(name: str, platforms: list[str], folder: Path) -> None:
    """Build all libraries of a game, then its manifest, without which they do not count; runs in its own process."""
    from ..core.game import game as find
    from .entries import entry, exported
    from .linking import library
    from .targets import TARGETS, WASM, object_file
    from .writing import prepare, texts

    prepare()
    game = find(name)
    found = loops(game)
    files = compiled_from(game)
    wanted = sources(game.folder, files)
    gc.disable()  # numba makes millions of lasting objects: collecting garbage would take a quarter of the time
    made = {name: entry(loop, game.rules.State.dtype) for name, loop in found.items()}
    exports = "".join(exported(name, inner) for name, (inner, _) in made.items())
    written = list(texts([held for _, held in made.values()]))
    folder.mkdir(parents=True, exist_ok=True)
    for platform_ in platforms:
        target = TARGETS[platform_]
        offered = list(playing(game) if platform_ == WASM else made)
        part = object_file(target, exports, set(offered), written)
        library(platform_, part, offered, wanted, folder / f"{name}{target.ending}")
    (folder / f"{name}.json").write_text(json.dumps(facts(game, wanted, files), indent=1) + "\n", encoding="utf-8")


def compiled_from(game: Any) -> tuple[str, ...]:
    """Return the files of a game's folder that its loops depend on: imported modules, and data used as constants."""
    modules = [name.partition(f"{game.package}.")[2] for name in sys.modules if name.startswith(f"{game.package}.")]
    data = [file.name for file in game.folder.iterdir() if file.is_file() and file.suffix not in NO_DATA]
    return tuple(sorted([*(f"{name}.py" for name in modules), *(name for name in data if name != "lesson.toml")]))


def facts(game: Any, wanted: str, files: tuple[str, ...]) -> dict[str, Any]:
    """Return the manifest: what bindings and shells need to know about the game."""
    kind = game.rules.State
    return {
        "name": game.name,
        "version": game.version,
        "sources": wanted,
        "files": files,
        "size": kind.dtype.itemsize,
        "most": game.rules.MOST,
        "actions": _verbs(game.rules.ACTIONS),
        "signals": _verbs(game.rules.SIGNALS) if hasattr(game.rules, "SIGNALS") else [],
        "events": game.part("story").EVENTS.data() if game.part("story") else [],
        "phrases": {kind: said.data() for kind, said in getattr(game.part("reasons"), "PHRASES", {}).items()},
        "options": [option.data() | {"reads": option.reads} for option in game.options.values()],
        "seats": [game.least, game.most],
        "usual": game.usual,
        "replays": game.replays,
        "team": game.team,
        "team_wins": game.team_wins,
        "shared_by": game.shared_by,
        "draws_dealer": game.draws_dealer,
        "one_pack": game.one_pack,
        "passes": game.passes,
        "fields": {name: {"at": kind.dtype.fields[name][1], **_field(field)} for name, field in kind.fields.items()},
        "bots": _bots(game.part("bots")),
        "entries": {name: signature(loop) for name, loop in playing(game).items()},
        "laboratory": {name: signature(loop) for name, loop in laboratory(game).items()},  # native only
    }


def _verbs(actions: Any) -> list[dict[str, Any]]:
    """Return a list of actions, with values in pairs, as JavaScript objects sort numeric keys."""
    return [{**verb, "fields": {name: list(values.items()) for name, values in verb["fields"].items()}}
            for verb in actions.data()]  # fmt: skip


def _field(field: Any) -> dict[str, Any]:
    return {"type": field.dtype, "shape": field.shape, "who": field.word, "counter": field.counter}


def _bots(bots: Any) -> dict[str, Any] | None:
    """Return what a search needs to know about a game's policy (bots/search.py), and the levels; None without bots."""
    if bots is None:
        return None
    levels = {name: {**level._asdict(), "trials": min(level.trials, getattr(bots, "TRIALS", level.trials))}
              for name, level in LEVELS.items()}  # fmt: skip
    known = {"swing": getattr(bots, "SWING", 0.0), "clearly": getattr(bots, "CLEARLY", CLEARLY)}
    return {**known, "short": hasattr(bots, "chance"), "learned": hasattr(bots, "NETS"), "levels": levels}
