"""The texts use the words of docs/glossary.md, one for each term in each language."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brelan.core.game import game, names
from brelan.core.text import COMMON, catalogue

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
FREELY = {  # where a language says it without the term
    "round": {"table.last"},
    "stock": {"page.stock"},
    "rank": {"page.new_set"},
}
EVERY_GAME = "Every game"
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


def folder(title: str) -> Path:
    """The texts that a chapter is about."""
    return next((game(name).folder / "text" for name in names() if game(name).words()("name") == title), COMMON)


def sentences(title: str, language: str) -> dict[str, str]:
    """The texts of a chapter, by their keys."""
    return {".".join(key): text for key, text in _leaves(catalogue(folder(title), language))}


def _leaves(told: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in told.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*place, key))
        else:
            yield (*place, key), re.sub(r"\{\w+\}", "", value)


def said_in(title: str, english: str) -> set[str]:
    """The texts of a chapter that use a term in English."""
    found = sentences(title, "en").items()
    return {key for key, text in found if re.search(rf"\b{english}s?\b", text, re.IGNORECASE)}


def missing(title: str, english: str, french: str, german: str) -> set[str]:
    """Those that do not use it in another language."""
    fr, de = sentences(title, "fr"), sentences(title, "de")
    return {key for key in said_in(title, english) if not (uses(fr[key], french) and uses(de[key], german))}


def test_every_game_has_terms() -> None:
    assert {title for title, *_ in TERMS} == {EVERY_GAME, *(game(name).words()("name") for name in names())}


def test_where_a_text_may_do_without_a_term_it_does() -> None:
    without = {key for title, english, french, german in TERMS for key in missing(title, english, french, german)}
    assert {key for keys in FREELY.values() for key in keys} == without


@pytest.mark.parametrize(("title", "english", "french", "german"), TERMS)
def test_a_term_has_one_word_in_each_language(title: str, english: str, french: str, german: str) -> None:
    assert said_in(title, english), f"no text of {title} uses {english}"
    assert missing(title, english, french, german) <= FREELY.get(english, set())
