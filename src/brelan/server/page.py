"""The page's files: compressed by the build, and cached forever if their name contains a hash."""

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGE = Path(os.environ.get("BRELAN_PAGE") or Path(__file__).parents[1] / "web")  # another page, with other tables
HASHED = PAGE / "assets"  # file names in here contain a hash of the content
FOR_EVER, ASK = "public, max-age=31536000, immutable", "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the smallest first


class PageFiles(StaticFiles):
    """The files of the page, each in the smallest encoding the browser accepts."""

    def __init__(self) -> None:
        super().__init__(directory=PAGE)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, plain or compressed."""
        file, encoding = smallest(Path(full_path), Headers(scope=scope).get("accept-encoding", ""))
        response = super().file_response(file, file.stat(), scope, status_code)
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = FOR_EVER if HASHED in Path(full_path).parents else ASK
        if encoding and response.status_code == status_code:
            response.headers["content-encoding"] = encoding
            response.headers["content-type"] = mimetypes.guess_type(full_path)[0] or "application/octet-stream"
        return response


def smallest(file: Path, accepted: str) -> tuple[Path, str]:
    """Return the smallest available and accepted form of a file, and the name of its encoding."""
    names = {name.strip().lower() for name, _, weight in map(_weighed, accepted.split(",")) if weight.strip() != "q=0"}
    for encoding, ending in ENCODINGS.items():
        packed = file.with_name(file.name + ending)
        if encoding in names and packed.exists():
            return packed, encoding
    return file, ""


def _weighed(text: str) -> tuple[str, str, str]:
    return text.partition(";")
