"""A small client for the server, used by tests and bots.

    client = Client("http://localhost:8642")
    seated = await client.make("koomi", "Ada", [None, "medium"])
    async with client.sit(seated) as seat:
        while await seat.my_turn():
            await seat.play(seat.scene.allowed[0])

It reconnects automatically and resends unanswered commands under the same id, so that each takes effect once.
"""

import asyncio
import contextlib
import http.client
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import msgspec
import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from .bots import player
from .core import dice
from .core.errors import BadSetup, BrelanError
from .core.game import Game, game
from .core.hint import Hint, advise
from .core.position import seen
from .device import Device
from .server import messages
from .server.wire import FINAL, SOCKET, path

Kind = TypeVar("Kind")
PATIENCE = 30.0  # seconds to keep trying
WEEK = 7 * 86_400.0  # seconds a bot waits for its turn
TRIES = 3  # how often to retry after a lost answer
LINK = re.compile(r"(https?://[^/?#\s]+)/t/([\w-]+)#([ik])=([\w-]+)", re.ASCII)
FIRST_PAUSE = 0.05  # seconds before the first reconnection attempt; then longer and longer
decode_answer = msgspec.json.Decoder(messages.Answer).decode


class RefusedByServer(BrelanError):
    """The server refused a request: `error` is one of wire.ERRORS, `clause` the clause that was broken, if any."""

    def __init__(self, error: str, clause: str = "", text: str = "") -> None:
        super().__init__(f"{error} {clause} {text}".strip())
        self.error, self.clause, self.text = error, clause, text


class Client:
    """A server, given by its address. Requests raise RefusedByServer if the server refuses, OSError if it is away."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    async def ask(self, path: str, kind: type[Kind], body: Any = None, key: str | None = None) -> Kind:
        """Send a request and return the answer as a message."""
        return self._understood(await asyncio.to_thread(self._ask, path, body, key), kind)

    def _ask(self, path: str, body: Any, key: str | None) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {key}"} if key else {})}
        try:
            request = urllib.request.Request(self.address + path, data, headers)
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            failure = self._understood(error.read(), messages.Failure)
            raise RefusedByServer(failure.error, failure.clause, failure.text) from error
        except (http.client.InvalidURL, ValueError) as error:
            raise BadSetup(f"{self.address} is not a valid address: {error}") from error

    def _understood(self, answer: bytes, kind: type[Kind]) -> Kind:
        """Decode an answer; the server may not be Brelan at all."""
        try:
            return msgspec.json.decode(answer, type=kind)
        except msgspec.DecodeError as error:
            raise BadSetup(f"{self.address} is not a Brelan server of this version: {error}") from error

    async def games(self) -> list[messages.GameFacts]:
        """Return the server's games."""
        return await self.ask(path("games"), list[messages.GameFacts])

    async def make(
        self, game: str, name: str, people: list[str | None], take_back: bool = True, **options: Any
    ) -> messages.Seated:
        """Create a table and sit at seat 0; `people` has a bot's level for each seat, or None for a person."""
        wanted = messages.MakeTable(game, name, people, options, take_back)
        return await self.ask(path("make"), messages.Seated, wanted)

    async def join(self, table: str, invitation: str, name: str, seat: int | None = None) -> messages.Seated:
        """Sit down at somebody's table; if the answer is lost, retrying leads to the same seat."""
        wanted = messages.TakeSeat(invitation, name, seat, secrets.token_urlsafe(24))
        for _ in range(TRIES):
            with contextlib.suppress(OSError, http.client.HTTPException):  # lost on the way there, or on the way back
                return await self.ask(path("sit", table=table), messages.Seated, wanted)
            await asyncio.sleep(FIRST_PAUSE)
        return await self.ask(path("sit", table=table), messages.Seated, wanted)

    async def look(self, table: str, key: str | None = None) -> messages.Scene:
        """Return the current state of a table."""
        return await self.ask(path("look", table=table), messages.Scene, key=key)

    async def sight(self, seated: messages.Seated) -> messages.Sight:
        """Return what your seat may know."""
        return await self.ask(path("sight", table=seated.table), messages.Sight, key=seated.key)

    async def hint(self, seated: messages.Seated, level: str = "champion") -> Hint:
        """Return what a bot of a level would do at your seat on its turn, and why; computed locally."""
        found, sight = game((await self.look(seated.table)).game), await self.sight(seated)
        if not sight.allowed:
            raise RefusedByServer("not_yours", "T1")
        throws = dice.new(secrets.randbits(64))
        position = seen(found, record_of(found, sight), seated.seat, throws)
        return await asyncio.to_thread(advise, position, player(found, level), throws)

    @contextlib.asynccontextmanager
    async def sit(self, seated: messages.Seated) -> AsyncIterator["Seat"]:
        """Open a socket to your seat at a table, for use in `async with`."""
        async with self._line(seated.table, seated.key) as seat:
            yield seat

    @contextlib.asynccontextmanager
    async def watch(self, table: str) -> AsyncIterator["Seat"]:
        """Open a socket to a table as a watcher, for use in `async with`."""
        async with self._line(table, None) as seat:
            yield seat

    @contextlib.asynccontextmanager
    async def _line(self, table: str, key: str | None) -> AsyncIterator["Seat"]:
        seat = Seat(f"ws{self.address[4:]}{SOCKET.format(table=table)}", key)
        listening = asyncio.create_task(seat.listen())
        try:
            await seat.until(lambda: seat.number >= 0)
            yield seat
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


