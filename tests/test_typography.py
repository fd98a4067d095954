"""Every text keeps to the typography and the form of address of its language."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import brelan.template
from brelan.core.game import game, names
from brelan.core.text import COMMON, HYPHEN, LANGUAGES

FOLDERS = [
    COMMON,
    *(game(name).folder / "text" for name in names()),
    Path(brelan.template.__file__).parent / "files" / "game" / "text",
    Path(__file__).parent / "toy" / "games" / "brim" / "text",
]
EVERYWHERE = {
    "two spaces": r"\s{2}",
    "a straight apostrophe": r"'",
    "a straight quotation mark": r'"',
    "three dots": r"\.\.\.",
    "a space before a comma or a full stop": r"\s[,.](?=\s|$)",
}
FAULTS = {
    "en": {
        "a foreign quotation mark": r"[«»„]",
        "a space before a colon or an ellipsis": r"\s:|(?<=\w)\s…",
    },
    "fr": {
        "a foreign quotation mark": r"[“”„]",
        "no narrow no-break space before ; ! ?": r"(?<![\u202f(])[;!?]",
        "no no-break space before a colon": r"(?<!\xa0):",
        "no no-break space inside « »": r"«(?!\xa0)|(?<!\xa0)»",
        "tu": r"(?i)\b(tu|toi|te|ton|ta|tes)\b|\bt’",
    },
    "de": {
        "a foreign quotation mark": r"[«»”]|„[^“]*(„|$)|(^|“)[^„]*“",
        "a space before a colon": r"\s:",
        "an ellipsis that may begin a line": r"(?<=\w)(?<!\xa0)\s?(?<!\xa0)…",
        "Sie": r"(?<=[\wäöüß,] )(Sie|Ihnen|Ihre?[nmrs]?)\b",
    },
}
RULES = {
    f"{language}: {fault}": (language, pattern)
    for language in LANGUAGES
    for fault, pattern in (EVERYWHERE | FAULTS[language]).items()
}


def texts(language: str) -> Iterator[tuple[str, str]]:
    """All texts of a language, each with its place."""
    for folder in FOLDERS:
        (file,) = folder.glob(f"{language}.toml*")
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        yield from _leaves(told, f"{folder.parent.name}: ")


def _leaves(told: dict[str, Any], place: str) -> Iterator[tuple[str, str]]:
    for key, value in told.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{place}{key}.")
        else:
            yield f"{place}{key}", value


@pytest.mark.parametrize("rule", RULES)
def test_no_text_has(rule: str) -> None:
    language, pattern = RULES[rule]
    assert [f"{place} = {text}" for place, text in texts(language) if re.search(pattern, text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_hyphen_for_a_minus(language: str) -> None:
    told = ((place, text) for place, text in texts(language) if ": actions." not in place)  # those are typed
    assert [place for place, text in told if HYPHEN.search(text)] == []
