"""Generating and trying out whole moves: the compiled part of a search.

A move is what a seat does in one go: its actions until another seat is to act or something hidden is revealed.
`room` is the buffer of all loops here: two records, a view, and the allowed actions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dice
from ..kinds import Flag, Flags, Int, Ints, Real, Reals, RealTable, Records, Shorts, ShortTable, Word, Words
from ..maths import exp
from ..rule import rule, wrapping
from .play import sight

TRIES = 4  # moves generated per wanted one, as many are duplicates
LONG = 400  # actions after which a trial stops and is judged
MIXED = 79  # steps between worlds alike; prime, so that every place of a power of two is met
MARGIN = 0.01  # the value of a point ahead of the best other seat, if a win is 1


def loops(rules: Any, bots: Any) -> list[Callable[..., Any]]:
    """Return the loops that generate moves, imagine worlds, and try moves out in them."""
    imagine = believing_anything()
    if hasattr(bots, "likelihood") or hasattr(bots, "credit"):
        imagine = believing(rules, remembering(rules, bots) if hasattr(bots, "credit") else replaying(rules, bots))
    return [making_up(rules, bots.policy), imagine, trying_out(rules, bots.policy, getattr(bots, "chance", unknown))]


@rule
def unknown(seen: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """The chance in a game that cannot estimate it."""
    return 0.0


def deciding(rules: Any, policy: Any) -> Any:
    """Return a rule `decide(room, n, throws)`: the policy's choice among `n` allowed actions for the seat to act in
    the first record, given only its view."""
    see = sight(rules)

    @rule
    def decide(room: Any, n: Any, throws: Any) -> Any:
        states, views, out = room
        seat = states[0].seat
        see(states[0], seat, views[0])
        return policy(views[0], seat, out, n, throws)

    return decide


def finishing(rules: Any, policy: Any) -> Any:
    """Return a rule `finish(room, seat, length, reveals, move, throws)`, which completes a move of `length` actions as
    the policy would and returns its length."""
    legal, apply, decide = rules.legal, rules.apply, deciding(rules, policy)

    @rule
    def finish(room: Any, seat: Any, length: Any, reveals: Any, move: Any, throws: Any) -> Any:
        states, _, out = room
        while length < move.size and not reveals[move[length - 1]] and states[0].seat == seat:
            n = legal(states[0], out)
            if n == 0:
                break
            move[length] = decide(room, n, throws)
            apply(states[0], move[length], throws)
            length += 1
        return length

    return finish


@wrapping
def mark(move: Any, length: Any) -> Any:
    """Return a hash of a move that ignores the order of its actions except the last two."""
    total = np.uint64(0)
    for i in range(length):
        total += dice.mix(np.uint64(move[i]), np.uint64(max(0, i + 3 - length)))
    return total


@rule
def is_new(marks: Any, count: Any) -> Any:
    """Whether the mark at `count` differs from all before it."""
    for i in range(count):
        if marks[i] == marks[count]:
            return False
    return True


def making_up(rules: Any, policy: Any) -> Callable[..., Any]:
    """The loop `make_up`."""
    legal, apply, guess, finish = rules.legal, rules.apply, rules.guess, finishing(rules, policy)

    @rule
    def make_up(
        seen: Records, seat: Int, own: Int, reveals: Flags, throws: Words, states: Records, views: Records, out: Shorts,
        moves: ShortTable, lengths: Ints, marks: Words,
    ) -> Int:  # fmt: skip
        """Generate different moves, one per row, and return how many: first the policy's own, which begins with `own`,
        then one for every other beginning, then variations of moves already found.
        """
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
            lengths[count] = finish((states, views, out), seat, length + 1, reveals, moves[count], throws)
            marks[count] = mark(moves[count], lengths[count])
            count += 1 if is_new(marks, count) else 0
            if count == lengths.size:
                break
        return count

    return make_up  # type: ignore[no-any-return]


@rule
def worth(scores: Any, seat: Any, over: Any, swing: Any, margin: Any) -> Any:
    """Return a seat's chance of winning, plus `margin` per point ahead: 1, a half or 0 at the end. Before that, every
    `swing` points between two seats change their odds by a factor of e.
    """
    best, odds = -1e9, 1.0
    for other in range(scores.size):
        if other != seat:
            best = max(best, float(scores[other]))
            odds += 0.0 if over else exp((scores[other] - scores[seat]) / swing)
    ahead = scores[seat] - best
    chance = 1 / odds if not over else 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return chance + margin * ahead


def playing_on(rules: Any, policy: Any) -> Any:
    """Return a rule `play_on(room, move, length, by_rounds, short, most, throws)`: play a move, then the policy at
    every seat, to the end of the game, of the round or, if `short`, until the seat is to act again, or for `most`
    actions; return how many are allowed then. An action that is unexpectedly not allowed is replaced by one that is."""
    legal, apply, decide = rules.legal, rules.apply, deciding(rules, policy)

    @rule
    def play_on(room: Any, move: Any, length: Any, by_rounds: Any, short: Any, most: Any, throws: Any) -> Any:
        states, _, out = room
        seat, away = states[0].seat, False
        n, step = legal(states[0], out), 0
        while n > 0 and step < most and not (by_rounds and states[0].seat < 0):
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

    return play_on


def believing_anything() -> Callable[..., Any]:
    """The loop `imagine` of a game that draws no conclusions from the others' play."""

    @rule
    def imagine(
        seen: Records, seat: Int, key: Word, throws: Words, states: Records, views: Records, out: Shorts, likely: Reals,
        luck: Words,
    ) -> Int:  # fmt: skip
        """Return 0: every world is as good as another."""
        return 0

    return imagine  # type: ignore[no-any-return]


