"""Where Brelan stores what belongs to the user of this machine."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from .core.errors import BadSetup


def data_folder() -> Path:
    """Return the folder for tables, games, lessons and days: BRELAN_DATA, or the system's usual place."""
    given = os.environ.get("BRELAN_DATA")
    return Path(given) if given else user_data_path("brelan", appauthor=False)


def own_folder(*inside: str) -> Path:
    """Create and return that folder, or a folder in it, readable only by its owner; raise BadSetup if that fails."""
    folder = data_folder().joinpath(*inside)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadSetup(f"cannot make the folder {folder}: {error.strerror}; set BRELAN_DATA to use another") from None
    return folder


def remove_stale_cache() -> Path | None:
    """Delete compiled rules cached by versions without built engines; return their folder, if there was one."""
    folder = Path(os.environ.get("BRELAN_CACHE") or Path.home() / ".cache" / "brelan")
    if not any(folder.glob("**/*.nbi")):  # numba's index files: nothing else is ours to delete
        return None
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def write_whole(file: Path, text: str) -> None:
    """Write a file atomically: readers find the old text or the new one, never a part."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def game_folders() -> list[str]:
    """Return the folders of games created with `brelan new`, if they still exist."""
    found = Notes(data_folder() / "games.json").all().get("folders", [])
    return [folder for folder in found if isinstance(folder, str) and Path(folder).is_dir()]


def add_game_folder(folder: Path) -> None:
    """Register a folder of games."""
    Notes(own_folder() / "games.json").keep("folders", sorted({*game_folders(), str(folder.resolve())}))


class Notes:
    """Small values stored by name in a file; an unreadable file counts as empty."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def all(self) -> dict[str, Any]:
        """Return all values."""
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep(self, name: str, value: Any) -> None:
        """Store a value, replacing the previous one."""
        write_whole(self.file, json.dumps({**self.all(), name: value}))
