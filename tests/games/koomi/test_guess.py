"""Hidden cards are guessed uniformly: small endings against all possible worlds."""

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from evenness import assert_even

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.games.koomi.cards import COPIES, TYPES, copies

from .test_rules import table, types

GAME = game("koomi")
World = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def ending(unshuffled: bool = False) -> Position:
    """Seat 0 holds +9; seat 1 two of the unseen cards, seat 2 one, the stock two; all others lie."""
    position = table(["+9", "+2 -3", "+4"], "+8", stock="+5 -6", unshuffled=unshuffled)
    s, away = position.state, types("+9 +2 -3 +4 +5 -6 +8")
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
