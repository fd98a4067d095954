"""The Game's bot plans well, respects requests, and searches the ending correctly."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.thegame.bots import policy
from brelan.games.thegame.ending import NO_WAY, hopeless, way_out
from brelan.games.thegame.plan import EDGE, HAND_OVER, survey
from brelan.lab.batch import Batch

GAME = game("thegame")
RULES = GAME.rules


def ending(own: list[int], other: list[int], tops: tuple[int, ...]) -> Position:
    """Two seats without a stock, seat 0 to play."""
    position = Position(GAME, 2, GAME.check_options(2, {"starter": 0}), dice.new(1))
    s = position.state
    s.left, s.owed, s.seat = 0, 1, 0
    s.tops[:] = tops
    for seat, hand in enumerate((own, other)):
        s.hands[seat] = 0
        s.hands[seat, : len(hand)] = sorted(hand)
        s.held[seat] = len(hand)
    lying = [card for card in range(2, 100) if card not in own + other]
    s.down = len(lying)
    s.laid[: len(lying)] = lying
    position.refresh()
    return position


def first_step(position: Position) -> int:
    """The search's own answer for the seat at turn."""
    view, seat = position.view(position.seat)[0], position.seat
    sheet = np.zeros((3, EDGE), np.int16)
    survey(view, seat, *sheet)
    return int(way_out(view, seat, sheet[1], sheet[2]))


def can_be_beaten(position: Position) -> bool:
    """By trying everything."""
    if not position.count:
        return position.over == 15
    for action in position.actions[: position.count].tolist():
        after = position.copy()
        after.play(action)
        if can_be_beaten(after):
            return True
    return False


@settings(max_examples=60)
@given(st.data())
def test_a_way_out_is_found_exactly_where_there_is_one(data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.integers(2, 99), min_size=2, max_size=6, unique=True))
    split = data.draw(st.integers(1, len(cards) - 1))
    tops = tuple(data.draw(st.tuples(*[st.integers(1, 100)] * 4)))
    position = ending(cards[:split], cards[split:], tops)
    if not position.count or RULES.stuck(position.state, 0):
        return
    step = first_step(position)
    assert (step != NO_WAY) == can_be_beaten(position)
    while step != NO_WAY and position.count:  # and following it beats the game
        seat = position.seat
        action = RULES.END if step == HAND_OVER else RULES.LAY(position.state.hands[seat, step // 4], step % 4)
        assert position.why_not(action) == 0
        position.play(action)
        if position.count:
            step = first_step(position)
            assert step != NO_WAY
    assert step == NO_WAY or position.over == 15


@settings(max_examples=200)
@given(
    st.lists(st.integers(2, 99), min_size=1, max_size=20, unique=True),
    st.tuples(*[st.integers(1, 99)] * 2, *[st.integers(2, 100)] * 2),
)
def test_hopeless_is_a_card_that_no_pile_can_ever_take(cards: list[int], tops: tuple[int, ...]) -> None:
    """Against all tops a pile could ever show, found by moving on and stepping back as often as one likes."""
    assume(not set(cards) & set(tops))
    taken: set[int] = set()
    for pile, top in enumerate(tops):
        shown = {top}
        while more := {card for card in cards for old in shown if RULES.fits(old, card, pile)} - shown:
            shown |= more
        taken |= shown
    words = [sum(1 << card % 50 for card in cards if card // 50 == word) for word in range(2)]
    assert bool(hopeless(np.array(tops, np.int16), *words)) == bool(set(cards) - taken)


@pytest.mark.many
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_bot_lays_most_of_the_cards(seats: int) -> None:
    results = Batch(GAME, seats, GAME.check_options(seats, {}), "hard").play(40, seed=1)
    assert results.scores[:, 0].mean() > 85  # random play lays 14


def test_a_pile_somebody_holds_is_left_alone() -> None:
    position = Position(GAME, 2, GAME.check_options(2, {"starter": 0}), dice.new(1))
    s = position.state
    s.hands[0, :7] = [10, 11, 40, 50, 60, 70, 80]
    position.refresh()
    allowed = position.actions[: position.count].copy()
    free = policy(position.view(0)[0], 0, allowed, len(allowed), dice.new(1))
    pile = int(RULES.PILE(free))
    s.signals[1, pile] = RULES.HOLD
    other = policy(position.view(0)[0], 0, allowed, len(allowed), dice.new(1))
    assert RULES.PILE(other) != pile


def test_whoever_overlooks_things_still_plays_by_the_rules() -> None:
    position = Position(GAME, 3, GAME.check_options(3, {"starter": 0}), dice.new(4))
    some = np.sort(position.actions[: position.count : 5].copy())
    assert policy(position.view(0)[0], 0, some, len(some), dice.new(1)) in some
