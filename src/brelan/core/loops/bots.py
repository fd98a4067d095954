"""What a game's own bots choose and signal, from a view alone."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..dice import below
from ..kinds import Int, Real, Records, Shorts, Words
from ..rule import rule

SIDES = 1000  # the sides of the die that decides what is overlooked


def loops(bots: Any, champion: Any) -> list[Callable[..., Any]]:
    """The policy of a game's bots.py, and what else it has."""
    found = [*choosing(bots.policy, getattr(bots, "obvious", nothing))]
    if hasattr(bots, "say"):
        found.append(saying(bots.say))
    if hasattr(bots, "chance"):
        found.append(hoping(bots.chance))
    if champion is not None:
        found.append(best_choice(champion.best))
    if hasattr(champion, "certain"):
        found.append(certainty(champion.certain))
    return found


def choosing(decide: Any, obvious: Any) -> list[Callable[..., Any]]:
    """The policy, careful and careless."""
    hesitate = hesitating(decide, obvious)

    @rule
    def policy(views: Records, seat: Int, allowed: Shorts, count: Int, dice: Words) -> Int:
        """Return the action the policy prefers."""
        return decide(views[0], seat, allowed, count, dice)

    @rule
    def careless(views: Records, seat: Int, allowed: Shorts, overlooked: Int, dice: Words, kept: Shorts) -> Int:
        """Return the action it prefers, overlooking `overlooked` of a thousand."""
        return hesitate(views[0], seat, allowed, allowed.size, overlooked, dice, kept)

    return [policy, careless]


def hesitating(decide: Any, obvious: Any) -> Any:
    """A policy that overlooks things."""

    @rule
    def hesitate(view: Any, seat: Any, allowed: Any, count: Any, overlooked: Any, dice: Any, kept: Any) -> Any:
        """Return what the policy prefers among actions it does not overlook.

        `obvious` actions are never overlooked (1), or considered only as a last resort (-1).
        """
        found = 0
        for least in (0, 0, -1):  # what is not overlooked; else all but the absurd; else anything
            for i in range(count if found == 0 else 0):
                plain = obvious(view, seat, allowed[i])
                if plain > 0 or (plain >= least and below(dice, SIDES) >= overlooked):
                    kept[found] = allowed[i]
                    found += 1
            overlooked = 0
        return decide(view, seat, kept, found, dice)

    return hesitate


def deciding(bots: Any) -> Any:
    """Return a rule for every level without search: the policy if nothing is overlooked; random without bots."""
    if bots is None:
        return anything
    decide, hesitate = bots.policy, hesitating(bots.policy, getattr(bots, "obvious", nothing))

    @rule
    def choose(view: Any, seat: Any, allowed: Any, count: Any, overlooked: Any, dice: Any, kept: Any) -> Any:
        if overlooked == 0:
            return np.int64(decide(view, seat, allowed, count, dice))
        return np.int64(hesitate(view, seat, allowed, count, np.int64(overlooked), dice, kept))

    return choose


def best_choice(choose: Any) -> Callable[..., Any]:
    """A game's own champion."""

    @rule
    def best(views: Records, seat: Int, allowed: Shorts, count: Int, dice: Words, move: Shorts) -> Int:
        """Write the move the champion prefers, or as much of it as it has decided, and return how many actions."""
        return choose(views[0], seat, allowed, count, dice, move)

    return best  # type: ignore[no-any-return]


def certainty(measure: Any) -> Callable[..., Any]:
    """How sure a game's own champion is."""

    @rule
    def certain(views: Records, seat: Int, allowed: Shorts, count: Int) -> Int:
        """Return 1 if its choice beats every other by a margin, 0 if not, -1 if it cannot tell."""
        return measure(views[0], seat, allowed, count)

    return certain  # type: ignore[no-any-return]


def saying(speak: Any) -> Callable[..., Any]:
    """What a bot says out of turn."""

    @rule
    def say(views: Records, seat: Int, out: Shorts) -> Int:
        """Write the signals a bot at this seat would give now."""
        return speak(views[0], seat, out)

    return say  # type: ignore[no-any-return]


def hoping(hope: Any) -> Callable[..., Any]:
    """The chance of winning, in a game that estimates it."""

    @rule
    def chance(views: Records, seat: Int, allowed: Shorts, count: Int) -> Real:
        """Return the chance of the seat to act."""
        return hope(views[0], seat, allowed, count)

    return chance  # type: ignore[no-any-return]


@rule
def nothing(view: Any, seat: Any, said: Any) -> Any:
    """Do nothing: signals in a game without any."""
    return 0


@rule
def anything(view: Any, seat: Any, allowed: Any, count: Any, overlooked: Any, dice: Any, kept: Any) -> Any:
    """Choose at random: for games without bots."""
    return np.int64(allowed[below(dice, count)])
