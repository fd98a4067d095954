"""The Game against its twin."""

from typing import Any

import pytest
from referee import Chance, Facts, compare

from brelan.bots import player
from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import game
from brelan.core.position import Position
from brelan.core.table import Table

from .twin import Twin

GAME = game("thegame")


def facts(position: Position) -> Facts:
    s = position.state
    seats = position.seats
    return {
        "over": bool(position.over),
        "hands": [s.hands[seat, : s.held[seat]].tolist() for seat in range(seats)],
        "tops": s.tops.tolist(),
        "stock": s.stock[98 - int(s.left) :].tolist(),
        "owed": int(s.owed),
        "result": 98 - int(s.down),
        "beaten": position.over == 15,
    }


def wise(position: Position, throws: dice.Dice) -> int:
    """The hard bot, whose games last far longer than random ones and reach the ending."""
    bot = player(GAME, "hard")
    return bot.choose(position.view(position.seat), position.seat, position.actions[: position.count].copy(), throws)


@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_game_and_twin_agree_move_by_move(setup: tuple[int, dict[str, Any]]) -> None:
    seats, options = setup
    for seed in range(12):
        for choose in (None, wise):
            compare(GAME, seats, options, seed, lambda chance: twin(seats, options, chance), facts, choose)


def twin(seats: int, options: dict[str, Any], chance: Chance) -> Twin:
    return Twin(seats, options, chance.lot, chance.shuffle)


@pytest.mark.parametrize("free_talk", [False, True])
def test_game_and_twin_agree_on_signals(free_talk: bool) -> None:
    table = Table("thegame", 3, seed=4, free_talk=free_talk)
    other = twin(3, {"free_talk": free_talk}, Chance(dice.new(4)))
    throws = dice.new(99)
    signals = GAME.rules.SIGNALS
    for _ in range(400):
        seat, number = int(dice.below(throws, 3)), int(dice.below(throws, len(signals)))
        fields = signals.describe(number)
        allowed = not GAME.engine.why_not_signal(table.position.rows, 0, seat, number)
        assert allowed == other.signal_allowed(seat, fields["pile"], fields["what"])
        if allowed:
            table.signal(seat, number)
            other.signal(seat, fields["pile"], fields["what"])
        names = ("", "hold", "gentle", "back", "good")
        shown = [[names[what] for what in row] for row in table.position.state.signals[:3]]
        assert shown == other.facts()["signals"]
