"""The table of The Game in a terminal."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ...core.text import Words
from .rules import STEP_BACK

CLIMBING, FALLING = "green", "magenta"


def picture(view: dict[str, Any], seat: int, words: Words, players: dict[int, str]) -> RenderableType:
    """Draw the piles, the others, and the player's hand with what fits where."""
    others = [
        Text(
            f"{players[other]}: {words('table.cards', count=view['held'][other])}",
            style="bold" if other == view["seat"] else "",
        )
        for other in range(view["seats"])
        if other != seat
    ]
    piles = Columns([_pile(view, pile, words, players) for pile in range(4)])
    stock = Text(words("table.stock", count=view["left"]))
    return Group(*others, piles, stock, *_owes(view, seat, words), *_hand(view, seat, words))


def _pile(view: dict[str, Any], pile: int, words: Words, players: dict[int, str]) -> Panel:
    climbs = pile < 2
    lines = [Text(f"{'↑' if climbs else '↓'} {view['tops'][pile]}", style=f"bold {CLIMBING if climbs else FALLING}")]
    for other in range(view["seats"]):
        if view["signals"][other][pile]:
            lines.append(Text(f"{players[other]}: {words.name('what', view['signals'][other][pile])}", style="yellow"))
    return Panel(Group(*lines), title=str(pile), width=18)


def _owes(view: dict[str, Any], seat: int, words: Words) -> list[Text]:
    if view["seat"] != seat or view["ended"] or view["asked"] < view["seats"]:
        return []
    return [Text(words("table.owes", count=view["owed"]), style="bold")]


def _hand(view: dict[str, Any], seat: int, words: Words) -> list[Text]:
    hands = view["hands"]
    if seat < 0 or hands[seat] is None:
        return []
    line = Text(words("table.hand") + " ")
    for card in hands[seat]:
        fitting = [_mark(view["tops"][pile], card, pile) for pile in range(4)]
        line.append(f" {card} ", style="reverse bold" if "=" in fitting else "bold")
        line.append("  ")
    return [line]


def _mark(top: int, card: int, pile: int) -> str:
    return "=" if card == (top - STEP_BACK if pile < 2 else top + STEP_BACK) else ""
