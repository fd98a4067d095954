"""Generated sources of the page: the games' web folders, their types, every catalogue as JSON.

python -m brelan.build.page FOLDER [ENGINES]      the page imports them as $generated

Engines come from the games' folders, or from a folder with the package's layout.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ..bots import LEVELS
from ..core.check import ROOM
from ..core.facts import facts
from ..core.game import Game, game, names
from ..core.lesson import lesson
from ..core.library import BUILT, digest
from ..core.text import COMMON, LANGUAGES, catalogue
from .types import module

NOTE = "// Written by `python -m brelan.build.page`: edit the games' folders instead.\n"
FILES = '"./texts/*.json", { query: "?url", import: "default", eager: true }'
PLAYED_BY = ("rules", "lesson?", "wasm?", "manifest?")  # what a page needs to run a game
UNTOLD = 9  # games without a difficulty come last
PARTS = {  # loaded at once
    "Face.svelte": "Face", "Back.svelte": "Back", "about.ts": "about", "pictures.ts": "pictures", "panels.ts": "panels",
}  # fmt: skip
DOORS = {"Table.svelte": "table", "Practice.svelte": "practice"}  # loaded when the game is first opened


def write(folder: Path, engines: Path | None = None) -> None:
    """Write everything; unchanged files are left alone."""
    folders = {"common": COMMON, **{name: game(name).folder / "text" for name in names()}}
    texts = {name: {language: catalogue(place, language) for language in LANGUAGES} for name, place in folders.items()}
    files = {f"texts/{name}.{language}.json": json.dumps(found, ensure_ascii=False, separators=(",", ":"))
             for name, spoken in texts.items() for language, found in spoken.items()}  # fmt: skip
    files |= {"all.games.ts": _games(folder), "all.texts.ts": _texts(texts)}
    files |= {f"{name}.ts": module(game(name)) for name in names()}
    files["cards.json"] = json.dumps({name: _cards(game(name), folder) for name in names()})
    files |= {f"lessons/{name}.json": told for name in names() if (told := _lesson(game(name)))}
    files |= {"all.engines.ts": _engines(folder, engines), "all.own.ts": _own(folder)}
    for part in ("texts", "lessons"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        place = folder / name
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.write_text(text, encoding="utf-8")
    for place in folder.rglob("*.*"):
        if place.relative_to(folder).as_posix() not in files:
            place.unlink()  # from a game that no longer exists


def _games(folder: Path) -> str:
    """Return the parts of every game that has a web folder."""
    imports, entries = [], []
    for name in names():
        web = game(name).folder / "web"
        files = {file.name: Path(os.path.relpath(file, folder)).as_posix() for file in sorted(web.glob("*"))}
        if "theme.css" in files:
            imports.append(f'import "{files["theme.css"]}";')
        parts = []
        for file, part in PARTS.items():
            if file in files:
                what = f"{{ {part} as {name}_{part} }}" if file.endswith(".ts") else f"{name}_{part}"
                imports.append(f'import {what} from "{files[file].removesuffix(".ts")}";')
                parts.append(f"{part}: {name}_{part}")
        parts += [f'{part}: () => import("{files[file]}")' for file, part in DOORS.items() if file in files]
        if parts:
            entries.append(f"  {name}: {{ {', '.join(parts)} }},")
    sources = digest([file for name in names() for file in sorted((game(name).folder / "web").glob("*"))])
    kind = 'import type { Parts } from "$page/games/game";'
    table = ["export const GAMES: Record<string, Parts<any, any>> = {", *entries, "};"]
    return "\n".join([NOTE + kind, *imports, "", *table, f"// from sources {sources}", ""])


def _cards(found: Game, folder: Path) -> dict[str, Any]:
    """Return the cards of a game, for drawing them all (web/faces.js), and its folder."""
    pack, usual = np.zeros(ROOM, np.int16), {name: option.default for name, option in found.options.items()}
    count = found.rules.pack(found.most, found.codes(usual), pack)
    where = Path(os.path.relpath(found.folder, folder)).as_posix()
    return {"folder": where, "cards": sorted(set(pack[:count].tolist()))}


def _lesson(found: Game) -> str:
    """Return the first lesson of a game, if it has one, with its moves as single actions."""
    script = lesson(found)
    if script is None:
        return ""
    steps = [
        {"say": scene.say, "moves": scene.moves, "then": step.then, "refused": scene.refused}
        for step, scene in zip(script.steps, script.scenes(), strict=True)
    ]
    setup = {"seats": script.seats, "options": script.options, "deal": script.deal}
    return json.dumps({**setup, "teaches": script.teaches, "steps": steps}, ensure_ascii=False)


def _engines(folder: Path, engines: Path | None) -> str:
    """Return what the page needs to run games: facts, rules, lesson and, if built, the engine of each."""
    imports, entries, hashes = [], [], []
    for found in map(game, names()):
        name, built = found.name, (found.folder if engines is None else engines / "games" / found.name) / BUILT
        parts = {"rules": found.folder / "RULES.md"}
        if (found.folder / "lesson.toml").exists():
            parts["lesson"] = folder / "lessons" / f"{name}.json"
        if (built / f"{name}.wasm").exists():
            parts |= {"wasm": built / f"{name}.wasm", "manifest": built / f"{name}.json"}
            hashes.append(digest([built / f"{name}.wasm", built / f"{name}.json"]))
        for part, file in parts.items():
            imports.append(f'import {name}_{part} from "{_relative(file, folder)}?url";')
        entries.append(f"  {name}: {{ {', '.join(f'{part}: {name}_{part}' for part in parts)} }},")
    easy_first = sorted(map(facts, map(game, names())), key=lambda one: (one["difficulty"] or UNTOLD, one["name"]))
    known = json.dumps([{**one, **_undrawn(one), "levels": list(LEVELS)} for one in easy_first])
    return "\n".join([
        NOTE + 'import type { GameFacts } from "$page/protocol";', *imports, "",
        f"export const FACTS: GameFacts[] = {known};", "",
        "/** Where the parts of each game are; without an engine it is played on a server only. */",
        "export interface Source {", *(f"  {part}: string;" for part in PLAYED_BY), "}",
        "export const SOURCES: Record<string, Source> = {", *entries, "};", f"// from engines {' '.join(hashes)}", "",
    ])  # fmt: skip


def _undrawn(one: dict[str, Any]) -> dict[str, Any]:
    """Return what only the plain table reads, emptied for a game that has a table of its own."""
    own = (game(one["name"]).folder / "web" / "Table.svelte").exists()
    return {"fields": [], "signals": [], "actions": {}} if own else {}


def _own(folder: Path) -> str:
    """Return what games add to pocket tables: parsers of whole moves, and answers to questions."""
    found = {name: file for name in names() if (file := game(name).folder / "web" / "own.ts").exists()}
    imports = [f'import * as {name} from "{_relative(file, folder)}";' for name, file in found.items()]
    kind = 'import type { Own } from "$page/pocket/own";'
    sources = digest(list(found.values()))
    table = f"export const OWN: Record<string, Own> = {{ {', '.join(found)} }};"
    return "\n".join([NOTE + kind, *imports, "", table, f"// from sources {sources}", ""])


def _relative(file: Path, folder: Path) -> str:
    made = Path(os.path.relpath(file, folder)).as_posix()
    return made if made.startswith(".") else f"./{made}"


def _texts(texts: dict[str, Any]) -> str:
    """Return where the catalogues are, and the keys of the page's common texts."""
    keys = " | ".join(f'"{key}"' for key in texts["common"]["en"]["page"])
    return f"{NOTE}export const TEXTS = import.meta.glob<string>({FILES});\nexport type PageKey = {keys};\n"


if __name__ == "__main__":
    write(*(Path(word).resolve() for word in sys.argv[1:]))
