"""Whole moves made up and tried out: the compiled part of a search, in a game's own words, bound to its rules.

A move is what a seat does at once: its actions until another seat is to act or something hidden is revealed.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from ..core.record import HIDDEN
from ..core.rule import bind, rule, wrapping

NAMES = ("legal", "apply", "score", "view", "guess")
TRIES = 4  # moves made up for each one wanted; many turn out to be known already
LONG = 400  # actions after which a trial is judged as it stands
MARGIN = 0.01  # what a point more than the best other seat counts, where a win is 1

# the game's own words, and what is bound below, put in place by `bind`
legal: Any = None
apply: Any = None
score: Any = None
view: Any = None
guess: Any = None
policy: Any = None
chance: Any = None
look: Any = None
decide: Any = None
foresee: Any = None
finish: Any = None
play_on: Any = None


def look_at(room: Any) -> Any:
    """Bring the view of the seat to act in the first record up to date; return the seat.

    `room` is what all loops here work in: the records, the same as bytes, a view, the same as bytes, which bytes each
    seat may see, and the actions allowed.
    """
    states, raw, views, raw_views, masks, _ = room
    seat = states[0].seat
    for k in range(raw.shape[1]):
        raw_views[0, k] = raw[0, k] if masks[seat, k] else HIDDEN
    view(states[0], seat, views[0])
    return seat


def decide_fairly(room: Any, n: Any, throws: Any) -> Any:
    """What the policy does at the seat to act, of `n` actions allowed, given its view and nothing else."""
    seat = look(room)
    return policy(room[2][0], seat, room[5], n, throws)


def foresee_fairly(room: Any, n: Any) -> Any:
    """How likely the seat to act wins, with `n` actions allowed, given its view and nothing else."""
    seat = look(room)
    return chance(room[2][0], seat, room[5], n)


def finish_move(room: Any, seat: Any, length: Any, reveals: Any, move: Any, throws: Any) -> Any:
    """Complete a move of which so many actions are written and played, as the policy would; return its length."""
    states, out = room[0], room[5]
    while length < move.size and not reveals[move[length - 1]] and states[0].seat == seat:
        n = legal(states[0], out)
        if n == 0:
            break
        move[length] = decide(room, n, throws)
        apply(states[0], move[length], throws)
        length += 1
    return length


@wrapping
def mark(move: Any, length: Any) -> Any:
    """A number for a move, the same for the same actions in another order as long as the last two stay."""
    total = np.uint64(0)
    for i in range(length):
        total += dice.mix(np.uint64(move[i]), np.uint64(max(0, i + 3 - length)))
    return total


@rule
def is_new(marks: Any, count: Any) -> Any:
    """Whether the mark at place `count` is not among those before it."""
    for i in range(count):
        if marks[i] == marks[count]:
            return False
    return True


def make_up(
    seen: Any, seat: Any, own: Any, reveals: Any, throws: Any, room: Any, moves: Any, lengths: Any, marks: Any
) -> Any:  # fmt: skip
    """Make up different moves, a row each, return how many: first the policy's own, which begins with `own`, then one
    for every other beginning, then moves that follow one already found up to a change somewhere.
    """
    states, out = room[0], room[5]
    states[1] = seen[0]
    guess(states[1], seat, throws)
    beginnings = out.copy()
    several = legal(states[1], beginnings)
    dice.shuffle(throws, beginnings, several)
    count = 0
    for attempt in range(1 + several + TRIES * lengths.size):
        states[0] = states[1]
        length = 0
        if attempt > several:
            like = dice.below(throws, count)
            same = dice.below(throws, lengths[like])
            while length < same:
                moves[count, length] = moves[like, length]
                apply(states[0], moves[count, length], throws)
                length += 1
            moves[count, length] = out[dice.below(throws, legal(states[0], out))]
        else:
            moves[count, 0] = own if attempt == 0 else beginnings[attempt - 1]
        apply(states[0], moves[count, length], throws)
        lengths[count] = finish(room, seat, length + 1, reveals, moves[count], throws)
        marks[count] = mark(moves[count], lengths[count])
        count += 1 if is_new(marks, count) else 0
        if count == lengths.size:
            break
    return count


@rule
def worth(scores: Any, seat: Any, over: Any, swing: Any, margin: Any) -> Any:
    """A seat's chance to win, and `margin` for each point ahead: 1, a half or 0 at the end. Before it the odds of two
    seats change by a factor e for every `swing` points between them.
    """
    best, odds = -1e9, 1.0
    for other in range(scores.size):
        if other != seat:
            best = max(best, float(scores[other]))
            odds += 0.0 if over else math.exp((scores[other] - scores[seat]) / swing)
    ahead = scores[seat] - best
    chance = 1 / odds if not over else 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return chance + margin * ahead


def play_out(room: Any, move: Any, length: Any, by_rounds: Any, short: Any, throws: Any) -> Any:
    """Play a move, then the policy at every seat, to the end of the game, or of the round, or, `short`, until the seat
    is to act again; return how many actions are allowed then.

    An action that is not allowed, which should not be, gives way to one that is.
    """
    states, out = room[0], room[5]
    seat, away = states[0].seat, False
    n, step = legal(states[0], out), 0
    while n > 0 and step < LONG and not (by_rounds and states[0].seat < 0):
        if states[0].seat != seat:
            away = True
        elif short and away:
            break
        action = out[0]
        if step < length:
            for i in range(n):
                if out[i] == move[step]:
                    action = move[step]
        elif n > 1 and states[0].seat >= 0:
            action = decide(room, n, throws)
        apply(states[0], action, throws)
        n = legal(states[0], out)
        step += 1
    return n


def try_out(
    seen: Any, seat: Any, team: Any, swing: Any, short: Any, key: Any, world: Any, moves: Any, lengths: Any, picks: Any,
    first: Any, last: Any, throws: Any, room: Any, scores: Any, gains: Any,
) -> None:  # fmt: skip
    """Trials number `first` to `last` - 1, world by world and in each one pick after the other; what they bring the
    seat goes into `gains`. Every move meets the same worlds and the same luck.
    """
    states = room[0]
    for number in range(first, last):
        row, column = number // picks.size, number % picks.size
        throws[0] = dice.mix(key, np.uint64(world + row))
        throws[1] = 0
        states[0] = seen[0]
        guess(states[0], seat, throws)
        move = picks[column]
        n = play_on(room, moves[move], lengths[move], swing > 0, short, throws)
        if short and n > 0:
            gains[row, column] = foresee(room, n)
        else:
            score(states[0], scores)
            over, margin = n == 0 or swing == 0, 0.0 if short else MARGIN
            gains[row, column] = scores[seat] if team else worth(scores, seat, over, swing, margin)


def room_for(game: Game) -> tuple[Any, ...]:
    """What the loops work in."""
    kind, size = game.rules.State, game.rules.State.dtype.itemsize
    states, views = kind.rows(2), kind.rows(1)
    raw, raw_views = states.view(np.int8).reshape(2, size), views.view(np.int8).reshape(1, size)
    return states, raw, views, raw_views, kind.masks(game.most), np.zeros(game.rules.MOST, np.int16)


@rule
def unknown(seen: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """The chance of a seat in a game that cannot tell it."""
    return 0.0


def bound(game: Game, bots: Any) -> tuple[Callable[..., int], Callable[..., None]]:
    """`make_up` and `try_out` for a game and its bots.py."""
    words = {"policy": bots.policy, "chance": getattr(bots, "chance", unknown)}
    words["look"] = bind(look_at, game.rules, NAMES, game.name)
    words["decide"] = bind(decide_fairly, game.rules, NAMES, game.name, **words)
    words["foresee"] = bind(foresee_fairly, game.rules, NAMES, game.name, **words)
    words["finish"] = bind(finish_move, game.rules, NAMES, game.name, **words)
    words["play_on"] = bind(play_out, game.rules, NAMES, game.name, **words)
    made, tried = (bind(template, game.rules, NAMES, game.name, **words) for template in (make_up, try_out))
    return made, tried
