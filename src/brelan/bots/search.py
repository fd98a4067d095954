"""A player that tries its choices out. Worlds it could be facing are guessed from its view, each choice is played to
the end in the same worlds by the game's own policy, and the policy's choice gives way only to a clearly better one.

One implementation for all games, all inside one compiled loop; memory is a few records, whatever the time.
"""

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core import dice
from ..core.game import Game
from ..core.rule import bind
from .player import Allowed, View

NAMES = ("legal", "apply", "score", "guess")
ROUND = 4  # worlds tried between two looks at the clock
MOST_CHOICES = 12  # choices tried out: the policy's own and as many others
FEWEST = 8  # worlds before a choice may be dropped
CLEARLY = 2.0  # standard errors by which another choice must be better

# the game's own words, put in place by `bind`
legal: Any = None
apply: Any = None
score: Any = None
guess: Any = None
policy: Any = None


def trial(
    views: Any, seat: Any, team: Any, choices: Any, alive: Any, worlds: Any, throws: Any, states: Any, out: Any,
    scores: Any, sums: Any, squares: Any,
) -> None:  # fmt: skip
    """Try every living choice in so many worlds; add up how much better than choice 0 each one did, and its square."""
    for _ in range(worlds):
        states[0] = views[0]
        guess(states[0], seat, throws)
        start = throws[1]
        first = 0.0
        for choice in range(choices.size):
            if not alive[choice]:
                continue
            states[1] = states[0]
            throws[1] = start  # the same luck for every choice
            apply(states[1], choices[choice], throws)
            n = legal(states[1], out)
            while n > 0:
                mover = states[1].seat
                action = out[0] if n == 1 or mover < 0 else policy(states[1], mover, out, n, throws)
                apply(states[1], action, throws)
                n = legal(states[1], out)
            score(states[1], scores)
            gain = float(scores[seat])
            if not team:
                best = -1e9
                for other in range(scores.size):
                    if other != seat and scores[other] > best:
                        best = float(scores[other])
                gain = (1.0 if gain > best else 0.5 if gain == best else 0.0) + 0.01 * (gain - best)
            if choice == 0:
                first = gain
            sums[choice] += gain - first
            squares[choice] += (gain - first) ** 2
        throws[1] = start + np.uint64(1009)


class SearchPlayer:
    """The game's policy, improved by trying out for `seconds` a move."""

    def __init__(self, game: Game, seconds: float, worlds: int = 1 << 30) -> None:
        bots = game.part("bots")
        if bots is None:
            raise ValueError(f"{game.name} has no policy to try choices out with")
        self.game, self.seconds, self.worlds, self.policy = game, seconds, worlds, bots.policy
        self.loop = bind(trial, game.rules, NAMES, game.name, policy=bots.policy)
        self.states = game.rules.State.rows(2)
        self.out = np.zeros(game.rules.MOST, np.int16)

    def choose(self, view: View, seat: int, allowed: Allowed, throws: dice.Dice) -> int:
        """One of the allowed actions."""
        own = int(self.policy(view[0], seat, allowed, len(allowed), throws))
        if len(allowed) == 1:
            return own
        choices = self._choices(own, allowed, throws)
        sums, squares = np.zeros(len(choices)), np.zeros(len(choices))
        alive = np.ones(len(choices), np.bool_)
        scores = np.zeros(int(view["seats"][0]), np.int64)
        luck = np.array([dice.word(throws), 0], np.uint64)
        tried, end = 0, time.perf_counter() + self.seconds
        while tried < self.worlds and time.perf_counter() < end and alive.sum() > 1:
            count = min(ROUND, self.worlds - tried)
            self.loop(
                view, seat, self.game.team, choices, alive, count, luck, self.states, self.out, scores, sums, squares
            )
            tried += count
            if tried >= FEWEST:
                alive = self._living(sums, squares, tried, alive)
        return int(choices[self._best(sums, squares, tried)])

    def _choices(self, own: int, allowed: Allowed, throws: dice.Dice) -> npt.NDArray[np.int16]:
        """The policy's choice first, then others: all, or as many as can be tried, drawn by lot."""
        others = allowed[allowed != own]
        if len(others) >= MOST_CHOICES:
            others = others.copy()
            dice.shuffle(throws, others, len(others))
        return np.array([own, *others[: MOST_CHOICES - 1]], np.int16)

    @staticmethod
    def _errors(sums: Any, squares: Any, tried: int) -> tuple[Any, Any]:
        means = sums / tried
        return means, np.sqrt(np.maximum(squares / tried - means**2, 1e-12) / tried)

    def _living(self, sums: Any, squares: Any, tried: int, alive: Any) -> Any:
        """Choices that may still turn out better than the best so far; the policy's own stays as the measure."""
        means, errors = self._errors(sums, squares, tried)
        living = alive & (means + CLEARLY * errors >= means[alive].max() - CLEARLY * errors[0])
        living[0] = True
        return living

    def _best(self, sums: Any, squares: Any, tried: int) -> int:
        if tried < FEWEST:
            return 0
        means, errors = self._errors(sums, squares, tried)
        clear = means > CLEARLY * errors
        clear[0] = False
        return int(np.argmax(np.where(clear, means, 0.0))) if clear.any() else 0
