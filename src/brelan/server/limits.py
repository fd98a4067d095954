"""Limits on requests, generous enough for a household behind one address."""

import time
from collections.abc import Callable
from dataclasses import dataclass


class Bucket:
    """A token bucket per name: so many at once, then so many per second."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = burst, rate, clock
        self.levels: dict[str, tuple[float, float]] = {}

    def allows(self, name: str) -> bool:
        """Whether one more may pass now, which then counts."""
        now = self.clock()
        left, then = self.levels.get(name, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        if len(self.levels) > 10_000:
            self.levels = {key: level for key, level in self.levels.items() if now - level[1] < self.burst / self.rate}
        self.levels[name] = (left - 1 if left >= 1 else left, now)
        return left >= 1


@dataclass(frozen=True)
class Limits:
    """All limits of a server. A household has a dozen devices, a class forty. A school has several classes behind one
    address; their sockets count for the class.
    """

    connections_of_address: int = 600  # browsers open six each
    sockets_of_address: int = 120
    sockets_of_class: int = 200
    sockets_of_school: int = 600  # of all classes behind one address, too
    sockets_of_seat: int = 4
    watchers: int = 60
    commands_of_seat: tuple[float, float] = (60, 20)  # at once, and per second
    tables_of_address: tuple[float, float] = (40, 0.2)
    requests_of_address: tuple[float, float] = (400, 60)
    files_of_address: tuple[float, float] = (4000, 200)  # of the page: forty devices open it at once
    classes_of_address: tuple[float, float] = (10, 0.01)
    guesses_of_address: tuple[float, float] = (60, 0.5)  # codes of classes that there are not
    body: int = 16 * 1024  # bytes of a request
    frame: int = 16 * 1024  # bytes of a socket's message
    waiting: int = 64  # unread messages before a slow reader is disconnected
    rooms: int = 5_000  # tables kept in memory

    @classmethod
    def wide(cls) -> "Limits":
        """Return limits for load tests from one address."""
        much = (1e9, 1e9)
        return cls(
            connections_of_address=1_000_000, sockets_of_address=1_000_000, sockets_of_school=1_000_000,
            commands_of_seat=much, tables_of_address=much, requests_of_address=much, files_of_address=much,
            classes_of_address=much, guesses_of_address=much,
        )  # fmt: skip
