"""A profile on its way from one device to another: sealed by the one, taken once by the other, and soon gone.

The key stays in the link's fragment, so that the server never reads what it carries.
"""

import secrets

from .log import new_id
from .refusal import Refusal
from .store import Row, Store, Taken, now

PREFIX = "hand:"
LASTS = 600.0  # seconds


class Handovers:
    """What waits to be taken."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def make(self, body: str) -> str:
        """Keep something for a while; return its name."""
        name = new_id() + secrets.token_urlsafe(6)
        await self.store.append(PREFIX + name, [Row(0, None, now(), body.encode())])
        return name

    async def take(self, name: str) -> str:
        """What was kept, to the first who asks."""
        kept = PREFIX + name
        rows = await self.store.read(kept)
        if len(rows) != 1 or now() - rows[0].time > LASTS:
            raise Refusal("unknown")
        try:
            await self.store.append(kept, [Row(1, None, now(), b"")])
        except Taken as error:
            raise Refusal("unknown") from error
        await self.store.rewrite(kept, [rows[0]._replace(body=b"")])  # its name stays, so that nobody takes it again
        return rows[0].body.decode()

    async def sweep(self) -> None:
        """Erase what nobody took in time."""
        for kept in await self.store.named(PREFIX):
            rows = await self.store.read(kept)
            if not rows or now() - rows[0].time > LASTS:
                await self.store.erase([kept])
