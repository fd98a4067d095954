"""Playing: deal, list, refuse, step, see, guess, end; random play and counting."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dice import below
from ..kinds import Flag, Int, Ints, Records, Shorts, ShortTable, Words
from ..rule import rule


def loops(rules: Any) -> list[Callable[..., Any]]:
    """What every engine has."""
    found = [*asking(rules), *changing(rules), *looking(rules), *random_play(rules), counting(rules)]
    return [*found, sharing(rules.may_share)] if hasattr(rules, "may_share") else found


def sharing(allowed: Any) -> Callable[..., Any]:
    """Sharing a win, in games that allow it."""

    @rule
    def may_share(states: Records, i: Int) -> Flag:
        """Whether tied seats may share the win now, if all agree."""
        return allowed(states[i])

    return may_share  # type: ignore[no-any-return]


def asking(rules: Any) -> list[Callable[..., Any]]:
    """Queries about a record or a setup, which change nothing."""
    lists, broken, ends, results, found = rules.legal, rules.why_not, rules.why_over, rules.score, rules.cards
    packs, unfit = rules.pack, rules.why_not_deal

    @rule
    def legal(states: Records, i: Int, out: Shorts) -> Int:
        """List the allowed actions."""
        return lists(states[i], out)

    @rule
    def why_not(states: Records, i: Int, action: Int) -> Int:
        """Return the clause an action would break, or 0."""
        return broken(states[i], action)

    @rule
    def refusals(states: Records, i: Int, out: Shorts) -> None:
        """Write the same for every action of the game."""
        for action in range(out.size):
            out[action] = broken(states[i], action)

    @rule
    def over(states: Records, i: Int) -> Int:
        """Return the clause that ended the game, or 0 while it runs."""
        return ends(states[i])

    @rule
    def score(states: Records, i: Int, out: Ints) -> None:
        """Write the current result of every seat."""
        results(states[i], out)

    @rule
    def cards(states: Records, i: Int, out: Shorts) -> Int:
        """Write all cards of a record, wherever they are."""
        return found(states[i], out)

    @rule
    def pack(seats: Int, options: Shorts, out: Shorts) -> Int:
        """Write the pack of a setup, ascending."""
        return packs(seats, options, out)

    @rule
    def why_not_deal(seats: Int, options: Shorts) -> Int:
        """Return the clause a setup breaks, or 0."""
        return unfit(seats, options)

    return [legal, why_not, refusals, over, score, cards, pack, why_not_deal]


def changing(rules: Any) -> list[Callable[..., Any]]:
    """What changes a record: one call per decision."""
    deal, legal, apply = rules.deal, rules.legal, rules.apply

    @rule
    def start(states: Records, i: Int, seats: Int, options: Shorts, dice: Words, out: Shorts) -> Int:
        """Deal a game and list its first actions."""
        deal(states[i], seats, options, dice)
        return legal(states[i], out)

    @rule
    def step(states: Records, i: Int, action: Int, dice: Words, out: Shorts) -> Int:
        """Play an allowed action and list the next ones."""
        apply(states[i], action, dice)
        return legal(states[i], out)

    return [start, step]


def looking(rules: Any) -> list[Callable[..., Any]]:
    """What a seat may know, and what it could be facing."""
    view, fill = sight(rules), rules.guess

    @rule
    def see(states: Records, i: Int, seat: Int, views: Records, j: Int) -> None:
        """Write the view of a seat (-1: a watcher)."""
        view(states[i], seat, views[j])

    @rule
    def guess(views: Records, j: Int, seat: Int, dice: Words, states: Records, i: Int) -> None:
        """Write a whole record that the seat could be facing."""
        states[i] = views[j]
        fill(states[i], seat, dice)

    return [see, guess]


def sight(rules: Any) -> Any:
    """Return a rule `see(s, seat, v)`: what the fields' declarations allow, then what the game adds."""
    return _sight(rules.State.redact(), rules.view)


@functools.cache
def _sight(redact: Any, add: Any) -> Any:
    """Return the rule, made once for all loops of a game, so that it is compiled only once."""

    @rule
    def see(s: Any, seat: Any, v: Any) -> None:
        redact(s, seat, v)
        add(s, seat, v)

    return see


def random_play(rules: Any) -> list[Callable[..., Any]]:
    """Random play to the end."""
    deal, legal, apply = rules.deal, rules.legal, rules.apply

    @rule
    def playout(states: Records, i: Int, dice: Words, out: Shorts) -> Int:
        """Play at random to the end and return the number of steps."""
        steps = 0
        n = legal(states[i], out)
        while n > 0:
            apply(states[i], out[below(dice, n)], dice)
            n = legal(states[i], out)
            steps += 1
        return steps

    @rule
    def playouts(states: Records, seats: Int, options: Shorts, dice: Words, games: Int, out: Shorts) -> Int:
        """Deal and play many random games in one record and return the number of steps."""
        steps = 0
        for _ in range(games):
            deal(states[0], seats, options, dice)
            n = legal(states[0], out)
            while n > 0:
                apply(states[0], out[below(dice, n)], dice)
                n = legal(states[0], out)
                steps += 1
        return steps

    return [playout, playouts]


def counting(rules: Any) -> Callable[..., Any]:
    """Counting lines of play."""
    legal, apply = rules.legal, rules.apply

    @rule
    def count(
        states: Records, dice: Words, depth: Int, lists: ShortTable, sizes: Ints, tried: Ints, throws: Words
    ) -> Int:  # fmt: skip
        """Count the lines of exactly `depth` actions from record 0; each continues the dice of its parent.

        Every array has one row per level, depth + 1 in all.
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

    return count  # type: ignore[no-any-return]


def buffers(depth: int, most: int) -> tuple[Any, Any, Any, Any]:
    """Return the buffers of `count`: lists, sizes, tried, throws."""
    rows = depth + 1
    sizes, tried = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    return np.zeros((rows, most), np.int16), sizes, tried, np.zeros(rows, np.uint64)
