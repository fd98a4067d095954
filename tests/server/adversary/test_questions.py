"""Questions by script: none stops the bots, none goes on without its asker, none stands in the way of a move."""

import asyncio
import http.client
import os
import time

import msgspec
import pytest

from brelan.server import messages
from brelan.server.refusal import Refusal
from brelan.server.thinking import Thinkers
from brelan.server.workers import FEW, Workers

from ..running import Server, awaited, craft, fresh, hear, hello, say

FOUR_EQUAL = {"ask": "ways", "top": "one", "hand": ["+9"] * 4 + ["-8"] * 4}


def asleep(seconds: float) -> int:
    """Work of a known length."""
    time.sleep(seconds)
    return os.getpid()


@pytest.mark.parametrize(
    "question",
    [
        FOUR_EQUAL,
        {**FOUR_EQUAL, "ask": "try", "steps": ["stop"]},
        {"ask": "ways", "top": "+9", "hand": ["+9", "+9", "+9"]},
        {"ask": "ways", "top": "+5", "hand": ["-3", "+2"], "numbers": "no_red"},
        {"ask": "ways", "top": "one", "hand": ["one", "one", "+9"]},
    ],
)
def test_cards_the_pack_does_not_have_are_no_question(server: Server, question: dict[str, object]) -> None:
    status, _, body = server.request("POST", "/api/ask/koomi", {"question": question})
    assert (status, msgspec.json.decode(body)["error"]) == (409, "not_now")


@awaited
async def test_a_job_is_killed_when_its_time_is_up_and_the_next_one_is_done() -> None:
    workers = Workers(1, "test")
    try:
        first = await workers.call("a", 30.0, asleep, 0.0)
        assert await workers.call("a", 0.2, asleep, 60.0) is None
        assert await workers.call("a", 30.0, asleep, 0.0) not in (None, first)
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
    finally:
        workers.close()


@awaited
async def test_a_job_is_killed_when_nobody_waits_for_it_any_more() -> None:
    workers = Workers(1, "test")
    try:
        await workers.call("a", 30.0, asleep, 0.0)
        task = asyncio.create_task(workers.call("a", 600.0, asleep, 600.0))
        await asyncio.sleep(0.2)
        task.cancel()
        assert await asyncio.wait_for(workers.call("a", 30.0, asleep, 0.0), 30) is not None
    finally:
        workers.close()


@awaited
async def test_one_who_asks_for_much_waits_for_himself() -> None:
    workers = Workers(1, "test")
    try:
        await workers.call("a", 30.0, asleep, 0.0)
        many = [asyncio.create_task(workers.call("a", 30.0, asleep, 0.4)) for _ in range(10)]
        await asyncio.sleep(0.1)
        await workers.call("b", 30.0, asleep, 0.0)
        assert sum(task.done() for task in many) <= 3
        for task in many:
            task.cancel()
    finally:
        workers.close()


@awaited
async def test_nobody_waits_for_more_than_a_few() -> None:
    workers = Workers(0, "test")
    try:
        tasks = [asyncio.create_task(workers.call("a", 30.0, asleep, 0.0)) for _ in range(FEW + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal):
            await tasks[-1]
        for task in tasks:
            task.cancel()
    finally:
        workers.close()


@awaited
async def test_advice_that_takes_its_time_keeps_no_bot_waiting() -> None:
    thinkers = Thinkers(1)
    try:
        slow = asyncio.create_task(thinkers.call(thinkers.advice, "a", 600.0, asleep, 600.0))
        await asyncio.sleep(0.2)  # it has been begun
        assert await asyncio.wait_for(thinkers.call(thinkers.moves, "table", 30.0, asleep, 0.0), 30) is not None
        assert not slow.done()
        slow.cancel()
    finally:
        thinkers.close()


@awaited
async def test_a_seat_that_asked_for_hints_plays_before_they_come(server: Server) -> None:
    made = craft(server, "joomo", [None, None], 3)
    first = server.get(f"/api/tables/{made.table}", made.keys[0])[1]
    seat = 0 if msgspec.json.decode(first)["at"] == 0 else 1
    async with server.wire(made.table) as wire:
        scene = (await hello(wire, made.keys[seat])).scene
        hints = [messages.AskHint(fresh()) for _ in range(4)]
        play = messages.Play(fresh(), scene.turn, scene.allowed[0])
        for command in (*hints, play):
            await say(wire, command)
        hinted = 0
        while not isinstance(await hear(wire, messages.Done | messages.Hint), messages.Done):
            hinted += 1
        assert hinted <= 1


@awaited
async def test_a_socket_does_not_ask_without_end(server: Server) -> None:
    made = craft(server, "joomo", [None, None], 3)
    async with server.wire(made.table) as wire:
        await hello(wire, made.keys[0])
        for _ in range(60):
            await say(wire, messages.AskHint(fresh()))
        answers = [await hear(wire, messages.Hint | messages.Refused) for _ in range(30)]
        assert "limit" in {getattr(one, "error", "") for one in answers}


@awaited
async def test_the_work_ends_when_the_asker_has_hung_up(server: Server) -> None:
    """Requests that are sent and left: the one after them is answered as ever."""
    for _ in range(8):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        line.request("POST", "/api/ask/koomi", msgspec.json.encode({"question": {"ask": "exercise", "seed": 7}}))
        line.close()
    status = server.request("POST", "/api/ask/koomi", {"question": {"ask": "exercise", "seed": 7}})[0]
    assert status == 200
