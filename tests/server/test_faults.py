"""A short fault run: the long one is `make faults`."""

import asyncio
import runpy
from pathlib import Path

from .running import Server

FAULTS = Path(__file__).parents[2] / "benchmarks" / "faults.py"


def test_a_server_killed_while_people_play_loses_nothing_and_does_nothing_twice(server: Server) -> None:
    run = runpy.run_path(str(FAULTS))["run"]
    report = asyncio.run(asyncio.wait_for(run(server, tables=4, kills=3, seed=2), 240))
    assert (report.lost, report.twice, report.stuck) == ([], [], [])
    assert report.kills == 3
    assert report.moves > 20
