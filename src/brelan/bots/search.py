"""A player that tries whole moves out. Worlds it could be facing are guessed from its view, each move is played on in
the same worlds by the game's own policy, and the worse half of the moves is given up again and again. Where a game
can tell a `chance` to win, they are played on only until the seat is to act again: that costs less and tells more.

One implementation for all games. Its memory is the same whatever the time: two records, MOST_MOVES moves and what
they brought in WORLDS worlds, and the view at each action of the move chosen.
"""

import math
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core import dice
from ..core.game import Game
from ..core.position import guess_from, view_of
from .player import Allowed, View

MOST_MOVES = 64  # moves tried out at the most
LONGEST_MOVE = 24  # actions of a move that are kept; beyond them the policy plays on
WORLDS = 8  # worlds tried together
FIRST_WORLDS = 4  # worlds in which the policy's own move is tried alone, to learn what a trial costs
PER_MOVE = 32  # trials there must be time for, for each move made up
LIKED = 4  # actions tried out where the policy is a net: those it likes best
LOOK = 0.001  # seconds between two looks at the clock
CLEARLY = 0.5  # standard errors by which a move must be better than the policy's own, if its bots.py names no other
FOREVER = math.inf  # seconds of a player without a clock
MARGIN, SURELY = 0.01, 2.0  # by how much of a win, and by how many standard errors, a choice is certain


class Budget:
    """So many trials and, if there is a clock, so many seconds: how much is used, whichever is scarcer."""

    def __init__(self, trials: int, seconds: float) -> None:
        self.trials, self.seconds, self.done, self.start = trials, seconds, 0, time.perf_counter()

    def elapsed(self) -> float:
        """Seconds since the start; 0 without a clock, so that the same search can be made again."""
        return time.perf_counter() - self.start if self.seconds < FOREVER else 0.0

    def used(self) -> float:
        """1 when all is used up."""
        return max(self.done / self.trials, self.elapsed() / self.seconds)

    def left(self, until: float = 1.0) -> float:
        """About how many trials there are until so much is used."""
        return (until - self.used()) * self.done / self.used()

    def before_a_look(self) -> int:
        """How many trials may pass before the clock is looked at again."""
        return self.trials if self.seconds == FOREVER else max(1, int(LOOK * self.done / self.elapsed()))


def room_for(game: Game) -> tuple[Any, ...]:
    """What trials work in: two records, a view, and the actions allowed."""
    kind = game.rules.State
    return kind.rows(2), kind.rows(1), np.zeros(game.rules.MOST, np.int16)


class SearchPlayer:
    """The game's policy, improved by `trials` of moves a move, or as many as `seconds` allow."""

    def __init__(self, game: Game, trials: int, seconds: float = FOREVER) -> None:
        bots = game.part("bots")
        if bots is None:
            raise ValueError(f"{game.name} has no policy to try moves out with")
        self.game, self.engine, self.trials, self.seconds = game, game.engine, trials, seconds
        self.swing = float(getattr(bots, "SWING", 0.0))
        self.short = hasattr(bots, "chance")
        self.clearly = float(getattr(bots, "CLEARLY", CLEARLY))
        self.learned = hasattr(bots, "NETS")  # a net knows where to look; other policies may overlook what is good
        actions = game.rules.ACTIONS
        self.reveals = np.array([actions.reveals(action) for action in range(len(actions))])
        self.room = room_for(game)
        self.moves = np.zeros((MOST_MOVES, LONGEST_MOVE), np.int16)
        self.lengths, self.marks = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.uint64)
        self.found = (self.moves, self.lengths, self.marks)
        self.gains = np.zeros((WORLDS, MOST_MOVES))
        self.plan: dict[bytes, int] = {}  # what to do in which view: the rest of the move chosen last
        self.certain = True  # whether the move chosen last is better than the next best by a margin

    def choose(self, view: View, seat: int, allowed: Allowed, throws: dice.Dice) -> int:
        """One of the allowed actions: as planned, or the first of the best move that is found."""
        planned = self.plan.get(view.tobytes())
        if planned is not None and planned in allowed:
            return int(planned)
        if len(allowed) == 1:
            return int(allowed[0])
        budget = Budget(self.trials, self.seconds)
        own = int(self.engine.policy(view, seat, allowed, len(allowed), throws))
        search = Search(self, view, seat, self._liked(view, seat, own, allowed, throws), budget, throws)
        best = search.best()
        self.certain = search.certain(best)
        self._keep(view, seat, self.moves[best, : self.lengths[best]])
        return int(self.moves[best, 0])

    def _liked(self, view: View, seat: int, own: int, allowed: Allowed, throws: dice.Dice) -> list[int]:
        """The actions a move may begin with: the policy's own first, then what it would do without the ones before."""
        liked, left = [own], allowed[allowed != own]
        while self.learned and len(left) and len(liked) < LIKED:
            liked.append(int(self.engine.policy(view, seat, left, len(left), throws)))
            left = left[left != liked[-1]]
        return liked

    @property
    def memory(self) -> int:
        """Bytes a search works in, at the most: they do not grow with time."""
        plan = LONGEST_MOVE * self.room[0].itemsize
        return int(plan + sum(array.nbytes for array in (*self.room, *self.found, self.gains)))

    def _keep(self, view: View, seat: int, move: npt.NDArray[np.int16]) -> None:
        """Remember the move by the views it leads through: nothing hidden is revealed before its last action."""
        self.plan, throws = {}, dice.new(0)
        rows = guess_from(self.game, view, seat, throws)
        for action in move:
            self.plan[view_of(self.game, rows, seat).tobytes()] = int(action)
            self.engine.step(rows, 0, action, throws, self.room[2])


