"""Histories in the spirit of Jepsen: `make jepsen`.

Three server processes at one PostgreSQL, woken by one Redis, behind a balancer that sends every connection anywhere.
Clients play while processes are paused, killed and started again and Redis is stopped, started and emptied. Every call
and its answer is recorded; afterwards every table's history is checked against its log and the rules:

- the log has every number once, and a command once; played again from the first entry it is a lawful game;
- a move that was acknowledged is in the log under the number that was told; one that was refused is not;
- a call that ended before another began comes before it in the log (linearizable);
- a move refused as stale was stale at some instant of the call;
- what a client was shown is what the rules make of the log up to that number, and never goes back;
- whoever comes in sees everything acknowledged before.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from server.outside import Postgres, Redis
from server.running import Server, fresh

from brelan.client import Client, RefusedByServer, Seat
from brelan.lab.bench import commit, machine, write
from brelan.server import messages
from brelan.server.room import Room
from brelan.server.store import Store, address_of

SECONDS = 6.0  # of faults in a history
TABLES = 3
PROCESSES = 3
NAMES = ["Ada", "Ben", "Cleo"]
GAMES = [("thegame", 2), ("joomo", 3), ("koomi", 2), ("jokrummy", 2)]


@dataclass
class Call:
    """A command: from when to when, and what came of it. `number` is its entry, `error` the refusal, None unknown."""

    command: str
    seat: int
    turn: int
    begun: float
    ended: float = float("inf")
    number: int | None = None
    error: str | None = None
    kind: str = "Play"


@dataclass
class Sight:
    """What somebody was shown, and when the connection it came through was opened."""

    line: int
    number: int
    turn: int
    opened: float
    first: bool
    seat: int = -1
    view: Any = None


@dataclass
class History:
    """All that happened at one table."""

    table: str
    calls: list[Call] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)


class Balancer:
    """Sends every connection to some process that takes it."""

    def __init__(self, servers: list[Server], dice: random.Random) -> None:
        self.servers, self.dice = servers, dice
        self.address = ""

    async def __aenter__(self) -> "Balancer":
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        for backend in self.servers:
            backend.given["hosts"] = ["127.0.0.1"]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            there = await self._some()
            pumps = [asyncio.create_task(_pump(reader, there[1])), asyncio.create_task(_pump(there[0], writer))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            there[1].close()
        writer.close()

    async def _some(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for server in self.dice.sample(self.servers, len(self.servers)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", server.port)
        raise OSError("no process answers")


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()


class Watched(Seat):
    """A seat that writes down what it is shown."""

    history: History
    lines = 0
    opened = 0.0

    async def _hear(self, socket: Any) -> None:
        self.opened, self.fresh = time.monotonic(), True
        Watched.lines += 1
        self.line = Watched.lines
        await super()._hear(socket)

    async def _take(self, answer: Any) -> None:
        if isinstance(answer, messages.Update):
            scene = answer.scene
            sight = Sight(self.line, answer.number, scene.turn, self.opened, self.fresh, scene.seat, scene.view)
            self.history.sights.append(sight)
            self.fresh = False
        await super()._take(answer)


def wanted(scene: messages.Scene, dice: random.Random) -> Any:
    """What somebody does now: play, take back, vote, come back, play again; now and then too early or too late."""
    away = [seat for seat, person in enumerate(scene.people) if person.own and not person.here and seat != scene.seat]
    if scene.end is not None:
        return messages.Rematch(fresh())
    if scene.people[scene.seat].level is not None:
        return messages.Return(fresh())
    if scene.may_take_back and dice.random() < 0.2:
        return messages.TakeBack(fresh())
    if dice.random() < 0.03:
        return messages.Vote(fresh(), "mute", dice.random() < 0.5, dice.randrange(len(scene.people)))
    if away and dice.random() < 0.3:
        return messages.Vote(fresh(), "bot", dice.random() < 0.9, dice.choice(away))
    if scene.at == scene.seat and scene.allowed:
        return messages.Play(fresh(), scene.turn, dice.choice(scene.allowed))
    if scene.may_go_on:
        return messages.GoOn(fresh(), scene.turn)
    if scene.view is not None and dice.random() < 0.05:
        return messages.Play(fresh(), scene.turn - dice.randrange(2), "end")
    return None


async def player(seat: Watched, history: History, dice: random.Random, end: float, pause: float = 0.02) -> None:
    """Do something whenever there is something to do, now and then twice."""
    while time.monotonic() < end:
        scene = seat.scene
        command = wanted(scene, dice)
        if command is None:
            with contextlib.suppress(TimeoutError):
                number = seat.number
                await seat.until(lambda number=number: seat.number > number, 0.3)  # type: ignore[misc]
            continue
        call = Call(command.id, scene.seat, getattr(command, "turn", scene.turn), time.monotonic())
        call.kind = type(command).__name__
        history.calls.append(call)
        try:
            done = await seat.say(command, 20)
            call.ended, call.number = time.monotonic(), done.number
            if dice.random() < 0.1:  # said again, it takes effect once
                assert (await seat.say(command, 20)).number == done.number
        except RefusedByServer as refusal:
            call.ended, call.error = time.monotonic(), refusal.error
        except TimeoutError:
            continue
        await asyncio.sleep(dice.random() * pause)


async def faults(servers: list[Server], redis: Redis, dice: random.Random, end: float) -> list[str]:
    """Pause, kill, stop, empty; in the end everything runs again."""
    told = []
    while time.monotonic() < end:
        await asyncio.sleep(dice.uniform(0.2, 1.0))
        server = dice.choice(servers)
        what = dice.choice(("pause", "pause", "kill", "redis away", "redis emptied"))
        told.append(what)
        assert server.process is not None
        if what == "pause":
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(dice.uniform(0.1, 1.5))
            server.process.send_signal(signal.SIGCONT)
        elif what == "kill":
            server.kill()
            await asyncio.to_thread(server.start)
        elif what == "redis away":
            redis.stop()
            await asyncio.sleep(dice.uniform(0.1, 1.5))
            await asyncio.to_thread(redis.start)
        else:
            redis.say("FLUSHALL")
    return told


async def seated(
    balancer: Balancer, dice: random.Random, stack: contextlib.AsyncExitStack
) -> tuple[History, list[Watched]]:
    """A new table, and everybody at it."""
    client = Client(balancer.address)
    name, seats = dice.choice(GAMES)
    first = await client.make(name, "Ada", [None] * seats)
    keys = [first.key]
    for number in range(1, seats):
        keys.append((await client.join(first.table, first.invitation, NAMES[number])).key)
    history, people = History(first.table), []
    for key in keys:
        seat = Watched(f"ws{balancer.address[4:]}/api/tables/{first.table}/socket", key)
        seat.history = history
        listening = asyncio.create_task(seat.listen())
        stack.callback(listening.cancel)
        await seat.until(lambda seat=seat: seat.number >= 0)  # type: ignore[misc]
        people.append(seat)
    return history, people


async def played(servers: list[Server], redis: Redis, seed: int) -> tuple[list[History], list[str]]:
    """One run: several tables, all faults."""
    dice = random.Random(seed)
    async with Balancer(servers, dice) as balancer, contextlib.AsyncExitStack() as stack:
        histories, players = [], []
        end = time.monotonic() + SECONDS
        for _ in range(TABLES):
            history, people = await seated(balancer, dice, stack)
            histories.append(history)
            players += [player(seat, history, random.Random(dice.random()), end + 2) for seat in people]
        faulty = asyncio.create_task(faults(servers, redis, dice, end))
        await asyncio.gather(*players)
        return histories, await faulty


def anomalies(history: History, store: Store) -> list[str]:
    """What is wrong with a table's history; nothing, if all is well."""
    found: list[str] = []
    rows = store.rows(history.table)
    if [row.number for row in rows] != list(range(len(rows))):
        found.append("the log has gaps")
    room, turns, shown = Room(history.table), [], {(sight.number, sight.seat): None for sight in history.sights}
    try:
        for row in rows:
            room.take_in(row)
            turns.append(room.turn)
            for seat in range(len(room.chairs)):
                if (row.number, seat) in shown and room.table is not None:
                    shown[row.number, seat] = msgspec.json.decode(messages.encode(room.table.view(seat)))
    except Exception as error:
        return [*found, f"the log is no lawful game: {error!r}"]
    by_command = {row.command: row.number for row in rows if row.command}
    done = sorted((call for call in history.calls if call.number is not None), key=lambda call: call.ended)
    for call in history.calls:
        there = by_command.get(f"{call.seat}:{call.command}")
        if call.number is not None and there != call.number:
            found.append(f"acknowledged as {call.number}, in the log as {there}")
        if call.error is not None and call.error != "busy" and there is not None:
            found.append(f"refused ({call.error}), but in the log as {there}")
    highest, place = -1, 0
    for call in sorted(history.calls, key=lambda call: call.begun):
        while place < len(done) and done[place].ended < call.begun:
            highest = max(highest, done[place].number or 0)
            place += 1
        if call.number is not None and call.number <= highest:
            found.append(f"entry {call.number} began after {highest} had been acknowledged")
        if call.error == "stale" and all(turn == call.turn for turn in turns[max(highest, 0) :]):
            found.append("refused as stale, though it never was")
    return found + _seen(history, done, turns, shown)


