"""Reviews: what each move did to its seat's chances, and where a strong player would have done better.

Moves are judged by what the seat knew at the time: worlds it could have been facing are guessed from its view, and in
each of them the game's own policy plays on after the actual move and after the strong player's.
Both use the same worlds and the same luck, so their difference is known more precisely than either. A difference that
looks clear is measured once more, in more worlds and fresh ones: among many moves, some look bad by chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game
from ..core.hint import MOST_REASONS, Hint, phrases, whole_move
from ..core.loops.review import CHANCE, RESULT
from ..core.position import Position, seen
from ..core.table import Move
from . import Player
from .search import room_for

BOT = "champion"
CLEARLY = 2.0  # standard errors by which a gain must differ from zero
WORLDS = 100  # guessed worlds per move
CONFIRMING = 4  # times as many for a move that looks like a mistake
POLICY, PLAYED, BETTER = range(3)  # lines to try out


class Estimate(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether it is above zero beyond reasonable doubt."""
        return self.mean > CLEARLY * self.error


def estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """Return the mean of the results in some worlds, with its standard error."""
    return Estimate(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5))


def gained(values: npt.NDArray[np.float64]) -> Estimate:
    """Return by how much the strong player's move did better than the actual one."""
    return estimate(values[:, BETTER] - values[:, PLAYED])


@dataclass(frozen=True)
class Moment:
    """A judged move. Chances and gains are shares of the win or, in a team game, the team's result."""

    number: int  # the index of the move
    seat: int
    actions: list[str]
    before: Estimate  # the expected result with the policy's move
    after: Estimate  # with the actual move
    better: Hint  # what the strong player would have done
    gain: Estimate  # what that would have gained

    def data(self) -> dict[str, Any]:
        """Return the moment as plain data, including the better move."""
        better = self.better.data()
        return {
            "number": self.number,
            "seat": self.seat,
            "before": self.before._asdict(),
            "after": self.after._asdict(),
            "gain": self.gain._asdict(),
            "marked": self.marked,
            **{kind: better[kind] for kind in ("actions", "steps", "reasons")},
        }

    @property
    def marked(self) -> bool:
        """Whether the other move was clearly better."""
        return self.gain.clear


class Judge:
    """Judges the moves of a game with the help of a strong player, which may be slow but must be reproducible."""

    def __init__(self, game: Game, player: Player, worlds: int = WORLDS) -> None:
        bots = game.part("bots")
        if bots is None or worlds < 2:
            raise BadSetup(f"{game.name} has no bots to judge with" if bots is None else "use two worlds or more")
        self.game, self.player, self.worlds = game, player, worlds
        self.room = room_for(game)
        self.what = RESULT if game.team else CHANCE

    def judge(self, position: Position, number: int, move: Move, seed: int) -> Moment:
        """Judge a move, using only the seat's view of the position before it."""
        return self.judge_view(position.view(move.seat), number, move, seed)

    def judge_view(self, view: npt.NDArray[Any], number: int, move: Move, seed: int) -> Moment:
        """Judge a move by the view its seat had before it."""
        chance, played = seed << 20 | number, list(move.actions)
        throws = dice.new(chance)
        other = whole_move(seen(self.game, view, move.seat, throws), self.player, throws)
        if other[: len(played)] == played:
            other = played  # the strong player would have started the same way
        lines = [[], played, other]
        values = self._tried(view, move.seat, lines, dice.new(chance + (1 << 80)), self.worlds)
        if gained(values).clear:
            values = self._tried(view, move.seat, lines, dice.new(chance + (1 << 81)), CONFIRMING * self.worlds)
        texts = self.game.rules.ACTIONS.texts
        return Moment(
            number,
            move.seat,
            [texts[action] for action in played],
            estimate(values[:, POLICY]),
            estimate(values[:, PLAYED]),
            self._hint(view, move.seat, other),
            gained(values),
        )

    def _tried(
        self, view: npt.NDArray[Any], seat: int, lines: Sequence[Sequence[int]], luck: dice.Dice, worlds: int
    ) -> npt.NDArray[np.float64]:
        """Return the result of each line, one row per world."""
        lengths = np.array([len(line) for line in lines], np.int64)
        written = np.zeros((len(lines), max(1, lengths.max())), np.int16)
        for row, line in zip(written, lines, strict=True):
            row[: len(line)] = line
        values = np.zeros((worlds, len(lines), 2))
        scores = np.zeros(int(view["seats"][0]), np.int64)
        wins = self.game.team_wins
        self.game.engine.judge(view, seat, wins, written, lengths, luck, *self.room, scores, values)
        return np.asarray(values[:, :, self.what])

    def _hint(self, view: npt.NDArray[Any], seat: int, actions: Sequence[int]) -> Hint:
        said = [self.game.rules.ACTIONS.texts[action] for action in actions]
        steps = phrases(self.game, "steps", view, seat, actions)
        reasons = phrases(self.game, "reasons", view, seat, actions)[:MOST_REASONS]
        return Hint(seat, said, steps, reasons, "clear")
