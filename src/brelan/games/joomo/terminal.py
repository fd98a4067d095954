"""Joomo's table in a terminal: the score pad, the gap as a number line, the player's hand."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...core.text import Words, minus
from .cards import ASIDE, DEALER, HAND, is_double

COLOURS = ("yellow", "dark_orange", "red", "green", "bright_blue", "blue", "magenta")  # R1: one a ten
PLACES = ("¹", "²", "")  # first limit, second limit, gap
FREE, LIMIT, LYING, BEYOND = "━", "┃", "●", "·"
CAN, CANNOT = "▲", "△"


def picture(view: dict[str, Any], seat: int, words: Words, players: dict[int, str]) -> RenderableType:
    """Draw everything a seat sees."""
    parts: list[RenderableType] = [_pad(view, words, players)]
    if not view["ended"] and view["seat"] != DEALER:
        parts += [_scale(view), _line(view), *_own(view, seat), _state(view, words), *_trick(view, words)]
    return Group(*parts, *_hand(view, seat, words))


def _pad(view: dict[str, Any], words: Words, players: dict[int, str]) -> Table:
    """Draw the score pad: a row per seat, with its last scored round."""
    between = view["seat"] == DEALER
    scored = between or view["rounds"] > 1
    marker = view["marker"] if between else view["dealer"]  # R18: who had the marker deals
    title = words("table.round" if not scored else "table.round_and_pad", round=view["rounds"])
    pad = Table(title=title, title_justify="left", box=None)
    pad.add_column(words("table.player"), no_wrap=True)
    for name in ("held", "now", "last", "total"):
        pad.add_column(words(f"table.{name}"), justify="right")
    pad.add_column()
    for seat in range(view["seats"]):
        last = _last(view, seat, int(seat == marker)) if scored else ""
        cells = [players[seat], str(view["held"][seat]), str(view["won"][seat]), last, minus(view["points"][seat])]
        pad.add_row(*cells, _notes(view, seat, words), style="bold" if seat == view["seat"] else "")
    return pad


def _last(view: dict[str, Any], seat: int, marker: int) -> str:
    tricks, tens = view["tricks"][seat], view["tens"][seat]
    return minus(f"{tricks} + {marker} - {tens} = {tricks + marker - tens}")  # R15


def _notes(view: dict[str, Any], seat: int, words: Words) -> str:
    notes = [name for name in ("dealer", "marker", "last") if view[name] == seat]
    notes += ["passed"] if view["passed"][seat] else []
    return ", ".join(words(f"table.is_{name}") for name in notes)


def _fits(view: dict[str, Any], card: int) -> bool:
    """Whether a card could be laid now."""
    if view["limited"] < 2:
        return True  # R4 R5
    return min(view["limits"]) < card < max(view["limits"]) or bool(is_double(card))  # R6 R9


def _scale(view: dict[str, Any]) -> Text:
    return Text("".join(f"{ten:02d}        " for ten in range(0, HAND * view["seats"] + ASIDE, 10)), style="dim")


def _line(view: dict[str, Any]) -> Text:
    """Draw one sign per card: the two limits, what is between them, what is free."""
    line = Text()
    for card in range(HAND * view["seats"] + ASIDE):
        free = view["limited"] == 2 and min(view["limits"]) < card < max(view["limits"])
        if card in view["limits"]:
            line.append(LIMIT, style="bold")
        elif card in view["trick"]:
            line.append(LYING)
        else:
            line.append(FREE if free else BEYOND, style="green" if free else "dim")
    return line


def _own(view: dict[str, Any], seat: int) -> list[Text]:
    """Mark the player's own cards on the line."""
    if seat < 0 or view["hands"][seat] is None:
        return []
    signs = [" "] * (HAND * view["seats"] + ASIDE)
    for card in view["hands"][seat]:
        signs[card] = CAN if _fits(view, card) and not view["passed"][seat] else CANNOT
    return [Text("".join(signs))]


def _state(view: dict[str, Any], words: Words) -> Text:
    """Draw the limits in force and the value of the trick."""
    if view["limited"] == 0:
        return Text(words("table.no_limit"))
    limits = dict(zip(("first", "second"), view["limits"], strict=False))
    if view["limited"] == 1:
        text = words("table.one_limit", **limits)
    else:
        empty = max(view["limits"]) - min(view["limits"]) < 2
        text = words("table.empty_gap" if empty else "table.gap", **limits)
    return Text(f"{text} {words('table.worth', count=view['worth'])}")


def _trick(view: dict[str, Any], words: Words) -> list[Text]:
    line = Text(words("table.trick"))
    for card, place in zip(view["trick"], view["places"], strict=True):
        line.append(" ").append_text(_face(card)).append(PLACES[place])
    return [line] if view["trick"] else []


def _hand(view: dict[str, Any], seat: int, words: Words) -> list[Text]:
    """Draw the player's hand, with playable cards in brackets."""
    if seat < 0 or view["hands"][seat] is None:
        return []
    line = Text(words("table.hand") + " ")
    for card in view["hands"][seat]:
        left, right = "[]" if _fits(view, card) and view["seat"] == seat else "  "
        line.append(left).append_text(_face(card)).append(right)
    return [line]


def _face(card: int) -> Text:
    return Text(f"{card:02d}", style=f"bold {COLOURS[card // 10]}")
