"""What a game's own bots choose and say, from a view and nothing else."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..dice import below
from ..kinds import Int, Real, Records, Shorts, Words
from ..rule import rule

SIDES = 1000  # of the die that decides what is overlooked


def loops(bots: Any, champion: Any) -> list[Callable[..., Any]]:
    """The policy of a game's bots.py, and what else it has."""
    found = [*choosing(bots.policy, getattr(bots, "obvious", nothing))]
    if hasattr(bots, "say"):
        found.append(saying(bots.say))
    if hasattr(bots, "chance"):
        found.append(hoping(bots.chance))
    if champion is not None:
        found.append(best_choice(champion.best))
    return found


def choosing(decide: Any, obvious: Any) -> list[Callable[..., Any]]:
    """The policy, careful and careless."""
    hesitate = hesitating(decide, obvious)

    @rule
    def policy(views: Records, seat: Int, allowed: Shorts, count: Int, dice: Words) -> Int:
        """The action the policy prefers."""
        return decide(views[0], seat, allowed, count, dice)

    @rule
    def careless(views: Records, seat: Int, allowed: Shorts, overlooked: Int, dice: Words, kept: Shorts) -> Int:
        """The action it prefers among those that come to mind: `overlooked` of a thousand do not."""
        return hesitate(views[0], seat, allowed, allowed.size, overlooked, dice, kept)

    return [policy, careless]


def hesitating(decide: Any, obvious: Any) -> Any:
    """A policy that overlooks things."""

    @rule
    def hesitate(view: Any, seat: Any, allowed: Any, count: Any, overlooked: Any, dice: Any, kept: Any) -> Any:
        """What the policy prefers among what comes to mind.

        What the game calls `obvious` always does (1), or only where nothing else does (-1).
        """
        found = 0
        for least in (0, 0, -1):  # what comes to mind; else all but the absurd; else anything
            for i in range(count if found == 0 else 0):
                plain = obvious(view, seat, allowed[i])
                if plain > 0 or (plain >= least and below(dice, SIDES) >= overlooked):
                    kept[found] = allowed[i]
                    found += 1
            overlooked = 0
        return decide(view, seat, kept, found, dice)

    return hesitate


def deciding(bots: Any) -> Any:
    """A rule for every level without a search: the policy itself where nothing is overlooked; random without bots."""
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
    def best(views: Records, seat: Int, allowed: Shorts, count: Int, dice: Words) -> Int:
        """The action the champion prefers."""
        return choose(views[0], seat, allowed, count, dice)

    return best  # type: ignore[no-any-return]


def saying(speak: Any) -> Callable[..., Any]:
    """What a bot says out of turn."""

    @rule
    def say(views: Records, seat: Int, out: Shorts) -> Int:
        """The signals a bot at this seat would give now."""
        return speak(views[0], seat, out)

    return say  # type: ignore[no-any-return]


def hoping(hope: Any) -> Callable[..., Any]:
    """How likely a seat wins, in a game that tells it."""

    @rule
    def chance(views: Records, seat: Int, allowed: Shorts, count: Int) -> Real:
        """The chance of the seat to act."""
        return hope(views[0], seat, allowed, count)

    return chance  # type: ignore[no-any-return]


@rule
def nothing(view: Any, seat: Any, said: Any) -> Any:
    """What bots say, and what a signal does, in a game without signals."""
    return 0


@rule
def anything(view: Any, seat: Any, allowed: Any, count: Any, overlooked: Any, dice: Any, kept: Any) -> Any:
    """What a bot chooses in a game that has none of its own."""
    return np.int64(allowed[below(dice, count)])
