"""Koomi's policy: the best of all actions by how likely the remaining hand is to go out (weighing.py)."""

from typing import Any

import numpy as np

from ...core.maths import exp
from ...core.rule import rule
from .belief import credit as credit
from .chances import WON
from .weighing import judged
from .weights import TUNED, WARY, row

TRIALS = 1000  # for a champion; four times as many hardly improved its choices (benchmarks/BOTS.md)
BASE = np.array([0.74, 1.15, 1.2])  # log odds against winning if the best action counts 0, by seats like the weights


@rule
def weighed(v: Any, seat: Any, allowed: Any, count: Any, w: Any) -> Any:
    """Choose among the allowed actions with given weights, knowing only a view."""
    return judged(v, seat, allowed, count, w)[0]


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    if count == 1:
        return allowed[0]
    return weighed(v, seat, allowed, count, TUNED[row(v)])


@rule
def chance(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Return the acting seat's chance of winning, knowing only a view; values are log odds.

    It minds what the next seat did last. The policy does not: the champion expects others to play as most people do.
    """
    _, most = judged(v, seat, allowed, count, WARY[row(v)])
    return 1 / (1 + exp(min(BASE[row(v)] - most, WON / 2)))
