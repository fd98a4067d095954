"""Questions a seat may ask about its own programmes: what is missing, how to lay one, how cards go into a row.

    {"ask": "plan"}                                                what every programme still lacks
    {"ask": "propose", "slot": 0, "how": "fewest_wilds"}           a whole move (moves.py), or "most_cards"
    {"ask": "rows", "slot": 0, "rows": [["5D", "JK", "7D"], ..],   cards put in order, wilds with what they stand for;
     "names": ["run D 5", ..]}                                     `names`: what each is to be, "" for anything

A row beyond the programme's groups, or with slot -1, is a new set (R15). What fits is the solver's to say, as it is
when the move is played.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from . import GAME
from .actions import ACTIONS
from .cards import ANY_SUIT, FREE_RANK, HIGH_ACE, NAMES, RANK, SAME_RANK, SUIT, WILD, WILD_RANK
from .groups import meant, named, on_table, standing
from .hints import Planned, fewest_wilds, most_cards, packed, plan, what_is
from .laying import fits
from .levels import LONGER, SET, length_of, level
from .moves import SPARE
from .rules import MOST
from .solver import NO, ZERO, next_naming

PROPOSALS = {"fewest_wilds": fewest_wilds, "most_cards": most_cards}
ROWS, CARDS = 12, 14  # the most there can be
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
    naturals = sorted((card for card in cards if SUIT[card] != WILD), key=lambda card: int(RANK[card]))
    wilds = [card for card in cards if SUIT[card] == WILD]
    lacks = max(0, length_of(word) - len(cards), 0 if naturals or alone else 1)
    namings = {named(*what_is(word, naming)): naming for naming in _namings(cards, len(naturals), word)}
    if not namings:
        texts = [NAMES[card] for card in [*naturals, *wilds]]
        return {"cards": texts, "names": [], "name": "", "lacks": lacks, "well": False}
    name = wish if wish in namings else [*namings][-1]
    texts = _ordered(naturals, wilds, word, namings[name])
    return {"cards": texts, "names": [*namings], "name": name, "lacks": lacks, "well": lacks == 0}


def _namings(cards: list[int], naturals: int, word: int) -> Iterator[int]:
    """Everything that a row could be with all its cards and no other: the solver's to say."""
    if not cards:
        return
    group = np.int64(word + LONGER * (len(cards) - length_of(word)))
    naming = next_naming(packed(cards), group, ZERO, np.int64(naturals))
    while naming != NO:
        if naming & 15 < HIGH_ACE:  # a single ace is low
            yield int(naming)
        naming = next_naming(packed(cards), group, naming + 1, np.int64(naturals))


def _ordered(naturals: list[int], wilds: list[int], word: int, naming: int) -> list[str]:
    """The cards of a row that is named, wilds with what they stand for."""
    what, low = what_is(word, naming)
    if what == SAME_RANK:
        return [standing(what, card, low) for card in [*naturals, *wilds]]
    return [standing(what, card, low + i) for i, card in enumerate(_placed(naturals, wilds, what, low))]


def _placed(naturals: list[int], wilds: list[int], what: int, lowest: int) -> list[int]:
    """A card for every place from the lowest on, natural ones where they belong."""
    left, spare, row = list(naturals), list(wilds), []
    for place in range(lowest, lowest + len(naturals) + len(wilds)):
        fitting = [card for card in left if fits(card, what, place)]
        row.append(fitting[0] if fitting else spare.pop(_best_wild(spare, what, place)))
        if fitting:
            left.remove(fitting[0])
    return row


def _best_wild(wilds: list[int], what: int, place: int) -> int:
    """Which of the wilds to put at a place: a 2 where it is at home (R3), else the first."""
    at_home = [place == WILD_RANK == RANK[card] and what in (ANY_SUIT, card // 13) for card in wilds]
    return at_home.index(True) if any(at_home) else 0
