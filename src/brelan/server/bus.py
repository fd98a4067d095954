"""How server processes wake one another. Nothing depends on it: who is not woken finds out by looking.

A message brings the entries a table has got, durable already, or says who looks at tables through another process. If
Redis is stopped, flushed or slow, moves are shown a little later (the hub looks by itself), and presence is not shared.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from .store import Row

LOGGER = logging.getLogger("brelan.bus")
CHANNEL = "brelan"
AGAIN = 1.0  # seconds until a lost bus is tried again
WAITING = 1000  # messages that may wait while the bus is away; more are dropped


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others: a table it has written to and what, or the seats that look at tables through
    it, with -1 for each watcher.
    """

    process: str
    written: str = ""
    rows: list[Row] = []
    looking: dict[str, list[int]] = {}


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(list[News]).decode


class Bus:
    """A bus with nobody else on it."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)

    def tell(self, written: str = "", rows: Sequence[Row] = (), looking: dict[str, list[int]] | None = None) -> None:
        """Tell the others, some time soon, if they can be reached."""

    async def run(self, hear: Callable[[News], Awaitable[None]]) -> None:
        """Hear the others, for ever."""
        await asyncio.Event().wait()


class RedisBus(Bus):
    """A bus over Redis' publish and subscribe."""

    def __init__(self, address: str) -> None:
        super().__init__()
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(address, socket_connect_timeout=2, socket_timeout=None)
        self.waiting: asyncio.Queue[News] = asyncio.Queue(WAITING)

    def tell(self, written: str = "", rows: Sequence[Row] = (), looking: dict[str, list[int]] | None = None) -> None:
        """Tell the others, some time soon, if they can be reached."""
        with contextlib.suppress(asyncio.QueueFull):
            self.waiting.put_nowait(News(self.process, written, list(rows), looking or {}))

    async def run(self, hear: Callable[[News], Awaitable[None]]) -> None:
        """Hear the others, for ever; a lost bus is found again."""
        speaking = asyncio.create_task(self._speak())
        try:
            while True:
                try:
                    await self._listen(hear)
                except (OSError, ConnectionError, TimeoutError, self._error()) as error:
                    LOGGER.warning("the bus is away", extra={"error": str(error)})
                await asyncio.sleep(AGAIN)
        finally:
            speaking.cancel()
            await self.redis.aclose()

    async def _listen(self, hear: Callable[[News], Awaitable[None]]) -> None:
        async with self.redis.pubsub() as line:
            await line.subscribe(CHANNEL)
            async for message in line.listen():
                if message["type"] != "message":
                    continue
                with contextlib.suppress(msgspec.MsgspecError):
                    for news in decode(message["data"]):
                        if news.process != self.process:
                            await hear(news)

    async def _speak(self) -> None:
        while True:
            news = [await self.waiting.get()]
            while not self.waiting.empty():  # what waits goes together
                news.append(self.waiting.get_nowait())
            with contextlib.suppress(OSError, ConnectionError, TimeoutError, self._error()):
                await self.redis.publish(CHANNEL, encode(news))

    @staticmethod
    def _error() -> type[Exception]:
        from redis.exceptions import RedisError

        error: type[Exception] = RedisError
        return error


def bus_at(address: str | None) -> Bus:
    """The bus at an address; without one, a process by itself."""
    return Bus() if address is None else RedisBus(address)
