"""What the page is made of besides its own sources: the games' web folders, their types, every catalogue as JSON.

python -m brelan.build.page FOLDER      the page imports what is there as $generated
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ..core.check import ROOM
from ..core.game import Game, game, names
from ..core.library import digest
from ..core.text import COMMON, LANGUAGES, catalogue
from .types import module

NOTE = "// Written by `python -m brelan.build.page`: edit the games' folders instead.\n"
FILES = '"./texts/*.json", { query: "?url", import: "default", eager: true }'
PARTS = {"Face.svelte": "Face", "Back.svelte": "Back", "about.ts": "about", "pictures.ts": "pictures"}  # loaded at once
DOORS = {"Table.svelte": "table", "Practice.svelte": "practice"}  # when they are first opened


def write(folder: Path) -> None:
    """Write all of it; a file whose text is the same stays as it is."""
    folders = {"common": COMMON, **{name: game(name).folder / "text" for name in names()}}
    texts = {name: {language: catalogue(place, language) for language in LANGUAGES} for name, place in folders.items()}
    files = {f"texts/{name}.{language}.json": json.dumps(found, ensure_ascii=False, separators=(",", ":"))
             for name, spoken in texts.items() for language, found in spoken.items()}  # fmt: skip
    files |= {"all.games.ts": _games(folder), "all.texts.ts": _texts(texts)}
    files |= {f"{name}.ts": module(game(name)) for name in names()}
    files["cards.json"] = json.dumps({name: _cards(game(name), folder) for name in names()})
    (folder / "texts").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        place = folder / name
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.write_text(text, encoding="utf-8")
    for place in folder.rglob("*.*"):
        if place.relative_to(folder).as_posix() not in files:
            place.unlink()  # of a game that is gone


def _games(folder: Path) -> str:
    """The parts of every game that has a web folder."""
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
    """The cards of a game, for those who draw them all (web/faces.js), and where its folder is."""
    pack, usual = np.zeros(ROOM, np.int16), {name: option.default for name, option in found.options.items()}
    count = found.rules.pack(found.most, found.codes(usual), pack)
    where = Path(os.path.relpath(found.folder, folder)).as_posix()
    return {"folder": where, "cards": sorted(set(pack[:count].tolist()))}


def _texts(texts: dict[str, Any]) -> str:
    """Where the catalogues are, and the keys of what the page says in any game."""
    keys = " | ".join(f'"{key}"' for key in texts["common"]["en"]["page"])
    return f"{NOTE}export const TEXTS = import.meta.glob<string>({FILES});\nexport type PageKey = {keys};\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve())
