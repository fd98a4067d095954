"""A thousand tables of four seats, all played at once: how long from a command to the view it leads to.

    python benchmarks/load.py --tables 1000 --rate 500 --write benchmarks/SERVER.md

Moves are offered at a fixed rate by two processes with bare sockets, whether or not earlier ones have been answered; a
move's time begins when it was due. It is durable before anybody sees it. Times are from there to the update at the one
who moved, and at the last of the four seats. With `--processes 2` two servers share one PostgreSQL and one Redis, and
the seats of every table are spread over both.
"""

import argparse
import asyncio
import base64
import contextlib
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import uvloop

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from faults import GAMES, where  # noqa: E402
from server.running import Crafted, Server, craft  # noqa: E402

SEATS = 4
WARM = 5.0  # seconds before anything counts


class Scene(msgspec.Struct):
    """What a generator needs to know of a table."""

    at: int
    turn: int
    allowed: list[str]
    may_go_on: bool
    end: Any


class Update(msgspec.Struct, tag="update", tag_field="kind"):
    """The same of an update."""

    number: int
    scene: Scene


decode = msgspec.json.Decoder(Update).decode


class Table:
    """A table being played by one generator."""

    def __init__(self, made: Crafted) -> None:
        self.made = made
        self.lines: list[Line] = []
        self.number = -1
        self.due = 0.0  # when the move in flight was due; 0 where there is none
        self.mover = 0
        self.waiting = 0  # seats that have not seen it
        self.times: list[tuple[float, float]] = []
        self.own = 0.0

    def move(self, due: float, throws: random.Random) -> bool:
        """Let the seat at turn do something; False if nothing can be done now."""
        if self.due or len(self.lines) < SEATS or any(line.scene is None for line in self.lines):
            return False
        at = max(self.lines[0].scene.at, 0)  # type: ignore[union-attr]
        scene = self.lines[at].scene
        assert scene is not None
        name = f"m{self.number}"
        if scene.end is not None:
            return False
        if scene.allowed:
            said = throws.choice(scene.allowed)
            command: Any = {"kind": "play", "id": name, "turn": scene.turn, "move": said}
        elif scene.may_go_on:
            command = {"kind": "go_on", "id": name, "turn": scene.turn}
        else:
            return False
        self.due, self.mover, self.waiting = due, at, SEATS
        self.lines[at].send(msgspec.json.encode(command))
        return True

    def heard(self, seat: int, update: Update) -> None:
        """A seat was sent an update."""
        if update.number > self.number:
            self.number = update.number
        if not self.due:
            return
        took = time.monotonic() - self.due
        self.waiting -= 1
        if seat == self.mover:
            self.own = took
        if self.waiting == 0:
            self.times.append((self.own, took))
            self.due = 0.0