def _seen(history: History, done: list[Call], turns: list[int], shown: dict[tuple[int, int], Any]) -> list[str]:
    found: list[str] = []
    last: dict[int, int] = {}
    for sight in history.sights:
        if sight.number >= len(turns) or turns[sight.number] != sight.turn:
            found.append(f"shown turn {sight.turn} at {sight.number}")
        elif sight.view is not None and sight.view != shown[sight.number, sight.seat]:
            found.append(f"shown another table at {sight.number}")
        if sight.number < last.get(sight.line, -1):
            found.append(f"went back from {last[sight.line]} to {sight.number}")
        last[sight.line] = sight.number
        before = [call.number or 0 for call in done if call.ended < sight.opened]
        if sight.first and before and sight.number < max(before):
            found.append(f"came in and saw {sight.number}, though {max(before)} had been acknowledged")
    return found


@contextlib.contextmanager
def club(processes: int) -> Iterator[tuple[list[Server], Redis, Store]]:
    """So many processes at one PostgreSQL and one Redis, and the store itself."""
    postgres, redis = Postgres().start(), Redis(Path(tempfile.mkdtemp())).start()
    servers: list[Server] = []
    try:
        for _ in range(processes):
            server = Server(Path(tempfile.mkdtemp()))
            server.database = address_of(postgres.address)
            server.given |= {"database": server.database, "bus": redis.address}
            servers.append(server.start())
        store = Store(address_of(postgres.address))
        yield servers, redis, store
        store.close()
    finally:
        for server in servers:
            server.close()
        redis.stop()
        postgres.close()


