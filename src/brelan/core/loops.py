"""Generic compiled loops. Each is a template in a game's own words (`deal`, `legal`, `apply`, ...), bound to its rules.

From Python an array and an index are ten times cheaper to pass than a record, so every loop takes those.
"""

from typing import Any

import numpy as np

from .dice import below
from .record import HIDDEN
from .rule import bind

FREE_NAMES = (
    "deal", "why_not", "legal", "apply", "why_over", "score", "view", "guess", "why_not_signal", "signal",
)  # fmt: skip

# the game's own words, put in place by `bind`
deal: Any = None
why_not: Any = None
legal: Any = None
apply: Any = None
why_over: Any = None
score: Any = None
view: Any = None
guess: Any = None
why_not_signal: Any = None
signal: Any = None


def start(states: Any, i: Any, seats: Any, options: Any, dice: Any, out: Any) -> Any:
    """Deal a game and list its first actions."""
    deal(states[i], seats, options, dice)
    return legal(states[i], out)


def allowed(states: Any, i: Any, out: Any) -> Any:
    """List the allowed actions."""
    return legal(states[i], out)


def step(states: Any, i: Any, action: Any, dice: Any, out: Any) -> Any:
    """Play an allowed action and list the next ones: one call a decision."""
    apply(states[i], action, dice)
    return legal(states[i], out)


def refusal(states: Any, i: Any, action: Any) -> Any:
    """The clause an action would break, or 0."""
    return why_not(states[i], action)


def refusals(states: Any, i: Any, out: Any) -> None:
    """The same for every action of the game."""
    for action in range(out.size):
        out[action] = why_not(states[i], action)


def ending(states: Any, i: Any, scores: Any) -> Any:
    """Write the results and return the clause that ended the game, 0 while it runs."""
    score(states[i], scores)
    return why_over(states[i])


def see(states: Any, i: Any, raw: Any, seat: Any, masks: Any, views: Any, j: Any, raw_views: Any) -> None:
    """Write the view of a seat (-1: a watcher): what its mask lets through, then what the game adds."""
    for k in range(raw.shape[1]):
        raw_views[j, k] = raw[i, k] if masks[seat, k] else HIDDEN
    view(states[i], seat, views[j])


def imagine(views: Any, j: Any, seat: Any, dice: Any, states: Any, i: Any) -> None:
    """Write a whole record that the seat could be facing."""
    states[i] = views[j]
    guess(states[i], seat, dice)


def signal_refusal(states: Any, i: Any, seat: Any, number: Any) -> Any:
    """The clause a signal would break, or 0."""
    return why_not_signal(states[i], seat, number)


def give_signal(states: Any, i: Any, seat: Any, number: Any) -> None:
    """Give an allowed signal."""
    signal(states[i], seat, number)


def playout(states: Any, i: Any, dice: Any, out: Any) -> Any:
    """Play at random to the end, return the number of steps."""
    steps = 0
    n = legal(states[i], out)
    while n > 0:
        apply(states[i], out[below(dice, n)], dice)
        n = legal(states[i], out)
        steps += 1
    return steps


def playouts(states: Any, seats: Any, options: Any, dice: Any, games: Any, out: Any) -> Any:
    """Deal and play many games at random in one record, return the number of steps."""
    steps = 0
    for _ in range(games):
        deal(states[0], seats, options, dice)
        n = legal(states[0], out)
        while n > 0:
            apply(states[0], out[below(dice, n)], dice)
            n = legal(states[0], out)
            steps += 1
    return steps


def count(states: Any, dice: Any, depth: Any, lists: Any, sizes: Any, tried: Any, throws: Any) -> Any:
    """Lines of play of exactly `depth` actions from record 0; each line throws the dice from where its parent was.

    Every array has a row a level, depth + 1 of them.
    """
    lines = 0
    level = 0
    throws[0] = dice[1]
    sizes[0] = legal(states[0], lists[0])
    tried[0] = 0
    while level >= 0:
        if level == depth:
            lines += 1
            level -= 1
        elif tried[level] == sizes[level]:
            level -= 1
        else:
            action = lists[level, tried[level]]
            tried[level] += 1
            states[level + 1] = states[level]
            dice[1] = throws[level]
            apply(states[level + 1], action, dice)
            level += 1
            throws[level] = dice[1]
            sizes[level] = legal(states[level], lists[level])
            tried[level] = 0
    dice[1] = throws[0]
    return lines


TEMPLATES = (
    start, allowed, step, refusal, refusals, ending, see, imagine,
    signal_refusal, give_signal, playout, playouts, count,
)  # fmt: skip


class Loops:
    """The loops of one game, compiled on first use."""

    start: Any
    allowed: Any
    step: Any
    refusal: Any
    refusals: Any
    ending: Any
    see: Any
    imagine: Any
    signal_refusal: Any
    give_signal: Any
    playout: Any
    playouts: Any
    count: Any

    def __init__(self, name: str, rules: Any) -> None:
        for template in TEMPLATES:
            setattr(self, template.__name__, bind(template, rules, FREE_NAMES, name))


def buffers(depth: int, most: int) -> tuple[Any, Any, Any, Any]:
    """The arrays `count` works in: lists, sizes, tried, throws."""
    rows = depth + 1
    sizes, tried = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    return np.zeros((rows, most), np.int16), sizes, tried, np.zeros(rows, np.uint64)
