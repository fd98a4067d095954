"""A real server in a separate process: started, killed, restarted; and tables written directly to its log."""

import asyncio
import contextlib
import functools
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from brelan.client import Client, decode_answer
from brelan.core.game import game
from brelan.server import log, messages
from brelan.server.app import SWEEP
from brelan.server.driving import LATE, SLOW
from brelan.server.limits import Limits
from brelan.server.school.register import REST
from brelan.server.socket import GREETING
from brelan.server.store import APPEND, Row, Store, address_of

START = 240.0  # seconds: on a machine that never compiled the rules
PROGRAM = """
import json, sys
from brelan.core import dice
from brelan.server import app, driving, run, socket
from brelan.server.alerts import alerts, sending
from brelan.server.school import register
from brelan.server.doorkeeper import Settings
from brelan.server.limits import Limits
given = json.loads(sys.argv[1])
driving.SLOW, driving.LATE, driving.GRACE = given["slow"], given["late"], given["grace"]
socket.GREETING = given["greeting"]
register.REST, app.SWEEP = given["rest"], given["sweep"]
alerts.AFTER, sending.PAUSE = given["after"], 0.05
new = dice.new
def loaded(seed, tape=()):
    like, words = given["dice"].get(str(seed), (seed, tape))
    return new(like, words)
dice.new = loaded
limits = {name: tuple(value) if isinstance(value, list) else value for name, value in given["limits"].items()}
settings = Settings(given["database"], pace=given["pace"], bus=given["bus"], limits=Limits(**limits),
                    near=given["near"])
run.serve(settings, run.listening(given["port"], False), quiet=False)
"""


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server that keeps its port and its file over as many lives as a test wants.

    `dice` loads dice: a seed, and the seed and the first words that are thrown instead. A deal waits `slow` seconds for
    devices to commit to a number, `late` seconds for the number itself; a socket waits `greeting` seconds for a hello.
    Who is voted out has `grace` seconds to come back. A class lasts `rest` seconds without its teacher, which is looked
    for every `sweep` seconds. Alerts may go to this machine if that is `near`.
    """

    def __init__(
        self, folder: Path, pace: float = 0.0, limits: Limits | None = None, dice: dict[int, Any] | None = None,
        slow: float = SLOW, late: float = LATE, greeting: float = GREETING,
        environment: dict[str, str] | None = None, grace: float = 0.3, rest: float = REST, sweep: float = SWEEP,
        near: bool = False,
    ) -> None:  # fmt: skip
        self.environment = {**os.environ, **(environment or {})}
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = address_of(folder / "tables.db")
        plain = msgspec.to_builtins(limits or Limits.wide())
        self.given = {
            "database": self.database, "pace": pace, "bus": None, "port": self.port, "limits": plain,
            "dice": dice or {}, "slow": slow, "late": late, "greeting": greeting, "grace": grace,
            "rest": rest, "sweep": sweep, "after": 0.3, "near": near,
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as stream:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, json.dumps(self.given)],
                stdout=stream, stderr=stream, start_new_session=True, env=self.environment,
            )  # fmt: skip
        deadline = time.monotonic() + START
        while not self.answers():
            assert self.process.poll() is None, self.errors()
            assert time.monotonic() < deadline, "the server does not come up"
            time.sleep(0.02)
        return self

    def answers(self) -> bool:
        """Whether it is there and well."""
        try:
            return self.get("/healthz")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; return its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def errors(self) -> str:
        """All it wrote to its error stream."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def traces(self) -> list[str]:
        """Lines of its log that tell of something that must not happen."""
        bad = ("Traceback", '"level": "error"', '"level": "critical"', '"trace"')
        return [line for line in self.errors().splitlines() if any(word in line for word in bad)]

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """One request: status, headers, body."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START)
        try:
            data = body if body is None or isinstance(body, bytes) else msgspec.json.encode(body)
            line.request(method, path, data, headers or {})
            answer = line.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def get(self, path: str, key: str | None = None) -> tuple[int, bytes]:
        """A page, with the key of a seat if there is one."""
        status, _, body = self.request("GET", path, headers={} if key is None else {"authorization": f"Bearer {key}"})
        return status, body

    def client(self) -> Client:
        """A client of it."""
        return Client(self.address)

    @contextlib.asynccontextmanager
    async def wire(self, table: str, **more: Any) -> AsyncIterator[ClientConnection]:
        """A bare socket to a table."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        more = {"max_queue": None, **more}  # what a test leaves unread does not stop it from saying goodbye
        async with connect(address, compression=None, open_timeout=30, **more) as socket:
            yield socket

    def rows(self, table: str) -> list[Row]:
        """The log of a table."""
        store = Store(self.database)
        try:
            return store.rows(table)
        finally:
            store.close()

    def entries(self, table: str) -> list[log.AnyEntry]:
        """What the log says of a table."""
        return [log.decode(row.body) for row in self.rows(table)]


