"""Cards to cut out: sheets of fronts, each followed by its backs, mirrored for printers that flip on the long edge."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np

from ..core.check import ROOM
from ..core.game import Game
from ..core.text import Words
from ..notebook import face
from .sheet import Paper, page

SIZE = (63.0, 88.0)  # of a card
MARK, APART = 2.5, 1.0  # the length of a cut mark, and its distance from the cards
LETTERS, TALL, ROOM_FOR = 13, 9.5, 120  # letters per line of a text card, their height, and the product
INK, GROUND, EDGE = "#2b2219", "#fffaf0", "#b8912f"
HAIR = f'<rect width="100" height="140" fill="none" stroke="{INK}" stroke-opacity=".4" stroke-width=".4"/>'  # to cut


class Card(NamedTuple):
    """A card, given by the names of its two drawings."""

    front: str
    back: str = "back"


def pack(game: Game, seats: int, options: Mapping[str, Any]) -> list[int]:
    """Return the cards of a table with these seats and options, from the game's rules."""
    out = np.zeros(ROOM, np.int16)
    count = int(game.engine.pack(seats, game.codes(options), out))
    return [int(card) for card in out[:count]]


def extras(game: Game, seats: int, options: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Return what a table needs besides the pack: the text of each card, and of its back."""
    part = game.part("paper")
    return list(part.extras(seats, options, words)) if part is not None else []


def symbols(drawings: Mapping[str, str]) -> str:
    """Return drawings of 100 by 140 as named symbols, for use on any page."""
    made = (
        f'<symbol id="{name}" viewBox="0 0 100 140" preserveAspectRatio="none">{drawing}</symbol>'
        for name, drawing in drawings.items()
    )
    return f'<svg class="faces" width="0" height="0" aria-hidden="true"><defs>{"".join(made)}</defs></svg>\n'


def faces(game: Game, cards: Iterable[int]) -> dict[str, str]:
    """Return the drawings of some cards and their back."""
    return {f"c{card}": face(game.name, card) + HAIR for card in sorted(set(cards))} | {"back": face(game.name, None)}


def written(text: str) -> str:
    """Draw a card that has only text; a single word or number is large."""
    lines = [line for part in text.split("\n") for line in textwrap.wrap(part, LETTERS, break_long_words=False)]
    longest = max(map(len, lines), default=1)
    size = min(4 * TALL if len(lines) < 3 else TALL, ROOM_FOR / longest)
    top = 70 - (len(lines) - 1) * 0.6 * size
    drawn = "".join(
        f'<text x="50" y="{top + place * 1.2 * size + 0.35 * size:.1f}" font-size="{size:.1f}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
    frame = f'<rect x="6" y="6" width="88" height="128" rx="5" fill="none" stroke="{EDGE}" stroke-width="1.5"/>'
    ground = f'<rect width="100" height="140" fill="{GROUND}"/>{frame}'
    return f'{ground}<g fill="{INK}" text-anchor="middle" font-family="Georgia, serif">{drawn}</g>{HAIR}'


def sheets(cards: Sequence[Card], paper: Paper) -> Iterator[str]:
    """Return fronts and backs in turn."""
    across, down = (int(room // size) for room, size in zip(paper, SIZE, strict=True))
    for first in range(0, len(cards), across * down):
        some = list(enumerate(cards[first : first + across * down]))
        yield _side([(place, card.front) for place, card in some], across, down, paper)
        yield _side([(_mirrored(place, across), card.back) for place, card in some], across, down, paper)


def _mirrored(place: int, across: int) -> int:
    """Return the place of a card's back, seen from behind."""
    row, column = divmod(place, across)
    return row * across + across - 1 - column


def _side(cards: Iterable[tuple[int, str]], across: int, down: int, paper: Paper) -> str:
    wide, high = SIZE
    left, top = (paper.wide - across * wide) / 2, (paper.high - down * high) / 2
    where = f'width="{wide:g}" height="{high:g}"'
    uses = "".join(
        f'<use href="#{name}" x="{left + place % across * wide:g}" y="{top + place // across * high:g}" {where}/>'
        for place, name in cards
    )
    lines = "".join(_marks(left, top, across, down))
    marks = f'<path d="{lines}" fill="none" stroke="{INK}" stroke-width=".15"/>'
    size = f'width="{paper.wide:g}mm" height="{paper.high:g}mm" viewBox="0 0 {paper.wide:g} {paper.high:g}"'
    return page(f"<svg {size}>{uses}{marks}</svg>", "cards")


def _marks(left: float, top: float, across: int, down: int) -> Iterator[str]:
    """Draw a short line at both ends of every cut."""
    wide, high = SIZE
    right, bottom = left + across * wide, top + down * high
    for x in (left + column * wide for column in range(across + 1)):
        yield f"M{x:g} {top - APART:g}v{-MARK:g}M{x:g} {bottom + APART:g}v{MARK:g}"
    for y in (top + row * high for row in range(down + 1)):
        yield f"M{left - APART:g} {y:g}h{-MARK:g}M{right + APART:g} {y:g}h{MARK:g}"


def small(name: str, wide: float) -> str:
    """Return a single drawing of a given width."""
    high = wide * SIZE[1] / SIZE[0]
    edge = f'<rect x="1" y="1" width="98" height="138" rx="6" fill="none" stroke="{INK}" stroke-width="2"/>'
    size = f'width="{wide:g}mm" height="{high:g}mm" viewBox="0 0 100 140" preserveAspectRatio="none"'
    return f'<svg class="face" {size}><use href="#{name}" width="100" height="140"/>{edge}</svg>'
