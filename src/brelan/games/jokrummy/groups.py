"""Groups on the table, derived from the cards laid: every card with its place, and what a wild stands for."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.rule import rule
from ...core.sentences import letters, put, spelled
from .cards import ANY_SUIT, HIGH_ACE, NAMES, RANKS, SAME_RANK, SUIT, SUITS, WILD

OF_CARDS, OF_RANKS, OF_SUITS, EQUALS = letters(NAMES), letters(RANKS), letters(SUITS), letters("=")


class Laid(NamedTuple):
    """A group: its suit, ANY_SUIT or SAME_RANK; its owner; its cards with their places, low to high."""

    what: int
    seat: int
    cards: list[tuple[int, int]]

    def texts(self) -> list[str]:
        """Its cards in notation; a wild with what it stands for."""
        return [standing(self.what, card, place) for card, place in self.cards]

    def name(self) -> str:
        """The action that would name it."""
        return named(self.what, self.cards[0][1])

    def ends(self) -> list[str]:
        """What would fit at its open ends (R16)."""
        low, high = self.cards[0][1] - 1, self.cards[-1][1] + 1
        if self.what == SAME_RANK:
            return [RANKS[high - 1]]
        return [meant(self.what, place) for place in (low, high) if 1 <= place <= HIGH_ACE]


def named(what: int, low: int) -> str:
    """Return the action that names a group: a set by its rank, a run by its suit and lowest place."""
    return f"set {RANKS[low]}" if what == SAME_RANK else f"run {(*SUITS, '*')[what]} {RANKS[low]}"


@rule
def spell_meant(cells: Any, out: Any, n: Any) -> Any:
    """Spell the card that belongs at a place (what, .., place): `8D`, or `8` if the suit does not matter."""
    what, place = cells[0], cells[2]
    n = put(out, n, OF_RANKS, 1 if place == HIGH_ACE else place)
    return n if what in (ANY_SUIT, SAME_RANK) else put(out, n, OF_SUITS, what)


@rule
def spell_standing(cells: Any, out: Any) -> Any:
    """Spell a card (what, card, place), a wild with what it stands for: `JK=8D`."""
    n = put(out, 0, OF_CARDS, cells[1])
    return spell_meant(cells, out, put(out, n, EQUALS, 0)) if SUIT[cells[1]] == WILD else n


def meant(what: int, place: int) -> str:
    """Return the card that belongs at a place: `8D`, or `8` if the suit does not matter."""
    rank = RANKS[1 if place == HIGH_ACE else place]
    return rank if what in (ANY_SUIT, SAME_RANK) else rank + SUITS[what]


def standing(what: int, card: int, place: int) -> str:
    """Return a card in notation, a wild with what it stands for: `JK=8D`."""
    return spelled(spell_standing, (int(what), int(card), int(place)))


def on_table(view: Mapping[str, Any]) -> list[Laid]:
    """Return all groups of a record, or of a view as plain data, in the order laid."""
    rows: list[list[int]] = [[] for _ in range(int(view["groups"]))]
    for card, spot in zip(view["log"][: view["down"]], view["spots"][: view["down"]], strict=True):
        group, at_high_end = divmod(int(spot), 2)
        rows[group].insert(len(rows[group]) if at_high_end else 0, int(card))
    groups = []
    for group, cards in enumerate(rows):
        what, low = int(view["what"][group]), int(view["low"][group])
        places = [low if what == SAME_RANK else low + i for i in range(len(cards))]
        groups.append(Laid(what, int(view["whose"][group]), list(zip(cards, places, strict=True))))
    return groups
