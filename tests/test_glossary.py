"""The games' texts use the words of docs/glossary.md, one for each term in each language."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brelan.core.game import game, names
from brelan.core.text import LANGUAGES, catalogue

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
SECTIONS = ("clauses", "setup", "events", "rules")  # what is exact; hints and lessons may say it in other words
FREELY = {  # where a language says it without the term
    "trick": {"clauses.R4"},
    "limit": {"events.capped", "events.capped_own"},
    "group": {"clauses.R15"},
}
TERMS = [
    (chapter.partition("\n")[0], *row)
    for chapter in PAGE.read_text("utf-8").split("\n## ")[1:]
    for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", chapter, re.MULTILINE)[1:]
]


def plain(text: str) -> str:
    """Without capitals and accents: Satz and Sätze begin alike."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def stems(term: str) -> list[str]:
    """What every form of a term's words begins with: German and French words bend at the end."""
    return [word[:-2] if len(word) > 5 else word for word in re.split(r"[ -]", plain(term))]


def uses(text: str, term: str) -> bool:
    """Whether a text uses a term, in whatever form."""
    return all(re.search(rf"(?<!\w){re.escape(stem)}", plain(text)) for stem in stems(term))


def sentences(name: str, language: str) -> dict[str, str]:
    """The exact texts of a game, by their keys."""
    told = catalogue(game(name).folder / "text", language)
    return {".".join(key): text for key, text in _leaves({part: told.get(part, {}) for part in SECTIONS})}


def _leaves(told: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in told.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*place, key))
        else:
            yield (*place, key), re.sub(r"\{\w+\}", "", value)


def test_four_games_have_terms() -> None:
    assert len({title for title, *_ in TERMS}) == 4


@pytest.mark.parametrize(("title", "english", "french", "german"), TERMS)
def test_a_term_has_one_word_in_each_language(title: str, english: str, french: str, german: str) -> None:
    (name,) = (name for name in names() if game(name).words()("name") == title)
    said = {language: sentences(name, language) for language in LANGUAGES}
    found = {key for key, text in said["en"].items() if re.search(rf"\b{english}s?\b", text, re.IGNORECASE)}
    assert found, f"no text of {title} uses {english}"
    assert FREELY.get(english, set()) <= found
    for key in sorted(found - FREELY.get(english, set())):
        assert uses(said["fr"][key], french), f"{key}: {said['en'][key]} | {said['fr'][key]}"
        assert uses(said["de"][key], german), f"{key}: {said['en'][key]} | {said['de'][key]}"
