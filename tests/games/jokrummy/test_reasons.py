"""Reasons of Jok-R-ummy: each holds in its position, and each is given at least once."""

from collections.abc import Callable
from typing import Any

from told import Told, moves, texts

from brelan.core.table import Table
from brelan.games.jokrummy.cards import NAMES
from brelan.games.jokrummy.groups import on_table
from brelan.games.jokrummy.hints import plan


def hand(s: Any, seat: int) -> list[int]:
    return [int(card) for card in s.hands[seat, : s.held[seat]]]


def lacks(move: Told, cards: list[int]) -> int:
    """How many cards are missing in the plan of the nearest programme."""
    s, seat = move.old, move.seat
    held, each = s.programmes[seat, : s.kept[seat]], bool(s.natural_each)
    plans = [plan(cards, [int(word) for word in s.wanted[number]], each) for number in held]
    return min(sum(card is None for group in planned for card in group.cards) for planned in plans)


def full(move: Told) -> list[int]:
    """The hand before the discard."""
    taken = [int(move.old.top)] if move.actions[0] == "take" else []
    return hand(move.old, move.seat) + taken


def less(cards: list[int], card: str) -> list[int]:
    left = list(cards)
    left.remove(NAMES.index(card))
    return left


def with_top(move: Told) -> list[int]:
    return [*hand(move.old, move.seat), int(move.old.top)]


def fits_a_group(move: Told, card: str) -> bool:
    """Whether a card, or its rank where the suit does not matter, belongs at the end of a group."""
    ends = [end for group in on_table(move.old) for end in group.ends()]
    return card == "JK" or card[:-1] == "2" or card in ends or card[:-1] in ends


def thrown(move: Told, card: str) -> bool:
    return move.actions[-1] == f"discard {card}"


def is_top(move: Told, card: str) -> bool:
    return NAMES[int(move.old.top)] == card


TRUE: dict[str, Callable[..., bool]] = {
    "wins": lambda move: move.new.ended == 20 and move.new.done[move.seat] == 7,
    "done": lambda move, count: move.old.done[move.seat] + 1 == move.new.done[move.seat] == count,
    "out": lambda move: move.happened("went_out") or move.new.ended == 20,
    "nearly_out": lambda move, count: move.new.held[move.seat] == count,
    "must_draw": lambda move: move.before.count == 1 and move.actions == ["stock"],
    "completes": lambda move, card: is_top(move, card) and lacks(move, with_top(move)) == 0,
    "nearer": lambda move, card, count: (
        is_top(move, card) and lacks(move, with_top(move)) == count < lacks(move, hand(move.old, move.seat))
    ),
    "no_help": lambda move, card: (
        is_top(move, card) and lacks(move, with_top(move)) == lacks(move, hand(move.old, move.seat))
    ),
    "not_needed": lambda move, card: (
        thrown(move, card) and lacks(move, less(full(move), card)) == lacks(move, full(move))
    ),
    "missing": lambda move, count: lacks(move, hand(move.new, move.seat)) == count > 0,
    "ready": lambda move: lacks(move, hand(move.new, move.seat)) == 0,
    "safe": lambda move, card: (
        thrown(move, card) and not fits_a_group(move, card) and move.old.laid[(move.seat + 1) % move.old.seats] == 1
    ),
    "laid_at_once": lambda move, card: is_top(move, card) and f"put {card}" in move.actions,
    "fits_no_group": lambda move, card: is_top(move, card) and not fits_a_group(move, card),
    "single": lambda move, card: (
        thrown(move, card)
        and card[:-1] not in [NAMES[other][:-1] for other in hand(move.new, move.seat) if other != 52]
    ),
    "failed": lambda move, count: move.actions == ["swap"] and move.old.failed[move.seat] == count,
}


def test_every_reason_is_true_and_every_reason_is_given() -> None:
    seen = set()
    setups: list[tuple[str, dict[str, Any]]] = [
        ("hard", {}),
        ("hard", {"swap_after": 2}),
        ("random", {"swap_after": 2}),
        ("hard", {"hold": 3}),
    ]
    for seed in range(8):
        level, options = setups[seed % 4]
        table = Table("jokrummy", seed % 4 + 2, seed=seed, **options)
        for move in moves(table, level, most=300):
            for key, fields in move.reasons:
                assert TRUE[key](move, **fields), (seed, move.actions, key, fields)
            seen |= {key for key, _ in move.reasons}
    assert seen == TRUE.keys() == texts(table, "reasons")


def test_a_programme_is_one_step_however_many_actions_it_takes() -> None:
    shown = 0
    for move in moves(Table("jokrummy", 2, seed=3), "hard", most=300):
        if any(action.startswith("show") for action in move.actions):
            steps = [step for step in move.steps if step.key != "take"]
            cards = [card for step in steps for card in step.fields["card"]]
            assert cards == [text.split()[1] for text in move.actions if text.startswith(("put", "discard"))]
            assert steps[0].key == "show"
            shown += 1
    assert shown > 2
