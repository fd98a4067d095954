"""The Game's champion tries whole turns out; with talk, or without a stock, it plays as the policy."""

from typing import Any

import numpy as np

from brelan.bots import player, speak
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.thegame.champion import take
from brelan.games.thegame.plan import FIRST, ROW, USED

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
    turn[:4], turn[FIRST] = position.state.tops, 0
    position.play(GAME.rules.END)
    take(whole.state, turn)
    for name in ("seat", "owed", "ended", "tops", "held", "left", "down", "hands"):
        assert np.array_equal(getattr(whole.state, name), getattr(position.state, name)), name
    assert set(whole.state.laid) == set(position.state.laid)
    assert whole.state.seat != seat


def test_it_finds_other_turns_in_silence_and_plays_as_the_policy_otherwise() -> None:
    best, policy = player(GAME, "champion"), player(GAME, "hard")
    silent = [table(1, seed, 8) for seed in range(12)]
    assert 0 < sum(choice(position, best) != choice(position, policy) for position in silent) < 12
    for position in [table(2, seed, 6, talk=True) for seed in range(3)]:
        speak(position, position.seat)
        assert position.state.signals.any()
        assert choice(position, best) == choice(position, policy)
