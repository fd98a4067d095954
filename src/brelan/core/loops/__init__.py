"""The loops of an engine: game-blind, compiled together with a game's rules, in the words the game gives them.

Every module here makes loops of a game's words. What its functions return is the list of entry points an engine has.
From Python an array and an index are ten times cheaper to pass than a record, so every loop takes those.
"""

from collections.abc import Callable
from typing import Any

from . import batch, bots, keep, learn, play, review, signals, telling, trial, vector

Loop = Callable[..., Any]


def loops(game: Any) -> dict[str, Loop]:
    """Every loop that can be made of a game."""
    return playing(game) | laboratory(game)


def playing(game: Any) -> dict[str, Loop]:
    """What a table needs, a browser's too: the game's rules, signals if it has them, its bots, what it adds itself."""
    rules, policy, own = game.rules, game.part("bots"), game.part("entries")
    found = [*play.loops(rules), *telling.loops(game.part("story"), game.part("reasons"))]
    if hasattr(rules, "signal"):
        found += signals.loops(rules)
    if policy is not None:
        found += [*bots.loops(policy, game.part("champion")), *trial.loops(rules, policy), *review.loops(rules, policy)]
    found += own.ENTRIES if own else ()
    return {loop.__name__: loop for loop in found}


def laboratory(game: Any) -> dict[str, Loop]:
    """What only those who study or train need: many games in one call. Browsers go without."""
    rules, policy = game.rules, game.part("bots")
    found = batch.policy_loops(rules, policy) if policy is not None else []
    if hasattr(policy, "features"):
        found += learn.loops(rules, policy)
    found += [*batch.loops(rules), *vector.loops(rules, policy, game.most), *keep.loops(rules, policy, game.most)]
    return {loop.__name__: loop for loop in found}
