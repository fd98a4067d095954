"""Cards as people read them: ranks by the letter of the language, suits as signs."""

import pytest
from rich.console import Console

from brelan import Table
from brelan.core.game import game
from brelan.games.jokrummy.terminal import picture

PLAYERS = {0: "JD", 1: "Bo", -1: ""}


@pytest.mark.parametrize(("language", "ranks"), [("en", "JQK"), ("fr", "VDR"), ("de", "BDK")])
def test_court_cards_are_called_as_in_the_language(language: str, ranks: str) -> None:
    words = game("jokrummy").words(language)
    said = words.event({"event": "laid_set", "seat": 0, "cards": ["JS", "QH", "2D=KC", "10D", "JK"]}, 1, PLAYERS)
    assert "JD" in said, "a player's name is no card"
    assert said.endswith(f"{ranks[0]}♠, {ranks[1]}♥, 2♦={ranks[2]}♣, 10♦, JK.")
    assert ranks[2] in words("table.set_of", length=3, rank="K")


def test_the_terminal_shows_them_too() -> None:
    table, console = Table("jokrummy", seats=2, seed=5), Console(width=120)
    shown = {}
    for language in ("en", "fr"):
        with console.capture() as caught:
            console.print(picture(table.view(0), 0, game("jokrummy").words(language), PLAYERS))
        shown[language] = caught.get()
    courts = [
        card for card in ("J♣", "Q♣", "K♣", "J♦", "Q♦", "K♦", "J♥", "Q♥", "K♥", "J♠", "Q♠", "K♠") if card in shown["en"]
    ]
    assert courts
    for card in courts:
        assert card not in shown["fr"]
        assert "VDR"["JQK".index(card[0])] + card[1] in shown["fr"]
