"""Self-play of The Game, a turn at a time: how the champion's net learned (`brelan train thegame`).

After each turn, the net learns how likely the team is to win: a mixture of what it will think after the next turn
and, less and less with every turn to come, of the result. A turn tried at random is not blamed on the ones before.
"""

from typing import Any

import numpy as np

from ...core import dice
from ...core.kinds import Floats, Int, Reals, Records, Shorts, Word, Words
from ...core.loops.learn import ERRORS, GAINS, PLAYED, SAMPLES, SIDES
from ...core.loops.play import sight
from ...core.net import FIRST, ONE, WIDE, learn, value
from ...core.net import paper as sheets
from ...core.rule import rule
from . import rules
from .bots import policy, say
from .champion import chance, choose, open_yet, preferred, take, turns_of
from .ending import stack
from .features import features
from .plan import BEST, PRICES, WEIGHTS, paper
from .rules import deal, signal

LONG = 100  # the most turns of a game
TRACE = 0.8  # how much of what comes later counts, a turn
CLEARLY = 0.2  # as in champion.py; while it learns, the net trusts the plan more
TALKS = 3  # one of so many tables talks, if talk is not free
see = sight(rules)


@rule
def speak(s: Any, v: Any, said: Any) -> None:
    """Let every seat signal except the one to act."""
    for ahead in range(1, s.seats):
        other = (s.seat + ahead) % s.seats
        see(s, other, v)
        for k in range(say(v, other, said)):
            signal(s, other, said[k])


@rule
def practise(
    states: Records, views: Records, seats: Int, options: Shorts, throws: Words, key: Word, first: Int, games: Int,
    explore: Int, rivals: Int, weights: Floats, out: Shorts, gradient: Floats, tally: Reals,
) -> None:  # fmt: skip
    """Play games from number `first` on with a net at every seat, and learn from its turns until the stock is empty.

    `explore` of a thousand turns are random. The gain is the share of games won; there are no rivals in a team.
    """
    papers, desk, now, buffers = sheets(), paper(), np.zeros(WEIGHTS), stack()
    net = weights[:FIRST], weights[FIRST:], np.ones((weights.size - FIRST) // ONE, np.float32)
    places, values = np.zeros((LONG, WIDE), np.int32), np.zeros((LONG, WIDE), np.float32)
    sizes, hopes, tried = np.zeros(LONG, np.int64), np.zeros(LONG), np.zeros(LONG, np.int64)
    s, v = states[0], views[0]
    for game in range(games):
        throws[0] = dice.mix(key, np.uint64(first + game))
        throws[1] = 0
        deal(s, seats, options, throws)
        s.asked = seats  # R3: anybody may start
        s.seat, s.owed = dice.below(throws, seats), s.minimum
        talks = seats > 1 and (s.free_talk == 1 or dice.below(throws, TALKS) == 0)
        turns = 0
        while s.ended == 0 and s.left > 0:
            if talks:
                speak(s, v, out)
            see(s, s.seat, v)
            found = turns_of(v, s.seat, now, desk)
            turn, told, _ = preferred(v, s.seat, found, desk, net, papers, CLEARLY)
            hopes[turns], tried[turns] = chance(told), 0
            if dice.below(throws, SIDES) < explore:
                other = dice.below(throws, found)
                tried[turns], turn = 1 if other != turn else 0, other
            sizes[turns] = features(
                v, s.seat, desk[BEST][turn], desk[PRICES][turn], desk[0], places[turns], values[turns]
            )
            turns += 1
            take(s, desk[BEST][turn])
        won = 1.0 if open_yet(s, buffers) else 0.0
        target = won
        for k in range(turns - 1, -1, -1):
            head, rows, scales = net
            told = value(head, rows, scales, places[k], values[k], sizes[k], papers[2], papers[3])
            tally[ERRORS] += learn(
                weights, np.float32(chance(told)), places[k], values[k], sizes[k], np.float32(target), papers[2],
                papers[3], gradient,
            )  # fmt: skip
            target = hopes[k] if tried[k] == 1 else hopes[k] + TRACE * (target - hopes[k])
        tally[SAMPLES] += turns
        tally[GAINS] += won
        tally[PLAYED] += 1


@rule
def prefer(views: Records, seat: Int, allowed: Shorts, count: Int, weights: Floats) -> Int:
    """Return the action that a net with these weights prefers."""
    if count == 1 or allowed[0] < rules.FIRST_LAY or views[0].left == 0:
        return policy(views[0], seat, allowed, count, np.zeros(2, np.uint64))
    net = weights[:FIRST], weights[FIRST:], np.ones((weights.size - FIRST) // ONE, np.float32)
    move = np.zeros(rules.HAND + 1, np.int16)
    choose(views[0], seat, net, False, move)
    return move[0]


LOOPS = [practise, prefer]
