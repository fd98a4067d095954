"""An active table: its room, as far as this process knows it, and its visitors."""

import asyncio
import time
from typing import Protocol

from .room import Room

WATCHER = -1


class Visitor(Protocol):
    """A socket: its viewer, the last entry sent, and a way to send."""

    seat: int
    number: int

    def send(self, message: bytes) -> None:
        """Send without waiting; a reader that is too slow is disconnected."""
        ...

    def end(self, why: str) -> None:
        """Hang up: there is nothing here any more."""
        ...


class Live:
    """An active table."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.lock = asyncio.Lock()
        self.room: Room | None = None
        self.visitors: set[Visitor] = set()
        self.bots: asyncio.Task[None] | None = None
        self.verdict: asyncio.Task[None] | None = None  # lets a vote take effect
        self.elsewhere: dict[str, tuple[list[int], float]] = {}  # connected to another process, and until when
        self.announced: bytes = b""  # the last presence sent
        self.touched = time.monotonic()

    @property
    def own(self) -> list[int]:
        """The seats connected through this process; -1 for each watcher."""
        return [visitor.seat for visitor in self.visitors]

    @property
    def looking(self) -> list[int]:
        """The seats connected through any process."""
        now = time.monotonic()
        return self.own + [seat for seats, until in self.elsewhere.values() if until > now for seat in seats]

    def here(self, seats: int) -> list[bool]:
        """Which seats are present."""
        seen = set(self.looking)
        return [seat in seen for seat in range(seats)]

    def watchers(self, room: Room) -> int:
        """The number of watchers; before the deal, visitors without a seat are guests who may still sit down."""
        return 0 if room.table is None else self.looking.count(WATCHER)