def record_of(found: Game, sight: messages.Sight) -> Any:
    """Return the view in a sight as a record of its game."""
    return np.frombuffer(sight.record, found.rules.State.dtype).copy()


def link_of(text: str) -> tuple[str, str, str, str]:
    """Split a link into the server's address, the table, and the letter and value of an invitation (`i`) or key."""
    found = LINK.fullmatch(text.strip())
    if found is None:
        raise BadSetup("a link looks like http://localhost:8642/t/TABLE#i=INVITATION, or ends in #k=KEY")
    address, table, kind, secret = found.groups()
    return address, table, kind, secret


async def let_play(link: str, bot: Any, name: str, limit: float = 5.0) -> messages.End:
    """Let a bot take a seat by link and play a game to the end, knowing only its seat's view.

    `bot(game)` makes the bot; if a choice takes longer than `limit` seconds, it gives up its seat.
    """
    address, table, kind, secret = link_of(link)
    client = Client(address)
    scene = await client.look(table, secret if kind == "k" else None)
    found = game(scene.game)
    player, throws = bot(found), dice.new(secrets.randbits(64))  # first: a bot that cannot be made takes no seat
    seated = messages.Seated(table, scene.seat, secret, "") if kind == "k" else await client.join(table, secret, name)
    async with client.sit(seated) as seat:
        while True:
            await seat.until(lambda: seat.scene.at == seat.scene.seat or seat.scene.end is not None, WEEK)
            if seat.scene.end is not None:
                return seat.scene.end
            sight = await client.sight(seated)
            views = record_of(found, sight)
            allowed = np.array(sight.allowed, np.int16)
            try:
                action = await asyncio.wait_for(
                    asyncio.to_thread(player.choose, views, seated.seat, allowed, throws), limit
                )
            except TimeoutError:
                await seat.say(messages.Leave(new_id()))
                raise BadSetup(f"the bot took more than {limit} seconds and gave up its seat") from None
            except BadSetup:  # it failed
                await seat.say(messages.Leave(new_id()))
                raise
            await seat.play(found.rules.ACTIONS.texts[action])


