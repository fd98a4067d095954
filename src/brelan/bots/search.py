"""A player that tries out whole moves. It guesses worlds it could be facing from its view, lets the game's own policy
continue each move in the same worlds, and repeatedly drops the worse half of the moves. If a game can estimate the
`chance` of winning, trials stop when the seat is to act again, which is cheaper and more precise.

One implementation serves all games. Its memory does not grow with time: two records, MOST_MOVES moves with their
results in WORLDS worlds, and the view at each action of the chosen move.
"""

import math
import time
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from .plan import LONGEST_MOVE, Plan
from .player import Allowed, View

MOST_MOVES = 64  # the most moves to try out
WORLDS = 8  # worlds tried together
FIRST_WORLDS = 4  # worlds in which only the policy's move is tried, to measure the cost of a trial
PER_MOVE = 32  # trials there must be time for, per candidate move
LIKED = 4  # actions tried out if the policy is a net: its favourites
LOOK = 0.001  # seconds between checks of the clock
CLEARLY = 0.5  # standard errors by which a move must beat the policy's own, unless its bots.py sets another number
IMAGINED, BELIEVED = 512, 256  # worlds guessed, and tried, if a game knows what the others' play says of them
FOREVER = math.inf  # seconds for a player without a clock
MARGIN, SURELY = 0.01, 2.0  # the share of a win, and the standard errors, that make a choice certain


class Budget:
    """A number of trials and, with a clock, of seconds, whichever runs out first."""

    def __init__(self, trials: int, seconds: float) -> None:
        self.trials, self.seconds, self.done, self.start = trials, seconds, 0, time.perf_counter()

    def elapsed(self) -> float:
        """Seconds since the start; 0 without a clock, so that a search is reproducible."""
        return time.perf_counter() - self.start if self.seconds < FOREVER else 0.0

    def used(self) -> float:
        """The share used so far: 1 when it is used up."""
        return max(self.done / self.trials, self.elapsed() / self.seconds)

    def left(self, until: float = 1.0) -> float:
        """Return about how many trials remain until a share is used."""
        return (until - self.used()) * self.done / self.used()

    def before_a_look(self) -> int:
        """How many trials to make before checking the clock again."""
        return self.trials if self.seconds == FOREVER else max(1, int(LOOK * self.done / self.elapsed()))


def room_for(game: Game) -> tuple[Any, ...]:
    """Return the buffers of trials: two records, a view, and the allowed actions."""
    kind = game.rules.State
    return kind.rows(2), kind.rows(1), np.zeros(game.rules.MOST, np.int16)


class SearchPlayer:
    """A player that improves the game's policy with `trials` per move, or as many as `seconds` allow."""

    def __init__(self, game: Game, trials: int, seconds: float = FOREVER) -> None:
        bots = game.part("bots")
        if bots is None:
            raise ValueError(f"{game.name} has no policy to try moves out with")
        self.game, self.trials, self.seconds = game, trials, seconds
        self.swing = float(getattr(bots, "SWING", 0.0))
        self.short = hasattr(bots, "chance")
        self.clearly = float(getattr(bots, "CLEARLY", CLEARLY))
        self.learned = hasattr(bots, "NETS")  # a net knows where to look; other policies may overlook good moves
        actions = game.rules.ACTIONS
        self.reveals = np.array([actions.reveals(action) for action in range(len(actions))])
        self.room = room_for(game)
        self.moves = np.zeros((MOST_MOVES, LONGEST_MOVE), np.int16)
        self.lengths, self.marks = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.uint64)
        self.found = (self.moves, self.lengths, self.marks)
        self.gains = np.zeros((WORLDS, MOST_MOVES))
        self.likely, self.luck = np.zeros(IMAGINED), np.zeros(BELIEVED, np.uint64)
        self.plan = Plan(game)
        self.certain = True  # whether the last chosen move beats the next best by a margin

    def choose(self, view: View, seat: int, allowed: Allowed, throws: dice.Dice) -> int:
        """Return one of the allowed actions: the planned one, or the first of the best move found."""
        if (planned := self.plan.next(view, allowed)) is not None:
            return planned
        if len(allowed) == 1:
            return int(allowed[0])
        own = int(self.engine.policy(view, seat, allowed, len(allowed), throws))
        search = Search(self, view, seat, self._liked(view, seat, own, allowed, throws), throws)
        best = search.best()
        self.certain = search.certain(best)
        self.plan.keep(view, seat, self.moves[best, : self.lengths[best]])
        return int(self.moves[best, 0])

    def _liked(self, view: View, seat: int, own: int, allowed: Allowed, throws: dice.Dice) -> list[int]:
        """Return the first actions to try: the policy's favourite, then its favourite without that one, and so on."""
        liked, left = [own], allowed[allowed != own]
        while self.learned and len(left) and len(liked) < LIKED:
            liked.append(int(self.engine.policy(view, seat, left, len(left), throws)))
            left = left[left != liked[-1]]
        return liked

    @property
    def engine(self) -> Any:
        """The game's; looked up, so that a player can be copied."""
        return self.game.engine

    @property
    def memory(self) -> int:
        """The most bytes a search uses; this does not grow with time."""
        plan = LONGEST_MOVE * self.room[0].itemsize
        return int(plan + sum(array.nbytes for array in (*self.room, *self.found, self.gains, self.likely, self.luck)))


