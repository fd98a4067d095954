"""Hidden cards are guessed uniformly: small endings against all possible worlds."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from evenness import assert_even

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from, view_of
from brelan.games.koomi.cards import COPIES, TYPES, copies

from .test_rules import play, table, types

GAME = game("koomi")
World = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def ending(hands: Sequence[str] = ("+9", "+2 -3", "+4"), stock: str = "+5 -6", **options: Any) -> Position:
    """Who holds what, and the stock; all other cards lie, +8 on top."""
    position = table(hands, "+8", stock=stock, **options)
    s, away = position.state, types(" ".join([*hands, stock, "+8"]))
    lie = [card for card in range(TYPES) for _ in range(copies(card, 0, 0) - away.count(card))]
    s.down = len(lie) + 1
    s.discards[: s.down] = [*lie, *types("+8")]
    assert s.down <= COPIES * TYPES
    position.refresh()
    return position


def worlds(unseen: tuple[int, ...], in_stock: tuple[int, ...]) -> Iterator[World]:
    for stock in permutations(in_stock, 2):
        left = [card for card in unseen if card not in stock]
        for hand in combinations(left, 2):
            yield tuple(sorted(hand)), tuple(card for card in left if card not in hand), stock


def guesses(position: Position, count: int = 1500) -> Iterator[World]:
    throws, views = dice.new(5), position.view(0)
    for _ in range(count):
        s = guess_from(GAME, views, 0, throws)[0]
        hands = [tuple(card for card in range(TYPES) for _ in range(s.hands[seat, card])) for seat in (1, 2)]
        yield hands[0], hands[1], tuple(s.stock[:2].tolist())


@pytest.mark.parametrize("mixed", ["+2 -3 +4 +5 -6", "+2 +5 -6"])
def test_every_world_that_can_be_is_guessed_as_often_as_any_other(mixed: str) -> None:
    """The stock holds only what it was mixed from."""
    position = ending()
    position.state.mixed[:] = [types(mixed).count(card) for card in range(TYPES)]
    unseen = tuple(sorted(types("+2 -3 +4 +5 -6")))
    assert_even(worlds(unseen, tuple(types(mixed))), guesses(position))


def test_a_stock_that_lay_open_is_known_and_the_hands_are_even() -> None:
    position = ending(unshuffled=True)
    position.state.remade = 1
    stock, unseen = tuple(position.state.stock[:2].tolist()), tuple(sorted(types("+2 -3 +4")))
    hands = [(hand, tuple(card for card in unseen if card not in hand)) for hand in combinations(unseen, 2)]
    assert_even({(*pair, stock) for pair in hands}, guesses(position, 600))


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        ("+1 +1 -5 -6 -7", ["add +1"]),  # one more, or what makes one
        ("+4 +3 -3 -8 -7 switch", ["switch"]),  # a change of sign waits for its card
        ("+4 +3 -3 -8 -7 switch", ["switch", "add +3"]),
    ],
)
def test_whoever_is_making_ten_can_go_on_in_every_guess(hand: str, steps: list[str]) -> None:
    stock = "+6 +6 -9 -9 +7 -2 -4 +5"
    position = ending([hand, "+9"], stock)
    position.state.mixed[:] = [types(f"{hand} {stock}").count(card) for card in range(TYPES)]
    play(position, *steps)
    throws, views = dice.new(5), position.view(1)
    for _ in range(100):
        guessed = guess_from(GAME, views, 1, throws)
        assert view_of(GAME, guessed, 1).tobytes() == views.tobytes()
        assert GAME.engine.legal(guessed, 0, np.zeros(GAME.rules.MOST, np.int16)) > 0
