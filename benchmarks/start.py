"""The first moments of a server, with nothing cached: when the page answers, when each game's first move is told, and
what its processes hold in memory with one table of each game and bots at it.

python benchmarks/start.py [BRELAN]      the command to start, by default the one beside this Python
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from brelan.client import Client

PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"
GAMES = {"thegame": 3, "joomo": 3, "koomi": 3, "jokrummy": 3}
MOVES = 3  # of one's own at each table, so that bots had to think


def resident(process: int) -> float:
    """The memory of a process, in MB."""
    held = Path(f"/proc/{process}/status").read_text().partition("VmRSS:")[2].split()
    return int(held[0]) / 1024 if held else 0.0  # one that has ended holds nothing


def family(process: int) -> list[int]:
    """A process and all it started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in family(int(child)))]


def answered(since: float) -> float:
    """Wait for the page; seconds since."""
    while True:
        try:
            urllib.request.urlopen(ADDRESS, timeout=5).read()
            return time.perf_counter() - since
        except OSError:
            time.sleep(0.005)


async def play(name: str, seats: int) -> float:
    """Seconds from asking for a table to the first own move told; then some more moves."""
    client, start = Client(ADDRESS), time.perf_counter()
    seated = await client.make(name, "Ada", [None, *["champion"] * (seats - 1)])
    async with client.sit(seated) as seat:
        taken = 0.0
        for _ in range(MOVES):
            await seat.my_turn()
            if seat.scene.end:
                break
            await seat.play(seat.scene.allowed[0])
            taken = taken or time.perf_counter() - start
        return taken


def main() -> None:
    """Start, measure, print."""
    command = sys.argv[1] if len(sys.argv) > 1 else str(Path(sys.executable).parent / "brelan")
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home}
        start = time.perf_counter()
        server = subprocess.Popen(
            [command, "serve", "--port", str(PORT), "--database", f"{home}/tables.db", "--pace", "0"],
            env=environment, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            print(f"the page answers after {answered(start):.2f} s")
            for name, seats in GAMES.items():
                print(f"{name}: a table made and the first own move told after {asyncio.run(play(name, seats)):.2f} s")
            for process in family(server.pid):
                words = Path(f"/proc/{process}/cmdline").read_text().split("\0")
                print(f"{resident(process):.0f} MB resident: {' '.join(words[1:4])[:60]}")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
