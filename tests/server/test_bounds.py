"""Limits: a server with narrow ones, on which other tables go on."""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from brelan.client import RefusedByServer, decode_answer
from brelan.server import messages
from brelan.server.limits import Limits

from .running import Server, awaited, craft, fresh, hear, hello, say, tell

NARROW = Limits(
    sockets_of_address=6, sockets_of_seat=2, watchers=3, commands_of_seat=(8, 2), tables_of_address=(3, 0.01),
    requests_of_address=(60, 30), body=4096, frame=2048, waiting=8,
)  # fmt: skip


@pytest.fixture(scope="module")
def narrow(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("narrow"), limits=NARROW).start()
    yield made
    made.close()
    assert not made.traces()


@awaited
async def test_a_seat_that_asks_too_often_waits_and_the_others_do_not(narrow: Server) -> None:
    made = craft(narrow, "thegame", [None, None], 7, starter=0)
    async with narrow.wire(made.table) as one, narrow.wire(made.table) as other:
        await hello(one, made.keys[0])
        await hello(other, made.keys[1])
        for _ in range(20):
            await say(one, messages.Say(fresh(), "again"))
        errors = [getattr(await hear(one, messages.Done | messages.Refused), "error", "done") for _ in range(20)]
        assert errors.count("done") >= 8
        assert errors.count("limit") >= 5
        assert isinstance(await tell(other, messages.Say(fresh(), "hello")), messages.Done)
        await asyncio.sleep(1.0)
        assert isinstance(await tell(one, messages.Say(fresh(), "better")), messages.Done)


@awaited
async def test_a_watcher_that_talks_on_is_slowed_down_too(narrow: Server) -> None:
    made = craft(narrow, "thegame", [None, None], 7, starter=0)
    async with narrow.wire(made.table) as watcher:
        await hello(watcher)
        for _ in range(20):
            await say(watcher, messages.Say(fresh(), "again"))
        errors = [(await hear(watcher, messages.Refused)).error for _ in range(20)]
        assert set(errors) == {"not_yours", "limit"}


@awaited
async def test_a_seat_has_so_many_sockets_and_a_table_so_many_watchers(narrow: Server) -> None:
    made = craft(narrow, "thegame", [None, None], 7, starter=0)
    async with narrow.wire(made.table) as one, narrow.wire(made.table) as two, narrow.wire(made.table) as three:
        await hello(one, made.keys[0])
        await hello(two, made.keys[0])
        await say(three, messages.Hello(made.keys[0]))
        await asyncio.wait_for(three.wait_closed(), 10)
        assert three.close_code == 4409
        async with narrow.wire(made.table) as other:
            await hello(other, made.keys[1])


async def opened(server: Server, table: str) -> Any:
    """An open socket; those of an earlier test may not have been given back yet."""
    for _ in range(100):
        wire = server.wire(table)
        try:
            await wire.__aenter__()
            return wire
        except InvalidStatus:
            await asyncio.sleep(0.05)
    pytest.fail("no socket is free")


@awaited
async def test_an_address_has_so_many_sockets(narrow: Server) -> None:
    made = craft(narrow, "thegame", [None, None], 7, starter=0)
    open_ones = [await opened(narrow, made.table) for _ in range(6)]
    with pytest.raises(InvalidStatus):
        async with narrow.wire(made.table):
            pass
    for wire in open_ones:
        await wire.__aexit__(None, None, None)
    for _ in range(100):  # closed sockets are given back
        try:
            async with narrow.wire(made.table) as again:
                await hello(again, made.keys[0])
            return
        except InvalidStatus:
            await asyncio.sleep(0.05)
    pytest.fail("sockets that were closed still count")


@awaited
async def test_an_address_makes_so_many_tables(narrow: Server) -> None:
    client = narrow.client()
    for _ in range(3):
        await client.make("thegame", "Ada", [None])
    with pytest.raises(RefusedByServer, match="limit"):
        await client.make("thegame", "Ada", [None])


def test_an_address_makes_so_many_requests(narrow: Server) -> None:
    answers = [narrow.get("/api/lan") for _ in range(200)]
    assert {status for status, _ in answers} == {200, 429}
    assert all(b'"limit"' in body for status, body in answers if status == 429)


def test_a_body_has_a_size_also_if_it_does_not_say_so(narrow: Server) -> None:
    large = b'{"game": "' + b"x" * 8000 + b'"}'
    wait_for_room(narrow)
    assert narrow.request("POST", "/api/mine", large)[0] == 413
    with socket.create_connection(("127.0.0.1", narrow.port), 10) as line:
        head = f"POST /api/mine HTTP/1.1\r\nHost: 127.0.0.1:{narrow.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(head.encode() + b"%x\r\n%b\r\n0\r\n\r\n" % (len(large), large))
        assert line.recv(65536).startswith(b"HTTP/1.1 4")


def wait_for_room(server: Server) -> None:
    """Wait until requests are let in again."""
    while not server.answers():
        time.sleep(0.2)
    time.sleep(0.2)


@awaited
async def test_a_message_has_a_size(narrow: Server) -> None:
    wait_for_room(narrow)
    made = craft(narrow, "thegame", [None, None], 7, starter=0)
    async with narrow.wire(made.table) as one:
        await hello(one, made.keys[0])
        await one.send('{"kind":"say","id":"x","text":"' + "y" * 3000 + '"}')
        assert await hear(one) == messages.Refused(None, "bad_message")
        await one.send("y" * 70_000)
        with pytest.raises(ConnectionClosed):
            await hear(one)
        assert one.close_code == 1009


async def closing(socket: ClientConnection) -> AsyncIterator[str | bytes]:
    """What still comes until a socket is closed."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


@awaited
async def test_so_many_bad_messages_close_the_socket(narrow: Server) -> None:
    wait_for_room(narrow)
    made = craft(narrow, "thegame", [None, None], 7, starter=0)
    async with narrow.wire(made.table) as one:
        await hello(one, made.keys[0])
        for _ in range(20):
            await one.send("{")
        errors = [decode_answer(frame) async for frame in closing(one)]
        assert {answer.error for answer in errors} == {"bad_message"}
        assert one.close_code == 4400


@awaited
async def test_a_slow_reader_is_cut_off_and_slows_nobody(server: Server) -> None:
    made = craft(server, "joomo", [None, None], 7)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", server.port))
    line.setblocking(False)
    async with server.wire(made.table, sock=line, max_queue=1) as slow, server.wire(made.table) as one:
        await hello(slow)
        await hello(one, made.keys[0])
        slow.transport.pause_reading()
        said = 0
        while b"brelan_slow_readers_total 0.0" in server.get("/metrics")[1]:
            for _ in range(50):
                await say(one, messages.Say(fresh(), "\N{GRINNING FACE}" * 200))
            for _ in range(50):
                await hear(one, messages.Done)
            said += 50
            assert said < 10_000, "a socket that is never read is kept"
        slow.transport.abort()
