"""The built page and its sources: small, without hard-coded texts, nothing inline."""

import gzip
import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from web.conftest import Opens

from brelan.server.page import PAGE

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "brelan" / "games"
COMPONENTS = sorted([*(ROOT / "web" / "src").rglob("*.svelte"), *GAMES.glob("*/web/*.svelte")])
MOST = 170_000  # bytes, gzipped, of all JavaScript and CSS there is; the engines are apart
ASIDE = ("ClassPage", "ProfilePage", "ReviewPage", "alerts", "Practice")  # loaded when somebody wants them
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
    weights = {
        file.name: len(gzip.compress(file.read_bytes()))
        for ending in ("js", "css")
        for file in PAGE.rglob(f"*.{ending}")
    }
    weight = sum(weights.values())
    print(f"the page weighs {weight:,} bytes: {weights}")
    assert 0 < weight < MOST


@pytest.mark.parametrize("part", ASIDE)
def test_a_part_is_loaded_when_it_is_wanted(part: str) -> None:
    assert list(PAGE.glob(f"assets/{part}-*.js"))
    main = re.search(r'src="\./(assets/[\w-]+\.js)"', (PAGE / "index.html").read_text(encoding="utf-8"))
    assert main
    text = (PAGE / main[1]).read_text(encoding="utf-8")
    assert f"import(`./{part}-" in text
    assert not re.search(rf'from"\./{part}-|import"\./{part}-', text)


def test_nothing_is_inline() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page) == []


@pytest.mark.parametrize("file", COMPONENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_component_has_no_words_and_no_style_of_its_own(file: Path) -> None:
    text = markup(file)
    assert re.findall(r"[^\W\d_]{2,}", re.sub(r"&\w+;", "", without_expressions(text))) == []
    assert WORDED.findall(text) == []
    assert re.findall(r'\sstyle="', text) == []


def test_the_page_can_be_installed(visits: Opens) -> None:
    visitor = visits()
    visitor.home()
    line = visitor.context.new_cdp_session(visitor.page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    problems = [error["errorId"] for error in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [problem for problem in problems if problem != "in-incognito"] == []  # a test's browser keeps nothing
    for icon in json.loads(manifest["data"])["icons"]:
        answer = visitor.page.request.get(urljoin(f"{visitor.address}/", icon["src"]))
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
    assert visitor.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