class Crafted(NamedTuple):
    """A table written into the log, and the key of each seat that belongs to a person."""

    table: str
    keys: list[str]
    invitation: str

    def seated(self, seat: int) -> messages.Seated:
        """The way to a seat."""
        return messages.Seated(self.table, seat, self.keys[seat], self.invitation)


def craft(
    server: Server, name: str, people: Sequence[str | None], seed: int = 1, moves: Sequence[log.AnyEntry] = (),
    table: str = "", take_back: bool = True, keys: Sequence[str] = (), **options: Any,
) -> Crafted:  # fmt: skip
    """Write a table into a server's log: a None sits a person down, a level a bot; then the deal, and the moves."""
    found = game(name)
    texts = {key: found.options[key].text(found.options[key].check(value)) for key, value in options.items()}
    made = Crafted(table or log.new_id(), [*keys] or [log.new_key() for _ in people], log.new_key())
    sat = [log.Sat(s, f"P{s}", log.hashed(made.keys[s])) for s, level in enumerate(people) if level is None]
    first = log.Made(name, found.version, list(people), texts, take_back, log.hashed(made.invitation))
    entries = [first, *sat, log.Dealt(seed), *moves]
    append(server, made.table, entries)
    return made


def append(server: Server, table: str, entries: Sequence[log.AnyEntry], first: int = 0) -> None:
    """Write entries into a server's log, behind its back: it must not have the table in memory."""
    store = Store(server.database)
    rows = [(table, number, None, 1.0, log.encode(entry)) for number, entry in enumerate(entries, first)]
    with store.database.write() as sql:
        sql.executemany(APPEND, rows)
    store.close()


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that waits for things, and not for ever."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*given, **named), 90))

    return run


async def hello(socket: ClientConnection, key: str | None = None, number: int = -1) -> messages.Update:
    """Say hello and hear the first update."""
    await say(socket, messages.Hello(key, number))
    update = await hear(socket)
    assert isinstance(update, messages.Update)
    return update


async def say(socket: ClientConnection, message: Any) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message).decode())


async def hear(socket: ClientConnection, kind: Any = None) -> Any:
    """The next message, or the next of a kind."""
    while True:
        answer = decode_answer(await asyncio.wait_for(socket.recv(), 30))
        if kind is None or isinstance(answer, kind):
            return answer


async def tell(socket: ClientConnection, command: Any) -> Any:
    """Send a command and return its answer, Done or Refused."""
    await say(socket, command)
    while True:
        answer = await hear(socket, messages.Done | messages.Refused)
        if answer.id == command.id:
            return answer


def fresh() -> str:
    """A new id for a command."""
    return secrets.token_urlsafe(9)


def members(session: int) -> list[int]:
    """The processes of a session that run."""
    shown = subprocess.run(["ps", "-eo", "pid=,sess=,stat="], capture_output=True, text=True, check=True).stdout
    lines = [line.split() for line in shown.splitlines()]
    return [int(pid) for pid, of, state in lines if int(of) == session and not state.startswith("Z")]
