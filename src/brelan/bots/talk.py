"""Bots' signals, in games that have them: `say(view, seat, out)` in the game's bots.py, from the view alone."""

import numpy as np

from ..core.game import Game
from ..core.position import Position
from .player import View


def signals(game: Game, view: View, seat: int) -> list[int]:
    """Return the signals a bot at a seat would give now, without those that change nothing; none if it cannot talk."""
    if not hasattr(game.part("bots"), "say"):
        return []
    out = np.zeros(len(game.rules.SIGNALS.rows), np.int16)
    count = game.engine.say(view, seat, out)
    return [int(signal) for signal in out[:count]]


def speak(position: Position, seat: int) -> None:
    """Let every seat signal except the one about to choose."""
    for turn in range(1, position.seats):
        other = (seat + turn) % position.seats
        for signal in signals(position.game, position.view(other), other):
            position.game.engine.signal(position.rows, 0, other, signal)
