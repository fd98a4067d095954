"""Finished games judged move by move, in a process of its own, while somebody looks; what was found is kept a while.

The process is handed the view of the seat that moved and nothing else.
"""

import asyncio
import time
from collections import OrderedDict
from typing import Any, NamedTuple

import msgspec

from ..bots.judge import WORLDS, judged
from ..core.table import DEALER
from . import messages
from .limits import Limits
from .past import Finished
from .refusal import Refusal
from .thinking import FIRST_LIMIT, Thinkers

PATIENCE = 30.0  # seconds after which nobody seems to look any more
KEPT = 60  # games whose judgement is remembered


class Choice(NamedTuple):
    """A move that was chosen among others, and what its seat saw before it."""

    view: bytes
    seat: int
    actions: tuple[int, ...]
    number: int


def choices(found: Finished) -> list[Choice]:
    """The moves of a game that can be judged."""
    table, chosen = found.table.again(), []
    for number, move in enumerate(found.table.history):
        if move.signal is None and move.seat != DEALER and table.position.count > 1:
            chosen.append(Choice(table.position.view(move.seat).tobytes(), move.seat, move.actions, number))
        table.replay([move])
    return chosen


class Work:
    """What is known of one game."""

    def __init__(self, found: Finished) -> None:
        self.found = found
        self.choices: list[Choice] | None = None
        self.moments: list[messages.Moment] = []
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self.failed = False

    @property
    def running(self) -> bool:
        """Whether it is being judged, or waits for its turn."""
        return self.task is not None and not self.task.done()

    @property
    def whole(self) -> bool:
        """Whether everything is judged."""
        return self.choices is not None and len(self.moments) == len(self.choices)


class Judging:
    """Judges finished games, one move at a time; games that wait take turns."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.most = (limits or Limits()).reviews
        self.thinkers = Thinkers(1)  # not those of the tables: no bot waits for a judgement
        self.works: OrderedDict[tuple[str, int], Work] = OrderedDict()
        self.turn = asyncio.Lock()

    def look(self, found: Finished, since: int) -> messages.Judgement:
        """What is known of a game; it goes on being judged while somebody asks."""
        work = self._work(found)
        work.asked = time.monotonic()
        if work.failed:
            del self.works[found.room, found.number]
            raise Refusal("busy")
        if not work.whole and not work.running:
            if sum(other.running for other in self.works.values()) >= self.most:
                raise Refusal("limit")
            work.task = asyncio.get_running_loop().create_task(self._judge(work))
        total = len(work.choices) if work.choices is not None else len(found.table.history)
        return messages.Judgement(len(work.moments), total, WORLDS, work.moments[since:])

    def _work(self, found: Finished) -> Work:
        """The work on a game, the one asked for last at the end."""
        work = self.works.setdefault((found.room, found.number), Work(found))
        self.works.move_to_end((found.room, found.number))
        for name, other in list(self.works.items())[:-KEPT]:
            if not other.running:
                del self.works[name]
        return work

    async def _judge(self, work: Work) -> None:
        try:
            if work.choices is None:
                work.choices = await asyncio.to_thread(choices, work.found)
            while not work.whole and time.monotonic() < work.asked + PATIENCE:
                async with self.turn:
                    work.moments.append(await self._moment(work.found, work.choices[len(work.moments)]))
        except Refusal:
            work.failed = True

    async def _moment(self, found: Finished, choice: Choice) -> messages.Moment:
        told: dict[str, Any] | None = await self.thinkers.call(FIRST_LIMIT, judged, found.game.name, *choice)
        if told is None:
            raise Refusal("busy")
        return msgspec.convert(told, messages.Moment)

    def close(self) -> None:
        """Stop; what was found is forgotten."""
        for work in self.works.values():
            if work.task is not None:
                work.task.cancel()
        self.thinkers.close()
