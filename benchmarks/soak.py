"""An hour at a club: `make soak`.

Two server processes at one PostgreSQL and one Redis behind a balancer. People play game after game; every few minutes
one process is asked to stop and started again, in turn. When a game ends, or people leave it after a few minutes, its
history is checked as `make jepsen` does.
Memory is read all the while, and so is the time from a command to its answer.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import time
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from history import Balancer, anomalies, club, player, seated
from load import resident, spread
from server.running import Server

from brelan.client import RefusedByServer
from brelan.lab.bench import commit, machine, write
from brelan.server.store import Store

PAUSE = 1.0  # seconds at most until somebody moves
LONG = 180.0  # seconds at a table: games played at random may go on for ever
GLANCE = 60.0  # seconds between two looks at the memory


@dataclass
class Tally:
    """What came of it."""

    games: int = 0
    wrong: list[str] = field(default_factory=list)
    refused: int = 0
    times: list[float] = field(default_factory=list)
    restarts: int = 0
    memory: dict[int, list[list[float]]] = field(default_factory=dict)  # of a process, of each of its lives


async def games(balancer: Balancer, store: Store, dice: random.Random, end: float, tally: Tally) -> None:
    """One table after the other, each checked."""
    while time.monotonic() < end:
        async with contextlib.AsyncExitStack() as stack:
            try:
                history, people = await seated(balancer, dice, stack)
            except (OSError, TimeoutError, RefusedByServer):  # a process that is just stopping
                tally.refused += 1
                await asyncio.sleep(1.0)
                continue
            leave = min(end, time.monotonic() + LONG)
            await asyncio.gather(*(player(seat, history, dice, leave, PAUSE) for seat in people))
        tally.games += 1
        tally.wrong += await asyncio.to_thread(anomalies, history, store)
        tally.times += [call.ended - call.begun for call in history.calls if call.number is not None]


async def restarts(servers: list[Server], every: float, end: float, tally: Tally) -> None:
    """One process after the other, gently."""
    while time.monotonic() + every < end:
        await asyncio.sleep(every)
        number = tally.restarts % len(servers)
        code = await asyncio.to_thread(servers[number].stop)
        if code not in (0, -15):
            tally.wrong.append(f"a process ended with {code}: {servers[number].errors()[-300:]}")
        await asyncio.to_thread(servers[number].start)
        tally.memory[number].append([])
        tally.restarts += 1


async def glances(servers: list[Server], end: float, tally: Tally) -> None:
    """Memory, once a minute."""
    while time.monotonic() < end:
        await asyncio.sleep(GLANCE)
        for number, server in enumerate(servers):
            with contextlib.suppress(OSError, StopIteration):  # it may be starting
                assert server.process is not None
                tally.memory[number][-1].append(resident(server.process.pid))
        print(f"{tally.games} games, {len(tally.times)} moves, {tally.restarts} restarts, {len(tally.wrong)} wrong, "
              f"MB {[round(lives[-1][-1]) for lives in tally.memory.values() if lives[-1]]}", flush=True)  # fmt: skip


async def soak(servers: list[Server], store: Store, minutes: float, tables: int, every: float) -> Tally:
    """All of it at once."""
    tally, dice, end = Tally(), random.Random(1), time.monotonic() + 60 * minutes
    tally.memory = {number: [[]] for number in range(len(servers))}
    async with Balancer(servers, dice) as balancer:
        people = [games(balancer, store, random.Random(number), end, tally) for number in range(tables)]
        await asyncio.gather(*people, restarts(servers, 60 * every, end, tally), glances(servers, end, tally))
    return tally


def remembered(tally: Tally) -> str:
    """The memory of every life of every process."""
    told = []
    for number, lives in tally.memory.items():
        each = ["/".join(f"{life[part]:.0f}" for part in (0, len(life) // 2, -1)) for life in lives if life]
        told.append(f"process {number + 1}: {', '.join(each)}")
    return "; ".join(told)


def main() -> int:
    """Run, report, record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=40, help="games at a time")
    parser.add_argument("--every", type=float, default=7.5, help="minutes between two restarts")
    parser.add_argument("--write", metavar="FILE", help="append the result to this file")
    given = parser.parse_args()
    with club(2) as (servers, _, store):
        tally = asyncio.run(soak(servers, store, given.minutes, given.tables, given.every))
    text = (
        f"{given.minutes:.0f} minutes, {given.tables} tables at a time, {tally.restarts} restarts: "
        f"{tally.games} games, {len(tally.times)} acknowledged moves, {len(tally.wrong)} anomalies; "
        f"{tally.refused} tables could not be made at once; "
        f"from command to answer {spread(sorted(tally.times))}; "
        f"MB a minute after the start of a life, in its middle and at its end: {remembered(tally)}"
    )
    print(text)
    for line in tally.wrong[:20]:
        print(line)
    if given.write:
        about = {"machine": machine(), "commit": commit(), "date": date.today().isoformat()}
        write(Path(given.write), {"game": "An hour with rolling restarts, `make soak`", **about, "result": text})
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
