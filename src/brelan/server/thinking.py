"""Bots think in processes of their own: they never slow a table, and they are handed a view and nothing else."""

import asyncio
import functools
import logging
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import numpy as np

from ..bots import LEVELS, Player, player
from ..core import dice
from ..core.game import game, names
from ..core.hint import advise
from ..core.position import Position, seen

LIMIT = 3.0  # seconds; a bot that is slower is answered for
FIRST_LIMIT = 120.0  # the first time, it may have to be compiled
LOGGER = logging.getLogger("brelan.thinking")


@functools.cache
def _player(name: str, level: str) -> Player:
    return player(game(name), level)


def choose(name: str, level: str, view: bytes, seat: int, allowed: bytes, seed: int) -> int:
    """What a bot does. All it is given is the view of its seat."""
    views = np.frombuffer(view, game(name).rules.State.dtype).copy()
    actions = np.frombuffer(allowed, np.int16)
    return int(_player(name, level).choose(views, seat, actions, dice.new(seed)))


def advice(name: str, view: bytes, seat: int, language: str, seed: int) -> dict[str, Any]:
    """What the champion would do, and why, as data and as a sentence; from the view of the seat alone."""
    found, throws = game(name), dice.new(seed)
    views = np.frombuffer(view, found.rules.State.dtype).copy()
    hint = advise(seen(found, views, seat, throws), _player(name, "champion"), throws)
    return {"text": found.words(language).hint(hint), **hint.data()}


def told(name: str, view: bytes | None, seat: int, question: dict[str, Any]) -> tuple[dict[str, Any] | None]:
    """What a game answers to a question, from the view of the seat alone; (None,) if it answers no such thing."""
    found = game(name)
    views = None if view is None else np.frombuffer(view, found.rules.State.dtype).copy()
    help_ = found.part("help")
    return (None if help_ is None else help_.answer(views, seat, question),)


def _prepare() -> None:
    os.nice(5)  # people's moves come first
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """End with the server, however that ended: one that is killed does not say goodbye."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _prepare_all() -> None:
    _prepare()
    warm()


def warm() -> None:
    """Compile what all levels need, the plainest first: what is compiled here, other processes load."""
    for level in LEVELS:
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
        self.known: set[tuple[str, str]] = set()  # games and levels that have answered once

    def prepare(self) -> None:
        """Compile in a process of its own; bots of a level that is not ready yet take their time once."""
        get_context("spawn").Process(target=_prepare_all, daemon=True).start()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=_prepare)

    async def ask(self, position: Position, level: str, seed: int) -> int:
        """The action of a bot for the seat at turn; the first one allowed if it takes too long."""
        seat = position.seat
        allowed = position.actions[: position.count].copy()
        view = position.view(seat).tobytes()
        kind = (position.game.name, level)
        limit = LIMIT if kind in self.known else FIRST_LIMIT
        action = await self.call(limit, choose, *kind, view, seat, allowed.tobytes(), seed)
        self.known.add(kind)
        return int(action if action in allowed else allowed[0])

    async def advise(self, position: Position, language: str, seed: int) -> dict[str, Any] | None:
        """A hint for the seat at turn; None if it takes too long."""
        view = position.view(position.seat).tobytes()
        found: dict[str, Any] | None = await self.call(
            FIRST_LIMIT, advice, position.game.name, view, position.seat, language, seed
        )
        return found

    async def call(self, limit: float, work: Any, *arguments: Any) -> Any:
        """Run something in a process; None if it failed or took too long."""
        try:
            task = asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)
            return await asyncio.wait_for(task, limit)
        except BrokenProcessPool:
            LOGGER.error("a bot's process died")
            self.pool = self._pool()
        except TimeoutError:
            LOGGER.warning("a bot took too long")
        except Exception:
            LOGGER.exception("a bot failed")
        return None

    def close(self) -> None:
        """Let the processes go, also one that thinks: nobody waits for its answer any more."""
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
