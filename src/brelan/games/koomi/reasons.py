"""What can be said for a move: true things that the seat itself can see."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from ...core import dice
from ...core.hint import Phrase
from ...core.sentences import NUMBER, Sentence, Sentences, joined, many, named
from . import GAME
from .cards import ALL, NAMES, NO_GREEN, NUMBERS, ONE, SWITCH, TWO, TYPES, VALUE
from .line import equation, terms
from .rules import ACTIONS, CARD, COUNTS, MOST, PARTNER, STOP, VERB, State, top
from .sums import TEN
from .ways import IN_TEN, openness, unseen_numbers, ways

GOOD_IN = {"reset": "zero", "new": "new_top", "green": "two_cards", "red": "two_cards"}  # a special card and why
OF_CARDS = named(NAMES)

PHRASES = {
    "steps": Sentences(
        Sentence("make", card=many(OF_CARDS), sum=joined(equation)),
        Sentence("stop"),
        Sentence("draw"),
        *(Sentence(verb, card=OF_CARDS) for verb in ("new", "swap", "reset", "green", "red", "loose")),
    ),
    "reasons": Sentences(
        Sentence("wins"),
        Sentence("only_way"),
        Sentence("longest", count=NUMBER),
        Sentence("hard_top", card=OF_CARDS),
        Sentence("keeps", card=many(OF_CARDS)),
        Sentence("no_ten"),
        Sentence("small_hand", count=NUMBER),
        Sentence("zero"),
        Sentence("new_top"),
        Sentence("two_cards"),
    ),
}


def steps(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What the move is."""
    cards = [NAMES[card] for card in _laid(actions)]
    if not _makes_ten(actions):
        return [Phrase(ACTIONS.describe(actions[0])["verb"], {"card": cards[-1]} if cards else {})]
    return [Phrase("make", {"card": cards, "sum": _sum(view, actions)}) if cards else Phrase("stop", {})]


def reasons(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What is good about a move, the strongest first."""
    if len(_laid(actions)) == view.held[seat]:
        return [Phrase("wins", {})]  # R17
    if _makes_ten(actions):
        return [*_length(view, seat, actions), *_top(view, seat, actions), *_kept(view, seat, actions)]
    return list(_other(view, seat, ACTIONS.describe(actions[0])["verb"]))


def _makes_ten(actions: Sequence[int]) -> bool:
    return VERB[actions[0]] in IN_TEN or actions[0] == STOP


def _laid(actions: Sequence[int]) -> list[int]:
    """The cards that leave the hand, in their order."""
    return [int(card) for action in actions for card in (CARD[action], PARTNER[action]) if card >= 0]


def _sum(view: Any, actions: Sequence[int]) -> str:
    """The sum of a making-ten, written out."""
    rows = State.rows(1)
    rows[0] = view
    for action in actions:
        before = rows.copy()
        GAME.engine.step(rows, 0, action, dice.new(0), np.zeros(MOST, np.int16))
    old, new = before[0], rows[0]
    if new.begun or action == STOP:
        return equation(terms(new if new.begun else old))
    return equation([*(terms(old) if old.begun else [int(VALUE[top(old)])]), int(COUNTS[action])])


def most_cards(view: Any, seat: int) -> int:
    """The most cards that a making-ten from the top can lay, 0 if there is none."""
    hand = view.hands[seat].tolist()
    values = [int(VALUE[card]) for card in range(NUMBERS) for _ in range(hand[card])]
    size = int(VALUE[top(view)])
    most = 0
    for start in {size, -size} if top(view) in (ONE, TWO) else {size}:  # R7
        plain, turned = _most(values, {start: 0}), _most(values, {}, {start: 0})
        found = [plain]
        if not view.renewed:  # R8 R11
            aids = [value for card, value in ((ONE, 1), (TWO, 2)) if hand[card] for value in (value, -value)]
            found += [_most(values, {start + value: 1}) for value in aids]
            found += [_most(values, {-start: 1}), {total: n + 1 for total, n in turned.items()}] if hand[SWITCH] else []
        most = max(most, *(way.get(target, 0) for way in found for target in _targets(view)))
    return most


def _targets(view: Any) -> list[int]:
    return [TEN, -TEN] if view.numbers == ALL else [-TEN if view.numbers == NO_GREEN else TEN]  # R6 R19


def _most(values: list[int], totals: dict[int, int], unturned: dict[int, int] | None = None) -> dict[int, int]:
    """For every total, the most cards it can be made of; `unturned` totals still have one card to turn (R10)."""
    unturned = dict(unturned or {})
    for value in values:
        more = [(total + value, n + 1) for total, n in totals.items()]
        more += [(total - value, n + 1) for total, n in unturned.items()]
        for total, n in list(unturned.items()):
            unturned[total + value] = max(unturned.get(total + value, 0), n + 1)
        for total, n in more:
            totals[total] = max(totals.get(total, 0), n)
    return totals


def _length(view: Any, seat: int, actions: Sequence[int]) -> Iterator[Phrase]:
    """How many cards go, and whether more could."""
    count = len(_laid(actions))
    if view.begun:
        return
    if len(list(islice(ways(view), 2))) == 1:
        yield Phrase("only_way", {})
    elif count == most_cards(view, seat):
        yield Phrase("longest", {"count": count})


def _top(view: Any, seat: int, actions: Sequence[int]) -> Iterator[Phrase]:
    """Whether the last card is the hardest, for the next seat, of those that could have come last."""
    numbers = [card for card in _laid(actions) if card < NUMBERS]
    if view.numbers != ALL or view.laid or len(set(numbers)) < 2:
        return
    unseen = unseen_numbers(view, seat)
    hands = {card: openness(NAMES[card], unseen) for card in numbers}
    if hands[numbers[-1]] == min(hands.values()) < max(hands.values()):
        yield Phrase("hard_top", {"card": NAMES[numbers[-1]]})


def _kept(view: Any, seat: int, actions: Sequence[int]) -> Iterator[Phrase]:
    laid = _laid(actions)
    special = [NAMES[card] for card in range(NUMBERS, TYPES) if view.hands[seat, card] > laid.count(card)]
    if special:
        yield Phrase("keeps", {"card": special})


def _other(view: Any, seat: int, verb: str) -> Iterator[Phrase]:
    """A card drawn, or a special card played."""
    if next(ways(view), None) is None:
        yield Phrase("no_ten", {})
    following = int(view.held[(seat + 1) % view.seats])
    if verb == "swap" and following < view.held[seat] - 1:
        yield Phrase("small_hand", {"count": following})  # R14
    if verb in GOOD_IN:
        yield Phrase(GOOD_IN[verb], {})
