"""The page as plain files: games run in the browser, so any web server will do."""

import shutil
from pathlib import Path

from .core.errors import BadSetup

PAGE = Path(__file__).parent / "web"
LEFT_OUT = ("*.br", "*.gz", "stamp.txt")  # files for our own server, or only for the build


def write(folder: Path, page: Path = PAGE) -> tuple[int, int]:
    """Copy the page to a folder that is new, empty or an older site; return the number of files and bytes."""
    if not (page / "index.html").exists():
        raise BadSetup("the page has not been built: run make web")
    if not any((page / "assets").glob("*.wasm")):
        raise BadSetup("the page was built without engines, so it cannot play games: run make engines-web web")
    if folder.exists() and any(folder.iterdir()) and not (folder / "offline.js").exists():
        raise BadSetup(f"{folder} is not empty and contains no Brelan site")
    shutil.rmtree(folder / "assets", ignore_errors=True)  # file names in there contain a hash of their content
    shutil.copytree(page, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    files = [file for file in folder.rglob("*") if file.is_file()]
    return len(files), sum(file.stat().st_size for file in files)
