"""Reasons of Joomo: each holds in its position, and each is given at least once."""

from collections.abc import Callable
from typing import Any

from told import Told, moves, texts

from brelan.core.hint import phrases
from brelan.core.table import Table
from brelan.games.joomo.rules import ACTIONS


def hand(s: Any, seat: int) -> list[int]:
    return [int(card) for card in s.hands[seat, : s.held[seat]]]


def laid(move: Told) -> int:
    return int(move.actions[0].split()[1])


def others(move: Told) -> int:
    """How many others have neither passed nor laid all their cards."""
    s = move.old
    return sum(bool(seat != move.seat and not s.passed[seat] and s.held[seat]) for seat in range(s.seats))


def limits(move: Told) -> tuple[int, int]:
    """The limits after a card was laid, low and high, as the events tell them."""
    for event in move.events:
        if event.name == "capped":
            return event.public["low"], event.public["high"]
    first, second = [int(limit) for limit in move.old.limits]
    second = laid(move) if move.old.limited == 1 else second
    return min(first, second), max(first, second)


def width(move: Told) -> int:
    low, high = limits(move)
    return len(range(low + 1, high))


def fitting(move: Told) -> list[int]:
    """The cards that could have been laid."""
    allowed = [ACTIONS.describe(action) for action in move.before.actions[: move.before.count]]
    return [fields["card"] for fields in allowed if fields["verb"] == "lay"]


def doubles(cards: list[int]) -> list[int]:
    return [card for card in cards if card % 11 == 0]


TRUE: dict[str, Callable[..., bool]] = {
    "nothing_fits": lambda move: move.actions == ["pass"] and move.before.count == 1,
    "cheap": lambda move: move.actions == ["pass"] and move.old.worth == 1,
    "contested": lambda move, count: others(move) == count > 0,
    "saves_doubles": lambda move, card, count: fitting(move) == doubles(card) == card and len(card) == count,
    "takes": lambda move, count: move.happened("took", count=count),
    "marker": lambda move: move.happened("went_out"),
    "sheds_ten": lambda move: laid(move) % 10 == 0,
    "closes": lambda move: width(move) == 0,
    "narrow": lambda move, count: width(move) == count,
    "shrinks": lambda move, count, before: (
        width(move) == count < before == abs(int(move.old.limits[0]) - int(move.old.limits[1])) - 1
    ),
    "race": lambda move, count: len(hand(move.new, move.seat)) == count and move.old.marker == -1,
    "far_out": lambda move: (
        move.happened("led") and not 2 * (move.old.seats + 1) <= laid(move) < 8 * (move.old.seats + 1)
    ),
    "follows": lambda move, count: (
        sum(limits(move)[0] < card < limits(move)[1] for card in hand(move.new, move.seat)) == count
    ),
    "keeps_doubles": lambda move, card, count: card == doubles(hand(move.new, move.seat)) and len(card) == count,
    "one_rival": lambda move: others(move) == 1,
}


def test_every_reason_is_true_and_every_reason_is_given() -> None:
    seen = set()
    for seed in range(20):
        table = Table("joomo", seed % 5 + 2, seed=seed, second_may_pass=seed % 4 == 1)
        for move in moves(table, "hard" if seed % 3 else "random", most=250):
            for key, fields in move.reasons:
                assert TRUE[key](move, **fields), (seed, move.actions, key, fields)
            seen |= {key for key, _ in move.reasons}
    assert seen == TRUE.keys() == texts(table, "reasons")


def test_the_lowest_card_as_second_limit_makes_a_narrow_gap_too() -> None:
    table = Table("joomo", 2, seed=1)
    s = table.position.state
    s.limited, s.lying, s.worth, s.limits[:] = 1, 1, 1, (3, 0)  # an empty place holds 0, and so does the card
    s.hands[s.seat, 0] = 0
    table.position.refresh()
    views = table.position.view(int(s.seat))
    assert ("narrow", {"count": 2}) in phrases(table.game, "reasons", views, int(s.seat), [ACTIONS.ids["lay 0"]])
