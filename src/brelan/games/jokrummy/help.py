"""Questions a seat may ask about its own programmes: what is missing, how to lay one, how to order cards in a row.

    {"ask": "plan"}                                                what every programme still lacks
    {"ask": "propose", "slot": 0, "how": "fewest_wilds"}           a whole move (moves.py), or "most_cards"
    {"ask": "rows", "slot": 0, "rows": [["5D", "JK", "7D"], ..],   cards in order, wilds with what they stand for;
     "names": ["run D 5", ..]}                                     `names`: what each row should be, "" for anything

A row beyond the programme's groups, or with slot -1, is a new set (R15). The solver decides what fits, as it does
when the move is played.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import GAME
from .cards import FREE_RANK, NAMES, SUIT, WILD
from .groups import meant, named, standing
from .hints import ALL_CARDS, FEWEST_WILDS, Planned, plan, proposal
from .levels import SET, level
from .unfolding import SPARE

HOW = {"fewest_wilds": FEWEST_WILDS, "most_cards": ALL_CARDS}
ROWS, CARDS = 12, 14  # more than there can be
ROOM = 256  # the most numbers that describe a row
NEW_SET = int(level(SET, FREE_RANK, SPARE, 0, 0))  # R15


def answer(view: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the answer, or None if this is not one of these questions or there is nothing to say."""
    if view is None or seat < 0:
        return None
    s = view.view(np.recarray)[0]
    match question.get("ask"):
        case "plan":
            return {"programmes": [_lacking(s, seat, slot) for slot in range(int(s.kept[seat]))]}
        case "propose":
            return _proposal(view, s, seat, question.get("slot"), question.get("how"))
        case "rows":
            return _rows(s, seat, question)
    return None


def _wanted(s: Any, seat: int, slot: int) -> list[int]:
    return [int(word) for word in s.wanted[s.programmes[seat, slot]] if word]


def _lacking(s: Any, seat: int, slot: int) -> dict[str, Any]:
    """Return the groups of a programme, filled as far as the hand allows."""
    hand, words = s.hands[seat, : s.held[seat]].tolist(), s.wanted[s.programmes[seat, slot]].tolist()
    planned = plan(hand, words, bool(s.natural_each))
    groups = [_near(group) for group in planned]
    return {"groups": groups, "missing": sum(card["card"] is None for group in groups for card in group)}


def _near(group: Planned) -> list[dict[str, Any]]:
    return [
        {"card": None if card is None else NAMES[card], "for": meant(group.what, place)}
        for card, place in zip(group.cards, group.places, strict=True)
    ]


def _proposal(view: Any, s: Any, seat: int, slot: Any, how: Any) -> dict[str, Any] | None:
    """Return a whole move for moves.py, without groups if the programme cannot be laid; `names`: for a tray."""
    if type(slot) is not int or not 0 <= slot < s.kept[seat] or how not in tuple(HOW):
        return None
    found = proposal(view, slot, HOW[how]) if s.seat == seat else None
    if found is None:
        return {"show": slot, "groups": []}
    texts, count = [_texts(group) for group in found.groups], len(_wanted(s, seat, slot))
    names = [named(group.what, group.places[0]) for group in found.groups[:count]]
    added = [
        {"group": group, "cards": [standing(int(s.what[group]), card, place)], "end": ("low", "high")[end]}
        for group, end, card, place in found.added
    ]
    return {"show": slot, "groups": texts[:count], "names": names, "new": texts[count:], "add": added}


def _texts(group: Planned) -> list[str]:
    pairs = zip(group.cards, group.places, strict=True)
    return [standing(group.what, card, place) for card, place in pairs if card is not None]


# rows of a tray


def _rows(s: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return every row in order, with what it lacks."""
    rows, slot = question.get("rows"), question.get("slot", 0)
    wishes = question.get("names", [""] * len(rows) if isinstance(rows, list) else [])
    if not isinstance(rows, list) or len(rows) > ROWS or type(slot) is not int or not -1 <= slot < s.kept[seat]:
        return None
    if not isinstance(wishes, list) or len(wishes) != len(rows) or not all(isinstance(wish, str) for wish in wishes):
        return None
    if not all(isinstance(row, list) and len(row) <= CARDS and all(card in NAMES for card in row) for row in rows):
        return None
    words = [] if slot < 0 else _wanted(s, seat, slot)
    cards = [[NAMES.index(card) for card in row] for row in rows]
    natural = any(SUIT[card] != WILD for row in cards[: len(words)] for card in row)
    alone = [natural and not s.natural_each] * len(words)  # R9: whether wilds alone are enough; never in a new set
    return {
        "rows": [
            _row(row, words[i] if i < len(words) else NEW_SET, wishes[i], alone[i] if i < len(words) else False)
            for i, row in enumerate(cards)
        ]
    }


def _row(cards: list[int], word: int, wish: str, alone: bool) -> dict[str, Any]:
    """Return the cards of one row in order; `names`: what it could be, `well`: whether it can be laid as named."""
    lacks, kinds, placed = _laid(cards, word, -1, alone)
    names = [named(*kind) for kind in kinds]
    if not names:
        ordered = [NAMES[card] for card, _ in placed]
        return {"cards": ordered, "names": [], "name": "", "lacks": lacks, "well": False}
    name = wish if wish in names else names[-1]
    what, _ = kinds[names.index(name)]
    texts = [standing(what, card, place) for card, place in _laid(cards, word, names.index(name), alone)[2]]
    return {"cards": texts, "names": names, "name": name, "lacks": lacks, "well": lacks == 0}


Pairs = list[tuple[int, int]]


def _laid(cards: list[int], word: int, wish: int, alone: bool) -> tuple[int, Pairs, Pairs]:
    """Return what a row lacks, what it could be (kind and lowest place), and its cards with their places."""
    out = np.zeros(ROOM, np.int16)
    numbers = out[: GAME.engine.lay_row(np.array(cards, np.int16), word, wish, int(alone), out)].tolist()
    pairs = list(zip(numbers[2::2], numbers[3::2], strict=True))
    return numbers[0], pairs[: numbers[1]], pairs[numbers[1] :]
