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
    """Results per seat, the seats that won, the clause that ended the game, and whether those tied agreed to share."""

    scores: list[int]
    winners: list[int]
    clause: str
    shared: bool = False


def winners(scores: Sequence[int], over: int, team_wins: int) -> list[int]:
    """The seats that won a game that ended by a clause; a team wins by one clause alone."""
    if team_wins:
        return list(range(len(scores))) if over == team_wins else []
    return [seat for seat, points in enumerate(scores) if points == max(scores)]


def shares(scores: npt.ArrayLike, over: npt.ArrayLike, team_wins: int) -> npt.NDArray[np.float64]:
    """How much of the win each seat has, in one game or in many: all of it, or an equal part where seats tied."""
    points = np.asarray(scores)
    if team_wins:
        won = (np.asarray(over) == team_wins)[..., None]
        return np.broadcast_to(won, points.shape).astype(np.float64)
    best = points == points.max(axis=-1, keepdims=True)
    return np.asarray(best / best.sum(axis=-1, keepdims=True))


@rule
def why_over(s: Any) -> Any:
    """The clause that ended a game, 0 while it runs: of games whose record has it in the field `ended`."""
    return s.ended


@rule
def share(scores: Any, seat: Any, over: Any, team_wins: Any) -> Any:
    """The same for one seat in one game."""
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
    """List the seats with the most points there, return where it goes on."""
    best = points[0]
    for seat in range(seats):
        best = max(best, points[seat])
    n = begin(out, at)
    for seat in range(seats):
        if points[seat] == best:
            n = add(out, at, n, seat)
    return n
