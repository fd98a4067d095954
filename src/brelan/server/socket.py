"""One socket: a hello, then commands in and updates out. A client that reads too slowly is disconnected."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import messages
from .doorkeeper import address
from .live import WATCHER
from .protocol import fingerprint
from .refusal import Refusal, need
from .wire import CLOSE

if TYPE_CHECKING:
    from .app import App

GREETING = 20.0  # seconds to say hello
CALM = 0.05  # seconds to pause reading from a client that sends too much
STRIKES = 20  # bad messages before the socket is closed


class Place(Protocol):
    """What a socket leads to: a table, or a class."""

    name: str

    @staticmethod
    def decode(text: str, /) -> Any:
        """A command that may be given here."""
        ...

    async def enter(self, line: "Outbox", hello: messages.Hello) -> None:
        """Come in; the first update follows."""
        ...

    def exit(self, line: "Outbox") -> None:
        """Go away."""
        ...

    async def obey(self, line: "Outbox", command: Any) -> int:
        """Carry a command out; the number of its entry."""
        ...


class TablePlace:
    """A table."""

    def __init__(self, app: "App", name: str) -> None:
        self.app, self.name, self.live = app, name, app.hub.live(name)

    @staticmethod
    def decode(text: str, /) -> Any:
        """A command that may be given here."""
        return messages.decode_command(text)

    async def enter(self, line: "Outbox", hello: messages.Hello) -> None:
        """Come to one's seat, or watch."""
        await self.app.hub.enter(self.live, line, hello.key, hello.number)
        own = self.app.school.tables.get(self.name)
        if own is not None and line.seat != WATCHER:
            self.app.recount(line, own)

    def exit(self, line: "Outbox") -> None:
        """Get up."""
        self.app.hub.exit(self.live, line)

    async def obey(self, line: "Outbox", command: Any) -> int:
        """Carry out what a seat wants."""
        need(line.seat != WATCHER, "not_yours")
        return await self.app.hub.command(self.live, line.seat, command)


class ClassPlace:
    """A class."""

    def __init__(self, app: "App", code: str) -> None:
        self.app, self.room = app, app.school.room(code)
        self.name = self.room.id

    @staticmethod
    def decode(text: str, /) -> Any:
        """A command that may be given here."""
        return messages.decode_class_command(text)

    async def enter(self, line: "Outbox", hello: messages.Hello) -> None:
        """Come in as the teacher or as a child."""
        with self.app.classes.guessing(line.websocket.scope):
            await self.app.school.enter(self.room, line, hello.key)
        self.app.recount(line, self.name)

    def exit(self, line: "Outbox") -> None:
        """Go home."""
        self.app.school.exit(self.room, line)

    async def obey(self, line: "Outbox", command: Any) -> int:
        """Carry out what the teacher or a child wants."""
        return await self.app.school.command(self.room, line.seat, command)


class Outbox:
    """A visitor's socket with its queue of outgoing messages."""

    def __init__(self, websocket: WebSocket, most: int, counted: str) -> None:
        self.websocket, self.counted = websocket, counted  # for which address or class
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.slow, self.why = asyncio.Event(), "busy"
        self.seat, self.number = WATCHER, -1

    def send(self, message: bytes) -> None:
        """Send without waiting."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.slow.set()

    def end(self, why: str) -> None:
        """Hang up."""
        self.why = why
        self.slow.set()

    async def deliver(self) -> None:
        """Send queued messages forever."""
        while True:
            message = await self.waiting.get()
            await self.websocket.send_text(message.decode())


async def serve_socket(app: "App", websocket: WebSocket, opens: Callable[[], Place]) -> None:
    """Serve a socket from hello to the end."""
    where = address(websocket.scope)
    if app.sockets[where] >= app.limits.sockets_of_address or app.behind[where] >= app.limits.sockets_of_school:
        await _close(websocket, "limit")
        return
    line = Outbox(websocket, app.limits.waiting, where)
    app.sockets[where] += 1
    app.behind[where] += 1
    app.meters.sockets.inc()
    try:
        await websocket.accept()
        await _visit(app, line, opens)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone
    finally:
        app.meters.sockets.dec()
        app.uncount(line)
        app.behind[where] -= 1
        if not app.behind[where]:
            del app.behind[where]


async def _visit(app: "App", line: Outbox, opens: Callable[[], Place]) -> None:
    websocket = line.websocket
    try:
        place = opens()
        hello = await _greeting(app, line, place)
        await place.enter(line, hello)
    except TimeoutError:
        await _close(websocket, "no_hello")
        return
    except Refusal as refusal:
        await _close(websocket, refusal.kind.close)
        return
    works = (line.deliver(), _listen(app, place, line), line.slow.wait())
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        place.exit(line)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if line.slow.is_set():
        app.meters.cut.inc(line.why == "busy")
        await _close(websocket, line.why)


async def _close(websocket: WebSocket, why: str) -> None:
    await websocket.close(CLOSE[why].code)


async def _greeting(app: "App", line: Outbox, place: Place) -> messages.Hello:
    first = _command(await asyncio.wait_for(line.websocket.receive(), GREETING), app.limits.frame, place.decode)
    if not isinstance(first, messages.Hello):
        raise Refusal("bad_message")
    if first.protocol not in ("", fingerprint()):
        raise Refusal("version")
    return first


def _command(frame: Any, most: int, decode: Callable[[str], Any] = messages.decode_command) -> Any:
    """Decode a frame as a command."""
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000))
    text = frame.get("text")
    if text is None or len(text) > most:
        raise Refusal("bad_message")
    try:
        return decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", text=str(error)[:200]) from error


async def _listen(app: "App", place: Place, line: Outbox) -> None:
    """Carry out incoming commands in order."""
    strikes = 0
    while strikes < STRIKES:
        frame = await line.websocket.receive()
        command: Any = None
        refused = ""
        try:
            command = _command(frame, app.limits.frame, place.decode)
            if isinstance(command, messages.Hello):
                raise Refusal("not_now")
            await _obey(app, place, line, command)
        except Refusal as refusal:
            refused = refusal.error
            strikes += refused == "bad_message"
            app.meters.refused.labels(refused).inc()
            line.send(_refused(command, refusal))
        await asyncio.sleep(CALM if refused == "limit" else 0)  # send queued messages before reading more
    line.waiting = asyncio.Queue()  # nobody is listening any more
    await _close(line.websocket, "bad_hello")


def _refused(command: Any, refusal: Refusal) -> bytes:
    name = getattr(command, "id", None)
    told = (refusal.error, refusal.clause, refusal.step, refusal.text)
    return messages.encode(messages.Refused(name, *told))


async def _obey(app: "App", place: Place, line: Outbox, command: Any) -> None:
    who = f"watcher {id(line)}" if line.seat == WATCHER else str(line.seat)
    if not app.commands.allows(f"{place.name}/{who}"):
        raise Refusal("limit")
    number = await place.obey(line, command)
    line.send(messages.encode(messages.Done(command.id, number)))
