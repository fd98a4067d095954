"""Many games in one call. Each game has its own dice, so splitting them up does not change them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dice
from ..kinds import Halves, Int, Records, Shorts, ShortTable, Word, Words
from ..rule import rule
from .bots import nothing
from .play import sight


def loops(rules: Any) -> list[Callable[..., Any]]:
    """Random games."""
    deal, legal, apply, ends, score = rules.deal, rules.legal, rules.apply, rules.why_over, rules.score

    @rule
    def random_games(
        states: Records, seats: Int, options: Shorts, throws: Words, key: Word, first: Int, out: Shorts,
        scores: ShortTable, clauses: Shorts, steps: Halves,
    ) -> None:  # fmt: skip
        """Play random games `first`, `first` + 1, .., one per row of the results."""
        for game in range(steps.size):
            throws[0] = dice.mix(key, np.uint64(first + game))
            throws[1] = 0
            s = states[game % states.size]  # given as many records as games, keep the final record of each
            deal(s, seats, options, throws)
            n = legal(s, out)
            taken = 0
            while n > 0:
                apply(s, out[dice.below(throws, n)], throws)
                n = legal(s, out)
                taken += 1
            steps[game] = taken
            clauses[game] = ends(s)
            score(s, scores[game])

    return [random_games]


def policy_loops(rules: Any, bots: Any) -> list[Callable[..., Any]]:
    """Games of the policy."""
    deal, legal, apply, ends, score = rules.deal, rules.legal, rules.apply, rules.why_over, rules.score
    see, policy = sight(rules), bots.policy
    say, signal = getattr(bots, "say", nothing), getattr(rules, "signal", nothing)

    @rule
    def policy_games(
        states: Records, seats: Int, options: Shorts, throws: Words, key: Word, first: Int, out: Shorts,
        scores: ShortTable, clauses: Shorts, steps: Halves, views: Records, said: Shorts,
    ) -> None:  # fmt: skip
        """Play games with the game's own policy at every seat, which receives only its view.

        If `said` has room for a signal, the others signal before each choice.
        """
        for game in range(steps.size):
            throws[0] = dice.mix(key, np.uint64(first + game))
            throws[1] = 0
            deal(states[0], seats, options, throws)
            n = legal(states[0], out)
            taken = 0
            while n > 0:
                seat = states[0].seat
                if n == 1 or seat < 0:
                    action = out[0]
                else:
                    for turn in range(1 if said.size else seats, seats + 1):  # the others, then the seat itself
                        viewer = (seat + turn) % seats
                        see(states[0], viewer, views[0])
                        if turn < seats:
                            for k in range(say(views[0], viewer, said)):
                                signal(states[0], viewer, said[k])
                    action = policy(views[0], seat, out, n, throws)
                apply(states[0], action, throws)
                n = legal(states[0], out)
                taken += 1
            steps[game] = taken
            clauses[game] = ends(states[0])
            score(states[0], scores[game])

    return [policy_games]
