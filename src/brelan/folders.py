"""Where Brelan keeps what belongs to the person at this machine."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from .core.errors import BadSetup


def data_folder() -> Path:
    """Where tables, games, lessons and days are kept: BRELAN_DATA, or the place the system has for such things."""
    given = os.environ.get("BRELAN_DATA")
    return Path(given) if given else user_data_path("brelan", appauthor=False)


def own_folder(*inside: str) -> Path:
    """The same, or a folder in it, made; nobody else may look into it."""
    folder = data_folder().joinpath(*inside)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadSetup(f"cannot make the folder {folder}: {error.strerror}; BRELAN_DATA chooses another") from None
    return folder


def remove_stale_cache() -> Path | None:
    """Delete the compiled rules that versions without built engines kept; return where they were, if there were any."""
    folder = Path(os.environ.get("BRELAN_CACHE") or Path.home() / ".cache" / "brelan")
    if not any(folder.glob("**/*.nbi")):  # the index files of numba: nothing else is ours to delete
        return None
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def write_whole(file: Path, text: str) -> None:
    """Write a file so that whoever reads it finds the old text or the new one, never a part."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def game_folders() -> list[str]:
    """Where the games are that this person laid out with `brelan new`, as far as they are still there."""
    found = Notes(data_folder() / "games.json").all().get("folders", [])
    return [folder for folder in found if isinstance(folder, str) and Path(folder).is_dir()]


def add_game_folder(folder: Path) -> None:
    """Find games in this folder from now on."""
    Notes(own_folder() / "games.json").keep("folders", sorted({*game_folders(), str(folder.resolve())}))


class Notes:
    """Small things kept by name in a file; one that cannot be read is as good as empty."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def all(self) -> dict[str, Any]:
        """Everything that was noted."""
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep(self, name: str, value: Any) -> None:
        """Note something, in the place of what was there."""
        write_whole(self.file, json.dumps({**self.all(), name: value}))
