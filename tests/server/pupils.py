"""A class by script: its teacher and its children over the wire, and what they themselves know of it."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from brelan.server import messages
from brelan.server.wire import CLASS_SOCKET, path

from .running import Server, fresh

GAME = "koomi"
SOON = 15.0  # seconds
decode = msgspec.json.Decoder(messages.ClassAnswer).decode


def open_class(server: Server, game: str = GAME) -> messages.ClassOpened:
    """A class, as a teacher opens it."""
    status, _, told = server.request("POST", path("open_class"), messages.OpenClass(game))
    assert status == 201, told
    return msgspec.json.decode(told, type=messages.ClassOpened)


def join_class(server: Server, code: str, name: str, key: str | None = None) -> messages.ClassJoined:
    """A child joins."""
    status, _, told = server.request("POST", path("join_class", code=code), messages.JoinClass(name, key))
    assert status == 200, told
    return msgspec.json.decode(told, type=messages.ClassJoined)


class Line:
    """The line of a teacher or a child to a class, and what came last over it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: Any = None
        self.answers: dict[str, Any] = {}
        self.closed: int | None = None
        self.news = asyncio.Event()
        self.task = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        try:
            async for frame in self.socket:
                told = decode(frame)
                if isinstance(told, messages.Done | messages.Refused):
                    self.answers[told.id or ""] = told
                else:
                    self.seen = told
                self.news.set()
        except ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        self.news.set()

    async def until(self, so: Callable[[Self], bool]) -> Any:
        """Wait until it is so; return what was seen then."""

        async def wait() -> None:
            while not so(self):
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(wait(), SOON)
        return self.seen

    async def tell(self, command: Any) -> Any:
        """Send a command and return its answer."""
        await self.socket.send(msgspec.json.encode(command).decode())
        await self.until(lambda line: command.id in line.answers or line.closed is not None)
        return self.answers.get(command.id)


@contextlib.asynccontextmanager
async def in_class(server: Server, code: str, key: str) -> AsyncIterator[Line]:
    """A line to a class."""
    address = f"ws://127.0.0.1:{server.port}{CLASS_SOCKET.format(code=code)}"
    async with connect(address, compression=None, open_timeout=30, max_queue=None) as socket:
        line = Line(socket)
        await socket.send(msgspec.json.encode(messages.Hello(key)).decode())
        await line.until(lambda line: line.seen is not None or line.closed is not None)
        try:
            yield line
        finally:
            line.task.cancel()


def work(exercise: int, task: int = 1, **more: Any) -> messages.Work:
    """How far a child is with an exercise."""
    return messages.Work(fresh(), task, exercise, f"+7: +3 +{exercise}", **more)


def new_key() -> str:
    """A key of a child's own."""
    return secrets.token_hex(24)