class Search:
    """One search: its budget, and what the moves still in question have brought so far."""

    def __init__(
        self, player: SearchPlayer, view: View, seat: int, liked: list[int], budget: Budget, throws: dice.Dice
    ) -> None:  # fmt: skip
        self.player, self.view, self.seat, self.liked, self.budget = player, view, seat, liked, budget
        self.key, self.throws = np.uint64(dice.word(throws)), np.array([dice.word(throws), 0], np.uint64)
        self.scores = np.zeros(int(view["seats"][0]), np.int64)
        self.picks = np.zeros(1, np.int64)  # moves still in question; the policy's own, 0, is always one
        self.sums, self.squares = np.zeros(1), np.zeros(1)  # how much better than the policy's own each was
        self.worlds = 0

    def best(self) -> int:
        """The number of the best move."""
        player = self.player
        player.moves[0, 0], player.lengths[0] = self.liked[0], 1
        self._try(FIRST_WORLDS)
        wanted = min(MOST_MOVES, int(self.budget.left() / PER_MOVE))
        if wanted < 2:
            return 0
        self.picks = np.arange(self._make_up(wanted))
        self.sums, self.squares, self.worlds = np.zeros(len(self.picks)), np.zeros(len(self.picks)), 0
        rounds = math.ceil(math.log2(len(self.picks)))
        for number in range(rounds):
            self._spend((number + 1) / rounds)
            self._halve()
        return int(self.picks[1]) if rounds and self._clear() else 0

    def _make_up(self, wanted: int) -> int:
        p = self.player
        if p.learned:
            count = min(wanted, len(self.liked))
            p.moves[:count, 0], p.lengths[:count] = self.liked[:count], 1
            return count
        given = (self.view, self.seat, self.liked[0], p.reveals, self.throws, *p.room)
        return int(p.engine.make_up(*given, *(array[:wanted] for array in p.found)))

    def _spend(self, until: float) -> None:
        """Try the moves in question until so much of the budget is used, in one world at least."""
        start = self.worlds
        while self.worlds == start or self.budget.used() < until:
            if self.budget.used() >= 1:
                return
            self._try(max(1, min(WORLDS, round(self.budget.left(until) / len(self.picks)))))

    def _try(self, worlds: int) -> None:
        """Try the moves in question in so many worlds; a world that is cut off by the clock does not count."""
        p, number, end = self.player, 0, worlds * len(self.picks)
        while number < end and (number == 0 or self.budget.used() < 1):
            last = min(end, number + self.budget.before_a_look())
            p.engine.try_out(
                self.view, self.seat, p.game.team, p.swing, p.short, self.key, self.worlds, p.moves, p.lengths,
                self.picks, number, last, self.throws, *p.room, self.scores, p.gains,
            )  # fmt: skip
            self.budget.done += last - number
            number = last
        whole = number // len(self.picks)
        better = p.gains[:whole, : len(self.picks)] - p.gains[:whole, :1]
        self.sums, self.squares = self.sums + better.sum(axis=0), self.squares + (better**2).sum(axis=0)
        self.worlds += whole

    def certain(self, chosen: int) -> bool:
        """Whether the move chosen is better by a margin: than the policy's own, or, being that, than the best other."""
        if self.worlds < 2 or len(self.picks) < 2:
            return False
        mean, error = self._gain()
        return abs(mean) > max(MARGIN, SURELY * error) and (mean > 0) == (chosen != 0)

    def _gain(self) -> tuple[float, float]:
        """What the best move gains on the policy's own in a world, and the standard error of that."""
        mean = float(self.sums[1] / self.worlds)
        return mean, math.sqrt(max(0.0, float(self.squares[1] / self.worlds) - mean**2) / self.worlds)

    def _clear(self) -> bool:
        """Whether the best move is better than the policy's own beyond doubt enough."""
        if self.worlds < 2:
            return False
        mean, error = self._gain()
        return mean > self.player.clearly * error

    def _halve(self) -> None:
        """Give the worse half up and put the best first; the policy's own stays as the measure."""
        order = np.argsort(-self.sums[1:], kind="stable")[: max(1, len(self.picks) // 2)] + 1
        kept: Any = np.concatenate([[0], order])
        self.picks, self.sums, self.squares = self.picks[kept], self.sums[kept], self.squares[kept]
