"""One game from the deal to the results, as learners play it: seats choose, and the dealer acts automatically.

An action that is not allowed ends the game, changes nothing else, and costs its seat FINE.
"""

import functools
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game, clause_name
from ..core.loops.vector import FINE
from ..core.outcome import shares
from ..core.position import Position
from ..core.record import look
from ..core.table import DEALER
from ..lab.observation import Mask, Observer

SEEDS = 1 << 62  # deals an environment draws from
WIDE = 100  # characters in a line of a picture
observer_of = functools.cache(Observer)


def env_id(game: Game) -> str:
    """Return a game's name in Gymnasium and PettingZoo."""
    return f"brelan/{game.words()('name').replace(' ', '')}-v0"


def returns(position: Position) -> list[float]:
    """Return what each seat has earned. A team: its current score. Opponents: 0 until the end; then the results add up
    to 0, with 1 for a sole winner or shared by several, and -1 shared by the losers."""
    if position.game.team:
        return [float(points) for points in position.scores()]
    if position.count:
        return [0.0] * position.seats
    rivals = max(1, position.seats - 1)
    return [float(share - (1 - share) / rivals) for share in shares(position.scores(), position.over, 0)]


class Sitting:
    """A game in progress. `refused` is the clause broken by an action that was not allowed, if there was one.

    With `talk`, the seat to act may also signal before its action; ids from `observer.first_signal` on are signals.
    """

    def __init__(self, game: Game, seats: int, options: dict[str, Any], seed: int, talk: bool = False) -> None:
        self.position, self.observer = Position(game, seats, options, dice.new(seed)), observer_of(game, talk)
        self.refused, self.said = "", -1
        self._deal()

    def _deal(self) -> None:
        self.said = -1
        while self.position.count and self.position.seat == DEALER:
            self.position.play(int(self.position.actions[0]))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.refused) or not self.position.count

    @property
    def seat(self) -> int:
        """The seat to act, or the last to have acted."""
        return self.position.seat

    def mask(self, seat: int) -> Mask:
        """Return the mask of what a seat may do now: nothing once the game is over."""
        if self.over:
            return np.zeros(self.observer.actions, np.int8)
        return self.observer.mask(self.position, seat, self.said)

    def play(self, action: int) -> None:
        """Play an action; if it is not allowed, end the game."""
        if self.over:
            return
        self.refused = self._why_not(action)
        if self.refused:
            return
        if action >= self.observer.first_signal:
            self.said = action - self.observer.first_signal
            self.position.game.engine.signal(self.position.rows, 0, self.seat, self.said)
        else:
            self.position.play(action)
            self._deal()

    def _why_not(self, action: int) -> str:
        signal = action - self.observer.first_signal
        if not 0 <= action < self.observer.actions or 0 <= signal <= self.said:
            return "T4"
        engine, rows = self.position.game.engine, self.position.rows
        clause = int(
            engine.why_not_signal(rows, 0, self.seat, signal) if signal >= 0 else self.position.why_not(action)
        )
        return clause_name(clause) if clause else ""

    def returns(self) -> list[float]:
        """Return what each seat has earned so far, including fines."""
        earned = returns(self.position)
        if self.refused:
            earned[self.seat] -= FINE
        return earned

    def picture(self, seat: int) -> str:
        """Return the table as a seat (-1: a watcher) sees it in a terminal."""
        from rich.console import Console

        game, seats = self.position.game, self.position.seats
        view = look(game.rules.State, self.position.view(seat)[0], seats)
        part, words = game.part("terminal"), game.words()
        players = {other: words("terminal.bot", seat=other) for other in range(seats)} | {DEALER: ""}
        console = Console(width=WIDE, highlight=False, color_system=None)
        with console.capture() as drawn:
            console.print(part.picture(view, seat, words, players) if part else view)
        return drawn.get()