class Line(asyncio.Protocol):
    """A bare socket to a seat: just enough of RFC 6455."""

    def __init__(self, table: Table, seat: int, port: int, ready: "asyncio.Future[None]") -> None:
        self.table, self.seat, self.port, self.ready = table, seat, port, ready
        self.buffer = b""
        self.open = False
        self.scene: Scene | None = None

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/tables/{self.table.made.table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, raw: bytes) -> None:
        """A text frame, masked with nothing."""
        size = len(raw)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + raw)

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        self.buffer += data
        if not self.open:
            head, end, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open = True
            self.send(msgspec.json.encode({"kind": "hello", "key": self.table.made.keys[self.seat]}))
        while (frame := self.frame()) is not None:
            opcode, payload = frame
            if opcode == 9:
                self.transport.write(bytes([0x8A, 0x80 | len(payload)]) + b"\0\0\0\0" + payload)
            elif opcode == 1 and payload.startswith(b'{"kind":"update"'):
                update = decode(payload)
                self.scene = update.scene
                if not self.ready.done():
                    self.ready.set_result(None)
                self.table.heard(self.seat, update)

    def frame(self) -> tuple[int, bytes] | None:
        """The next whole frame."""
        raw = self.buffer
        if len(raw) < 2:
            return None
        size, start = raw[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(raw[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(raw[2:10], "big"), 10
        if len(raw) < start + size:
            return None
        self.buffer = raw[start + size :]
        return raw[0] & 15, raw[start : start + size]


async def generate(ports: list[int], crafted: list[Crafted], rate: float, seconds: float, seed: int) -> list[Any]:
    """Seat everybody, say so, wait for the word, then move at a rate; return the times of moves that count."""
    loop, throws = asyncio.get_running_loop(), random.Random(seed)
    tables = [Table(made) for made in crafted]
    gate = asyncio.Semaphore(8)

    async def seat_all(table: Table) -> None:
        async with gate:
            for seat in range(SEATS):
                ready = loop.create_future()
                port = ports[seat % len(ports)]
                _, line = await loop.create_connection(
                    lambda s=seat, p=port, r=ready: Line(table, s, p, r), "127.0.0.1", port
                )  # type: ignore[misc]
                await ready
                table.lines.append(line)

    await asyncio.gather(*map(seat_all, tables))
    gc.collect()
    gc.disable()  # it measures, and must not stop for its own garbage
    print("seated", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    begun, sent = time.monotonic(), 0
    order = [*tables]
    throws.shuffle(order)
    place = 0
    while (now := time.monotonic()) < begun + WARM + seconds:
        due = begun + sent / rate
        if due <= now:
            free = next((i for i in range(place, place + len(order)) if order[i % len(order)].move(due, throws)), None)
            if free is not None:  # else every table waits for an answer: the move stays due
                place, sent = free + 1, sent + 1
                if due - begun < WARM:
                    order[free % len(order)].times.clear()
                continue
        await asyncio.sleep(max(0.001, due - time.monotonic()))
    await asyncio.sleep(1.0)
    unanswered = sum(table.due > 0 for table in tables)
    return [[time for table in tables for time in table.times], unanswered]


def child(arguments: list[str]) -> None:
    """One generator: what to do is in a file, what was measured replaces it."""
    plan = Path(arguments[0])
    given = json.loads(plan.read_text())
    crafted = [Crafted(*each) for each in given["tables"]]
    times = uvloop.run(generate(given["ports"], crafted, given["rate"], given["seconds"], given["seed"]))
    plan.write_text(json.dumps(times))


def resident(process: int) -> float:
    """Megabytes a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


def spent(process: int) -> float:
    """Seconds of CPU a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def counted(servers: list[Server], name: str) -> float:
    """One of the servers' counters, of all together."""
    texts = [server.get("/metrics")[1].decode() for server in servers]
    return sum(float(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith(name + " "))


def measure(servers: list[Server], folder: Path, tables: int, rate: float, seconds: float) -> str:
    """The whole run over servers that are up; what was found, in words."""
    pids = [server.process.pid for server in servers if server.process]
    crafted = [craft(servers[0], GAMES[number % len(GAMES)], [None] * SEATS, number) for number in range(tables)]
    for made in crafted[: len(GAMES)]:
        for server in servers:
            server.get(f"/api/tables/{made.table}")  # rules are loaded before memory is measured
    empty, ports = sum(map(resident, pids)), [server.port for server in servers]
    generators = []
    for half in range(2):
        plan = {"tables": crafted[half::2], "ports": ports, "rate": rate / 2, "seconds": seconds, "seed": half}
        (folder / f"plan{half}").write_text(json.dumps(plan))
        command = [sys.executable, __file__, "--child", str(folder / f"plan{half}")]
        generators.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    for generator in generators:
        assert generator.stdout is not None
        assert generator.stdout.readline() == "seated\n"
    full, cpu = sum(map(resident, pids)), sum(map(spent, pids))
    entries, commits, begun = (
        counted(servers, "brelan_entries_total"),
        counted(servers, "brelan_commits"),
        time.monotonic(),
    )
    for generator in generators:
        assert generator.stdin is not None
        generator.stdin.write("go\n")
        generator.stdin.flush()
    time.sleep(WARM + seconds)
    took = time.monotonic() - begun
    entries, commits = counted(servers, "brelan_entries_total") - entries, counted(servers, "brelan_commits") - commits
    cpu = (sum(map(spent, pids)) - cpu) / took
    assert [generator.wait() for generator in generators] == [0, 0]
    results = [json.loads((folder / f"plan{half}").read_text()) for half in range(2)]
    times = [pair for found, _ in results for pair in found]
    own, last = sorted(pair[0] for pair in times), sorted(pair[1] for pair in times)
    return (
        f"{tables} tables of {SEATS} seats, {rate:.0f} moves/s offered for {seconds:.0f} s: "
        f"{entries / took:.0f} durable moves/s in {commits / took:.0f} commits/s, "
        f"{sum(left for _, left in results)} unanswered at the end. From command to view: at the mover {spread(own)}; "
        f"at all four seats {spread(last)}. {1024 * (full - empty) / tables:.0f} kB a table with its four sockets "
        f"({full:.0f} MB in all); the {of_server(len(servers))} used {100 * cpu:.0f} % of a core"
    )


def of_server(count: int) -> str:
    """How many there are, in words."""
    return "server" if count == 1 else f"{count} servers at PostgreSQL"


def spread(times: list[float]) -> str:
    """Median, 99th percentile and the longest."""
    at = [times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 1)]
    return "p50 {:.1f} ms, p99 {:.1f} ms, longest {:.0f} ms".format(*(1000 * each for each in at))


@contextlib.contextmanager
def servers_of(processes: int, folder: Path) -> Iterator[list[Server]]:
    """One server at a file of its own, or several that share a database."""
    if processes > 1:
        from history import club

        with club(processes) as (servers, _, _):
            yield servers
        return
    server = Server(folder).start()
    try:
        yield [server]
    finally:
        server.close()


def main() -> None:
    """Run, print, record."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tables", type=int, default=1000)
    arguments.add_argument("--rate", type=float, default=500)
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--processes", type=int, default=1, help="more than one share a PostgreSQL and a Redis")
    arguments.add_argument("--write", metavar="FILE")
    given = arguments.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    place = where()
    with tempfile.TemporaryDirectory() as folder, servers_of(given.processes, Path(folder)) as servers:
        found = measure(servers, Path(folder), given.tables, given.rate, given.seconds)
    print(found)
    if given.write:
        with Path(given.write).open("a", encoding="utf-8") as page:
            page.write(f"\n### Load, {place}\n\n{found}.\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2:])
    else:
        main()
