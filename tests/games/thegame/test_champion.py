"""The Game's champion judges turns by a net; where a pile is held, or without a stock, it plays as the policy."""

from typing import Any

import numpy as np
import pytest

from brelan.bots import ChampionPlayer, player, speak
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.thegame.champion import take
from brelan.games.thegame.plan import ROW, STEPS, USED
from brelan.games.thegame.rules import HOLD

GAME = game("thegame")


def table(seats: int, seed: int, turns: int, talk: bool = False) -> Position:
    """Some turns into a game of the policy."""
    position = Position(GAME, seats, GAME.check_options(seats, {"starter": 0}), dice.new(seed))
    bot = player(GAME, "hard")
    while position.count and turns:
        if talk:
            speak(position, position.seat)
        action = choice(position, bot)
        turns -= action == GAME.rules.END
        position.play(action)
    return position


def choice(position: Position, bot: Any) -> int:
    seat = position.seat
    allowed = position.actions[: position.count].copy()
    return int(bot.choose(position.view(seat), seat, allowed, dice.new(0)))


def test_a_turn_played_at_once_leaves_the_table_as_card_by_card() -> None:
    position = table(2, 3, 5)
    seat, hand = position.seat, position.state.hands[position.seat].tolist()
    whole, turn = position.copy(), np.zeros(ROW, np.int64)
    bot = player(GAME, "hard")
    while (action := choice(position, bot)) != GAME.rules.END:
        turn[USED] |= 1 << hand.index(GAME.rules.CARD(action))
        position.play(action)
    turn[:4], turn[STEPS] = position.state.tops, 0
    position.play(GAME.rules.END)
    take(whole.state, turn)
    for name in ("seat", "owed", "ended", "tops", "held", "left", "down", "hands"):
        assert np.array_equal(getattr(whole.state, name), getattr(position.state, name)), name
    assert set(whole.state.laid) == set(position.state.laid)
    assert whole.state.seat != seat


@pytest.mark.parametrize("talk", [False, True], ids=["silent", "talk"])
def test_it_finds_other_turns_than_the_policy(talk: bool) -> None:
    best, policy = player(GAME, "champion"), player(GAME, "hard")
    tables = [table(2, seed, 8, talk) for seed in range(12)]
    assert 0 < sum(choice(position, best) != choice(position, policy) for position in tables) < 12


def test_where_a_person_holds_a_pile_and_at_the_end_it_plays_as_the_policy() -> None:
    best, policy = player(GAME, "champion"), player(GAME, "hard")
    held, late = [table(2, seed, 6) for seed in range(12)], [table(2, seed, 100) for seed in range(12)]
    for position in held:
        position.state.signals[1 - position.seat, 2] = HOLD
    for position in late:
        position.state.left = 0
    for position in [*held, *late]:
        if position.count:
            assert choice(position, best) == choice(position, policy)


@pytest.mark.parametrize("talk", [False, True], ids=["silent", "talk"])
def test_it_is_certain_of_some_turns_and_not_of_others_and_cannot_tell_what_the_policy_chose(talk: bool) -> None:
    best, told = player(GAME, "champion"), set()
    for seed in range(12):
        position = table(2, seed, 8, talk)
        choice(position, best)
        told.add(best.certain)  # type: ignore[attr-defined]
    position.state.left = 0
    choice(position, best)
    assert told == {True, False}
    assert best.certain is None  # type: ignore[attr-defined]


class Counting(ChampionPlayer):
    """A champion that counts how often it thinks."""

    def __init__(self) -> None:
        super().__init__(GAME)
        self.thoughts, think = 0, self.decide

        def decide(*asked: Any) -> int:
            self.thoughts += 1
            return int(think(*asked))

        self.decide = decide


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_it_thinks_once_a_turn_and_plays_what_it_planned(seats: int) -> None:
    several = 0
    for seed in range(6):
        position, bot, move = table(seats, seed, 6), Counting(), np.zeros(24, np.int16)
        if not position.count:
            continue
        view, allowed = position.view(position.seat), position.actions[: position.count].copy()
        length = GAME.engine.best(view, position.seat, allowed, len(allowed), dice.new(0), move)
        for action in move[:length]:
            assert choice(position, bot) == action
            position.play(int(action))
        assert bot.thoughts == 1
        several += length > 2
    assert several > 2


def test_it_thinks_again_if_a_person_says_something_in_the_middle_of_its_turn() -> None:
    position, bot = table(2, 1, 6), Counting()
    seat = position.seat
    position.play(choice(position, bot))
    assert position.seat == seat
    position.state.signals[1 - seat, 0] = HOLD
    choice(position, bot)
    assert bot.thoughts == 2
