"""Joomo's bot learned to play, using only what a seat may know."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.net import paper
from brelan.core.position import Position, guess_from
from brelan.games.joomo.cards import SEATS
from brelan.games.joomo.features import (
    FACTS,
    FITS,
    GONE,
    LEAD,
    MINE,
    OWN,
    OWN_FITS,
    ROWS,
    THEIRS,
    WORTH,
    cards_of,
    features,
    inputs,
    standing,
)

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
    seat, allowed = position.seat, position.actions[: position.count].copy()
    return str(TEXTS[GAME.engine.policy(position.view(seat), seat, allowed, len(allowed), dice.new(0))])


def seen(position: Position, action: str) -> dict[int, float]:
    """The inputs of a choice by their places."""
    places, values, _, _ = paper()
    count = features(position.view(position.seat)[0], position.seat, ID[action], places, values)
    return dict(zip(places[:count].tolist(), values[:count].tolist(), strict=True))


def row(position: Position, action: str, which: int) -> set[int]:
    """The cards that are marked in a row of inputs."""
    every = cards_of(position.seats)
    return {place - which * every for place in seen(position, action) if which * every <= place < (which + 1) * every}


@pytest.mark.many
@pytest.mark.parametrize(("seats", "enough"), [(2, 36), (4, 36), (6, 34)])  # of 40; chance is 20, 10 and 7
def test_what_was_learned_beats_chance(seats: int, enough: int) -> None:
    hard, random, throws = player(GAME, "hard"), player(GAME, "random"), dice.new(1)
    won = 0
    for seed in range(40):
        position = Position(GAME, seats, GAME.check_options(seats, {}), dice.new(seed))
        own = seed % seats
        while position.count:
            seat = position.seat
            choose = (hard if seat == own else random).choose
            position.play(choose(position.view(seat), seat, position.actions[: position.count].copy(), throws))
        won += max(position.scores()) == position.scores()[own]
    assert won >= enough


@pytest.mark.parametrize(
    ("hands", "laid", "chosen"),
    [
        ([(9, 21), (17, 28, 2)], ["lay 21", "lay 2", "lay 9"], "lay 17"),  # a card that fits, and then the last one
    ],
)
def test_it_sees_what_a_player_sees(hands: Sequence[Sequence[int]], laid: Sequence[str], chosen: str) -> None:
    assert choice(table(hands, laid)) == chosen


def test_no_ten_is_fed_into_a_contested_gap() -> None:
    position = table([(24, 1, 2, 3, 4, 6, 8, 9, 12, 14), (0, 5, 7, 10, 13, 17, 18, 25, 27)], ["lay 24"])
    assert choice(position) not in ("lay 00", "lay 10")  # a point for whoever comes after


def test_a_choice_is_seen_as_the_table_after_it() -> None:
    position = table([(4, 12, 16, 22), (26, 1)], ["lay 4", "lay 26"])
    assert row(position, "lay 12", OWN) == {16, 22}
    assert row(position, "lay 12", GONE) == {4, 26, 12}
    assert row(position, "lay 12", OWN_FITS) == {16, 22}
    assert row(position, "lay 12", FITS) == {0, *range(5, 26)} - {12, 16, 22}  # unseen, in the gap or double
    assert ROWS * cards_of(2) + WORTH + 1 in seen(position, "lay 12")
    assert row(position, "pass", OWN) == {4, 12, 16, 22} - {4}
    assert ROWS * cards_of(2) + THEIRS + 1 in seen(position, "pass")  # the other takes it
    assert row(position, "pass", FITS) == set()
    alone = table([(4, 12), (26,)], ["lay 4", "lay 26"])
    assert ROWS * cards_of(2) + MINE + 1 in seen(alone, "lay 12")  # nobody is left to contest it
    lead = table([(4, 12), (26, 1)])
    assert row(lead, "lay 4", LEAD) == {4}
    assert row(lead, "lay 4", FITS) == set()


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_inputs_are_the_same_whatever_lies_hidden(seats: int) -> None:
    throws = dice.new(7)
    position = Position(GAME, seats, GAME.check_options(seats, {}), throws)
    for _ in range(60):
        seat, allowed = position.seat, position.actions[: position.count].copy()
        if seat >= 0:
            other = position.copy()
            other.rows = guess_from(GAME, position.view(seat), seat, throws)
            for action in allowed[:4]:
                given = seen(position, TEXTS[action])
                assert given == seen(other, TEXTS[action])
                assert max(given) < inputs(2 if seats == 2 else SEATS)
                assert min(given) >= 0
        position.play(int(allowed[dice.below(throws, len(allowed))]))
    assert FACTS > 0


def test_a_seat_stands_by_its_points_and_those_of_the_trick_pile() -> None:
    position = table([(4, 12, 16), (26, 1)])
    s = position.state
    s.points[:2], s.won[:2] = (3, 1), (2, 0)
    assert standing(s, 0) == 1.0  # four points ahead
    assert standing(s, 1) == -1.0


@pytest.mark.parametrize("seats", [2, 5])
def test_it_answers_what_it_was_asked_also_when_half_is_hidden(seats: int) -> None:
    throws = dice.new(5)
    position = Position(GAME, seats, GAME.check_options(seats, {}), throws)
    while position.count:
        allowed: Any = position.actions[: position.count].copy()
        some = [action for action in allowed if dice.below(throws, 2)]
        allowed = np.array(some or allowed, np.int16)
        seat = position.seat
        view = position.view(seat)
        chosen = allowed[0] if seat < 0 else GAME.engine.policy(view, seat, allowed, len(allowed), throws)
        assert chosen in allowed
        position.play(int(chosen))
