"""What hints and questions ask the solver: entry points of this game's engine, beside those that every game has."""

from ...core.kinds import Five, Flag, Int
from ...core.rule import rule
from . import solver
from .rows import lay_row
from .written import read_programme


@rule
def arrange(hand: Five, levels: Int, choices: Int, how: Int) -> Int:
    """The first arrangement of all levels from `choices` on, or NO."""
    return solver.arrange(hand, levels, choices, how)


@rule
def whole(hand: Five, levels: Int) -> Flag:
    """Whether a whole programme can be laid out of a hand."""
    return solver.whole(hand, levels)


@rule
def missing(hand: Five, levels: Int) -> Int:
    """How many cards a hand lacks to lay all levels."""
    return solver.missing(hand, levels)


ENTRIES = (arrange, whole, missing, lay_row, read_programme)
