"""Jok-R-ummy's table in a terminal."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...core.text import Words
from .cards import FREE_RANK, FREE_SUIT, GOAL, JOKER, NAMES, RANKS, SUIT, SUITS, WILD
from .groups import meant, on_table
from .hints import Planned, plan
from .levels import MIXED, RUN, SET, kind_of, length_of, which_of
from .programmes import BONUS, written
from .reading import SUIT_SIGNS, rank, readable

SUIT_STYLES = ("green", "blue", "red", "white")
BLANK, MISSING = "▯", "yellow"


def picture(view: dict[str, Any], seat: int, words: Words, players: dict[int, str]) -> RenderableType:
    """Draw the seats, the groups, stock and discards, and the player's programmes with what is missing, and hand."""
    parts: list[RenderableType] = [_seats(view, words, players)]
    if view["groups"]:
        parts.append(Panel(_groups(view, words, players), title=words("table.groups"), expand=False))
    top = Text("—") if view["top"] < 0 else face(view["top"], words)
    parts.append(Text.assemble(words("table.stock", count=view["left"]), "   ", words("table.discards"), " ", top))
    if seat >= 0 and view["hands"][seat] is not None:
        laying = view["shown"] if view["seat"] == seat else -1
        for slot, programme in enumerate(view["programmes"][seat] or []):
            parts += _programme(view, seat, slot, programme, programme == laying, words)
        parts.append(_hand(view["hands"][seat], words))
    return Group(*parts)


def face(card: int, words: Words) -> Text:
    """Return a card as people know it, with wilds highlighted."""
    if card == JOKER:
        return Text(NAMES[card], style="bold magenta")
    style = "magenta" if SUIT[card] == WILD else SUIT_STYLES[card // 13]
    return Text(readable(NAMES[card], words), style=f"bold {style}")


def symbols(groups: list[int], words: Words) -> Text:
    """Return a programme as signs: = joins a set, - a run of one suit, ~ a mixed run; requirements are written."""
    text = Text("★" if not any(groups) else "")
    for group in filter(None, groups):
        which, length = which_of(group), length_of(group)
        sign, joint = BLANK, "="
        if kind_of(group) == SET:
            sign = BLANK if which == FREE_RANK else rank(RANKS[which], words)
        else:
            joint = "-" if kind_of(group) == RUN else "~"
            sign = BLANK if kind_of(group) == MIXED or which == FREE_SUIT else SUIT_SIGNS[which]
        text.append(("  " if text else "") + joint.join([sign] * length))
    return text


def described(groups: list[int], words: Words) -> str:
    """Return a programme in words."""
    parts = []
    for group in dict.fromkeys(filter(None, groups)):
        which, times = which_of(group), groups.count(group)
        if kind_of(group) == SET:
            name = "table.set" if which == FREE_RANK else "table.set_of"
            part = words(name, length=length_of(group), rank=RANKS[which % FREE_RANK])
        elif kind_of(group) == MIXED:
            part = words("table.mixed", length=length_of(group))
        else:
            name = "table.run" if which == FREE_SUIT else "table.run_of"
            part = words(name, length=length_of(group), suit=SUITS[which % FREE_SUIT])
        parts.append(f"{times} × {part}" if times > 1 else part)
    return " + ".join(parts)


def _seats(view: dict[str, Any], words: Words, players: dict[int, str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for other in range(view["seats"]):
        done = view["done"][other]
        finished = [written(view["wanted"][number]) for number in view["finished"][other][:done]]
        mark = "▶" if other == view["seat"] else " "
        table.add_row(
            Text(f"{mark} {players[other]}", style="bold" if other == view["seat"] else ""),
            words("table.cards", count=view["held"][other]),
            Text("★" * done + "·" * (GOAL - done), style="yellow"),
            words("table.has_laid") if view["laid"][other] else "",
            Text(" ".join(text for text in finished if text != BONUS), style="dim"),
        )
    table.title = words("table.round", round=view["rounds"], who=players[view["dealer"]])
    table.title_justify, table.title_style = "left", "dim"
    return table


def _groups(view: dict[str, Any], words: Words, players: dict[int, str]) -> Table:
    """Draw every group with its number, its cards, what fits at its ends, and its owner."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, group in enumerate(on_table(view)):
        cards = Text()
        for card, place in group.cards:
            cards.append_text(face(card, words))
            cards.append(f"={_sign(meant(group.what, place), words)} " if SUIT[card] == WILD else " ")
        ends = ", ".join(_sign(end, words) for end in group.ends()) if group.cards else ""
        table.add_row(str(number), cards, Text(f"← {ends}" if ends else "", style="dim"), players[group.seat])
    return table


def _sign(name: str, words: Words) -> str:
    """Return `8♦` for `8D`, or just a rank if the suit does not matter."""
    return readable(name, words) if name[-1] in SUITS else rank(name, words)


def _programme(
    view: dict[str, Any], seat: int, slot: int, programme: int, laying: bool, words: Words
) -> list[RenderableType]:
    groups = view["wanted"][programme]
    line = Text.assemble(
        (words("table.programme", slot=slot, programme=written(groups)), "bold"), "  ", symbols(groups, words), "  ",
        (described(groups, words), "dim"),
    )  # fmt: skip
    if laying or view["laid"][seat]:
        return [line]
    planned = plan(view["hands"][seat], groups, bool(view["natural_each"]))
    lacking = sum(card is None for group in planned for card in group.cards)
    nearest = Text("   ")
    for number, group in enumerate(planned):
        nearest.append(" / " if number else "")
        nearest.append_text(_planned(group, words))
    nearest.append("  " + words("table.missing" if lacking else "table.ready", count=lacking), style="bold")
    return [line, nearest] if planned else [line]


def _planned(group: Planned, words: Words) -> Text:
    """Draw a group as it could be laid, with missing cards marked."""
    text = Text()
    for card, place in zip(group.cards, group.places, strict=True):
        wanted = _sign(meant(group.what, place), words)
        if card is None:
            text.append(f"[{wanted}]", style=MISSING)
        else:
            text.append_text(face(card, words))
            text.append(f"={wanted}" if SUIT[card] == WILD else "")
        text.append(" ")
    return text


def _hand(cards: list[int], words: Words) -> Text:
    """Draw the hand by suit, wilds last."""
    line = Text(words("table.hand"))
    for suit in range(WILD + 1):
        row = [card for card in cards if SUIT[card] == suit]
        line.append("  " if row else "")
        for card in row:
            line.append(" ")
            line.append_text(face(card, words))
    return line
