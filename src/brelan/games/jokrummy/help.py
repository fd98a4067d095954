"""Questions a seat may ask about its own programmes: what is missing, how to lay one, how cards go into a row.

    {"ask": "plan"}                                                what every programme still lacks
    {"ask": "propose", "slot": 0, "how": "fewest_wilds"}           a whole move (moves.py), or "most_cards"
    {"ask": "rows", "slot": 0, "rows": [["5D", "JK", "7D"], ..],   cards put in order, wilds with what they stand for;
     "names": ["run D 5", ..]}                                     `names`: what each is to be, "" for anything

A row beyond the programme's groups, or with slot -1, is a new set (R15). What fits is the solver's to say, as it is
when the move is played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import GAME
from .actions import ACTIONS
from .cards import FREE_RANK, NAMES, RANK, SUIT, WILD
from .groups import meant, named, on_table, standing
from .hints import Planned, fewest_wilds, most_cards, plan
from .levels import SET, length_of, level
from .moves import SPARE
from .rules import MOST

PROPOSALS = {"fewest_wilds": fewest_wilds, "most_cards": most_cards}
ROWS, CARDS = 12, 14  # the most there can be
ROOM = 256  # numbers that tell of a row, at the most
NEW_SET = int(level(SET, FREE_RANK, SPARE, 0, 0))  # R15


def answer(view: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer, or None if this is no question of ours or there is nothing to say."""
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
    """The groups of a programme as near as the hand comes to them."""
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
    """A whole move, as moves.py reads it; without groups if the programme cannot be laid now. `names`: for a tray."""
    if type(slot) is not int or not 0 <= slot < s.kept[seat] or how not in tuple(PROPOSALS):
        return None
    if s.seat != seat or GAME.engine.why_not(view, 0, ACTIONS.ids[f"show {slot}"]):
        return {"show": slot, "groups": []}
    rows = view.copy()
    for action in PROPOSALS[how](view, slot):
        GAME.engine.step(rows, 0, ACTIONS.ids[action], np.zeros(2, np.uint64), np.zeros(MOST, np.int16))
    return {"show": slot, **_move(s, rows[0], len(_wanted(s, seat, slot)))}


def _move(old: Any, new: Any, count: int) -> dict[str, Any]:
    """What was laid between two records: a programme's groups, new sets, and cards added to what lay before."""
    groups = on_table(new)
    before = int(old.groups)
    laid = [group.texts() for group in groups[before:]]
    added = [
        {"group": int(spot) // 2, "cards": [_put(groups, int(card), int(spot))], "end": ("low", "high")[int(spot) % 2]}
        for card, spot in zip(new.log[old.down : new.down], new.spots[old.down : new.down], strict=True)
        if int(spot) // 2 < before
    ]
    names = [group.name() for group in groups[before : before + count]]
    return {"groups": laid[:count], "names": names, "new": laid[count:], "add": added}


def _put(groups: Sequence[Any], card: int, spot: int) -> str:
    group = groups[spot // 2]
    place = next(at for one, at in (group.cards if spot % 2 == 0 else group.cards[::-1]) if one == card)
    return standing(group.what, card, place)


# rows of a tray


def _rows(s: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Every row in order, with what it lacks."""
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
    alone = [natural and not s.natural_each] * len(words)  # R9: whether wilds alone will do; in a new set never
    return {
        "rows": [
            _row(row, words[i] if i < len(words) else NEW_SET, wishes[i], alone[i] if i < len(words) else False)
            for i, row in enumerate(cards)
        ]
    }


def _row(cards: list[int], word: int, wish: str, alone: bool) -> dict[str, Any]:
    """Cards of one row in order; `names`: what it could be, `well`: that it can be laid as it is named."""
    ordered = sorted(cards, key=lambda card: (SUIT[card] == WILD, 0 if SUIT[card] == WILD else int(RANK[card])))
    natural = any(SUIT[card] != WILD for card in cards)
    lacks = max(0, length_of(word) - len(cards), 0 if natural or alone else 1)
    kinds, _ = _laid(ordered, word, -1)
    names = [named(*kind) for kind in kinds]
    if not names:
        return {"cards": [NAMES[card] for card in ordered], "names": [], "name": "", "lacks": lacks, "well": False}
    name = wish if wish in names else names[-1]
    kind, placed = names.index(name), _laid(ordered, word, names.index(name))[1]
    texts = [standing(kinds[kind][0], card, place) for card, place in placed]
    return {"cards": texts, "names": names, "name": name, "lacks": lacks, "well": lacks == 0}


def _laid(cards: list[int], word: int, wish: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What a row could be, each what it is and its lowest place, and its cards with their places."""
    out = np.zeros(ROOM, np.int16)
    numbers = out[: GAME.engine.lay_row(np.array(cards, np.int16), word, wish, out)].tolist()
    pairs = list(zip(numbers[1::2], numbers[2::2], strict=True))
    return pairs[: numbers[0]], pairs[numbers[0] :]
