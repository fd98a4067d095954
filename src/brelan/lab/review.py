"""Looking back at a game: what each move did to its seat's chances, and where a strong player would have done better.

All of it is judged from what the seat knew then: worlds it could have been facing are guessed from its view, and in
each of them the game's own policy plays on, after the move that was played and after the strong player's.
The same worlds and the same luck serve both, so that their difference is known better than either.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..bots import Player
from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game
from ..core.hint import MOST_REASONS, Hint, phrases, whole_move
from ..core.position import Position, seen
from ..core.record import HIDDEN
from ..core.rule import bind
from ..core.table import DEALER, Move, Table

NAMES = ("legal", "apply", "score", "guess", "why_over", "view")
CLEARLY = 2.0  # standard errors by which a gain must differ from nothing
WORLDS = 100  # guessed worlds a move
POLICY, PLAYED, BETTER = range(3)  # lines that are tried out
CHANCE, RESULT = range(2)  # what is written of each

# the game's own words, and what is bound in `Judge`, put in place by `bind`
legal: Any = None
apply: Any = None
score: Any = None
guess: Any = None
why_over: Any = None
view: Any = None
policy: Any = None
choose: Any = None
finish: Any = None


def decide(room: Any, n: Any, throws: Any) -> Any:
    """What the policy does at the seat to act in record 1, given its view and nothing else."""
    states, raw, views, raw_views, masks, out = room
    seat = states[1].seat
    for k in range(raw.shape[1]):
        raw_views[0, k] = raw[1, k] if masks[seat, k] else HIDDEN
    view(states[1], seat, views[0])
    return policy(views[0], seat, out, n, throws)


def play_on(room: Any, line: Any, length: Any, throws: Any) -> None:
    """Play a line in record 1, then on by the policy to the end. What is not allowed gives way to what is."""
    states, out = room[0], room[5]
    n, step = legal(states[1], out), 0
    while n > 0:
        action = out[0]
        if step < length:
            for i in range(n):
                if out[i] == line[step]:
                    action = line[step]
        elif n > 1 and states[1].seat >= 0:
            action = choose(room, n, throws)
        apply(states[1], action, throws)
        n = legal(states[1], out)
        step += 1


def trials(
    seen: Any, seat: Any, team: Any, beaten: Any, lines: Any, lengths: Any, throws: Any, room: Any, scores: Any,
    values: Any,
) -> None:  # fmt: skip
    """Play each line to the end in as many guessed worlds as there are rows of values."""
    states = room[0]
    for world in range(values.shape[0]):
        states[0] = seen[0]
        guess(states[0], seat, throws)
        start = throws[1]
        for line in range(lengths.size):
            states[1] = states[0]
            throws[1] = start  # the same luck for every line
            finish(room, lines[line], lengths[line], throws)
            score(states[1], scores)
            tied = 0
            best = scores[seat]
            for other in range(scores.size):
                best = max(best, scores[other])
                tied += 1 if scores[other] == scores[seat] else 0
            won = why_over(states[1]) == beaten if team else scores[seat] == best
            values[world, line, CHANCE] = (1.0 if team else 1.0 / tied) if won else 0.0
            values[world, line, RESULT] = scores[seat]
        throws[1] = start + np.uint64(1009)


class Estimate(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float


def estimate(values: npt.NDArray[np.float64]) -> Estimate:
    """The mean of what came out in some worlds, and how sure it is."""
    return Estimate(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5))


@dataclass(frozen=True)
class Moment:
    """A move looked back at. Chances and gains are shares of the win; in a team's game the team's result."""

    number: int  # of the move, counted from 0
    seat: int
    actions: list[str]
    before: Estimate  # what to expect with the policy's move
    after: Estimate  # with the move that was played
    better: Hint  # what the strong player would have done
    gain: Estimate  # and what that would have gained

    @property
    def marked(self) -> bool:
        """Whether the other move was clearly better."""
        return self.gain.mean > CLEARLY * self.gain.error


class Judge:
    """Judges moves of one game with the help of a strong player, who need not be quick but always says the same."""

    def __init__(self, game: Game, player: Player, worlds: int = WORLDS) -> None:
        bots = game.part("bots")
        if bots is None or worlds < 2:
            raise BadSetup(f"{game.name} has no bots to judge with" if bots is None else "two worlds are the least")
        self.game, self.player, self.worlds = game, player, worlds
        choose = bind(decide, game.rules, NAMES, game.name, policy=bots.policy)
        finish = bind(play_on, game.rules, NAMES, game.name, choose=choose)
        self.loop = bind(trials, game.rules, NAMES, game.name, finish=finish)
        self.room = self._room()
        self.what = RESULT if game.team else CHANCE

    def _room(self) -> tuple[Any, ...]:
        """What the loops work in: records, the same as bytes, a view, the same as bytes, who sees what, actions."""
        kind, size = self.game.rules.State, self.game.rules.State.dtype.itemsize
        states, views = kind.rows(2), kind.rows(1)
        raw, raw_views = states.view(np.int8).reshape(2, size), views.view(np.int8).reshape(1, size)
        return states, raw, views, raw_views, kind.masks(self.game.most), np.zeros(self.game.rules.MOST, np.int16)

    def judge(self, position: Position, number: int, move: Move, seed: int) -> Moment:
        """A move, judged by the view its seat had in the position before it and by nothing else."""
        return self.judge_view(position.view(move.seat), number, move, seed)

    def judge_view(self, view: npt.NDArray[Any], number: int, move: Move, seed: int) -> Moment:
        """A move, judged by the view its seat had before it."""
        chance, played = seed << 20 | number, list(move.actions)
        throws = dice.new(chance)
        other = whole_move(seen(self.game, view, move.seat, throws), self.player, throws)
        if other[: len(played)] == played:
            other = played  # the strong player would have begun like this, too
        values = self._tried(view, move.seat, [[], played, other], dice.new(chance + (1 << 80)))
        texts = self.game.rules.ACTIONS.texts
        return Moment(
            number,
            move.seat,
            [texts[action] for action in played],
            estimate(values[:, POLICY]),
            estimate(values[:, PLAYED]),
            self._hint(view, move.seat, other),
            estimate(values[:, BETTER] - values[:, PLAYED]),
        )

    def _tried(
        self, view: npt.NDArray[Any], seat: int, lines: Sequence[Sequence[int]], luck: dice.Dice
    ) -> npt.NDArray[np.float64]:
        """What each line came to, a row a world."""
        lengths = np.array([len(line) for line in lines], np.int64)
        written = np.zeros((len(lines), max(1, lengths.max())), np.int16)
        for row, line in zip(written, lines, strict=True):
            row[: len(line)] = line
        values = np.zeros((self.worlds, len(lines), 2))
        scores = np.zeros(int(view["seats"][0]), np.int64)
        team, beaten = self.game.team, self.game.beaten
        self.loop(view, seat, team, beaten, written, lengths, luck, self.room, scores, values)
        return np.asarray(values[:, :, self.what])

    def _hint(self, view: npt.NDArray[Any], seat: int, actions: Sequence[int]) -> Hint:
        said = [self.game.rules.ACTIONS.texts[action] for action in actions]
        steps = phrases(self.game, "steps", view[0], seat, actions)
        reasons = phrases(self.game, "reasons", view[0], seat, actions)[:MOST_REASONS]
        return Hint(seat, said, steps, reasons, "clear")


def a_choice(table: Table, move: Move) -> bool:
    """Whether a seat chose this move among others, at the table as it was before."""
    return move.signal is None and move.seat != DEALER and table.position.count > 1


def review(
    table: Table, judge: Judge, seat: int | None = None, seed: int = 0,
    report: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Moment]:  # fmt: skip
    """Every move of a game in which there was a choice, of one seat or of all."""
    deal, moments = table.deal, []
    again = Table(table.game, table.seats, deal.seed, deal.order, deal.dealer, deal.shuffle, **table.options)
    for number, move in enumerate(table.history):
        if a_choice(again, move) and seat in (None, move.seat):
            moments.append(judge.judge(again.position, number, move, seed))
        again.replay([move])
        report(number + 1, len(table.history))
    return moments
