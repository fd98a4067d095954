"""Worker processes: no job outlives its asker or its limit, and nobody can queue jobs without end."""

import asyncio
import os
import time
from contextlib import closing

import pytest

from brelan.server.refusal import Refusal
from brelan.server.workers import FEW, Workers

from ..running import awaited


def asleep(seconds: float) -> int:
    """Work of a known length."""
    time.sleep(seconds)
    return os.getpid()


@awaited
async def test_a_job_is_killed_when_its_time_is_up_and_the_next_one_is_done() -> None:
    with closing(Workers(1, "test")) as workers:
        first = await workers.call("a", 30.0, asleep, 0.0)
        assert await workers.call("a", 0.2, asleep, 60.0) is None
        assert await workers.call("a", 30.0, asleep, 0.0) not in (None, first)
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)


@awaited
async def test_a_job_is_killed_when_nobody_waits_for_it_any_more() -> None:
    with closing(Workers(1, "test")) as workers:
        await workers.call("a", 30.0, asleep, 0.0)
        task = asyncio.create_task(workers.call("a", 600.0, asleep, 600.0))
        await asyncio.sleep(0.2)
        task.cancel()
        assert await asyncio.wait_for(workers.call("a", 30.0, asleep, 0.0), 30) is not None


@awaited
async def test_one_who_asks_for_much_waits_for_himself() -> None:
    with closing(Workers(1, "test")) as workers:
        await workers.call("a", 30.0, asleep, 0.0)
        many = [asyncio.create_task(workers.call("a", 30.0, asleep, 0.4)) for _ in range(10)]
        await asyncio.sleep(0.1)
        await workers.call("b", 30.0, asleep, 0.0)
        assert sum(task.done() for task in many) <= 3
        for task in many:
            task.cancel()


@awaited
async def test_nobody_waits_for_more_than_a_few() -> None:
    with closing(Workers(0, "test")) as workers:
        tasks = [asyncio.create_task(workers.call("a", 30.0, asleep, 0.0)) for _ in range(FEW + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal):
            await tasks[-1]
        for task in tasks:
            task.cancel()
