"""One game from the deal to the results, as learners play it: seats choose, the dealer's steps are made by themselves.

An action that is not allowed has a defined answer: it ends the game, changes nothing else, and costs its seat FINE.
"""

from typing import Any

from ..core import dice
from ..core.game import Game, clause_name
from ..core.outcome import shares
from ..core.position import Position
from ..core.record import look
from ..core.table import DEALER

FINE = 1.0
SEEDS = 1 << 62  # deals that an environment draws from
WIDE = 100  # characters of a picture


def returns(position: Position) -> list[float]:
    """What each seat has earned. A team: its score as it stands. Rivals: 0 until the end; then the results add up to 0,
    1 for a sole winner, -1 shared by the losers, and winners together share what they won."""
    if position.game.team:
        return [float(points) for points in position.scores()]
    if position.count:
        return [0.0] * position.seats
    rivals = max(1, position.seats - 1)
    return [float(share - (1 - share) / rivals) for share in shares(position.scores(), position.over, 0)]


class Sitting:
    """A game in play. `refused` is the clause of an action that was not allowed, once there was one."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any], seed: int) -> None:
        self.position = Position(game, seats, options, dice.new(seed))
        self.refused = ""
        self._deal()

    def _deal(self) -> None:
        while self.position.count and self.position.seat == DEALER:
            self.position.play(int(self.position.actions[0]))

    @property
    def over(self) -> bool:
        """Whether nobody plays on."""
        return bool(self.refused) or not self.position.count

    @property
    def seat(self) -> int:
        """Whose turn it is, or was at the end."""
        return self.position.seat

    def play(self, action: int) -> None:
        """Play an action, or end the game by it if it is not allowed."""
        if self.over:
            return
        self.refused = self._why_not(action)
        if not self.refused:
            self.position.play(action)
            self._deal()

    def _why_not(self, action: int) -> str:
        if not 0 <= action < len(self.position.game.rules.ACTIONS):
            return "T4"
        clause = self.position.why_not(action)
        return clause_name(clause) if clause else ""

    def returns(self) -> list[float]:
        """What each seat has earned so far, fines included."""
        earned = returns(self.position)
        if self.refused:
            earned[self.seat] -= FINE
        return earned

    def picture(self, seat: int) -> str:
        """The table as a seat (-1: a watcher) sees it in a terminal."""
        from rich.console import Console

        game, seats = self.position.game, self.position.seats
        view = look(game.rules.State, self.position.view(seat)[0], seats)
        part, words = game.part("terminal"), game.words()
        players = {other: words("terminal.bot", seat=other) for other in range(seats)} | {DEALER: ""}
        console = Console(width=WIDE, highlight=False, color_system=None)
        with console.capture() as drawn:
            console.print(part.picture(view, seat, words, players) if part else view)
        return drawn.get()
