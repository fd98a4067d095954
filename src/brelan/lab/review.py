"""Reviewing a whole game, move by move."""

from collections.abc import Callable

from ..bots.judge import Judge, Moment
from ..core.table import DEALER, Move, Table


def a_choice(table: Table, move: Move) -> bool:
    """Whether a seat had a choice when it made this move, at the table as it was before."""
    return move.signal is None and move.seat != DEALER and table.position.count > 1


def review(
    table: Table, judge: Judge, seat: int | None = None, seed: int = 0,
    report: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Moment]:  # fmt: skip
    """Judge every move of one seat, or of all, for which there was a choice."""
    again, moments = table.again(), []
    for number, move in enumerate(table.history):
        if a_choice(again, move) and seat in (None, move.seat):
            moments.append(judge.judge(again.position, number, move, seed))
        again.replay([move])
        report(number + 1, len(table.history))
    return moments
