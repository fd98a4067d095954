"""Tables in notebooks: `show(table)`, `story(table)`, `film(table)`; a table at the end of a cell is displayed.

Card faces come from the page, whose build exports them (web/faces.js). A picture shows what one seat
may see (-1: a watcher); by default, the seat to act.
"""

import functools
import io
import itertools
import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from .core.events import Event
from .core.game import Game
from .core.table import DEALER, WATCHER, Table

FACES = Path(__file__).parent / "drawn" / "faces.json"
WIDE, HIGH, BETWEEN, LINE = 50, 70, 6, 18  # a card, the space between cards, a line of text
ROW = 14  # cards side by side
TEXT = "font-family:system-ui,sans-serif;font-size:13px"
STEP = "this.parentNode.querySelectorAll('figure').forEach((f,i)=>f.hidden=i!=this.value)"
Rows = Sequence[Sequence[int | None]]
_numbers = itertools.count()  # keeps names unique across the outputs of a page


@functools.cache
def faces(game: str) -> dict[str, Any]:
    """Return the drawings of a game's cards and their back; none if the page was built without the game."""
    found: dict[str, Any] = json.loads(FACES.read_text(encoding="utf-8")) if FACES.exists() else {}
    return dict(found.get(game, {"cards": {}, "back": '<rect width="100" height="140" fill="#2f6f5e"/>'}))


def face(game: str, card: int | None) -> str:
    """Return a card's drawing, 100 by 140, or its number if it has none."""
    drawn = faces(game)
    number = f'<text x="50" y="84" font-size="40" text-anchor="middle">{card}</text>'
    plain = f'<rect width="100" height="140" fill="#fffaf0"/>{number}'
    return str(drawn["back"] if card is None else drawn["cards"].get(str(card), plain))


class Picture:
    """HTML that a notebook displays."""

    def __init__(self, html: str, svg: str = "") -> None:
        self.html, self.svg = html, svg

    def _repr_html_(self) -> str:
        return self.html

    def _repr_svg_(self) -> str | None:
        return self.svg or None


def show(table: Table, seat: int | None = None, language: str = "en") -> Picture:
    """Return a picture of what a seat sees (-1: a watcher; default: the seat to act), with cards drawn as cards."""
    viewer = table.seat if seat is None else seat
    view, name = table.view(viewer), f"b{next(_numbers)}"
    rows = cards_of(table.game, view, viewer)
    svg = drawn(rows, _title(table, viewer, language), name, symbols(table.game, [rows], name))
    return Picture(f'<div style="{TEXT}">{svg}{_picture(table, view, viewer, language)}</div>', svg)


def story(table: Table, seat: int = WATCHER, last: int | None = None, language: str = "en") -> Picture:
    """Return what happened as sentences, as a seat saw it (-1: a watcher), or only the `last` so many events."""
    lines = sentences(table, table.events if last is None else table.events[-last:], seat, language)
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return Picture(f'<ol style="{TEXT}" start="{1 + len(table.events) - len(lines)}">{items}</ol>')


def film(table: Table, seat: int = WATCHER, language: str = "en") -> Picture:
    """Return the whole game, move by move, with a slider."""
    name, frames, again = f"b{next(_numbers)}", list[tuple[Rows, str]](), table.again()
    for move in [None, *table.history]:
        told: Iterable[Event] = []
        if move is not None:
            told = again.signal(move.seat, move.signal) if move.signal is not None else again.play(list(move.actions))
        title = " ".join(sentences(again, told, seat, language)) or _title(again, seat, language)
        frames.append((cards_of(again.game, again.view(seat), seat), title))
    shared = f'<svg width="0" height="0">{symbols(table.game, [rows for rows, _ in frames], name)}</svg>'
    shown = "".join(
        f'<figure style="margin:0"{" hidden" if number else ""}>{drawn(rows, title, name)}</figure>'
        for number, (rows, title) in enumerate(frames)
    )
    slider = f'<input type="range" min="0" max="{len(frames) - 1}" value="0" style="width:40em" oninput="{STEP}">'
    return Picture(f'<div style="{TEXT}">{shared}{slider}{shown}</div>')


def cards_of(game: Game, view: dict[str, Any], seat: int) -> Rows:
    """Return the rows of cards to draw: the game's choice, or the seat's own hand."""
    part = game.part("spread")
    if part is not None:
        rows: Rows = part.spread(view, seat)
        return rows
    hands = view.get("hands")
    return [hands[seat] or []] if hands and seat >= 0 else []


def symbols(game: Game, frames: Iterable[Rows], name: str) -> str:
    """Return every card that is drawn, once."""
    cards = sorted({-1 if card is None else card for rows in frames for row in rows for card in row})
    made = (
        f'<symbol id="{name}c{card}" viewBox="0 0 100 140">{face(game.name, None if card < 0 else card)}</symbol>'
        for card in cards
    )
    return f"<defs>{''.join(made)}</defs>"


def drawn(rows: Rows, title: str, name: str, defs: str = "") -> str:
    """Draw rows of cards under a line of text."""
    lines = [row[first : first + ROW] for row in rows if row for first in range(0, len(row), ROW)]
    uses = []
    for down, row in enumerate(lines):
        for across, card in enumerate(row):
            x, y = across * (WIDE + BETWEEN), LINE + BETWEEN + down * (HIGH + BETWEEN)
            where = f'x="{x}" y="{y}" width="{WIDE}" height="{HIGH}"'
            edge = f'<rect {where} fill="none" stroke="#2b2219" stroke-opacity=".4" rx="3"/>'
            uses.append(f'<use href="#{name}c{-1 if card is None else card}" {where}/>{edge}')
    wide, high = ROW * (WIDE + BETWEEN), LINE + BETWEEN + len(lines) * (HIGH + BETWEEN)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="-1 0 {wide} {high}">'
    line = f'<text y="{LINE - 4}" style="{TEXT}" fill="currentColor">{escape(title)}</text>'
    return f"{head}{defs}{line}{''.join(uses)}</svg>"


def sentences(table: Table, events: Iterable[Event], seat: int, language: str) -> list[str]:
    """Return events as sentences for a seat."""
    words, players = table.game.words(language), _players(table, language)
    return [words.event(event.seen_by(seat), seat, players) for event in events]


def _players(table: Table, language: str) -> dict[int, str]:
    words = table.game.words(language)
    return {seat: words("terminal.bot", seat=seat) for seat in range(table.seats)} | {DEALER: ""}


def _title(table: Table, seat: int, language: str) -> str:
    words, outcome = table.game.words(language), table.outcome
    if outcome is not None:
        return f"{words('name')}: {words('terminal.over', clause=outcome.clause)}"
    return ", ".join([words("name"), *([words("terminal.bot", seat=seat)] if seat >= 0 else [])])


def _picture(table: Table, view: dict[str, Any], seat: int, language: str) -> str:
    """Return the game's terminal picture."""
    from rich.console import Console

    part = table.game.part("terminal")
    if part is None:
        return ""
    console = Console(record=True, width=100, file=io.StringIO(), force_jupyter=False)
    console.print(part.picture(view, seat, table.game.words(language), _players(table, language)))
    return console.export_html(inline_styles=True, code_format='<pre style="line-height:1.2">{code}</pre>')
