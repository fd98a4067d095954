"""A move of a finished game, looked back at by the champion from the view of the seat that played it."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .bots import player
from .core.game import game
from .core.table import Move

if TYPE_CHECKING:
    from .lab.review import Judge

BOT = "champion"
WORLDS = 100  # guessed worlds a move


@functools.cache
def judge(name: str) -> "Judge":
    """Who judges the moves of a game, the same way every time."""
    from .lab.review import Judge

    return Judge(game(name), player(game(name), BOT, timed=False), WORLDS)


def judged(name: str, view: bytes, seat: int, actions: Sequence[int], number: int) -> dict[str, Any]:
    """The move with this number as plain data: chances, what would have been better, and how sure all that is."""
    views = np.frombuffer(view, game(name).rules.State.dtype).copy()
    moment = judge(name).judge_view(views, number, Move(seat, tuple(actions)), 0)
    better = moment.better.data()
    return {
        "number": number,
        "seat": seat,
        "before": moment.before._asdict(),
        "after": moment.after._asdict(),
        "gain": moment.gain._asdict(),
        "marked": moment.marked,
        **{kind: better[kind] for kind in ("actions", "steps", "reasons")},
    }