def counted(kinds: Counter[str]) -> str:
    """How many of each kind."""
    return ", ".join(f"{count} x {kind}" for kind, count in sorted(kinds.items()))


def main() -> int:
    """Run, check, report."""
    parser = argparse.ArgumentParser(description="Check histories under faults.")
    parser.add_argument("histories", type=int, nargs="?", default=200)
    parser.add_argument("--write", help="append the result to this file")
    given = parser.parse_args()
    total, wrong, calls, acknowledged, told, kinds = 0, 0, 0, 0, list[str](), Counter[str]()
    with club(PROCESSES) as (servers, redis, store):
        run = 0
        while total < given.histories:
            histories, faulty = asyncio.run(played(servers, redis, run))
            run += 1
            told += faulty
            for history in histories:
                if not any(call.number is not None for call in history.calls):
                    continue  # a starved history proves nothing
                total += 1
                bad = anomalies(history, store)
                wrong += bool(bad)
                calls += len(history.calls)
                acknowledged += sum(call.number is not None for call in history.calls)
                kinds.update(call.kind for call in history.calls if call.number is not None)
                for line in bad:
                    print(f"{history.table}: {line}", flush=True)
            print(f"{total} histories, {wrong} with anomalies, {calls} calls, {acknowledged} acknowledged", flush=True)
    text = (
        f"{total} histories, {wrong} with anomalies; {calls} calls, {acknowledged} acknowledged ({counted(kinds)}); "
        f"faults: {counted(Counter(told))}"
    )
    print(text)
    if given.write:
        title = "Histories under faults, `make jepsen`"
        about = {"machine": machine(), "commit": commit(), "date": date.today().isoformat()}
        write(Path(given.write), {"game": title, **about, "result": text})
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
