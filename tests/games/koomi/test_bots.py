"""Koomi's policy goes out when it can, keeps a hand that will go out, and beats random play."""

from typing import Any

import numpy as np
import pytest

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.koomi.chances import singles

from .test_rules import play, table, types

GAME = game("koomi")
TEXTS = GAME.rules.ACTIONS.texts


def choice(position: Position) -> str:
    view = position.view(position.seat)
    return str(TEXTS[GAME.engine.policy(view, position.seat, position.actions, position.count, dice.new(0))])


def turn(position: Position) -> list[str]:
    """What the bot does in a whole making-ten."""
    steps = [choice(play(position))]
    play(position, steps[0])
    while position.state.begun:
        steps.append(choice(position))
        play(position, steps[-1])
    return steps


@pytest.mark.parametrize(
    ("cards", "top", "goes_out"),
    [
        ("+3 +7", "reset", True),
        ("+4 +3 -3 -8 -7 switch", "+8", False),
        ("switch +4 -3 -8 -7", "+8", True),
        ("one +9", "two", True),
        ("green +5", "+8", True),
        ("+2 reset", "+9", False),
        ("reset", "+9", True),
    ],
)
def test_it_goes_out_when_it_can(cards: str, top: str, goes_out: bool) -> None:
    position = table([cards, "+1 +1"], top)
    turn(position)
    assert (position.over == 17) == goes_out


@pytest.mark.parametrize(
    ("cards", "top", "first"),
    [
        ("reset +2", "+8", "add +2"),  # the joker goes on any top: it is kept for last
        ("red -4 +3 +7", "reset", "add +3"),  # the same with a number for it
        ("new +4 +5", "+8", "new"),  # another top may be the right one
        ("+3 +4", "+8", "draw"),
        ("switch +2 +5 +4", "+8", "draw"),  # a change of sign and a good sum are not broken up for a ten
        ("+2 +1 +1", "+8", "draw"),  # nor is a sum of four for one of two
    ],
)
def test_it_keeps_what_will_go_together(cards: str, top: str, first: str) -> None:
    assert choice(table([cards, "-1 -2 -3"], top)) == first


def test_it_swaps_a_hand_that_goes_on_no_top_and_keeps_one_that_does() -> None:
    assert choice(table(["swap +9 +9 +9 +8 +8", "+1", "+1 +1"], "-3")) == "swap"
    assert choice(table(["swap switch +3 +4", "+9 +9 +9 +8 +8", "-9 -9 -9 -8 -8"], "+9")) != "swap"


def test_it_counts_the_cards_that_the_next_seat_could_lay_alone() -> None:
    unseen = np.zeros(26, np.int16)
    unseen[types("+1 one two")] = 3, 2, 2
    assert [int(singles(unseen, 0, start)) for start in (9, 8, -9, 0)] == [5, 2, 2, 0]


def half(position: Position, throws: dice.Dice) -> np.ndarray[Any, Any]:
    """Some of the allowed actions, one at least."""
    allowed = position.actions[: position.count].copy()
    seen = [action for action in allowed if dice.below(throws, 2)]
    return np.array(seen or allowed, np.int16)


@pytest.mark.parametrize("options", [{}, {"numbers": "no_red"}, {"loose_aids": True}, {"open_hands": True}], ids=str)
def test_it_answers_what_it_was_asked_also_when_half_is_hidden(options: dict[str, Any]) -> None:
    throws = dice.new(5)
    for seats in (2, 4):
        position = Position(GAME, seats, GAME.check_options(seats, options), throws)
        while position.count:
            allowed, seat = half(position, throws), position.seat
            chosen = GAME.engine.policy(position.view(seat), seat, allowed, len(allowed), throws)
            assert chosen in allowed
            position.play(int(chosen))


@pytest.mark.many
@pytest.mark.parametrize(("seats", "enough"), [(2, 150), (4, 90)])  # 170 and 110 are to be expected, 100 and 50 chance
def test_it_beats_chance(seats: int, enough: int) -> None:
    throws, wins = dice.new(4), 0
    for number in range(200):
        position = Position(GAME, seats, GAME.check_options(seats, {}), dice.new(number))
        while position.count:
            if position.seat == number % seats:
                play(position, choice(position))
            else:
                position.play(int(position.actions[dice.below(throws, position.count)]))
        wins += position.scores()[number % seats] == 0
    assert wins > enough


def told(position: Position) -> float:
    return float(GAME.engine.chance(position.view(position.seat), position.seat, position.actions, position.count))


def test_it_is_sure_to_win_when_it_goes_out() -> None:
    assert told(play(table(["+3 +7", "-1 -2"], "reset"))) == pytest.approx(1)
    assert told(play(table(["+3 +6", "-1 -2"], "reset"))) < 0.9


@pytest.mark.many
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chance_it_tells_is_how_often_it_wins(seats: int) -> None:
    found = []
    for number in range(1500 // seats):
        position = Position(GAME, seats, GAME.check_options(seats, {}), dice.new(number))
        asked = []
        while position.count:
            asked.append((position.seat, told(position)))
            play(position, choice(position))
        won = np.array(position.scores()) == max(position.scores())
        found += [(chance_told, won[seat]) for seat, chance_told in asked if chance_told < 0.99]
    found.sort()
    for third in np.array_split(np.array(found, float), 3):
        assert third[:, 0].mean() == pytest.approx(third[:, 1].mean(), abs=0.06)
