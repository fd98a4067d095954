"""Bots think in processes of their own: they never slow a table, and they are handed a view and nothing else."""

import asyncio
import functools
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import numpy as np

from ..bots import Player, player
from ..core import dice
from ..core.game import game, names
from ..core.position import Position

LIMIT = 3.0  # seconds; a bot that is slower is answered for
LOGGER = logging.getLogger("brelan.thinking")


@functools.cache
def _player(name: str, level: str) -> Player:
    return player(game(name), level)


def choose(name: str, level: str, view: bytes, seat: int, allowed: bytes, seed: int) -> int:
    """What a bot does. All it is given is the view of its seat."""
    views = np.frombuffer(view, game(name).rules.State.dtype).copy()
    actions = np.frombuffer(allowed, np.int16)
    return int(_player(name, level).choose(views, seat, actions, dice.new(seed)))


def _prepare() -> None:
    os.nice(5)  # people's moves come first


def warm(level: str) -> None:
    """Compile what a level needs, before anybody waits for it."""
    for name in names():
        found = game(name)
        position = Position(found, found.least, found.check_options(found.least, {}), dice.new(1))
        while position.count and position.seat < 0:
            position.play(int(position.actions[0]))
        allowed = position.actions[: position.count]
        choose(name, level, position.view(position.seat).tobytes(), position.seat, allowed.tobytes(), 1)


class Thinkers:
    """A few processes that think for all tables."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.pool = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=_prepare)

    async def ask(self, position: Position, level: str, seed: int) -> int:
        """The action of a bot for the seat at turn; the first one allowed if it takes too long."""
        seat = position.seat
        allowed = position.actions[: position.count].copy()
        view = position.view(seat).tobytes()
        action = await self.call(choose, position.game.name, level, view, seat, allowed.tobytes(), seed)
        return int(action if action in allowed else allowed[0])

    async def call(self, work: Any, *arguments: Any) -> Any:
        """Run something in a process; None if it failed or took too long."""
        try:
            task = asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)
            return await asyncio.wait_for(task, LIMIT)
        except BrokenProcessPool:
            LOGGER.error("a bot's process died")
            self.pool = self._pool()
        except TimeoutError:
            LOGGER.warning("a bot took too long")
        except Exception:
            LOGGER.exception("a bot failed")
        return None

    def close(self) -> None:
        """Let the processes go."""
        self.pool.shutdown(wait=False, cancel_futures=True)
