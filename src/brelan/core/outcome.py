"""How a game ended: who won, alone, together or as a team."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .rule import rule
from .sentences import add, begin


@dataclass(frozen=True)
class Outcome:
    """The result of every seat, the winning seats, the clause that ended the game, and whether tied seats shared."""

    scores: list[int]
    winners: list[int]
    clause: str
    shared: bool = False


def winners(scores: Sequence[int], over: int, team_wins: int) -> list[int]:
    """Return the winning seats of a game ended by a clause; a team wins only by one clause."""
    if team_wins:
        return list(range(len(scores))) if over == team_wins else []
    return [seat for seat, points in enumerate(scores) if points == max(scores)]


def shares(scores: npt.ArrayLike, over: npt.ArrayLike, team_wins: int) -> npt.NDArray[np.float64]:
    """Return each seat's share of the win, in one game or many: all of it, or equal parts in a tie."""
    points = np.asarray(scores)
    if team_wins:
        won = (np.asarray(over) == team_wins)[..., None]
        return np.broadcast_to(won, points.shape).astype(np.float64)
    best = points == points.max(axis=-1, keepdims=True)
    return np.asarray(best / best.sum(axis=-1, keepdims=True))


@rule
def why_over(s: Any) -> Any:
    """Return the clause that ended a game, or 0 while it runs, for records with a field `ended`."""
    return s.ended


@rule
def share(scores: Any, seat: Any, over: Any, team_wins: Any) -> Any:
    """Return a seat's share of the win in one game."""
    if team_wins != 0:
        return 1.0 if over == team_wins else 0.0
    tied = 0
    for other in range(scores.size):
        if scores[other] > scores[seat]:
            return 0.0
        tied += 1 if scores[other] == scores[seat] else 0
    return 1.0 / tied


@rule
def list_best(points: Any, seats: Any, out: Any, at: Any) -> Any:
    """List the seats with the most points and return the next place."""
    best = points[0]
    for seat in range(seats):
        best = max(best, points[seat])
    n = begin(out, at)
    for seat in range(seats):
        if points[seat] == best:
            n = add(out, at, n, seat)
    return n
