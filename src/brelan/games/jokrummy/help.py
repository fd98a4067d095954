"""Questions a seat may ask about its own programmes: what is missing, how to lay one, how cards go into a row.

    {"ask": "plan"}                                                what every programme still lacks
    {"ask": "propose", "slot": 0, "how": "fewest_wilds"}           a whole move (moves.py), or "most_cards"
    {"ask": "rows", "slot": 0, "rows": [["5D", "JK", "7D"], ..],   cards put in order, wilds with what they stand for;
     "lows": [4, ..]}                                              `lows`: the lowest place wished for, 0 for any

A row beyond the programme's groups, or with slot -1, is a new set (R15). Nothing here is a rule: a move is judged when
it is played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import GAME
from .cards import ANY_SUIT, HIGH_ACE, NAMES, RANK, SAME_RANK, SUIT, WILD, WILD_RANK
from .groups import meant, on_table, standing
from .hints import Planned, fewest_wilds, most_cards, plan
from .laying import fits
from .levels import MIXED, SET, kind_of, length_of
from .moves import SPARE
from .rules import ACTIONS, MOST

PROPOSALS = {"fewest_wilds": fewest_wilds, "most_cards": most_cards}
ROWS, CARDS = 12, 14  # the most there can be


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
    planned = plan(s.hands[seat, : s.held[seat]].tolist(), [int(word) for word in s.wanted[s.programmes[seat, slot]]])
    groups = [_near(group) for group in planned]
    return {"groups": groups, "missing": sum(card["card"] is None for group in groups for card in group)}


def _near(group: Planned) -> list[dict[str, Any]]:
    return [
        {"card": None if card is None else NAMES[card], "for": meant(group.what, place)}
        for card, place in zip(group.cards, group.places, strict=True)
    ]


def _proposal(view: Any, s: Any, seat: int, slot: Any, how: Any) -> dict[str, Any] | None:
    """A whole move, as moves.py reads it; without groups if the programme cannot be laid now."""
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
    return {"groups": laid[:count], "new": laid[count:], "add": added}


def _put(groups: Sequence[Any], card: int, spot: int) -> str:
    group = groups[spot // 2]
    place = next(at for one, at in (group.cards if spot % 2 == 0 else group.cards[::-1]) if one == card)
    return standing(group.what, card, place)


# rows of a tray


def _rows(s: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Every row in order, with what it lacks."""
    rows, slot = question.get("rows"), question.get("slot", 0)
    lows = question.get("lows", [0] * len(rows) if isinstance(rows, list) else [])
    if not isinstance(rows, list) or len(rows) > ROWS or type(slot) is not int or not -1 <= slot < s.kept[seat]:
        return None
    if not isinstance(lows, list) or len(lows) != len(rows) or not all(type(low) is int for low in lows):
        return None
    if not all(isinstance(row, list) and len(row) <= CARDS and all(card in NAMES for card in row) for row in rows):
        return None
    words = [] if slot < 0 else _wanted(s, seat, slot)
    return {
        "rows": [
            _row([NAMES.index(card) for card in row], words[i] if i < len(words) else 0, lows[i])
            for i, row in enumerate(rows)
        ]
    }


def _row(cards: list[int], word: int, low: int) -> dict[str, Any]:
    """Cards of one row in order; `lows` are the lowest places it could have, `well` says that it is whole."""
    length = length_of(word) if word else SPARE
    naturals = sorted((card for card in cards if SUIT[card] != WILD), key=lambda card: int(RANK[card]))
    wilds = [card for card in cards if SUIT[card] == WILD]
    lacks = max(0, length - len(cards), 0 if naturals else 1)
    if not naturals or not word or kind_of(word) == SET:
        well = bool(naturals) and lacks == 0 and len({int(RANK[card]) for card in naturals}) == 1
        what, place = SAME_RANK, int(RANK[naturals[0]]) if naturals else 0
        texts = [standing(what, card, place) if place else NAMES[card] for card in [*naturals, *wilds]]
        return {"cards": texts, "lows": [], "low": 0, "lacks": lacks, "well": well}
    what = ANY_SUIT if kind_of(word) == MIXED else int(SUIT[naturals[0]])
    places = {lowest: _placed(naturals, wilds, what, lowest) for lowest in range(1, HIGH_ACE + 2 - len(cards))}
    lows = [lowest for lowest, found in places.items() if found]
    if not lows:
        texts = [NAMES[card] for card in [*naturals, *wilds]]
        return {"cards": texts, "lows": [], "low": 0, "lacks": lacks, "well": False}
    chosen = low if low in lows else lows[-1]
    texts = [standing(what, card, chosen + i) for i, card in enumerate(places[chosen])]
    return {"cards": texts, "lows": lows, "low": chosen, "lacks": lacks, "well": lacks == 0}


def _placed(naturals: list[int], wilds: list[int], what: int, lowest: int) -> list[int]:
    """A card for every place from the lowest on, natural ones where they belong; empty if they do not go so."""
    left, spare, row = list(naturals), list(wilds), []
    for place in range(lowest, lowest + len(naturals) + len(wilds)):
        fitting = [card for card in left if fits(card, what, place)]
        if fitting:
            left.remove(fitting[0])
            row.append(fitting[0])
        elif spare:
            row.append(spare.pop(_best_wild(spare, what, place)))
        else:
            return []
    return row if not left else []


def _best_wild(wilds: list[int], what: int, place: int) -> int:
    """Which of the wilds to put at a place: a 2 where it is at home (R3), else the first."""
    at_home = [place == WILD_RANK == RANK[card] and what in (ANY_SUIT, card // 13) for card in wilds]
    return at_home.index(True) if any(at_home) else 0
