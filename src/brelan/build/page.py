"""What the page is made of, besides its own sources: the games' web folders, and every catalogue as JSON.

python -m brelan.build.page FOLDER      writes games.ts, texts.ts and texts/*.json; the page imports them as $generated
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from ..core.game import game, names
from ..core.text import COMMON, LANGUAGES, catalogue

NOTE = "// Written by `python -m brelan.build.page`: edit the games' folders instead.\n"
GLOB = 'export const TEXTS = import.meta.glob<string>("./texts/*.json", { query: "?url", import: "default", eager: true });'
PARTS = {"Face.svelte": "Face", "Back.svelte": "Back", "about.ts": "about", "pictures.ts": "pictures"}  # loaded at once
DOORS = {"Table.svelte": "table", "Practice.svelte": "practice"}  # when they are first opened


def write(folder: Path) -> None:
    """Write all of it; a file whose text is the same stays as it is."""
    folders = {"common": COMMON, **{name: game(name).folder / "text" for name in names()}}
    texts = {name: {language: catalogue(place, language) for language in LANGUAGES} for name, place in folders.items()}
    files = {f"texts/{name}.{language}.json": json.dumps(found, ensure_ascii=False, separators=(",", ":"))
             for name, spoken in texts.items() for language, found in spoken.items()}  # fmt: skip
    files |= {"games.ts": _games(folder), "texts.ts": _texts(texts)}
    (folder / "texts").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        place = folder / name
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.write_text(text, encoding="utf-8")
    for place in set((folder / "texts").iterdir()) - {folder / name for name in files}:
        place.unlink()


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
    kind = 'import type { Parts } from "$page/games/game";'
    return "\n".join([NOTE + kind, *imports, "", "export const GAMES: Record<string, Parts> = {", *entries, "};", ""])


def _texts(texts: dict[str, Any]) -> str:
    """Where the catalogues are, and the keys of what only the page says."""
    keys = {name: " | ".join(f'"{key}"' for key in spoken["en"].get("page", {})) for name, spoken in texts.items()}
    return "\n".join([
        NOTE + GLOB, "",
        f"export type PageKey = {keys.pop('common')};", "",
        "export interface GameKeys {", *(f"  {name}: {found or 'never'};" for name, found in keys.items()), "}", "",
    ])  # fmt: skip


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve())
