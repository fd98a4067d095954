"""One socket: a hello, then commands in and updates out. A client that reads too slowly is disconnected."""

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import messages
from .doorkeeper import address
from .live import WATCHER, Live
from .protocol import fingerprint
from .refusal import Refusal
from .wire import CLOSE

if TYPE_CHECKING:
    from .app import App

GREETING = 20.0  # seconds to say hello
CALM = 0.05  # seconds to pause reading from a client that sends too much
STRIKES = 20  # bad messages before the socket is closed


class Outbox:
    """A visitor's socket with its queue of outgoing messages."""

    def __init__(self, websocket: WebSocket, most: int) -> None:
        self.websocket = websocket
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.slow = asyncio.Event()
        self.seat, self.number = WATCHER, -1

    def send(self, message: bytes) -> None:
        """Send without waiting."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.slow.set()

    async def deliver(self) -> None:
        """Send queued messages forever."""
        while True:
            message = await self.waiting.get()
            await self.websocket.send_text(message.decode())


async def serve_socket(app: "App", websocket: WebSocket) -> None:
    """Serve a socket from hello to the end."""
    where = address(websocket.scope)
    if app.sockets[where] >= app.limits.sockets_of_address:
        await _close(websocket, "limit")
        return
    app.sockets[where] += 1
    app.meters.sockets.inc()
    try:
        await websocket.accept()
        await _visit(app, websocket)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone
    finally:
        app.meters.sockets.dec()
        app.sockets[where] -= 1
        if not app.sockets[where]:
            del app.sockets[where]


async def _visit(app: "App", websocket: WebSocket) -> None:
    line = Outbox(websocket, app.limits.waiting)
    try:
        live = app.hub.live(websocket.path_params["table"])
        hello = await _greeting(app, websocket)
        await app.hub.enter(live, line, hello.key, hello.number)
    except TimeoutError:
        await _close(websocket, "no_hello")
        return
    except Refusal as refusal:
        await _close(websocket, refusal.kind.close)
        return
    works = (line.deliver(), _listen(app, live, line), line.slow.wait())
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        app.hub.exit(live, line)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if line.slow.is_set():
        app.meters.cut.inc()
        await _close(websocket, "busy")


async def _close(websocket: WebSocket, why: str) -> None:
    await websocket.close(CLOSE[why].code)


async def _greeting(app: "App", websocket: WebSocket) -> messages.Hello:
    first = _command(await asyncio.wait_for(websocket.receive(), GREETING), app.limits.frame)
    if not isinstance(first, messages.Hello):
        raise Refusal("bad_message")
    if first.protocol not in ("", fingerprint()):
        raise Refusal("version")
    return first


def _command(frame: Any, most: int) -> Any:
    """Decode a frame as a command."""
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000))
    text = frame.get("text")
    if text is None or len(text) > most:
        raise Refusal("bad_message")
    try:
        return messages.decode_command(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", text=str(error)[:200]) from error


async def _listen(app: "App", live: Live, line: Outbox) -> None:
    """Carry out incoming commands in order."""
    strikes = 0
    while strikes < STRIKES:
        frame = await line.websocket.receive()
        command: Any = None
        refused = ""
        try:
            command = _command(frame, app.limits.frame)
            if isinstance(command, messages.Hello):
                raise Refusal("not_now")
            await _obey(app, live, line, command)
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


async def _obey(app: "App", live: Live, line: Outbox, command: Any) -> None:
    who = f"watcher {id(line)}" if line.seat == WATCHER else str(line.seat)
    if not app.commands.allows(f"{live.id}/{who}"):
        raise Refusal("limit")
    if line.seat == WATCHER:
        raise Refusal("not_yours")
    number = await app.hub.command(live, line.seat, command)
    line.send(messages.encode(messages.Done(command.id, number)))
