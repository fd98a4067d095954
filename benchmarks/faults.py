"""Kill a server with kill -9 again and again while people play, and see that nothing is lost and nothing done twice.

    python benchmarks/faults.py --kills 500 --write benchmarks/SERVER.md

Several tables of people move all the time through brelan.client, which comes back by itself. At random instants the
server is killed and started again over the same file, one time in five before everybody is back. In the end every
acknowledged move must be in the log once, at the number that was acknowledged; no command may be there twice; every log
must replay; every client must still be playing.
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
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]

from server.running import Crafted, Server, craft  # noqa: E402

from brelan.client import RefusedByServer, Seat, new_id  # noqa: E402
from brelan.server import log, messages  # noqa: E402
from brelan.server.room import Room  # noqa: E402
from brelan.server.store import Row  # noqa: E402

GAMES = ("thegame", "joomo", "koomi", "jokrummy")


@dataclass
class Report:
    """What a run found."""

    kills: int = 0
    acknowledged: dict[str, dict[str, int]] = field(default_factory=dict)  # by table: command and number
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    returns: int = 0
    seconds: float = 0.0
    down: list[float] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """Acknowledged moves."""
        return sum(len(commands) for commands in self.acknowledged.values())

    def text(self) -> str:
        """A line for people."""
        down = sorted(self.down)
        return (
            f"{self.kills} kills in {self.seconds:.0f} s, {self.moves} acknowledged moves: {len(self.lost)} lost, "
            f"{len(self.twice)} applied twice, {len(self.stuck)} clients not back by themselves "
            f"({self.returns} came back, median {1000 * down[len(down) // 2] if down else 0:.0f} ms after the start)"
        )


async def play(seat: Seat, number: int, table: Crafted, report: Report, going: asyncio.Event) -> None:
    """Play one's turns for as long as the run goes on; a refusal is no loss, only an answer."""
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
            report.acknowledged[table.table][f"{number}:{name}"] = done.number
            await seat.until(lambda done=done: seat.number >= done.number, 60)  # type: ignore[misc]
        except RefusedByServer:
            await asyncio.sleep(0.01)  # somebody else was first


async def run(server: Server, tables: int, kills: int, seed: int = 1) -> Report:
    """The whole run over a server that is up."""
    report, going, throws = Report(), asyncio.Event(), random.Random(seed)
    going.set()
    begun = time.monotonic()
    crafted = [craft(server, GAMES[number % len(GAMES)], [None, None], number) for number in range(tables)]
    async with contextlib.AsyncExitStack() as stack:
        seats, playing = [], []
        for table in crafted:
            report.acknowledged[table.table] = {}
            for number in range(2):
                seat = await stack.enter_async_context(server.client().sit(table.seated(number)))
                seats.append(seat)
                playing.append(asyncio.create_task(play(seat, number, table, report, going)))
        for _ in range(kills):
            await asyncio.sleep(throws.uniform(0.0, 0.6))
            await kill_and_start(server, seats if throws.random() < 0.8 else [], report)
            if report.kills % 25 == 0:
                print(f"{report.kills} kills, {report.moves} acknowledged moves", flush=True)
        await asyncio.sleep(0.5)
        before = [seat.number for seat in seats]
        await asyncio.sleep(3)
        going.clear()
        await asyncio.gather(*playing)
        report.stuck = [seat.address for seat, number in zip(seats, before, strict=True) if seat.number <= number]
    report.seconds = time.monotonic() - begun
    for table in crafted:
        look_through(server.rows(table.table), report, table.table)
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


def look_through(rows: list[Row], report: Report, name: str) -> None:
    """Hold a log against what was acknowledged; replaying it checks every move."""
    room, commands = Room(name), [row.command for row in rows if row.command is not None]
    for row in rows:
        room.take_in(row)
    found = {row.command: row.number for row in rows if row.command is not None}
    for command, number in report.acknowledged[name].items():
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


def main() -> int:
    """Run, print, record."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kills", type=int, default=500)
    arguments.add_argument("--tables", type=int, default=4)
    arguments.add_argument("--write", metavar="FILE")
    given = arguments.parse_args()
    place = where()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            report = asyncio.run(run(server, given.tables, given.kills))
            traces = server.traces()
        finally:
            server.close()
    print(report.text())
    print(*report.lost, *report.twice, *report.stuck, *traces[:3], sep="\n")
    if given.write:
        with Path(given.write).open("a", encoding="utf-8") as page:
            page.write(f"\n### Faults, {place}\n\n{given.tables} tables of two people. {report.text()}.\n")
    return int(bool(report.lost or report.twice or report.stuck or traces))


if __name__ == "__main__":
    sys.exit(main())
