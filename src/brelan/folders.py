"""Where Brelan keeps what belongs to the person at this machine."""

import os
import sys
from pathlib import Path


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