class Seat:
    """A connection to a table: `scene` is its current state, `entries` what happened since you connected."""

    def __init__(self, address: str, key: str | None) -> None:
        self.address, self.key = address, key
        self.number = -1
        self.entries: list[messages.Entry] = []
        self.heard: list[bytes] = []  # every frame, if `record` is set
        self.record = False
        self.connections = 0
        self.device = Device()
        self._told = ""  # the device's last message on this connection
        self.closed: int | None = None
        self._scene: messages.Scene | None = None
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._unanswered: dict[str, bytes] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()

    @property
    def scene(self) -> messages.Scene:
        """The table as last received."""
        if self._scene is None:
            raise RefusedByServer("not_now")
        return self._scene

    async def listen(self) -> None:
        """Keep the connection open until the server closes it for good."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with connect(self.address, compression=None, open_timeout=10) as socket:
                    await self._hear(socket)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as error:
                code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0
                if code in FINAL:
                    await self._close(code)
                    return
            came = self._socket is not None
            self._socket = None
            pause = FIRST_PAUSE if came else min(1.0, pause * 1.5)
            await asyncio.sleep(pause)

    async def _hear(self, socket: ClientConnection) -> None:
        await socket.send(msgspec.json.encode(messages.Hello(self.key, self.number)).decode())
        self._socket, self._told = socket, ""
        first = True
        async for frame in socket:
            raw = frame if isinstance(frame, bytes) else frame.encode()
            if self.record:
                self.heard.append(raw)
            if first:
                first = False
                self.connections += 1
                for command in list(self._unanswered.values()):
                    await socket.send(command.decode())
            await self._take(decode_answer(raw))
        code = socket.close_code or 0
        if code in FINAL:
            await self._close(code)
            raise asyncio.CancelledError

    async def _close(self, code: int) -> None:
        self.closed = code
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(RefusedByServer("unknown"))
        async with self._news:
            self._news.notify_all()

    async def _take(self, answer: Any) -> None:
        match answer:
            case messages.Update(number=number, entries=entries, scene=scene):
                self.entries += [entry for entry in entries if entry.number > self.number]
                self.number, self._scene = number, scene
                await self._shuffle(scene)
            case messages.Done(id=name) | messages.Refused(id=name) if name:
                self._unanswered.pop(name, None)
                waiting = self._answers.pop(name, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        async with self._news:
            self._news.notify_all()

    async def _shuffle(self, scene: messages.Scene) -> None:
        """Contribute to the coming shuffle, without waiting for an answer: the next scene shows it."""
        command = self.device.step(scene)
        told = getattr(command, "number", getattr(command, "commitment", self._told))
        if command is not None and self._socket is not None and told != self._told:
            self._told = told
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(msgspec.json.encode(command).decode())

    async def until(self, fact: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until a condition holds."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: fact() or self.closed is not None), patience)
        if self.closed is not None and not fact():
            raise RefusedByServer("unknown", text=f"closed with {self.closed}")

    async def my_turn(self, patience: float = PATIENCE) -> bool:
        """Wait for your turn; return False if the game ends first."""
        await self.until(lambda: self.scene.at == self.scene.seat or self.scene.end is not None, patience)
        return self.scene.end is None

    async def say(self, command: Any, patience: float = PATIENCE) -> Any:
        """Send a command and wait for its answer, reconnecting if necessary."""
        raw = msgspec.json.encode(command)
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[command.id], self._unanswered[command.id] = waiting, raw
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(raw.decode())
        answer = await asyncio.wait_for(waiting, patience)
        if isinstance(answer, messages.Refused):
            raise RefusedByServer(answer.error, answer.clause, answer.text)
        return answer

    async def play(self, move: Any) -> int:
        """Play a move and return the number of its entry; raise RefusedByServer if it is not allowed."""
        done: messages.Done = await self.say(messages.Play(new_id(), self.scene.turn, move))
        await self.until(lambda: self.number >= done.number)
        return done.number


def new_id() -> str:
    """Return a new id for a command."""
    return secrets.token_urlsafe(12)
