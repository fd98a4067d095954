"""Hidden cards are guessed uniformly: small endings against all possible worlds."""

from collections.abc import Iterator
from itertools import combinations

from evenness import assert_even

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from

from .test_rules import DEALER, TENS, table

GAME = game("joomo")


def ending() -> tuple[Position, list[int]]:
    """Seat 1 holds two cards, ten are aside, all others were seen; the cards seat 0 cannot see."""
    position = table([[5, 6, 7], [10, 12]])
    s = position.state
    return position, sorted([10, 12, *s.aside[:10].tolist()])


def guesses(position: Position) -> Iterator[tuple[int, ...]]:
    throws, views = dice.new(5), position.view(0)
    for _ in range(1500):
        s = guess_from(GAME, views, 0, throws)[0]
        yield tuple(s.hands[1, :2].tolist())


def test_every_hand_that_can_be_is_guessed_as_often_as_any_other() -> None:
    position, unseen = ending()
    assert_even(combinations(unseen, 2), guesses(position))


def test_r15_after_a_round_all_know_how_many_tens_a_seat_was_left_with() -> None:
    position, unseen = ending()
    s = position.state
    s.seat, s.tens[1] = DEALER, 1
    hands = [hand for hand in combinations(unseen, 2) if sum(card in TENS for card in hand) == 1]
    assert_even(hands, guesses(position))
