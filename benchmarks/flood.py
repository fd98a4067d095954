"""People who flood a server from a few addresses, and those who go on playing meanwhile: `make floods`.

    python benchmarks/flood.py --seconds 30 --write benchmarks/SERVER.md

Attackers make tables, open sockets and say nothing or never read, talk, ask what their seat may know, take back, let
champions play, take lessons and hang up, send bodies that are deep or never end, and look at a table full of
take-backs, all at once and as fast as the server lets them, each kind from an address of its own of this machine. The
tables of everybody else are played at a fixed pace; their moves are timed from command to view.
"""

import argparse
import asyncio
import contextlib
import functools
import gc
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from faults import GAMES, where  # type: ignore[import-not-found]  # noqa: E402
from load import SEATS, Line, Table, spread  # type: ignore[import-not-found]  # noqa: E402
from server.running import Crafted, Server, craft, fresh, hear, hello, say, tell  # noqa: E402

from brelan.core.table import Table as PlayTable  # noqa: E402
from brelan.server import log, messages  # noqa: E402
from brelan.server.limits import Limits  # noqa: E402
from brelan.server.messages import Play, TakeBack  # noqa: E402

DEEP = 4_000  # brackets in brackets
EASY = 0.001  # seconds an attacker rests: this machine has to run both sides
SPARE = 30  # tables at which attackers play
FORGONE = (OSError, WebSocketException, asyncio.IncompleteReadError, TimeoutError, IndexError)


class Attack:
    """One kind of flood, from one address."""

    def __init__(self, server: Server, place: str, spare: dict[str, list[Crafted]], done: Counter[str]) -> None:
        self.server, self.place, self.spare, self.done = server, place, spare, done
        self.made = spare["full"][0]

    async def request(self, method: str, path: str, body: Any = None, wait: bool = True, key: str = "") -> bytes:
        """A request; with its answer, or without waiting for it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(self.place, 0))
        raw = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(raw)}\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {key}\r\n\r\n" if key else "\r\n"
        writer.write(head.encode() + raw)
        try:
            await writer.drain()
            return await reader.readline() if wait else b""
        finally:
            writer.close()

    def wire(self, table: str) -> Any:
        """A socket to a table."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket"
        return connect(address, compression=None, local_addr=(self.place, 0), max_queue=None, close_timeout=0.1)

    async def tables(self) -> None:
        """Make a table."""
        await self.request("POST", "/api/tables", {"game": "thegame", "name": "x", "people": [None, "easy"]})

    async def sockets(self) -> None:
        """Open sockets, and say nothing over them."""
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(30):
                await stack.enter_async_context(self.wire(self.made.table))
                self.done["sockets"] += 1
            await asyncio.sleep(0.2)

    async def idle(self) -> None:
        """Open connections, and say nothing at all."""
        lines = []
        for _ in range(200):
            lines.append(await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(self.place, 0)))
        await asyncio.sleep(0.5)
        for _, writer in lines:
            writer.close()

    async def chat(self) -> None:
        """Talk without end."""
        await self._over_socket(lambda: messages.Say(fresh(), "again and again " * 8))

    async def sights(self) -> None:
        """Ask without end for what one's seat may know."""
        await self.request("GET", f"/api/tables/{self.made.table}/sight", key=self.made.keys[0])

    async def take_backs(self) -> None:
        """Play and take back, for as long as it may be done."""
        made = self.spare["take_backs"].pop()
        async with self.wire(made.table) as wire:
            turn, laid = (await hello(wire, made.keys[0])).scene.turn, False
            while True:
                done = await self._tell(wire, TakeBack(fresh()) if laid else Play(fresh(), turn, "lay 15 0"))
                if isinstance(done, messages.Done):
                    turn, laid = turn + 1, not laid
                elif done.error != "limit":
                    return

    async def _tell(self, wire: Any, command: Any) -> Any:
        self.done["commands"] += 1
        return await tell(wire, command)

    async def champions(self) -> None:
        """Let champions play, and never make them wait."""
        made = self.spare["champions"].pop()
        async with self.wire(made.table) as wire:
            update = await hello(wire, made.keys[0])
            while update.scene.end is None:
                if update.scene.allowed:
                    self.done["commands"] += 1
                    await say(wire, Play(fresh(), update.scene.turn, update.scene.allowed[0]))
                update = await hear(wire, messages.Update)

    async def _over_socket(self, command: Callable[[], Any]) -> None:
        async with self.wire(self.made.table) as wire:
            await say(wire, messages.Hello(self.made.keys[0]))
            for _ in range(200):
                await say(wire, command())
                self.done["commands"] += 1
                await asyncio.sleep(EASY)

    async def lessons(self) -> None:
        """Try something in a lesson, and hang up."""
        await self.request("POST", "/api/lessons/koomi/try", {"at": {"step": 0}}, wait=False)

    async def looks(self) -> None:
        """Look at a table full of take-backs, as its log has it."""
        await self.request("GET", f"/api/tables/{self.made.table}")

    async def deep(self) -> None:
        """Ask something that is deeper than anything can be."""
        raw = b'{"at":' + b"[" * DEEP + b"]" * DEEP + b"}"
        await self.request("POST", "/api/lessons/koomi/try", msgspec.Raw(raw))

    async def bodies(self) -> None:
        """Begin to say something, and never end."""
        lines = []
        for _ in range(50):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(self.place, 0))
            writer.write(b"POST /api/mine HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{")
            lines.append((reader, writer))
        await asyncio.sleep(0.5)
        for _, writer in lines:
            writer.close()

    async def deaf(self) -> None:
        """Look at the table at which there is talk, and never read."""
        async with self.wire(self.made.table) as wire:
            await say(wire, messages.Hello(None))
            wire.transport.pause_reading()
            await asyncio.sleep(2)

    async def reviews(self) -> None:
        """Look back at long games, each time at another one or through other eyes."""
        over, seat = random.choice(self.spare["over"]), random.choice(("open", *range(SEATS)))
        await self.request("GET", f"/api/tables/{over.table}/review/0/{seat}")

    async def imports(self) -> None:
        """Bring in a moment of a game that is none, deep and long."""
        past = {"table": self.made.table, "game": 1 << 20, "moves": 1 << 20, "seat": 15}
        body = {"game": "thegame", "name": "x", "people": [None] * 5, "past": past, "options": {"a": [[[[[[1]]]]]]}}
        await self.request("POST", "/api/tables", body)


