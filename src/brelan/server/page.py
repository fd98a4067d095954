"""The web page's files: compressed when they were built, kept for ever where their name says what is in them."""

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGE = Path(os.environ.get("BRELAN_PAGE") or Path(__file__).parents[1] / "web")  # another one has other tables
HASHED = PAGE / "assets"  # the names in here change with what is in the files
FOR_EVER, ASK = "public, max-age=31536000, immutable", "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the smallest first


class PageFiles(StaticFiles):
    """The files of the page, each in the smallest form that the browser takes."""

    def __init__(self) -> None:
        super().__init__(directory=PAGE)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, as it is or compressed."""
        file, encoding = smallest(Path(full_path), Headers(scope=scope).get("accept-encoding", ""))
        response = super().file_response(file, file.stat(), scope, status_code)
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = FOR_EVER if HASHED in Path(full_path).parents else ASK
        if encoding and response.status_code == status_code:
            response.headers["content-encoding"] = encoding
            response.headers["content-type"] = mimetypes.guess_type(full_path)[0] or "application/octet-stream"
        return response


def smallest(file: Path, accepted: str) -> tuple[Path, str]:
    """The smallest form of a file among those that are there and accepted, and the name of its encoding."""
    names = {name.strip().lower() for name, _, weight in map(_weighed, accepted.split(",")) if weight.strip() != "q=0"}
    for encoding, ending in ENCODINGS.items():
        packed = file.with_name(file.name + ending)
        if encoding in names and packed.exists():
            return packed, encoding
    return file, ""


def _weighed(text: str) -> tuple[str, str, str]:
    return text.partition(";")
