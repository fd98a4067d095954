"""Where Brelan keeps what belongs to the person at this machine."""

import json
import os
import sys
from pathlib import Path
from typing import Any


def data_folder() -> Path:
    """Where tables, lessons and days are kept: BRELAN_DATA, or the place the system has for such things."""
    given = os.environ.get("BRELAN_DATA")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "brelan"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/brelan"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "brelan"


def own_folder() -> Path:
    """The same, made; nobody else may look into it."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


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
        unfinished = self.file.with_suffix(".tmp")
        unfinished.write_text(json.dumps({**self.all(), name: value}), encoding="utf-8")
        unfinished.replace(self.file)  # whole or not at all
