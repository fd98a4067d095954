"""What bots say out of turn, in a game that has signals: `say(view, seat, out)` of the game's bots.py, view only."""

import numpy as np

from ..core.game import Game
from ..core.position import Position
from .player import View


def signals(game: Game, view: View, seat: int) -> list[int]:
    """The signals a bot at this seat would give now: only those that change something; none where it cannot talk."""
    if not hasattr(game.part("bots"), "say"):
        return []
    out = np.zeros(len(game.rules.SIGNALS.rows), np.int16)
    count = game.engine.say(view, seat, out)
    return [int(signal) for signal in out[:count]]


def speak(position: Position, seat: int) -> None:
    """Let every seat but this one, which is about to choose, say what it has to say."""
    for turn in range(1, position.seats):
        other = (seat + turn) % position.seats
        for signal in signals(position.game, position.view(other), other):
            position.game.engine.signal(position.rows, 0, other, signal)
