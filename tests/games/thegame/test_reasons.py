"""Reasons of The Game: each holds in its position, and each is given at least once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from told import Told, moves, texts, told

from brelan.core import dice
from brelan.core.hint import phrases
from brelan.core.position import Position
from brelan.core.table import Table
from brelan.games.thegame.rules import ACTIONS, END, HOLD

PILES = range(4)


def moved(old: Any, new: Any) -> int:
    """How far the tops have moved in all."""
    return sum(int(new.tops[p] - old.tops[p]) * (1 if p < 2 else -1) for p in PILES)


def fits(s: Any, card: int, pile: int) -> bool:
    top = int(s.tops[pile])
    return card > top or card == top - 10 if pile < 2 else card < top or card == top + 10


def hand(s: Any, seat: int) -> list[int]:
    return [int(card) for card in s.hands[seat, : s.held[seat]]]


def kept(move: Told) -> list[int]:
    laid = {int(action.split()[1]) for action in move.actions if action.startswith("lay")}
    return [card for card in hand(move.old, move.seat) if card not in laid]


def distances(move: Told) -> list[int]:
    """How far each card kept is from each pile that takes it."""
    return [
        (card - int(move.new.tops[p])) * (1 if p < 2 else -1) for card in kept(move) for p in PILES
        if fits(move.new, card, p)
    ]  # fmt: skip


def turns(position: Position, lays: int) -> Iterator[Position]:
    """Every position after so many cards more of the same turn."""
    if lays == 0:
        yield position
        return
    for action in position.actions[: position.count].tolist() if position.over == 0 else []:
        if action != END:
            after = position.copy()
            after.play(action)
            if lays == 1 or after.seat == position.seat:
                yield from turns(after, lays - 1)


def least(move: Told) -> int:
    start, lays = move.before.copy(), sum(action.startswith("lay") for action in move.actions)
    if move.actions[0].startswith("glad"):
        start.play(ACTIONS.ids[move.actions[0]])
    return min(moved(move.old, after.state) for after in turns(start, lays))


def near_bases(move: Told) -> int:
    """The two cards nearest to the foundations of all piles."""
    return sum(sorted(min(card - 1, 100 - card) for card in hand(move.old, move.seat))[:2])


def asked(move: Told, pile: int) -> bool:
    return any(move.old.signals[other, pile] == HOLD for other in range(move.old.seats) if other != move.seat)


TRUE: dict[str, Callable[..., bool]] = {
    "beats": lambda move: move.new.ended == 15,
    "only": lambda move: move.before.count == 1,
    "back": lambda move, card: move.happened("stepped_back", card=card),
    "leaves": lambda move, pile: asked(move, pile) and move.new.tops[pile] == move.old.tops[pile],
    "keeps_back": lambda move, card, pile: (
        card in hand(move.new, move.seat) and card == move.new.tops[pile] - (10 if pile < 2 else -10)
    ),
    "no_more": lambda move: not distances(move),
    "start": lambda move, count: near_bases(move) == count,
    "near": lambda move, count: 0 < moved(move.old, move.new) == count <= 4 * len(move.actions),
    "least": lambda move, count: moved(move.old, move.new) == least(move) == count,
    "far": lambda move, count: min(distances(move)) == count,
}


@pytest.mark.many
def test_every_reason_is_true_and_every_reason_is_given() -> None:
    seen = {"beats"}  # below
    for seed in range(15):
        table = Table("thegame", seed % 5 + 1, seed=seed, three_cards=seed % 7 == 3)
        throws = dice.new(seed)
        for move in moves(table, "hard" if seed % 3 else "random"):
            for key, fields in move.reasons:
                assert TRUE[key](move, **fields), (seed, move.actions, key, fields)
            seen |= {key for key, _ in move.reasons}
            seat, pile = dice.below(throws, table.seats), dice.below(throws, 4)
            if not table.over and not table.position.state.signals[seat, pile]:
                table.signal(seat, f"signal {pile} {'hold' if dice.below(throws, 2) else 'gentle'}")
    assert seen == TRUE.keys() == texts(table, "reasons")


def placed(hands: list[list[int]], tops: list[int], **fields: int) -> Table:
    """A table with these hands and tops, and nothing in the stock."""
    table = Table("thegame", len(hands), seed=1, starter=0)
    s = table.position.state
    for seat, cards in enumerate(hands):
        s.hands[seat] = 0
        s.hands[seat, : len(cards)] = cards
        s.held[seat] = len(cards)
    s.tops, s.left, s.owed, s.down = tops, 0, 1, 98 - sum(map(len, hands))
    for name, value in fields.items():
        s[name] = value
    table.position.refresh()
    return table


def test_the_last_card_of_all_beats_the_game() -> None:
    move = told(placed([[50]], [40, 60, 20, 30]), ["lay 50 0"])
    assert [key for key, _ in move.reasons] == ["beats"]
    assert TRUE["beats"](move)


@pytest.mark.parametrize(
    ("said", "warned"),
    [("lay 50 0", True), ("lay 41 0", False), ("lay 41 0; lay 50 0", False)],
)
def test_a_card_that_strands_the_team_is_warned_of_while_another_would_not(said: str, warned: bool) -> None:
    table = placed([[41, 50], [60]], [40, 95, 5, 4], owed=2, down=60)  # after 50 the 41 fits nowhere
    assert [phrase.key for phrase in table.warnings(said)] == ["strands"] * warned


def test_a_warning_comes_exactly_where_a_turn_that_could_be_finished_no_longer_can() -> None:
    warned = []
    for seed in range(40):
        for move in moves(Table("thegame", 2, seed=seed, starter=0), "random"):
            owed, views = int(move.old.owed), move.before.view(move.seat)
            if owed == 2 and move.before.count < 12:  # late: before, nearly everything goes on
                for action in move.before.actions[: move.before.count].tolist():
                    after = move.before.copy()
                    after.play(action)
                    strands = any(turns(move.before, 2)) and not any(turns(after, 1))
                    warnings = phrases(move.before.game, "warnings", views, move.seat, [action])
                    assert [key for key, _ in warnings] == ["strands"] * strands
                    warned.append(strands)
    assert any(warned)
    assert not all(warned)


def test_a_pile_that_somebody_asked_to_leave_is_warned_of() -> None:
    table = Table("thegame", 2, seed=7, starter=0)  # seat 0 holds 15 29 33 68 88 93 94
    table.signal(0, "signal 0 hold")
    assert table.warnings("lay 15 0") == []  # one's own request
    table.signal(1, "signal 0 hold")
    assert table.warnings("lay 15 0") == [("asked", {"pile": 0})]
    assert table.warnings("lay 15 1") == []
    assert table.warnings("lay 15 1; lay 29 0; end") == [("asked", {"pile": 0})]
