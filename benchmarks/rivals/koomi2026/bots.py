"""Koomi's policy and its trials, whatever the others did last."""

from typing import Any

from brelan.core.maths import exp
from brelan.core.rule import rule
from brelan.games.koomi.bots import BASE
from brelan.games.koomi.bots import TRIALS as TRIALS
from brelan.games.koomi.bots import policy as policy
from brelan.games.koomi.chances import WON
from brelan.games.koomi.weighing import judged
from brelan.games.koomi.weights import TUNED, row


@rule
def chance(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Return the acting seat's chance of winning, knowing only a view; values are log odds."""
    _, most = judged(v, seat, allowed, count, TUNED[row(v)])
    return 1 / (1 + exp(min(BASE[row(v)] - most, WON / 2)))
