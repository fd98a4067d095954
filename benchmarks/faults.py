"""Kill a server with kill -9 again and again while people play, and see that nothing is lost and nothing done twice.

    python benchmarks/faults.py --kills 500 --keep .faults.jsonl --write benchmarks/SERVER.md

Several tables of people move all the time through brelan.client, which comes back by itself. At random instants the
server is killed and started again over the same file, one time in five before everybody is back. In the end every
acknowledged move must be in the log once, at the number that was acknowledged; no command may be there twice; every log
must replay; every client must still be playing. A run goes in parts, each with tables of its own; what a part found is
kept in a file, and a run that was stopped goes on from there.
"""

import argparse
import asyncio
import contextlib
import datetime
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, fields
from pathlib import Path

import msgspec

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]

from server.running import Crafted, Server, craft  # noqa: E402

from brelan.client import RefusedByServer, Seat, new_id  # noqa: E402
from brelan.server import log, messages  # noqa: E402
from brelan.server.room import Room  # noqa: E402
from brelan.server.store import Row  # noqa: E402

GAMES = ("thegame", "joomo", "koomi", "jokrummy")
PART = 25  # kills after which new tables are begun: what is found by then is kept


@dataclass
class Report:
    """What a run found."""

    kills: int = 0
    moves: int = 0  # acknowledged
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    returns: int = 0
    seconds: float = 0.0
    down: list[float] = field(default_factory=list)
    traces: list[str] = field(default_factory=list)  # errors in the server's log

    def __add__(self, other: "Report") -> "Report":
        return Report(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Report)))

    @property
    def bad(self) -> list[str]:
        """All that must not be."""
        return [*self.lost, *self.twice, *self.stuck, *self.traces]

    def text(self) -> str:
        """A line for people."""
        down = sorted(self.down)
        return (
            f"{self.kills} kills in {self.seconds:.0f} s, {self.moves} acknowledged moves: {len(self.lost)} lost, "
            f"{len(self.twice)} applied twice, {len(self.stuck)} clients not back by themselves "
            f"({self.returns} came back, median {1000 * down[len(down) // 2] if down else 0:.0f} ms after the start)"
        )


async def play(seat: Seat, number: int, table: Crafted, said: dict[str, int], going: asyncio.Event) -> None:
    """Play one's turns for as long as the run goes on; a refusal is no loss, only an answer. `said`: acknowledged."""
    throws = random.Random(f"{table.table}{number}")
    while going.is_set():
        with contextlib.suppress(TimeoutError):
            await seat.until(lambda: seat.scene.at == number or seat.scene.may_go_on or seat.scene.end is not None, 1)
        scene, name = seat.scene, new_id()
        command: messages.Play | messages.GoOn | messages.Rematch
        if scene.end is not None:
            command = messages.Rematch(name)
        elif scene.at == number and scene.allowed:
            command = messages.Play(name, scene.turn, throws.choice(scene.allowed))
        elif scene.may_go_on:
            command = messages.GoOn(name, scene.turn)
        else:
            continue
        try:
            done = await seat.say(command, 60)
            said[f"{number}:{name}"] = done.number
            await seat.until(lambda done=done: seat.number >= done.number, 60)  # type: ignore[misc]
        except RefusedByServer:
            await asyncio.sleep(0.01)  # somebody else was first