KINDS = (
    "tables", "sockets", "idle", "deaf", "chat", "sights", "take_backs", "champions", "lessons", "looks", "imports",
    "deep", "bodies", "reviews",
)  # fmt: skip


async def again(kind: str, act: Callable[[], Awaitable[None]], done: Counter[str], end: float) -> None:
    """Do it again and again; what the server refuses is part of it."""
    while time.monotonic() < end:
        done[kind] += 1
        with contextlib.suppress(*FORGONE):
            await asyncio.wait_for(act(), 10)
        await asyncio.sleep(EASY)


async def play_on(tables: list[Table], rate: float, seconds: float) -> int:
    """Move at a fixed pace; return how many moves were never answered."""
    throws, begun, sent = random.Random(1), time.monotonic(), 0
    while (now := time.monotonic()) < begun + seconds:
        due = begun + sent / rate
        if due <= now:
            order = throws.sample(tables, len(tables))
            if next((True for table in order if table.move(due, throws)), False):
                sent += 1
                continue
        await asyncio.sleep(max(0.002, due - time.monotonic()))
    for _ in range(100):
        if not any(table.due for table in tables):
            break
        await asyncio.sleep(0.1)
    return sum(table.due > 0 for table in tables)


def over(server: Server, seed: int) -> Crafted:
    """A long game that is over."""
    table, moves = PlayTable("joomo", SEATS, seed=seed), list[log.AnyEntry]()
    while not table.over:
        moves.append(log.Moved(table.seat, table.allowed()[0]))
        table.play(table.allowed()[0])
    return craft(server, "joomo", [None] * SEATS, seed, moves)


async def flooded(server: Server, count: int, rate: float, seconds: float) -> tuple[list[Any], int, Counter[str]]:
    """All attacks at once while some tables are played: their times, moves that were lost, and what was attacked."""
    loop, done = asyncio.get_running_loop(), Counter[str]()
    again_and_again: list[log.AnyEntry] = [log.Moved(0, "lay 15 0"), log.TookBack(0)]
    spare = {
        "full": [craft(server, "thegame", [None, None], 7, again_and_again * 1430, starter=0)],
        "take_backs": [craft(server, "thegame", [None, None], 7, starter=0) for _ in range(SPARE)],
        "over": [over(server, seed) for seed in range(8)],
        "champions": [craft(server, "jokrummy", [None, *["champion"] * 3], seed) for seed in range(SPARE)],
    }
    tables = [Table(craft(server, GAMES[n % len(GAMES)], [None] * SEATS, n)) for n in range(count)]
    for table in tables:
        for seat in range(SEATS):
            ready = loop.create_future()
            _, line = await loop.create_connection(
                functools.partial(Line, table, seat, server.port, ready), "127.0.0.1", server.port
            )
            await ready
            table.lines.append(line)
    gc.disable()
    end = time.monotonic() + seconds
    attacks = [
        asyncio.create_task(again(kind, getattr(Attack(server, f"127.0.0.{place}", spare, done), kind), done, end))
        for place, kind in enumerate(KINDS, 2)
    ]
    lost = await play_on(tables, rate, seconds)
    await asyncio.gather(*attacks)
    gc.enable()
    for table in tables:
        for line in table.lines:
            line.transport.close()
    return [pair for table in tables for pair in table.times], lost, done


def main() -> int:
    """Run, print, record."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tables", type=int, default=28)
    arguments.add_argument("--rate", type=float, default=28)
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--write", metavar="FILE")
    given = arguments.parse_args()
    place = where()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), limits=Limits()).start()
        try:
            times, lost, done = asyncio.run(flooded(server, given.tables, given.rate, given.seconds))
            traces = server.traces()
        finally:
            server.close()
    own, last = sorted(pair[0] for pair in times), sorted(pair[1] for pair in times)
    told = ", ".join(f"{count} x {kind}" for kind, count in sorted(done.items()))
    text = (
        f"{given.tables} tables of {SEATS} seats, {given.rate:.0f} moves/s for {given.seconds:.0f} s: "
        f"{len(times)} moves, {lost} unanswered; at the mover {spread(own)}; at all seats {spread(last)}. "
        f"Floods: {told}; {len(traces)} errors in the server's log"
    )
    print(text, *traces[:3], sep="\n")
    if given.write:
        with Path(given.write).open("a", encoding="utf-8") as page:
            page.write(f"\n### Floods, {place}\n\n{text}.\n")
    return int(bool(lost or traces))


if __name__ == "__main__":
    sys.exit(main())
