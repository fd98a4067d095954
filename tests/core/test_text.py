"""Texts: three languages, plurals, names of values, events in the second person."""

import ctypes
import sys
import types

import pytest

from brelan.core.game import game
from brelan.core.text import LANGUAGES, Words, minus, plural, preferred, system_language

PLAYERS = {0: "Ada", 1: "Bo"}


def test_the_language_of_the_environment_is_spoken_if_we_can() -> None:
    assert preferred({"LANG": "fr_CA.UTF-8"}) == "fr"
    assert preferred({"LANG": "de_DE", "BRELAN_LANG": "en"}) == "en"
    assert preferred({"LANG": "it_IT"}) == preferred({}, "") == "en"
    assert preferred({"LANG": "fr_FR", "LC_ALL": "C.UTF-8"}) == "en"  # LC_ALL has the last word


def test_without_a_word_in_the_environment_the_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preferred({}, "de_AT") == "de"
    assert preferred({"BRELAN_LANG": "fr"}, "de_AT") == "fr"
    monkeypatch.setattr(sys, "platform", "win32")
    kernel = types.SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x040C)
    monkeypatch.setattr(ctypes, "windll", types.SimpleNamespace(kernel32=kernel), raising=False)
    assert system_language() == "fr_FR"


def test_french_counts_nothing_as_one() -> None:
    assert [plural(language, 0) for language in LANGUAGES] == ["other", "one", "other"]
    assert [plural(language, 1) for language in LANGUAGES] == ["one", "one", "one"]


def test_an_event_is_told_to_its_seat_in_its_own_form() -> None:
    words = game("thegame").words("fr")
    event = {"event": "drew", "seat": 0, "count": 2}
    assert words.event(event, 1, PLAYERS) == "Ada pioche 2 cartes."
    assert words.event({**event, "cards": [5, 7]}, 0, PLAYERS) == "Vous piochez 5, 7."


def test_values_with_names_are_shown_by_them() -> None:
    words = game("thegame").words("de")
    event = {"event": "laid", "seat": 1, "card": 5, "pile": 2}
    assert words.event(event, 0, PLAYERS) == "Bo legt die 5 auf den ersten absteigenden Stapel."


def test_numbers_have_a_true_minus_and_notation_keeps_its_hyphen() -> None:
    words = game("koomi").words("de")
    assert minus("-2 - 8 = -10") == "−2 − 8 = −10"
    assert minus("2026-11-17 of table a-9") == "2026-11-17 of table a-9"
    assert words("events.laid_own", card="-9", sum="2 - 9", total=-7) == "Du legst −9: 2 − 9 ergibt −7."
    assert words("terminal.hint", said="add -9").endswith("add -9)")
    assert words("daily.lost", date="17.11.", name="Joomo", scores="-3 : 5").startswith("Brelan 17.11.")


def test_a_missing_text_is_an_error_and_not_a_hole() -> None:
    with pytest.raises(KeyError, match=r"en: events\.flown"):
        Words("en", {})("events.flown")
    with pytest.raises(ValueError, match="no texts in 'it'"):
        Words.load(None, "it")
