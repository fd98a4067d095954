"""Joomo's policy learned the game by self-play (`brelan train joomo`): a net predicts how many
points the rest of a round will bring after each choice."""

from pathlib import Path
from typing import Any

from ...core.net import Net, choosing, paper
from ...core.rule import rule
from .belief import judging
from .belief import recall as recall
from .belief import rewind as rewind
from .cards import SEATS
from .features import features, inputs
from .features import standing as standing

NETS = (Net("two", (2,), inputs(2)), Net("more", (3, 4, 5, 6), inputs(SEATS)))
(HEAD, ROWS, SCALES), (MORE_HEAD, MORE_ROWS, MORE_SCALES) = (net.load(Path(__file__).parent) for net in NETS)
SWING = 4.0  # points at the end of a round that multiply the odds of winning by e; 2 to 8 played alike
TRIALS = 1000  # of a champion; the net plays them out
CLEARLY = 1.5  # standard errors by which a move must beat the net's own, as it is the best of many
LEARNT = ("second_may_pass",)  # options used in training

preferred = choosing(features)


@rule
def net_for(seats: Any) -> Any:
    """Return the net for so many seats."""
    return (HEAD, ROWS, SCALES) if seats == 2 else (MORE_HEAD, MORE_ROWS, MORE_SCALES)


likelihood = judging(net_for)


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    if count == 1:
        return allowed[0]
    return preferred(v, seat, allowed, count, net_for(v.seats), paper())[0]