class Search:
    """One search: its budget, and the results of the remaining candidates so far."""

    def __init__(self, player: SearchPlayer, view: View, seat: int, liked: list[int], throws: dice.Dice) -> None:
        self.player, self.view, self.seat, self.liked = player, view, seat, liked
        self.key, self.throws = np.uint64(dice.word(throws)), np.array([dice.word(throws), 0], np.uint64)
        self.scores = np.zeros(int(view["seats"][0]), np.int64)
        self.picks = np.zeros(1, np.int64)  # remaining candidates, always including 0, the policy's own
        self.sums, self.squares = np.zeros(1), np.zeros(1)  # how much better each was than the policy's own
        self.worlds = 0
        given = (view, seat, self.key, self.throws.copy(), *player.room, player.likely, player.luck)
        self.luck = player.luck[: int(player.engine.imagine(*given))]
        self.budget = Budget(player.trials, player.seconds)

    def best(self) -> int:
        """Return the number of the best move."""
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
        """Try the candidates until a share of the budget is used, in at least one world."""
        start = self.worlds
        while self.worlds == start or self.budget.used() < until:
            if self.budget.used() >= 1:
                return
            self._try(max(1, min(WORLDS, round(self.budget.left(until) / len(self.picks)))))

    def _try(self, worlds: int) -> None:
        """Try the candidates in so many worlds; a world interrupted by the clock does not count."""
        p, number, end = self.player, 0, worlds * len(self.picks)
        while number < end and (number == 0 or self.budget.used() < 1):
            last = min(end, number + self.budget.before_a_look())
            p.engine.try_out(
                self.view, self.seat, p.game.team, p.swing, p.short, self.key, self.luck, self.worlds, p.moves,
                p.lengths, self.picks, number, last, self.throws, *p.room, self.scores, p.gains,
            )  # fmt: skip
            self.budget.done += last - number
            number = last
        whole = number // len(self.picks)
        better = p.gains[:whole, : len(self.picks)] - p.gains[:whole, :1]
        self.sums, self.squares = self.sums + better.sum(axis=0), self.squares + (better**2).sum(axis=0)
        self.worlds += whole

    def certain(self, chosen: int) -> bool:
        """Whether the chosen move beats the policy's own, or if it is that, the best other, by a margin."""
        if self.worlds < 2 or len(self.picks) < 2:
            return False
        mean, error = self._gain()
        return abs(mean) > max(MARGIN, SURELY * error) and (mean > 0) == (chosen != 0)

    def _gain(self) -> tuple[float, float]:
        """Return the mean gain of the best move over the policy's own, and its standard error."""
        mean = float(self.sums[1] / self.worlds)
        return mean, math.sqrt(max(0.0, float(self.squares[1] / self.worlds) - mean**2) / self.worlds)

    def _clear(self) -> bool:
        """Whether the best move is clearly better than the policy's own."""
        if self.worlds < 2:
            return False
        mean, error = self._gain()
        return mean > self.player.clearly * error

    def _halve(self) -> None:
        """Drop the worse half and put the best first; the policy's own stays for comparison."""
        order = np.argsort(-self.sums[1:], kind="stable")[: max(1, len(self.picks) // 2)] + 1
        kept: Any = np.concatenate([[0], order])
        self.picks, self.sums, self.squares = self.picks[kept], self.sums[kept], self.squares[kept]
