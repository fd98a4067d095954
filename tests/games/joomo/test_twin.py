"""Joomo against its twin."""

from typing import Any

import pytest
from referee import Chance, Facts, compare

from brelan.bots import player
from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import game
from brelan.core.position import Position

from .twin import Twin

GAME = game("joomo")


def facts(position: Position) -> Facts:
    s = position.state
    seats, totals = position.seats, position.scores()
    return {
        "seat": int(s.seat),
        "over": bool(position.over),
        "dealer": int(s.dealer),
        "hands": [s.hands[seat, : s.held[seat]].tolist() for seat in range(seats)],
        "aside": sorted(s.aside[:10].tolist()),
        "limits": s.limits[: s.limited].tolist(),
        "trick": s.trick[: s.lying].tolist(),
        "worth": int(s.worth),
        "passed": [bool(passed) for passed in s.passed[:seats]],
        "last": int(s.last),
        "marker": int(s.marker),
        "won": s.won[:seats].tolist(),
        "points": s.points[:seats].tolist(),
        "round": int(s.rounds),
        "winners": [seat for seat in range(seats) if totals[seat] == max(totals)] if position.over else [],
    }


def wise(position: Position, throws: dice.Dice) -> int:
    """The hard bot, which caps, keeps doubles and goes out sooner than random play."""
    if position.seat < 0:
        return int(position.actions[0])
    bot = player(GAME, "hard")
    return bot.choose(position.view(position.seat), position.seat, position.actions[: position.count].copy(), throws)


def eager(position: Position, throws: dice.Dice) -> int:
    """Lays whatever it can: long tricks, several seats going out in one."""
    lays = max(position.count - 1, 1)
    return int(position.actions[dice.below(throws, lays)])


@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_game_and_twin_agree_move_by_move(setup: tuple[int, dict[str, Any]]) -> None:
    seats, options = setup
    for seed in range(6):
        for choose in (None, wise, eager):
            compare(GAME, seats, options, seed, lambda chance: twin(seats, options, chance), facts, choose)


def twin(seats: int, options: dict[str, Any], chance: Chance) -> Twin:
    return Twin(seats, options, chance.lot, chance.shuffle)
