"""Hidden cards are guessed uniformly: small endings against all possible worlds."""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

import pytest
from evenness import assert_even

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from

from .test_rules import table

GAME = game("thegame")
UNSEEN = (40, 41, 42, 43, 90)  # of these 90 alone fits
World = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def ending() -> Position:
    """Seat 0 holds 50; seat 1, at turn, two of the unseen cards, seat 2 one, the stock two."""
    position = table([[50], [40, 90], [41]], (80, 85, 20, 15), stock=[42, 43])
    s = position.state
    s.down = 98 - 6
    s.laid[: s.down] = [card for card in range(2, 100) if card not in (50, *UNSEEN)]
    s.seat = 1
    return position


def worlds(may_hold: Callable[[tuple[int, ...]], bool]) -> Iterator[World]:
    for hand in filter(may_hold, combinations(UNSEEN, 2)):
        left = [card for card in UNSEEN if card not in hand]
        for other in left:
            for stock in permutations([card for card in left if card != other]):
                yield hand, (other,), stock


def guesses(position: Position) -> Iterator[World]:
    throws, views = dice.new(5), position.view(0)
    for _ in range(1500):
        s = guess_from(GAME, views, 0, throws)[0]
        yield tuple(s.hands[1, :2].tolist()), tuple(s.hands[2, :1].tolist()), tuple(s.stock[-2:].tolist())


@pytest.mark.parametrize(
    ("owed", "ended", "may_hold"),
    [
        (0, 0, lambda hand: True),  # it may end its turn: the hand may be anything
        (1, 0, lambda hand: 90 in hand),  # it owes a card and the game goes on: one fits
        (1, 13, lambda hand: 90 not in hand),  # it was stuck: none fits
    ],
)
def test_every_world_that_can_be_is_guessed_as_often_as_any_other(
    owed: int, ended: int, may_hold: Callable[[tuple[int, ...]], bool]
) -> None:
    position = ending()
    position.state.owed, position.state.ended = owed, ended
    assert_even(worlds(may_hold), guesses(position))
