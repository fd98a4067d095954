"""The documentation: links work, pages can be reached, public names are described, commands and snippets run."""

import inspect
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from snippets import blocks, run

import brelan
from brelan import cli
from docs import pages

ROOT = Path(__file__).parents[1]
MARKDOWN = sorted(
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True
    ).stdout.split()
) or [ROOT / page for page in pages.pages()]
RECORDED = ROOT / "docs" / "first-five-minutes.md"  # its blocks are output; tests/test_first_minutes.py compares it
DIRECTIVE = re.compile(r"^::: (brelan[\w.]*)$", re.MULTILINE)


def by_place(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """What a link may name behind its #: the headings of a page, as GitHub and MkDocs spell them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", MARKDOWN, ids=by_place)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link, anchor in pages.links(page.read_text(encoding="utf-8")):
        there = page.parent / link if link else page
        assert there.exists(), f"there is no {link}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{link} has no #{anchor}"


def test_every_page_can_be_reached_from_the_first() -> None:
    reached, ahead = set[str](), ["docs/index.md"]
    while ahead:
        page = ahead.pop()
        if page not in reached:
            reached.add(page)
            found = {pages.target(page, link) for link, _ in pages.links((ROOT / page).read_text("utf-8")) if link}
            ahead += found & set(pages.pages())
    assert set(pages.pages()) <= reached


def test_every_page_in_docs_has_a_place_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text("utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert page.relative_to(ROOT / "docs").as_posix() in menu


def described() -> dict[str, Any]:
    """What the reference describes, by its full name."""
    text = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    return {name: found(name) for name in DIRECTIVE.findall(text)}


def found(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(import_module(module), attribute)
    except AttributeError:
        return import_module(name)


def test_every_public_name_is_described() -> None:
    assert {f"brelan.{name}" for name in brelan.__all__} - {"brelan.__version__"} <= set(described())
    assert "`brelan.__version__`" in (ROOT / "docs" / "api" / "index.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(described()))
def test_what_is_described_has_words_of_its_own(name: str) -> None:
    thing = described()[name]
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing):
        for part, value in vars(thing).items():
            if not part.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{part}"


def test_every_game_of_the_project_is_listed_with_its_seats() -> None:
    page = (ROOT / pages.GAMES).read_text("utf-8")
    for folder in sorted((ROOT / "src" / "brelan" / "games").glob("*/RULES.md")):
        name = folder.parent.name
        found, title = brelan.game(name), tomllib.loads((folder.parent / "text" / "en.toml").read_text("utf-8"))["name"]
        clauses = f"[clauses](../src/brelan/games/{name}/RULES.md)"
        assert f"| {title} | {found.least} to {found.most} | {clauses} |" in page, f"list {name} in {pages.GAMES}"


def test_rules_of_every_game_listed_are_there_in_every_language() -> None:
    made, games = pages.made(), [Path(file).parent.name for file in pages.outside() if file.endswith("RULES.md")]
    assert games
    for name in games:
        for language in ("en", "fr", "de"):
            page = made[f"rules/{name}-{language}.md"]
            numbers = [int(number) for number in re.findall(r"\*\*R(\d+)\*\*", page)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) > 10


@pytest.mark.parametrize("page", [page for page in MARKDOWN if any(block.runs for block in blocks(page))], ids=by_place)
def test_what_a_page_shows_runs(page: Path, tmp_path: Path) -> None:
    assert run(page, tmp_path)


@pytest.mark.parametrize("page", sorted({*MARKDOWN} - {RECORDED}), ids=by_place)
def test_every_block_runs_or_says_why_not(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(blocks(page)) * 2 == len(re.findall(r"^ *(?:```|~~~)", text, re.M)), "a block that is not understood"
    assert not re.search(r"^(?: {4}|\t)(?:brelan|python|make|pip|npm|docker) ", text, re.M), "an indented command"
    for block in blocks(page):
        assert not block.rest, f"unknown attribute: {block.rest}"
        assert block.language in ("sh", "python", "mermaid", "toml") or block.title, block.code


@pytest.mark.parametrize("page", MARKDOWN, ids=by_place)
def test_a_reason_not_to_run_is_a_sentence_and_names_files_that_exist(page: Path) -> None:
    for block in blocks(page):
        mark = block.mark
        assert not mark.startswith("not run") or (mark.startswith("not run: ") and len(mark.split()) > 4), mark
        for file in re.findall(r"tests/\w[\w/]*\.py", mark):
            assert (ROOT / file).exists(), file


def said(page: Path) -> set[str]:
    """The commands a page names in running text."""
    return set(re.findall(r"`((?:brelan|make) [^`\n]+)`", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", [page for page in MARKDOWN if said(page)], ids=by_place)
def test_every_command_named_in_the_text_exists(page: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    for text in said(page):
        program, *words = text.split()
        if program == "make":
            assert words[0] in targets, text
            continue
        name = "serve" if words[0].startswith("-") else words.pop(0)
        assert name in cli.brelan.commands, text
        own = {option for one in (cli.brelan.commands[name], cli.brelan) for option in options(one)}
        assert {word for word in words if word.startswith("--")} <= own, text


def options(command: click.Command) -> set[str]:
    """The options of a command, as they are typed."""
    known = command.get_params(click.Context(command))
    return {option for one in known for option in (*one.opts, *one.secondary_opts)}


@pytest.mark.long
def test_the_site_is_built_and_asks_no_other_server(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    html = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*.html"))
    assert not re.findall(r'<(?:script|img|iframe|link)[^>]+(?:src|href)="(?:https?:)?//[^"]+"', html)
    assert (tmp_path / "rules" / "joomo-de.html").exists()
    for name in brelan.__all__:
        assert f'id="brelan.{name}"' in html or name == "__version__", name
