"""Compile what a table needs, one piece after the other, so that a person can be shown how far it is."""

from collections.abc import Callable

import numpy as np

from . import dice
from .game import Game
from .position import Position, guess_from

Report = Callable[[int, int], None]


def warm(game: Game, report: Report = lambda done, all_: None) -> None:
    """Load or compile the rules and loops of a game; `report(done, all)` after each piece."""
    seats = game.least
    options = game.check_options(seats, {})
    throws = dice.new(0)
    position: list[Position] = []
    pieces: list[Callable[[], object]] = [
        lambda: position.append(Position(game, seats, options, throws)),
        lambda: position[0].copy().play(int(position[0].actions[0])),
        lambda: position[0].why_not(0),
        lambda: position[0].scores(),
        lambda: position[0].view(0),
        lambda: guess_from(game, position[0].view(0), 0, throws),
        lambda: _listen(game, position[0]),
    ]
    for number, piece in enumerate(pieces):
        report(number, len(pieces))
        piece()
    report(len(pieces), len(pieces))


def _listen(game: Game, position: Position) -> None:
    """What a bot would say, where bots of this game talk."""
    say = getattr(game.part("bots"), "say", None)
    if say is not None:
        say(position.view(0)[0], 0, np.zeros(len(game.rules.SIGNALS.rows), np.int16))
