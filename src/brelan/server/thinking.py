"""Bots think in processes of their own: they never slow a table, and are handed a view and nothing else."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..bots import Player, player
from ..core import dice
from ..core.game import game
from ..core.position import Position
from .workers import Workers

LIMIT = 3.0  # seconds; a bot that is slower is answered for
FIRST = 120.0  # seconds, where a game has no library: what a job needs may have to be compiled


@functools.cache
def _player(name: str, level: str) -> Player:
    return player(game(name), level)


def choose(name: str, level: str, view: bytes, seat: int, allowed: bytes, seed: int) -> int:
    """What a bot does. All it is given is the view of its seat."""
    views = np.frombuffer(view, game(name).rules.State.dtype).copy()
    actions = np.frombuffer(allowed, np.int16)
    return int(_player(name, level).choose(views, seat, actions, dice.new(seed)))


def built(name: str) -> bool:
    """Whether a game has a library, so that nothing has to be compiled."""
    return game(name).engine.library is not None


def within(seconds: float, name: str) -> float:
    """The time of a job of a game."""
    return seconds if built(name) else FIRST


class Thinkers:
    """A few processes that think for all tables."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = Workers(workers, "moves")

    async def ask(self, table: str, position: Position, level: str, seed: int) -> int:
        """The action of a bot for the seat at turn; the first one allowed if it takes too long."""
        seat, name = position.seat, position.game.name
        allowed = position.actions[: position.count].copy()
        given = (name, level, position.view(seat).tobytes(), seat, allowed.tobytes(), seed)
        action = await self.call(table, within(LIMIT, name), choose, *given)
        return int(action if action in allowed else allowed[0])

    async def call(self, who: str, limit: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """All that is handed to another process goes through here."""
        return await self.workers.call(who, limit, work, *arguments)

    def close(self) -> None:
        """Let the processes go."""
        self.workers.close()
