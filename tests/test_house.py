"""The plan of the house: lines of code are in their rooms, clauses are coded and tested, rules hold no prose."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from brelan.core.game import names
from brelan.core.text import LANGUAGES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "brelan"
MODULES = sorted(file for file in SOURCE.rglob("*.py"))
MAY_USE = {  # a room, and the rooms it may import from
    "core": {"core"},
    "build": {"core", "build"},
    "games": {"core"},
    "bots": {"core", "bots"},
    "lab": {"core", "bots", "lab"},
    "adapters": {"core", "bots", "adapters"},
    "server": {"core", "bots", "server"},
    "template": {"core"},
}
NUMBA = {"core/rule.py", "lab/gpu.py", "build/entries.py", "build/writing.py"}


def imports(file: Path) -> Iterator[str]:
    """Full names of the modules a file imports."""
    package = ("brelan", *file.relative_to(SOURCE).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_stay_in_their_rooms(file: Path) -> None:
    place = file.relative_to(SOURCE)
    room = place.parts[0] if len(place.parts) > 1 else ""
    for name in imports(file):
        if name.partition(".")[0] == "numba":
            assert place.as_posix() in NUMBA, f"{place} imports numba"
        parts = name.split(".")
        if parts[0] != "brelan" or room not in MAY_USE or len(parts) < 2 or not (SOURCE / parts[1]).is_dir():
            continue
        if parts[1] == "games" and room == "games":
            assert len(parts) < 3 or parts[2] == place.parts[1], f"{place} imports another game"
        else:
            assert parts[1] in MAY_USE[room], f"{place} imports {name}"


def test_nothing_imports_a_game_by_name() -> None:
    for file in MODULES:
        if file.relative_to(SOURCE).parts[0] != "games":
            for name in imports(file):
                assert not any(name.startswith(f"brelan.games.{game}") for game in names()), f"{file}: {name}"


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_modules_are_small(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 400 or "over 400 lines:" in (ast.get_docstring(ast.parse("\n".join(lines))) or "")


def clauses(game: str) -> list[int]:
    text = (SOURCE / "games" / game / "RULES.md").read_text(encoding="utf-8")
    return [int(number) for number in re.findall(r"^\*\*R(\d+)\*\*", text, re.MULTILINE)]


@pytest.mark.parametrize("game", names())
def test_every_clause_is_written_coded_and_tested(game: str) -> None:
    numbers = clauses(game)
    assert numbers == list(range(1, len(numbers) + 1)), "clauses are numbered without gaps"
    code = "\n".join(file.read_text(encoding="utf-8") for file in (SOURCE / "games" / game).glob("*.py"))
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "games" / game).glob("test_*.py"))
    for number in numbers:
        assert re.search(rf"\bR{number}\b|return {number}\b|ended = {number}\b", code), f"R{number} has no code"
        assert re.search(rf"def test_r{number:02d}_", tests), f"R{number} has no test"


@pytest.mark.parametrize("game", names())
def test_rules_hold_no_prose(game: str) -> None:
    tree = ast.parse((SOURCE / "games" / game / "rules.py").read_text(encoding="utf-8"))
    docstrings = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in docstrings:
            assert " " not in node.value, f"prose in the rules: {node.value!r}"


def keys(texts: dict[str, object], path: str = "") -> dict[str, set[str]]:
    """Every text of a catalogue with the fields it uses."""
    found: dict[str, set[str]] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found |= keys(value, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = {field for _, field, _, _ in string.Formatter().parse(str(value)) if field}
    return found


def catalogues() -> list[Path]:
    return [SOURCE / "text", *(SOURCE / "games" / game / "text" for game in names())]


@pytest.mark.parametrize("folder", catalogues(), ids=lambda folder: folder.parent.name)
def test_the_three_languages_say_the_same_things(folder: Path) -> None:
    first, *others = (
        tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8")) for language in LANGUAGES
    )
    for other in others:
        ours, theirs = keys(first), keys(other)
        assert ours.keys() == theirs.keys()
        for key in ours:
            if not key.endswith((".one", ".other")):  # a plural form may leave its number out
                assert ours[key] == theirs[key], key


def told_in(text: str) -> list[list[str]]:
    """The clauses of rules, chapter by chapter; chapters without any are left out."""
    chapters = [re.findall(r"^\*\*(R\d+)\*\*", chapter, re.MULTILINE) for chapter in text.split("\n## ")]
    return [chapter for chapter in chapters if chapter]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", names())
def test_every_clause_is_told_in_plain_words(game: str, language: str) -> None:
    folder = SOURCE / "games" / game
    written = told_in((folder / "RULES.md").read_text(encoding="utf-8"))
    chapters = tomllib.loads((folder / "text" / f"{language}.toml").read_text(encoding="utf-8"))["rules"].values()
    assert [[key for key in chapter if key != "title"] for chapter in chapters] == written
    assert all(chapter["title"] for chapter in chapters)


PICTURES = sorted((ROOT / "web" / "src" / "games").glob("*/pictures.ts"))


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.parent.name)
def test_pictures_stand_beside_clauses_there_are(file: Path) -> None:
    pictured = [int(number) for number in re.findall(r"^  R(\d+):", file.read_text(encoding="utf-8"), re.MULTILINE)]
    assert pictured
    assert set(pictured) <= set(clauses(file.parent.name))
