"""The table of Koomi in a terminal."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ...core.text import Words
from .cards import NAMES, NUMBERS, REDS
from .line import equation, terms

GREEN_INK, RED_INK, SPECIAL_INK = "bold green", "bold red", "bold yellow"


def picture(view: dict[str, Any], seat: int, words: Words, players: dict[int, str]) -> RenderableType:
    """Draw the others, the top, the sum so far, and the player's hand."""
    others = [_other(view, other, words, players) for other in range(view["seats"]) if other != seat]
    top = Panel(_card(view["discards"][-1], words), title=words("table.top"), width=24)
    stock = Text(words("table.stock", count=view["left"]))
    return Group(*others, top, stock, *_sum(view, words), *_hand(view, seat, words))


def _other(view: dict[str, Any], other: int, words: Words, players: dict[int, str]) -> Text:
    cards = words("table.cards", count=view["held"][other])
    line = Text(words("table.player", who=players[other], cards=cards))
    line.stylize("bold" if other == view["seat"] else "")
    if view["hands"][other] is not None:  # R19: open hands
        line.append("  ").append_text(_cards(view["hands"][other], words))
    return line


def _card(card: int, words: Words) -> Text:
    """A card: sign and colour for numbers, a name for the rest."""
    ink = RED_INK if card < REDS else GREEN_INK if card < NUMBERS else SPECIAL_INK
    return Text(f" {words.name('card', NAMES[card])} ", style=ink)


def _cards(counts: list[int], words: Words) -> Text:
    """A hand, reds first, then greens, then special cards."""
    cards = [card for card, count in enumerate(counts) for _ in range(count)]
    return Text(" ").join(_card(card, words) for card in cards)


def _sum(view: dict[str, Any], words: Words) -> list[Text]:
    if not view["begun"]:
        return []
    return [Text(words("table.sum", sum=equation(terms(view))), style="bold")]


def _hand(view: dict[str, Any], seat: int, words: Words) -> list[Text]:
    if seat < 0 or view["hands"][seat] is None:
        return []
    return [Text(words("table.hand") + " ").append_text(_cards(view["hands"][seat], words))]