async def run(server: Server, tables: int, kills: int, seed: int = 1) -> Report:
    """A run over a server that is up."""
    report, going, throws = Report(), asyncio.Event(), random.Random(seed)
    going.set()
    begun = time.monotonic()
    crafted = [craft(server, GAMES[number % len(GAMES)], [None, None], number) for number in range(tables)]
    said: dict[str, dict[str, int]] = {table.table: {} for table in crafted}
    async with contextlib.AsyncExitStack() as stack:
        seats, playing = [], []
        for table in crafted:
            for number in range(2):
                seat = await stack.enter_async_context(server.client().sit(table.seated(number)))
                seats.append(seat)
                playing.append(asyncio.create_task(play(seat, number, table, said[table.table], going)))
        for _ in range(kills):
            await asyncio.sleep(throws.uniform(0.0, 0.6))
            await kill_and_start(server, seats if throws.random() < 0.8 else [], report)
        await asyncio.sleep(0.5)
        before = [seat.number for seat in seats]
        await asyncio.sleep(3)
        going.clear()
        await asyncio.gather(*playing)
        report.stuck = [seat.address for seat, number in zip(seats, before, strict=True) if seat.number <= number]
    report.seconds = time.monotonic() - begun
    report.moves = sum(map(len, said.values()))
    for table in crafted:
        look_through(server.rows(table.table), report, table.table, said[table.table])
    report.traces = server.traces()
    return report


async def kill_and_start(server: Server, seats: list[Seat], report: Report) -> None:
    """One fault, and everybody back."""
    connections = [seat.connections for seat in seats]
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    started = time.monotonic()
    report.kills += 1
    for seat, before in zip(seats, connections, strict=True):
        with contextlib.suppress(TimeoutError):
            await seat.until(lambda seat=seat, before=before: seat.connections > before, 30)  # type: ignore[misc]
            report.returns += 1
    if seats:
        report.down.append(time.monotonic() - started)


def look_through(rows: list[Row], report: Report, name: str, said: dict[str, int]) -> None:
    """Hold a log against what was acknowledged; replaying it checks every move."""
    room, commands = Room(name), [row.command for row in rows if row.command is not None]
    for row in rows:
        room.take_in(row)
    found = {row.command: row.number for row in rows if row.command is not None}
    for command, number in said.items():
        if found.get(command) != number:
            report.lost.append(f"{name} {command} {number}")
    report.twice += [f"{name} {command}" for command in set(commands) if commands.count(command) > 1]
    assert [row.number for row in rows] == list(range(len(rows)))
    assert isinstance(log.decode(rows[0].body), log.Made)


def where() -> str:
    """Machine, commit, date, and how busy the machine was."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    model = next(
        (x.split(":")[1].strip() for x in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in x), ""
    )
    load = os.getloadavg()[0]
    return (
        f"{datetime.date.today()}, commit {commit.stdout.strip()}, {os.cpu_count()} cores "
        f"{model or platform.machine()}, Python {platform.python_version()}, load average before {load:.1f}"
    )


def part(tables: int, kills: int, seed: int) -> Report:
    """One part of a run, on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            return asyncio.run(run(server, tables, kills, seed))
        finally:
            server.close()


def kept(file: Path) -> list[Report]:
    """The parts of a run that was stopped."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Report) for line in lines]


def main() -> int:
    """Run, print, record."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kills", type=int, default=500)
    arguments.add_argument("--tables", type=int, default=4)
    arguments.add_argument("--keep", metavar="FILE", type=Path, default=Path(".faults.jsonl"))
    arguments.add_argument("--write", metavar="FILE")
    given = arguments.parse_args()
    place, parts = where(), kept(given.keep)
    while (done := sum(report.kills for report in parts)) < given.kills:
        parts.append(part(given.tables, min(PART, given.kills - done), len(parts)))
        with given.keep.open("ab") as file:
            file.write(msgspec.json.encode(parts[-1]) + b"\n")
        print(sum(parts, Report()).text(), flush=True)
    report = sum(parts, Report())
    print(report.text(), *report.bad, sep="\n")
    given.keep.unlink()
    if given.write:
        tables = f"{len(parts)} times {given.tables} new tables of two people"
        with Path(given.write).open("a", encoding="utf-8") as page:
            page.write(f"\n### Faults, {place}\n\n{tables}. {report.text()}.\n")
    return int(bool(report.bad))


if __name__ == "__main__":
    sys.exit(main())
