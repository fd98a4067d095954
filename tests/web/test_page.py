"""The page as it is built and written: small, without words of its own, nothing inline."""

import gzip
import json
import re
from pathlib import Path

import pytest
from web.conftest import Opens

from brelan.server.page import PAGE

SOURCE = Path(__file__).parents[2] / "web" / "src"
COMPONENTS = sorted(SOURCE.rglob("*.svelte"))
CATALOGUES = [SOURCE / "texts" / f"{language}.ts" for language in ("en", "fr", "de")]
MOST = 150_000  # bytes, gzipped, of all JavaScript and CSS there is
WORDED = re.compile(r'\b(?:aria-label|title|placeholder|alt)="[^"{]*[A-Za-z]')


def markup(file: Path) -> str:
    """A component without its code, its style and its comments."""
    return re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", file.read_text(encoding="utf-8"), flags=re.S)


def without_expressions(text: str) -> str:
    """What stands outside of braces and tags."""
    depth, kept = 0, []
    for sign in text:
        depth += sign == "{"
        if not depth:
            kept.append(sign)
        depth -= sign == "}"
    return re.sub(r"<[^>]*>", "", "".join(kept).replace("=>", ""))


def test_the_page_is_small() -> None:
    files = [file for file in PAGE.rglob("*") if file.suffix in (".js", ".css")]
    assert files
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < MOST


def test_nothing_is_inline() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page) == []
    assert "harness" not in "".join(str(file) for file in PAGE.rglob("*"))


@pytest.mark.parametrize("file", COMPONENTS, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_component_has_no_words_and_no_style_of_its_own(file: Path) -> None:
    text = markup(file)
    assert re.findall(r"[^\W\d_]{2,}", re.sub(r"&\w+;", "", without_expressions(text))) == []
    assert WORDED.findall(text) == []
    assert re.findall(r'\sstyle="', text) == []


def sentences(file: Path) -> dict[str, str]:
    """A catalogue's sentences by key, plurals in one."""
    text = file.read_text(encoding="utf-8")
    return dict(re.findall(r"^  (\w+): (.*),$", text, flags=re.M))


@pytest.mark.parametrize(
    "file",
    [*SOURCE.glob("*/texts.ts"), *SOURCE.glob("games/*/texts.ts"), CATALOGUES[0]],
    ids=lambda file: file.parent.name,
)
def test_the_languages_fill_in_the_same_fields(file: Path) -> None:
    if file in CATALOGUES:
        languages = [sentences(one) for one in CATALOGUES]
    else:
        parts = file.read_text(encoding="utf-8").split("\n};\n")[:3]
        languages = [dict(re.findall(r"^  (\w+): (.*),$", part, flags=re.M)) for part in parts]
    english, *others = [{key: set(re.findall(r"\{(\w+)\}", text)) for key, text in one.items()} for one in languages]
    assert english
    for other in others:
        assert other.keys() == english.keys()
        for key, fields in english.items():
            assert other[key] - {"count"} == fields - {"count"}, key


def test_the_page_can_be_installed(visits: Opens) -> None:
    visitor = visits()
    visitor.home()
    line = visitor.context.new_cdp_session(visitor.page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    problems = [error["errorId"] for error in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [problem for problem in problems if problem != "in-incognito"] == []  # a test's browser keeps nothing
    for icon in json.loads(manifest["data"])["icons"]:
        answer = visitor.page.request.get(f"{visitor.address}{icon['src']}")
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
    assert visitor.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