def remembering(rules: Any, bots: Any) -> Any:
    """Return a rule `explain`, as `replaying` does, for a game whose record says what the seats did last."""
    see, credit = sight(rules), bots.credit

    @rule
    def explain(room: Any, seat: Any, throws: Any) -> Any:
        states, views, out = room
        likely = 1.0
        for ahead in range(1, states[1].seats):
            other = (seat + ahead) % states[1].seats
            see(states[1], other, views[0])
            likely *= credit(views[0], other, out)
        return likely

    return explain


def replaying(rules: Any, bots: Any) -> Any:
    """Return a rule `explain(room, seat, throws)`: how likely what the others did lately was in the world of the second
    record. It plays their round again."""
    legal, apply, see = rules.legal, rules.apply, sight(rules)
    rewind, recall, likelihood = bots.rewind, bots.recall, bots.likelihood

    @rule
    def explain(room: Any, seat: Any, throws: Any) -> Any:
        states, views, out = room
        states[0] = states[1]
        rewind(states[0])
        likely = 1.0
        for _ in range(LONG):
            action = recall(states[0], states[1])
            n, known = legal(states[0], out), False
            for i in range(n):
                known = known or out[i] == action
            if not known:
                break
            other = states[0].seat
            if n > 1 and other != seat:
                see(states[0], other, views[0])
                likely *= likelihood(views[0], other, out, n, action)
            apply(states[0], action, throws)
        return likely

    return explain


def believing(rules: Any, explain: Any) -> Callable[..., Any]:
    """The loop `imagine` of a game that can explain the others' play."""
    guess = rules.guess

    @rule
    def imagine(
        seen: Records, seat: Int, key: Word, throws: Words, states: Records, views: Records, out: Shorts, likely: Reals,
        luck: Words,
    ) -> Int:  # fmt: skip
        """Guess worlds, as many as fit in `likely`, and write the luck that guesses them to `luck`, each as often as
        the others' play makes it likely, and well mixed. Return how many were written, 0 if all are alike.
        """
        total = 0.0
        for world in range(likely.size):
            throws[0] = dice.mix(key, np.uint64(world))
            throws[1] = 0
            states[1] = seen[0]
            guess(states[1], seat, throws)
            total += explain((states, views, out), seat, throws)
            likely[world] = total
        if total == likely.size:
            return 0  # nothing was learnt
        world = 0
        for i in range(luck.size):
            while world < likely.size - 1 and likely[world] * luck.size < (i + 0.5) * total:
                world += 1
            luck[i * MIXED % luck.size] = dice.mix(key, np.uint64(world))
        return luck.size

    return imagine  # type: ignore[no-any-return]


def trying_out(rules: Any, policy: Any, chance: Any) -> Callable[..., Any]:
    """The loop `try_out`."""
    guess, score, see, play_on = rules.guess, rules.score, sight(rules), playing_on(rules, policy)

    @rule
    def try_out(
        seen: Records, seat: Int, team: Flag, swing: Real, short: Flag, key: Word, luck: Words, world: Int,
        moves: ShortTable, lengths: Ints, picks: Ints, first: Int, last: Int, throws: Words, states: Records,
        views: Records, out: Shorts, scores: Ints, gains: RealTable,
    ) -> None:  # fmt: skip
        """Run trials `first` to `last` - 1, world by world and in each world pick by pick; the seat's results
        go to `gains`. Every move gets the same worlds and the same luck, those of `luck` if there are any.
        """
        room = (states, views, out)
        for number in range(first, last):
            row, column = number // picks.size, number % picks.size
            throws[0] = luck[(world + row) % luck.size] if luck.size else dice.mix(key, np.uint64(world + row))
            throws[1] = 0
            states[0] = seen[0]
            guess(states[0], seat, throws)
            move = picks[column]
            n = play_on(room, moves[move], lengths[move], swing > 0, short, LONG, throws)
            if short and n > 0:
                next_seat = states[0].seat
                see(states[0], next_seat, views[0])
                gains[row, column] = chance(views[0], next_seat, out, n)
            else:
                score(states[0], scores)
                over, margin = n == 0 or swing == 0, 0.0 if short else MARGIN
                gains[row, column] = scores[seat] if team else worth(scores, seat, over, swing, margin)

    return try_out  # type: ignore[no-any-return]
