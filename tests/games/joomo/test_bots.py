"""The medium bot of Joomo knows something."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.joomo.bots import lateness, policy, uncontested

GAME = game("joomo")
ID, TEXTS = GAME.rules.ACTIONS.ids, GAME.rules.ACTIONS.texts


def table(hands: Sequence[Sequence[int]], laid: Sequence[str] = ()) -> Position:
    """A position with these hands, seat 0 to lead, after these actions."""
    position = Position(GAME, len(hands), GAME.check_options(len(hands), {}), dice.new(1))
    s = position.state
    s.seat, s.held[:], s.hands[:] = 0, 0, 0
    for seat, cards in enumerate(hands):
        s.held[seat], s.hands[seat, : len(cards)] = len(cards), sorted(cards)
    position.refresh()
    for action in laid:
        assert position.why_not(ID[action]) == 0
        position.play(ID[action])
    return position


def choice(position: Position) -> str:
    seat = position.seat
    view, allowed = position.view(seat)[0], position.actions[: position.count].copy()
    return str(TEXTS[policy(view, seat, allowed, len(allowed), dice.new(0))])


@pytest.mark.parametrize(("seats", "enough"), [(2, 32), (4, 28), (6, 26)])  # of 40; chance is 20, 10 and 7
def test_the_medium_bot_beats_chance(seats: int, enough: int) -> None:
    medium, random, throws = player(GAME, "medium"), player(GAME, "random"), dice.new(1)
    won = 0
    for seed in range(40):
        position = Position(GAME, seats, GAME.check_options(seats, {}), dice.new(seed))
        own = seed % seats
        while position.count:
            seat = position.seat
            choose = (medium if seat == own else random).choose
            position.play(choose(position.view(seat), seat, position.actions[: position.count].copy(), throws))
        won += max(position.scores()) == position.scores()[own]
    assert won >= enough


@pytest.mark.parametrize(
    ("hands", "laid", "chosen"),
    [
        ([(2, 9, 13), (11, 12, 14, 22)], ["lay 13"], "lay 14"),  # it closes the gap: the trick is taken
        ([(9, 21), (17, 28, 2)], ["lay 21", "lay 2", "lay 9"], "lay 17"),  # a card that fits, and then the last one
        ([(4, 12, 16), (26, 1)], ["lay 4", "lay 26"], "lay 16"),  # the same: no pass
        ([(17, 18, 20), (29,)], [], "lay 20"),  # somebody is nearly out: a ten must go,
        ([(1, 12, 17, 20), (29, 5)], ["lay 1", "lay 29"], "lay 20"),  # into the gap too
        ([(2, 11, 12, 28), (29, 5, 7)], ["lay 2", "lay 29"], "lay 12"),  # a double goes whatever the gap: it is kept,
        ([(2, 12, 15, 28), (29, 5, 7)], ["lay 2", "lay 29"], "lay 12"),  # and a five
    ],
)
def test_it_sees_what_a_player_sees(hands: Sequence[Sequence[int]], laid: Sequence[str], chosen: str) -> None:
    assert choice(table(hands, laid)) == chosen


def test_facts_a_player_counts() -> None:
    position = table([(4, 12, 16), (26, 1)], ["lay 4", "lay 26"])
    view = position.view(0)[0]
    assert lateness(view, 0) == 1  # the other has one card
    assert uncontested(view, 0, 4, 5) > uncontested(view, 0, 4, 26)  # doubles still fit anywhere
    assert 0 < uncontested(view, 0, 4, 26) < uncontested(view, 0, 4, 5) < 1


@pytest.mark.parametrize("seats", [2, 5])
def test_it_answers_what_it_was_asked_also_when_half_is_hidden(seats: int) -> None:
    throws = dice.new(5)
    position = Position(GAME, seats, GAME.check_options(seats, {}), throws)
    while position.count:
        allowed: Any = position.actions[: position.count].copy()
        seen = [action for action in allowed if dice.below(throws, 2)]
        allowed = np.array(seen or allowed, np.int16)
        seat = position.seat
        chosen = allowed[0] if seat < 0 else policy(position.view(seat)[0], seat, allowed, len(allowed), throws)
        assert chosen in allowed
        position.play(int(chosen))
