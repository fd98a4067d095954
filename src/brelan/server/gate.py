"""The limit on connections per address, enforced before anything is sent over them.

A connection without a request is closed after a while. Table sockets are counted when they open.
"""

import sys
from asyncio import Transport
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .doorkeeper import household
from .limits import Limits

QUIET = 20.0  # seconds within which a request must arrive
MOST = 65_536  # files a server may have open


def gate(limits: Limits, behind: bool) -> type[H11Protocol]:
    """Return the HTTP protocol of a server. `behind` a proxy, all connections come from the proxy."""
    held: Counter[str] = Counter()
    most = None if behind else limits.connections_of_address

    class Gate(H11Protocol):
        """One connection."""

        place: str | None = None  # the address it counts for

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
    """Raise the number of files this process may open to the system's limit, and return it."""
    if sys.platform == "win32":
        return 8192  # sockets are not files on Windows
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if 0 <= soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted, soft)
