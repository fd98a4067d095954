"""What a good player of Joomo knows, it learned by playing against itself (`brelan train joomo`): a net tells how many
points a round will still bring after each choice."""

from pathlib import Path
from typing import Any

from ...core.net import Net, choosing, paper
from ...core.rule import rule
from .cards import SEATS
from .features import features, inputs
from .features import standing as standing

NETS = (Net("two", (2,), inputs(2)), Net("more", (3, 4, 5, 6), inputs(SEATS)))
(HEAD, ROWS, SCALES), (MORE_HEAD, MORE_ROWS, MORE_SCALES) = (net.load(Path(__file__).parent) for net in NETS)
SWING = 4.0  # at the end of a round so many points make the odds to win e times as good; 2 to 8 played alike
TRIALS = 2000  # of a champion: they are played on by the net
CLEARLY = 1.5  # standard errors by which a move must be better than the net's own, the best of many as it is
LEARNT = ("second_may_pass",)  # options that are trained for

preferred = choosing(features)


@rule
def net_for(seats: Any) -> Any:
    """The net for so many seats."""
    return (HEAD, ROWS, SCALES) if seats == 2 else (MORE_HEAD, MORE_ROWS, MORE_SCALES)


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing a view and nothing else."""
    if count == 1:
        return allowed[0]
    return preferred(v, seat, allowed, count, net_for(v.seats), paper())[0]
