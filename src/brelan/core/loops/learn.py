"""Self-play: the compiled part of training.

The bots.py of a game that learns says how a choice looks to its seat (`features`) and how well a seat is
doing (`standing`). The net learns how much that will improve by the end of the round, or of the game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dice
from ..kinds import Floats, Int, Reals, Records, Shorts, Word, Words
from ..net import FIRST, ONE, WIDE, choosing, learn, paper, value
from ..rule import rule
from .play import sight

LONG = 600  # the most choices of a game to learn from
SIDES = 1000  # the sides of the die that decides when to explore
SAMPLES, ERRORS, GAINS, PLAYED = range(4)  # what is counted


def loops(rules: Any, bots: Any) -> list[Callable[..., Any]]:
    """The loops `practise` and `prefer`."""
    deal, legal, apply, see = rules.deal, rules.legal, rules.apply, sight(rules)
    features, standing, policy = bots.features, bots.standing, bots.policy
    preferred = choosing(features)

    @rule
    def practise(
        states: Records, views: Records, seats: Int, options: Shorts, throws: Words, key: Word, first: Int, games: Int,
        explore: Int, rivals: Int, weights: Floats, out: Shorts, gradient: Floats, tally: Reals,
    ) -> None:  # fmt: skip
        """Play games or rounds from number `first` on with a net at every seat, and learn from its choices.

        `explore` of a thousand choices are random. The seats in the bits of `rivals` are played by the
        game's policy; the others' average gain is added up, too.
        """
        sheet = paper()
        head, rows, scales = weights[:FIRST], weights[FIRST:], np.ones((weights.size - FIRST) // ONE, np.float32)
        places, values, who = (
            np.zeros((LONG, WIDE), np.int16),
            np.zeros((LONG, WIDE), np.float32),
            np.zeros(LONG, np.int16),
        )
        sizes, stood = np.zeros(LONG, np.int16), np.zeros(LONG)
        for game in range(games):
            throws[0] = dice.mix(key, np.uint64(first + game))
            throws[1] = 0
            s, v = states[0], views[0]
            deal(s, seats, options, throws)
            n, chosen = legal(s, out), 0
            while n > 0 and s.seat >= 0:
                seat, action = s.seat, out[0]
                if n > 1:
                    see(s, seat, v)
                    if (rivals >> seat) & 1:
                        action = policy(v, seat, out, n, throws)
                    else:
                        if dice.below(throws, SIDES) < explore:
                            action = out[dice.below(throws, n)]
                        else:
                            action = preferred(v, seat, out, n, (head, rows, scales), sheet)[0]
                        if chosen < LONG:
                            sizes[chosen] = features(v, seat, action, places[chosen], values[chosen])
                            who[chosen], stood[chosen] = seat, standing(s, seat)
                            chosen += 1
                apply(s, action, throws)
                n = legal(s, out)
            for k in range(chosen):
                target = np.float32(standing(s, who[k]) - stood[k])
                told = value(head, rows, scales, places[k], values[k], sizes[k], sheet[2], sheet[3])
                tally[ERRORS] += learn(
                    weights, told, places[k], values[k], sizes[k], target, sheet[2], sheet[3], gradient
                )
            tally[SAMPLES] += chosen
            for seat in range(seats):
                if not (rivals >> seat) & 1:
                    tally[GAINS] += standing(s, seat)
                    tally[PLAYED] += 1

    @rule
    def prefer(views: Records, seat: Int, allowed: Shorts, count: Int, weights: Floats) -> Int:
        """Return the action that a net with these weights prefers."""
        scales = np.ones((weights.size - FIRST) // ONE, np.float32)
        net = weights[:FIRST], weights[FIRST:], scales
        return preferred(views[0], seat, allowed, count, net, paper())[0]

    return [practise, prefer]
