"""Bots and advisers think in processes of their own: they never slow a table, and are handed a view and nothing else.

Moves and advice have processes apart, so no question keeps a bot waiting.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..bots import Player, player
from ..core import dice
from ..core.game import game
from ..core.hint import advise
from ..core.position import Position, seen
from .workers import Workers

LIMIT = 3.0  # seconds; a bot that is slower is answered for
ADVICE = 6.0  # seconds for a hint or an answer: three choices of a champion, and words
FIRST = 120.0  # seconds, where a game has no library: what a job needs may have to be compiled


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


def built(name: str) -> bool:
    """Whether a game has a library, so that nothing has to be compiled."""
    return game(name).engine.library is not None


def within(seconds: float, name: str) -> float:
    """The time of a job of a game."""
    return seconds if built(name) else FIRST


class Thinkers:
    """A few processes that think for all tables, and one that advises."""

    def __init__(self, workers: int = 1) -> None:
        self.moves, self.advice = Workers(workers, "moves"), Workers(1, "advice")

    async def ask(self, table: str, position: Position, level: str, seed: int) -> int:
        """The action of a bot for the seat at turn; the first one allowed if it takes too long."""
        seat, name = position.seat, position.game.name
        allowed = position.actions[: position.count].copy()
        given = (name, level, position.view(seat).tobytes(), seat, allowed.tobytes(), seed)
        action = await self.call(self.moves, table, within(LIMIT, name), choose, *given)
        return int(action if action in allowed else allowed[0])

    async def advise(self, who: str, position: Position, language: str, seed: int) -> dict[str, Any] | None:
        """A hint for the seat at turn; None if it takes too long."""
        name, view = position.game.name, position.view(position.seat).tobytes()
        given = (name, view, position.seat, language, seed)
        found: dict[str, Any] | None = await self.call(self.advice, who, within(ADVICE, name), advice, *given)
        return found

    async def answer(
        self, who: str, name: str, view: bytes | None, seat: int, question: dict[str, Any]
    ) -> tuple[dict[str, Any] | None] | None:
        """What a game answers to a question, in a tuple; None if it takes too long."""
        given = (name, view, seat, question)
        found: tuple[dict[str, Any] | None] | None = await self.call(
            self.advice, who, within(ADVICE, name), told, *given
        )
        return found

    async def call(self, workers: Workers, who: str, limit: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """All that is handed to another process goes through here."""
        return await workers.call(who, limit, work, *arguments)

    def close(self) -> None:
        """Let the processes go."""
        self.moves.close()
        self.advice.close()
