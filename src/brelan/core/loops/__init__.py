"""The loops of an engine: the same for all games, but compiled together with each game's rules.

Every module here makes loops from a game's functions; together they are the engine's entry points.
Passing an array and an index from Python is ten times cheaper than a record, so every loop takes those.
"""

from collections.abc import Callable
from typing import Any

from . import batch, bots, keep, learn, play, review, signals, telling, trial, vector

Loop = Callable[..., Any]


def loops(game: Any) -> dict[str, Loop]:
    """Return every loop of a game."""
    return playing(game) | laboratory(game)


def playing(game: Any) -> dict[str, Loop]:
    """Return what a table needs, in a browser, too: the rules, signals, bots, and the game's own entry points."""
    rules, policy, own = game.rules, game.part("bots"), game.part("entries")
    found = [*play.loops(rules), *telling.loops(game.part("story"), game.part("reasons"))]
    if hasattr(rules, "signal"):
        found += signals.loops(rules)
    if policy is not None:
        found += [*bots.loops(policy, game.part("champion")), *trial.loops(rules, policy), *review.loops(rules, policy)]
    found += own.ENTRIES if own else ()
    return {loop.__name__: loop for loop in found}


def laboratory(game: Any) -> dict[str, Loop]:
    """Return what studies and training need, many games in one call; browsers do without."""
    rules, policy = game.rules, game.part("bots")
    found = batch.policy_loops(rules, policy) if policy is not None else []
    if own := game.part("learning"):
        found += own.LOOPS
    elif hasattr(policy, "features"):
        found += learn.loops(rules, policy)
    found += [*batch.loops(rules), *vector.loops(rules, policy, game.most), *keep.loops(rules, policy, game.most)]
    return {loop.__name__: loop for loop in found}
