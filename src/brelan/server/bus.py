"""How server processes wake one another. Nothing depends on it: a process that is not woken finds out by polling.

A message carries a table's new entries, which are already durable, or says who is connected through another process.
If Redis is stopped, flushed or slow, moves appear a little later (the hub polls), and presence is not shared.
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
AGAIN = 1.0  # seconds before reconnecting to a lost bus
WAITING = 1000  # messages queued while the bus is away; more are dropped


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others: the entries it wrote to a table, or the seats connected through it, with -1
    for each watcher.
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
        """Tell the others soon, if they can be reached."""

    async def run(self, hear: Callable[[News], Awaitable[None]]) -> None:
        """Listen to the others forever."""
        await asyncio.Event().wait()


class RedisBus(Bus):
    """A bus over Redis pub/sub."""

    def __init__(self, address: str) -> None:
        super().__init__()
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(address, socket_connect_timeout=2, socket_timeout=None)
        self.waiting: asyncio.Queue[News] = asyncio.Queue(WAITING)

    def tell(self, written: str = "", rows: Sequence[Row] = (), looking: dict[str, list[int]] | None = None) -> None:
        """Tell the others soon, if they can be reached."""
        with contextlib.suppress(asyncio.QueueFull):
            self.waiting.put_nowait(News(self.process, written, list(rows), looking or {}))

    async def run(self, hear: Callable[[News], Awaitable[None]]) -> None:
        """Listen to the others forever, reconnecting if the bus is lost."""
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
            while not self.waiting.empty():  # send everything queued together
                news.append(self.waiting.get_nowait())
            with contextlib.suppress(OSError, ConnectionError, TimeoutError, self._error()):
                await self.redis.publish(CHANNEL, encode(news))

    @staticmethod
    def _error() -> type[Exception]:
        from redis.exceptions import RedisError

        error: type[Exception] = RedisError
        return error


def bus_at(address: str | None) -> Bus:
    """Return the bus at an address, or without one, a bus for a single process."""
    return Bus() if address is None else RedisBus(address)
