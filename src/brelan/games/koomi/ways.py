"""All ways to make ten from a hand and a top, for people and bots, found by following the rules themselves.

A way is a choice of cards, of an aid's sign and of the card a change of sign turns; its number cards can be laid
in any order, so each way is found once, and its last card can be chosen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.kinds import Int, Records, Shorts, ShortTable
from ...core.rule import rule
from . import GAME
from .actions import ACTIONS, CARD, COUNTS, STOP, TO_ADD, TO_ADD_TURNED, TO_READ, TURN, VERB
from .asking import top
from .cards import NAMES, NUMBERS, ONE, TWO, TYPES, VALUE
from .line import equation
from .rules import MOST, State, apply, legal
from .sight import unseen
from .sums import TEN

DEEP = 24  # more steps than any way has
MANY = 1 << 15  # the most numbers that describe all ways


@dataclass(frozen=True)
class Way:
    """One way to make ten."""

    steps: tuple[int, ...]  # as actions, without the `stop`
    start: int  # the value of the top, as read
    goes_out: bool  # no card is left

    @property
    def cards(self) -> list[str]:
        """The cards it lays, by name."""
        return [NAMES[CARD[step]] for step in self.steps if CARD[step] >= 0]

    @property
    def sum(self) -> str:
        """The sum as text."""
        numbers = [-self.start if TURN in self.steps else self.start]
        return equation(numbers + [int(COUNTS[step]) for step in self.steps if COUNTS[step]])

    @property
    def tops(self) -> list[str]:
        """The cards that can be laid last: any of its numbers, or an aid on its own."""
        laid = [int(CARD[step]) for step in self.steps if CARD[step] >= 0]
        return [NAMES[card] for card in sorted({card for card in laid if card < NUMBERS} or set(laid))]

    def ending_with(self, card: str) -> list[str]:
        """Return the actions in notation, with this card last."""
        if card not in self.tops:
            raise ValueError(f"{card} cannot be the last card of {self.sum}")
        last = next(step for step in reversed(self.steps) if NAMES[CARD[step]] == card)
        before = list(self.steps)
        before.remove(last)
        return [ACTIONS.texts[step] for step in [*before, last, *([] if self.goes_out else [STOP])]]


def ways(view: Any) -> Iterator[Way]:
    """Return every way of the acting seat, from its view (one record), before anything is read or laid."""
    rows = State.rows(1)
    rows[0] = view
    yield from _walk(rows)


def ways_from(hand: Sequence[str], top_card: str, numbers: str = "all") -> list[Way]:
    """Return the same for cards by name, such as `+8`, `-3`, `one`, `switch`."""
    states, cards = State.rows(2), np.array([NAMES.index(card) for card in (top_card, *hand)])
    lay_out(states, GAME.options["numbers"].code(numbers), cards)
    return list(_walk(states))


@rule
def lay_out(states: Any, numbers: Any, cards: Any) -> None:
    """Return a record with only a hand and a top."""
    states[0] = states[states.size - 1]
    s = states[0]
    s.seats, s.numbers, s.down, s.discards[0] = 2, numbers, 1, cards[0]
    s.held[0], s.held[1] = cards.size - 1, 1
    for i in range(1, cards.size):
        s.hands[0, cards[i]] += 1


def _walk(rows: Any) -> Iterator[Way]:
    """Return all ways from a position, as written by `list_ways`."""
    states, lists, out = State.rows(DEEP), np.zeros((DEEP, MOST), np.int16), np.zeros(MANY, np.int16)
    states[0] = rows[0]
    numbers, place = out[: GAME.engine.list_ways(states, lists, out)].tolist(), 0
    while place < len(numbers):
        length, start, goes_out = numbers[place : place + 3]
        yield Way(tuple(numbers[place + 3 : place + 3 + length]), start, bool(goes_out))
        place += 3 + length


@rule
def list_ways(states: Records, lists: ShortTable, out: Shorts) -> Int:
    """Write every way to make ten from the first record: its length, the value of the top as read, whether it empties
    the hand, its steps. Number cards are laid in ascending order; a change of sign turns its card at once."""
    n, level = 0, 0
    steps, tried = np.zeros(lists.shape[0], np.int64), np.zeros(lists.shape[0], np.int64)
    sizes, lowest = np.zeros(lists.shape[0], np.int64), np.zeros(lists.shape[0], np.int64)
    throws = np.zeros(2, np.uint64)
    sizes[0] = legal(states[0], lists[0])
    while level >= 0:
        if tried[level] == sizes[level] or n + lists.shape[0] + 3 > out.size:
            level -= 1
            continue
        action = lists[level, tried[level]]
        tried[level] += 1
        if action == STOP:
            n = write_way(states[level], steps, level, 0, out, n)
        elif TO_READ <= VERB[action] <= TO_ADD_TURNED and in_order(states[level], action, lowest[level]):
            steps[level] = action
            states[level + 1] = states[level]
            apply(states[level + 1], action, throws)
            if states[level + 1].begun == 0:
                n = write_way(states[level], steps, level + 1, 1, out, n)
            elif level + 2 < lists.shape[0]:
                lowest[level + 1] = CARD[action] if VERB[action] == TO_ADD else lowest[level]
                level += 1
                tried[level], sizes[level] = 0, legal(states[level], lists[level])
    return n


@rule
def in_order(s: Any, action: Any, lowest: Any) -> Any:
    """Whether a number card is not lower than those before it."""
    return VERB[action] != TO_ADD or (s.waits == 0 and CARD[action] >= lowest)


@rule
def write_way(s: Any, steps: Any, length: Any, goes_out: Any, out: Any, n: Any) -> Any:
    """Write a way and return the next place."""
    out[n], out[n + 1], out[n + 2] = length, s.start if s.begun else VALUE[top(s)], goes_out
    for i in range(length):
        out[n + 3 + i] = steps[i]
    return n + 3 + length


def longest(found: Sequence[Way]) -> list[Way]:
    """Return those that lay the most cards."""
    most = max((len(way.cards) for way in found), default=0)
    return [way for way in found if len(way.cards) == most]


def unseen_numbers(view: Any, seat: int) -> list[int]:
    """Return how many of each number a seat has not seen, from its view (one record)."""
    counts = np.zeros(TYPES, np.int16)
    unseen(view, seat, counts)
    return [int(count) for count in counts[:NUMBERS]]


def openness(card: str, numbers: Sequence[int] = (3,) * NUMBERS) -> int:
    """Return how many pairs of these numbers (all, or those unseen) make ten on this top: the fewer, the harder."""
    return int(hands_that_go(np.int64(NAMES.index(card)), np.array(numbers, np.int16)))


@rule
def hands_that_go(card: Any, numbers: Any) -> Any:
    """The same for a type of card; `numbers` counts the cards of each type."""
    hands = 0
    for one in range(NUMBERS):
        for two in range(one, NUMBERS):
            if makes_ten(card, VALUE[one]) or makes_ten(card, VALUE[two]) or makes_ten(card, VALUE[one] + VALUE[two]):
                pairs = numbers[one] * (numbers[two] - (one == two))
                hands += pairs // 2 if one == two else pairs
    return hands


@rule
def makes_ten(card: Any, more: Any) -> Any:
    """Whether adding this makes ten on a top, however it is read."""
    size = VALUE[card]
    return abs(size + more) == TEN or (card in (ONE, TWO) and abs(more - size) == TEN)  # R7


def good_tops(found: Sequence[Way], numbers: Sequence[int] = (3,) * NUMBERS) -> list[tuple[Way, str]]:
    """Return each way with its hardest last card for the next seat, hardest first."""
    hard = {card: openness(card, numbers) for way in found for card in way.tops}
    best = [(way, min(way.tops, key=lambda card: hard[card])) for way in found]
    return sorted(best, key=lambda pair: hard[pair[1]])
