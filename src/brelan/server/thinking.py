"""Bots think in separate processes: they never slow down a table, and receive only a view."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..bots import Player, player
from ..core import dice
from ..core.game import game
from ..core.position import Position
from .workers import Workers

LIMIT = 3.0  # seconds; for a slower bot, the server chooses
FIRST = 120.0  # seconds, for a game without a library, which may have to be compiled first


@functools.cache
def _player(name: str, level: str) -> Player:
    return player(game(name), level)


def choose(name: str, level: str, view: bytes, seat: int, allowed: bytes, seed: int) -> int:
    """Return a bot's choice. It receives only the view of its seat."""
    views = np.frombuffer(view, game(name).rules.State.dtype).copy()
    actions = np.frombuffer(allowed, np.int16)
    return int(_player(name, level).choose(views, seat, actions, dice.new(seed)))


def built(name: str) -> bool:
    """Whether a game has a library, so that nothing needs compiling."""
    return game(name).engine.library is not None


def within(seconds: float, name: str) -> float:
    """Return the time limit of a job for a game."""
    return seconds if built(name) else FIRST


class Thinkers:
    """The processes in which the bots of all tables think."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = Workers(workers, "moves")

    async def ask(self, table: str, position: Position, level: str, seed: int) -> int:
        """Return a bot's action for the seat to act; if it takes too long, the first allowed one."""
        seat, name = position.seat, position.game.name
        allowed = position.actions[: position.count].copy()
        given = (name, level, position.view(seat).tobytes(), seat, allowed.tobytes(), seed)
        action = await self.call(table, within(LIMIT, name), choose, *given)
        return int(action if action in allowed else allowed[0])

    async def call(self, who: str, limit: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """Pass a job to another process: the only way there."""
        return await self.workers.call(who, limit, work, *arguments)

    def close(self) -> None:
        """End the processes."""
        self.workers.close()
