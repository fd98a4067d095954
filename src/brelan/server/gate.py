"""The gate: how many connections one address may hold open, counted before anything is said over them.

A connection over which nothing is asked is closed after a while. Sockets of tables are counted where they begin.
"""

import sys
from asyncio import Transport
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .doorkeeper import household
from .limits import Limits

QUIET = 20.0  # seconds until a request must have come
MOST = 65_536  # files one server may have open


def gate(limits: Limits, behind: bool) -> type[H11Protocol]:
    """The protocol by which a server speaks HTTP. `behind` a balancer, all connections are the balancer's."""
    held: Counter[str] = Counter()
    most = None if behind else limits.connections_of_address

    class Gate(H11Protocol):
        """One connection."""

        place: str | None = None  # where it is counted

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.place = household(self.client[0]) if self.client else "?"
            held[self.place] += 1
            if most is not None and held[self.place] > most:
                transport.abort()
            else:
                self.quiet = self.loop.call_later(QUIET, self._give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._forget()
            super().handle_websocket_upgrade(event)

        def _give_up(self) -> None:
            if self.cycle is None and self.place is not None:
                self.transport.close()

        def _forget(self) -> None:
            if self.place is not None:
                held[self.place] -= 1
                if not held[self.place]:
                    del held[self.place]
                self.place = None

    return Gate


def descriptors() -> int:
    """How many files and connections this process may have open: it is raised to what the system allows."""
    if sys.platform == "win32":
        return 8192  # sockets are not files there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if 0 <= soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted, soft)
