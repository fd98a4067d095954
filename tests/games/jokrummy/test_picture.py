"""The table in the terminal, as a person sees it."""

import io

import pytest
from rich.console import Console

from brelan.core.game import game
from brelan.core.table import Table
from brelan.games.jokrummy.cards import LAYING, NAMES
from brelan.games.jokrummy.programmes import parse
from brelan.games.jokrummy.terminal import picture
from brelan.prompting import Choices
from brelan.terminal import Terminal

GAME = game("jokrummy")
PLAYERS = {0: "Ann", 1: "Bob", -1: ""}


def drawn(table: Table, seat: int, language: str = "en") -> str:
    console = Console(record=True, width=110, file=io.StringIO())
    console.print(picture(table.view(seat), seat, GAME.words(language), PLAYERS))
    return console.export_text()


def table(hand: str, programme: str) -> Table:
    made = Table("jokrummy", 2, seed=2)
    s = made.position.state
    s.seat, s.phase, s.kept[0], s.programmes[0, 0], s.wanted[0] = 0, LAYING, 1, 0, parse(programme)
    cards = sorted(NAMES.index(card) for card in hand.split())
    s.hands[0], s.held[0] = 0, len(cards)
    s.hands[0, : len(cards)] = cards
    made.position.refresh()
    return made


def test_programmes_have_signs_and_say_what_is_missing() -> None:
    text = drawn(table("5D 6D 9D KC KD QH JK", "1xS5+1xK3=K"), 0)
    assert "1xS5+1xK3=K  ▯-▯-▯-▯-▯  K=K=K" in text
    assert "run of 5, one suit + 3 of rank K" in text
    assert "2 cards missing" in text
    assert "[8♦]" in text or "[7♦]" in text
    assert "ready to lay down!" in drawn(table("5D 6D 7D KC KD", "1xS3"), 0)
    assert "▯~▯~▯" in drawn(table("5D 6D 7D KC KD", "1xM3"), 0)
    assert "♥-♥-♥" in drawn(table("5D 6D 7D KC KD", "1xS3H"), 0)


def test_groups_show_what_wilds_stand_for_and_what_fits() -> None:
    made = table("5D 6D JK KC KD 2H KS 9C", "1xS3+1xK3")
    made.play("lay 5D 6D JK / KC KD 2H KS")
    text = drawn(made, 0)
    assert "0  5♦ 6♦ JK=7♦" in text
    assert "← 4♦, 8♦" in text
    assert "1  KC".replace("C", "♣") in text
    assert "← K " in text
    assert "★······" in text


def test_another_seat_and_a_watcher_see_neither_hand_nor_programme() -> None:
    made = table("5D 6D 9D KC KD QH JK", "1xK7")
    for seat in (1, -1):
        text = drawn(made, seat)
        assert "1xK7" not in text
        assert "Q♥" not in text or "Q♥" in drawn(table("5D", "1xK7"), seat)
    assert "Your hand" not in drawn(made, -1)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Your hand:", "ready to lay down!", "cards in the stock"]),
        ("fr", ["Votre main :", "prêt à étaler !", "cartes dans la pioche"]),
        ("de", ["Deine Hand:", "bereit zum Auslegen!", "Karten im Nachziehstapel"]),
    ],
)
def test_the_table_speaks_three_languages(language: str, sentences: list[str]) -> None:
    text = drawn(table("5D 6D 7D KC KD", "1xS3"), 0, language)
    assert all(sentence in text for sentence in sentences)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_whole_game_is_played_by_following_hints(language: str) -> None:
    made = Table("jokrummy", 3, seed=6)
    console = Console(record=True, width=100, file=io.StringIO())
    words = GAME.words(language)
    terminal: Terminal

    def follow(prompt: str, choices: Choices) -> str:
        return str(GAME.rules.ACTIONS.texts[terminal.choice(0)])

    terminal = Terminal(made, words, console, 1, "hard", follow)
    assert terminal.run()
    assert made.over
    assert words("terminal.over", clause="R20") in console.export_text()
