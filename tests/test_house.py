"""The architecture holds: modules import only what they may, clauses are coded and tested, rules contain no prose."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from brelan.core.actions import Actions
from brelan.core.game import Game, names
from brelan.core.game import game as find
from brelan.core.text import LANGUAGES, gaps

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "brelan"
MODULES = sorted(file for file in SOURCE.rglob("*.py"))
MAY_USE = {  # a room, and the rooms it may import from
    "core": {"core"},
    "build": {"core", "bots", "build"},
    "games": {"core"},
    "bots": {"core", "bots"},
    "lab": {"core", "bots", "lab"},
    "adapters": {"core", "bots", "lab", "adapters"},
    "paper": {"core", "paper"},
    "server": {"core", "bots", "paper", "server"},
    "template": {"core"},
}
NUMBA = {"core/rule.py", "lab/kernels.py", "build/entries.py", "build/writing.py"}


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


MAY_NAME = {("commands/playing.py", "thegame")}  # what `brelan play` plays when it is not told


def words_of(game: Game) -> set[str]:
    """Its name, and the words of its declarations that are no English: those with a line below."""
    rules, signals = game.rules, getattr(game.rules, "SIGNALS", Actions())
    said = [game.part("story").EVENTS, *getattr(game.part("reasons"), "PHRASES", {}).values()]  # type: ignore[union-attr]
    lists = [*rules.ACTIONS.verbs, *signals.verbs, *(sentence for one in said for sentence in one.list)]
    found = {*game.options, *rules.State.fields, *(word for one in lists for word in (one.name, *one.fields))}
    return {game.name, *(word for word in found if "_" in word)}


def spoken(file: Path) -> Iterator[str]:
    """The names in a module, and its strings of one word."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for kind, part in ((ast.Name, "id"), (ast.Attribute, "attr"), (ast.arg, "arg"), (ast.keyword, "arg")):
            if isinstance(node, kind):
                yield str(getattr(node, part))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            yield node.value


def test_common_parts_use_no_word_of_one_game() -> None:
    words = Counter(word for name in names() for word in words_of(find(name)))
    own = {word for word, games in words.items() if games == 1}
    assert {"free_talk", "joomo", "swap_after"} <= own
    for file in MODULES:
        place = file.relative_to(SOURCE)
        if place.parts[0] != "games":
            found = {(place.as_posix(), word) for word in own.intersection(spoken(file))} - MAY_NAME
            assert not found, "a game's word in a common part"
    for file in PAGE:
        found_in_page = own.intersection(re.findall(r"\w+", file.read_text(encoding="utf-8")))
        assert not found_in_page, f"{file}: a game's word in a common part"


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


LAW = [file for file in MODULES if file.name == "rules.py" or "Compiled with the rules" in file.read_text("utf-8")]


@pytest.mark.parametrize("file", LAW, ids=lambda file: str(file.relative_to(SOURCE)))
def test_rules_hold_no_prose(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in docstrings:
            assert " " not in node.value, f"prose in the rules: {node.value!r}"


def catalogues() -> list[Path]:
    return [SOURCE / "text", *(SOURCE / "games" / game / "text" for game in names())]


@pytest.mark.parametrize("folder", catalogues(), ids=lambda folder: folder.parent.name)
def test_the_three_languages_say_the_same_things(folder: Path) -> None:
    assert gaps(folder) == []


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


PICTURES = sorted((SOURCE / "games").glob("*/web/pictures.ts"))


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.parts[-3])
def test_pictures_stand_beside_clauses_there_are(file: Path) -> None:
    pictured = [int(number) for number in re.findall(r"^  R(\d+):", file.read_text(encoding="utf-8"), re.MULTILINE)]
    assert pictured
    assert set(pictured) <= set(clauses(file.parts[-3]))


PANELS = sorted((SOURCE / "games").glob("*/web/panels.ts"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", PANELS, ids=lambda file: file.parts[-3])
def test_the_rules_begin_with_six_pictures_of_eight_words_at_most(file: Path, language: str) -> None:
    text = (file.parents[1] / "text" / f"{language}.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)["pictures"]
    assert [key for key in told if key.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    assert len(re.findall(r"^  \{ rows:", file.read_text(encoding="utf-8"), re.MULTILINE)) == 6
    assert [said for said in told.values() if len(re.findall(r"[\w'’]+", said)) > 8] == []


BREATH = 84  # letters: three lines on a phone
TAUGHT = sorted(
    file.parts[-3] for file in (SOURCE / "games").glob("*/text/en.toml") if "[teacher]" in file.read_text("utf-8")
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT)
def test_a_teacher_says_each_step_in_one_breath(game: str, language: str) -> None:
    folder = SOURCE / "games" / game
    steps = tomllib.loads((folder / "lesson.toml").read_text(encoding="utf-8"))["steps"]
    said = tomllib.loads((folder / "text" / f"{language}.toml").read_text(encoding="utf-8"))["teacher"]
    assert list(said) == [step["say"] for step in steps]
    assert [text for text in said.values() if len(text) > BREATH] == []


PAGE = [file for file in (ROOT / "web" / "src").rglob("*.*") if "generated" not in file.parts]


def test_the_page_knows_no_game() -> None:
    """Neither its name nor the name it has on its box."""
    told = {name for game in names() for name in (game, tomllib.loads(english(game))["name"])} - {"The Game"}
    for file in PAGE:
        text = file.read_text(encoding="utf-8")
        assert not [name for name in told if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)], file


def english(game: str) -> str:
    return (SOURCE / "games" / game / "text" / "en.toml").read_text(encoding="utf-8")


SAID = "\n".join(file.read_text(encoding="utf-8") for file in [*PAGE, *(SOURCE / "games").glob("*/web/*")])


@pytest.mark.parametrize("folder", catalogues(), ids=lambda folder: folder.parent.name)
def test_the_page_says_all_that_it_has_a_sentence_for(folder: Path) -> None:
    page = tomllib.loads((folder / "en.toml").read_text(encoding="utf-8"))["page"]
    parts = set(re.findall(r"`(\w+_)\$\{", SAID))  # `level_${known}`
    silent = [
        key for key in page if f'"{key}"' not in SAID and f"'{key}'" not in SAID and not any(map(key.startswith, parts))
    ]
    assert silent == []
