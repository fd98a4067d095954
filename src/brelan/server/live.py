"""A table somebody is at: the room as far as it is known here, and who looks at it."""

import asyncio
import time
from typing import Protocol

from .room import Room

WATCHER = -1


class Visitor(Protocol):
    """A socket: who looks through it, the last entry it was sent, and a way to send."""

    seat: int
    number: int

    def send(self, message: bytes) -> None:
        """Send without waiting; a reader that is too slow is cut off."""
        ...

    def end(self, why: str) -> None:
        """Hang up: there is nothing here any more."""
        ...


class Live:
    """A table somebody is at."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.lock = asyncio.Lock()
        self.room: Room | None = None
        self.visitors: set[Visitor] = set()
        self.bots: asyncio.Task[None] | None = None
        self.verdict: asyncio.Task[None] | None = None  # that lets a vote take effect
        self.elsewhere: dict[str, tuple[list[int], float]] = {}  # who looks through another process, and until when
        self.announced: bytes = b""  # the presence told last
        self.touched = time.monotonic()

    @property
    def own(self) -> list[int]:
        """The seats that look at this table through this process; -1 for each watcher."""
        return [visitor.seat for visitor in self.visitors]

    @property
    def looking(self) -> list[int]:
        """The same through all processes."""
        now = time.monotonic()
        return self.own + [seat for seats, until in self.elsewhere.values() if until > now for seat in seats]

    def here(self, seats: int) -> list[bool]:
        """Which seats have somebody looking."""
        seen = set(self.looking)
        return [seat in seen for seat in range(seats)]

    def watchers(self, room: Room) -> int:
        """How many look without a seat; before the deal there is nothing to watch, and they are guests at the door."""
        return 0 if room.table is None else self.looking.count(WATCHER)
