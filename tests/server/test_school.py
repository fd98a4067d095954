"""Classes: who may do what in one, what its teacher sees of it, and that all of it goes away with it."""

import asyncio
import contextlib
import csv
import io
import re
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from brelan.server import log, messages
from brelan.server.desk import backed_up
from brelan.server.limits import Limits
from brelan.server.page import PAGE
from brelan.server.school import entries
from brelan.server.school.grouping import groups
from brelan.server.school.register import MOST, REST, TEACHER, Register
from brelan.server.store import Row, Store
from brelan.server.wire import CLOSE, path

from .pupils import in_class, join_class, new_key, open_class, work
from .running import Server, awaited, craft, fresh, hello

FORTY, SIX = 40, 6  # devices of a class, connections of a browser


def rows_about(server: Server, word: str) -> int:
    """How many rows of the database hold a word."""
    store = Store(server.database)
    try:
        with store.database.read() as sql:
            return sum(word.encode() in body for (body,) in sql.execute("SELECT body FROM log"))
    finally:
        store.close()


# joining


@awaited
async def test_a_child_joins_by_the_code_and_is_the_same_child_with_the_same_key(server: Server) -> None:
    opened, key = open_class(server), new_key()
    first = join_class(server, opened.code.lower(), "Mia", key)
    assert join_class(server, opened.code, "Mia again", key).member == first.member
    join_class(server, opened.code, "Ben")
    async with in_class(server, opened.code, opened.key) as teacher:
        assert [pupil.name for pupil in teacher.seen.pupils] == ["Mia", "Ben"]
        assert not any(pupil.here for pupil in teacher.seen.pupils)


@pytest.mark.parametrize("code", ["nowhere", "AEIOU", "bcdfg", "x" * 200, "%2e%2e"])
def test_a_code_of_no_class_opens_nothing(server: Server, code: str) -> None:
    for method, name, body in (("GET", "find_class", None), ("POST", "join_class", messages.JoinClass("Mia"))):
        status, _, told = server.request(method, path(name, code=code), body)
        assert status == 404
        assert msgspec.json.decode(told, type=messages.Failure).error == "unknown"


def test_a_class_is_of_a_game_with_exercises_and_has_no_more_room_than_it_has(server: Server) -> None:
    assert server.request("POST", path("open_class"), messages.OpenClass("thegame"))[0] == 400
    opened = open_class(server)
    for number in range(MOST):
        join_class(server, opened.code, f"Child {number}")
    assert server.request("POST", path("join_class", code=opened.code), messages.JoinClass("Late"))[0] == 409


# tasks


@awaited
async def test_the_teacher_sees_what_every_child_does_and_no_child_sees_another(server: Server) -> None:
    opened = open_class(server)
    mia, ben = (join_class(server, opened.code, name) for name in ("Mia", "Ben"))
    async with (
        in_class(server, opened.code, opened.key) as teacher,
        in_class(server, opened.code, mia.key) as first,
        in_class(server, opened.code, ben.key) as second,
    ):
        assert isinstance(await teacher.tell(messages.Assign(fresh(), "practice", "green")), messages.Done)
        for child in (first, second):
            seen = await child.until(lambda line: line.seen.task.what == "practice")
            assert (seen.task.level, seen.task.number, seen.done) == ("green", 1, 0)
        await first.tell(work(0))
        await first.tell(work(0, helps=1, seconds=12.5, solved=True, answer="7 + 3 = 10"))
        await first.tell(work(1))
        await second.tell(work(0, slips=2))
        seen = await teacher.until(lambda line: [len(pupil.sums) for pupil in line.seen.pupils] == [2, 1])
        one, two = seen.pupils
        assert [(s.solved, s.helps, s.seconds, s.answer) for s in one.sums] == [
            (True, 1, 12.5, "7 + 3 = 10"),
            (False, 0, 0.0, ""),
        ]
        assert [(s.solved, s.slips) for s in two.sums] == [(False, 2)]
        assert (one.here, two.here) == (True, True)
        assert abs(seen.now - two.sums[0].since) < 10
        assert b"Ben" not in msgspec.json.encode(first.seen)
        assert (await first.until(lambda line: line.seen.done == 1)).name == "Mia"


@awaited
async def test_only_the_teacher_leads_and_only_children_work(server: Server) -> None:
    opened = open_class(server)
    mia = join_class(server, opened.code, "Mia")
    async with in_class(server, opened.code, mia.key) as child, in_class(server, opened.code, opened.key) as teacher:
        for command in (
            messages.Assign(fresh(), "practice"), messages.Pause(fresh(), True), messages.Finish(fresh()),
            messages.Dismiss(fresh(), 0), messages.SeatRest(fresh()),
        ):  # fmt: skip
            assert (await child.tell(command)).error == "not_yours"
        assert (await teacher.tell(work(0, 0))).error == "not_now"
        assert (await child.tell(work(0, 5))).error == "not_now", "a task that was not given"
        assert (await teacher.tell(messages.SeatRest(fresh()))).error == "not_now"
    async with in_class(server, opened.code, new_key()) as stranger:
        await stranger.until(lambda line: line.closed is not None)
        assert stranger.closed == CLOSE["wrong_key"].code
    for key in (mia.key, None):
        status, told = server.get(path("class_sheet", code=opened.code, language="en"), key)
        assert status in (400, 403), told


@awaited
async def test_all_pause_and_go_on_and_what_is_said_twice_happens_once(server: Server) -> None:
    opened = open_class(server)
    mia = join_class(server, opened.code, "Mia")
    async with in_class(server, opened.code, opened.key) as teacher, in_class(server, opened.code, mia.key) as child:
        command = messages.Pause(fresh(), True)
        first = await teacher.tell(command)
        await child.until(lambda line: line.seen.paused)
        assert await teacher.tell(command) == first
        await teacher.tell(messages.Pause(fresh(), False))
        await child.until(lambda line: not line.seen.paused)


@awaited
async def test_children_sit_down_at_tables_with_their_own_keys_and_the_teacher_sees_the_play(server: Server) -> None:
    opened = open_class(server)
    children = [join_class(server, opened.code, name) for name in ("Mia", "Ben", "Zoe", "Tom", "Lea")]
    async with in_class(server, opened.code, opened.key) as teacher:
        await teacher.tell(messages.Assign(fresh(), "tables", seats=2))
        seen = await teacher.until(lambda line: len(line.seen.tables) == 2)
        assert [table.members for table in seen.tables] == [[0, 1, 2], [3, 4]]
        table = seen.tables[1]
        async with server.wire(table.table) as tom, server.wire(table.table) as lea:
            await hello(tom, children[3].key)
            assert (await hello(lea, children[4].key)).scene.seat == 1
            seen = await teacher.until(lambda line: line.seen.tables[1].at in (3, 4))
            client = server.client()
            at = seen.tables[1].at
            seated = messages.Seated(table.table, at - 3, children[at].key, children[at].key)
            async with client.sit(seated) as seat:
                assert await seat.my_turn()
                await seat.play(seat.scene.allowed[0])
            seen = await teacher.until(lambda line: bool(line.seen.tables[1].events))
            assert seen.pupils[3].table == table.table
        late = join_class(server, opened.code, "Uli")
        assert (await teacher.until(lambda line: len(line.seen.pupils) == 6)).pupils[5].table is None
        await teacher.tell(messages.SeatRest(fresh()))
        seen = await teacher.until(lambda line: len(line.seen.tables) == 3)
        assert seen.tables[2].members == [late.member]
        assert server.get(path("look", table=seen.tables[2].table))[0] == 200


@awaited
async def test_who_is_sent_out_is_out(server: Server) -> None:
    opened = open_class(server)
    mia = join_class(server, opened.code, "Mia")
    async with in_class(server, opened.code, opened.key) as teacher, in_class(server, opened.code, mia.key) as child:
        await teacher.tell(messages.Dismiss(fresh(), mia.member))
        await child.until(lambda line: line.closed is not None)
        assert child.closed == CLOSE["wrong_key"].code
        await teacher.until(lambda line: line.seen.pupils == [])


@pytest.mark.parametrize(
    ("count", "seats", "sizes"),
    [(0, 2, []), (1, 2, [1]), (2, 2, [2]), (3, 2, [3]), (5, 2, [3, 2]), (5, 4, [3, 2]), (7, 3, [3, 2, 2]),
     (30, 4, [4] * 6 + [3, 3]), (9, 4, [3, 3, 3])],
)  # fmt: skip
def test_groups_are_even_and_nobody_sits_alone_who_need_not(count: int, seats: int, sizes: list[int]) -> None:
    made = groups(range(count), seats)
    assert [len(group) for group in made] == sizes
    assert [member for group in made for member in group] == list(range(count))


# what is kept, and for how long


@awaited
async def test_the_sheet_tells_what_was_done_and_is_only_text(server: Server) -> None:
    opened = open_class(server)
    mia = join_class(server, opened.code, "=SUM(<b>)")
    async with in_class(server, opened.code, opened.key) as teacher, in_class(server, opened.code, mia.key) as child:
        await teacher.tell(messages.Assign(fresh(), "practice", "green"))
        await child.tell(work(0, solved=True, seconds=9.4, answer="7 + 3 = 10"))
        await child.tell(work(1, helps=2))
    status, headers, told = server.request(
        "GET", path("class_rows", code=opened.code, language="de"), headers={"authorization": f"Bearer {opened.key}"}
    )
    assert (status, headers["content-type"]) == (200, "text/csv; charset=utf-8")
    table = list(csv.reader(io.StringIO(told.decode("utf-8-sig"))))
    assert table[0][:2] == ["Name", "Aufgabe"]
    assert table[1] == ["'=SUM(<b>)", "1. nur grüne", "1", "'+7: +3 +0", "7 + 3 = 10", "ja", "0", "0", "9"]
    assert table[2][5:8] == ["nein", "2", "0"]
    status, page = server.get(path("class_sheet", code=opened.code, language="en"), opened.key)
    assert status == 200
    assert "=SUM(&lt;b&gt;)" in page.decode()
    assert "1 of 2 solved, 1 without a hint" in page.decode()


@awaited
async def test_a_class_that_ends_leaves_nothing_of_a_child_behind(server: Server) -> None:
    opened = open_class(server)
    children = [join_class(server, opened.code, f"Quetzal {number}") for number in range(2)]
    async with (
        in_class(server, opened.code, opened.key) as teacher,
        in_class(server, opened.code, children[0].key) as child,
    ):
        await teacher.tell(messages.Assign(fresh(), "tables"))
        table = (await teacher.until(lambda line: bool(line.seen.tables))).tables[0].table
        async with server.wire(table) as seat:
            await hello(seat, children[0].key)
            assert rows_about(server, "Quetzal") == 4
            assert isinstance(await teacher.tell(messages.Finish(fresh())), messages.Done | None)
            await asyncio.wait_for(seat.wait_closed(), 10)
            assert seat.close_code == CLOSE["no_table"].code
        for line in (teacher, child):
            await line.until(lambda line: line.closed is not None)
            assert line.closed == CLOSE["no_table"].code
    assert rows_about(server, "Quetzal") == 0
    for file in server.folder.glob("tables.db*"):  # its write-ahead log, too
        assert b"Quetzal" not in file.read_bytes(), file.name
    assert server.get(path("find_class", code=opened.code))[0] == 404
    assert server.get(path("look", table=table))[0] == 404


@awaited
async def test_nothing_is_written_after_the_end_of_a_class(server: Server) -> None:
    for _ in range(8):
        opened = open_class(server)
        children = [join_class(server, opened.code, f"Child {number}") for number in range(2)]
        async with in_class(server, opened.code, opened.key) as teacher:
            await teacher.tell(messages.Assign(fresh(), "tables"))
            table = (await teacher.until(lambda line: bool(line.seen.tables))).tables[0].table
            async with server.wire(table) as seat:
                await hello(seat, children[0].key)
                for _ in range(40):  # they are on their way when the class ends
                    await seat.send(msgspec.json.encode(messages.Say(fresh(), "Quetzal")).decode())
                await teacher.tell(messages.Finish(fresh()))
                await asyncio.wait_for(seat.wait_closed(), 10)
    assert rows_about(server, "Quetzal") == 0


@awaited
async def test_a_class_without_its_teacher_does_not_outlive_its_end(tmp_path: Path) -> None:
    server = Server(tmp_path, rest=4.0, sweep=0.2).start()
    try:
        left, led = open_class(server), open_class(server)
        mia = join_class(server, left.code, "Quetzal")
        async with in_class(server, led.code, led.key), in_class(server, left.code, mia.key) as child:
            await asyncio.wait_for(child.until(lambda line: line.closed is not None), 15)
            assert rows_about(server, "Quetzal") == 0
            assert server.get(path("find_class", code=led.code))[0] == 200, "a teacher who is here keeps a class"
        for _ in range(100):
            await asyncio.sleep(0.1)
            if server.get(path("find_class", code=led.code))[0] == 404:
                break
        assert server.get(path("find_class", code=led.code))[0] == 404
    finally:
        server.close()
    assert not server.traces()


def test_a_class_is_over_twelve_hours_after_its_teacher_was_last_seen() -> None:
    assert REST == 12 * 3600
    register = Register("BCDFG")
    register.take_in(Row(0, None, 1000.0, entries.encode(entries.Opened("koomi", log.hashed("key"), 1))))
    register.take_in(Row(1, None, 2000.0, entries.encode(entries.Present())))
    register.take_in(Row(2, None, 9000.0, entries.encode(entries.Came("Mia", log.hashed("hers")))))
    assert not register.over(2000.0 + REST)
    assert register.over(2001.0 + REST), "children do not keep it open"
    assert register.who("key") == TEACHER


@awaited
async def test_a_power_cut_loses_nothing_of_a_class(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        opened = open_class(server)
        mia, ben = (join_class(server, opened.code, name) for name in ("Mia", "Ben"))
        async with in_class(server, opened.code, opened.key) as teacher:
            await teacher.tell(messages.Assign(fresh(), "practice", "six"))
            async with in_class(server, opened.code, mia.key) as child:
                await child.tell(work(0, solved=True, answer="4 + 6 = 10"))
                command = work(1)
                await child.tell(command)
            await teacher.tell(messages.Assign(fresh(), "tables"))
            table = (await teacher.until(lambda line: bool(line.seen.tables))).tables[0].table
        server.kill()
        server.start()
        async with in_class(server, opened.code, opened.key) as teacher:
            seen = teacher.seen
            assert [table.table for table in seen.tables] == [table]
            assert [pupil.name for pupil in seen.pupils] == ["Mia", "Ben"]
            async with in_class(server, opened.code, mia.key) as child:
                assert child.seen.table == table
                assert isinstance(await child.tell(command), messages.Done), "said again, it is known"
        rows = csv.reader(
            io.StringIO(server.get(path("class_rows", code=opened.code, language="en"), opened.key)[1].decode())
        )
        assert len(list(rows)) == 3
        assert ben.member == 1
    finally:
        server.close()
    assert not server.traces()


@awaited
async def test_codes_cannot_be_guessed_by_trying(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=Limits()).start()
    try:
        begun = time.monotonic()
        found = [server.get(path("find_class", code="BCDFG"))[0] for _ in range(120)]
        assert found[0] == 404
        assert found.count(404) <= 60 + 1 + 0.5 * (time.monotonic() - begun)
        opened = open_class(server)
        assert join_class(server, opened.code, "Mia").member == 0, "who knows the code gets in"
    finally:
        server.close()


@awaited
async def test_a_copy_of_the_database_leaves_classes_out(server: Server, tmp_path: Path) -> None:
    craft(server, "koomi", [None, None])
    opened = open_class(server)
    for number in range(2):
        join_class(server, opened.code, f"Quetzal {number}")
    async with in_class(server, opened.code, opened.key) as teacher:
        await teacher.tell(messages.Assign(fresh(), "tables"))
    copy, tables = backed_up(server.database, tmp_path)
    assert tables > 0
    assert rows_about(server, "Quetzal") == 4
    assert b"Quetzal" not in copy.read_bytes()


# forty behind one address


def files_of_the_page() -> list[str]:
    """What a browser asks for until a child can practise: more than it really does."""
    names = [file.relative_to(PAGE).as_posix() for file in PAGE.rglob("*")]
    wanted = re.compile(r"assets/.*\.(js|css)|assets/\w+\.en-.*\.json|assets/koomi-.*\.(wasm|json)|icon.*|manifest.*")
    return ["/class", *(f"/{name}" for name in names if wanted.fullmatch(name) and not name.endswith((".br", ".gz")))]


async def fetched(server: Server, files: list[str]) -> list[int]:
    """The statuses of some files, over one connection, one after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    found = []
    for file in files:
        writer.write(f"GET {file} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: br\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        found.append(int(head.split()[1]))
        length = re.search(r"content-length: (\d+)", head)
        await reader.readexactly(int(length[1]) if length else 0)
    writer.close()
    return found


@awaited
async def test_forty_devices_behind_one_address_get_in(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=Limits()).start()
    try:
        files, opened = files_of_the_page(), open_class(server)
        lines = [files[line::SIX] for _ in range(FORTY) for line in range(SIX)]
        begun = time.monotonic()
        found = Counter(
            status for one in await asyncio.gather(*(fetched(server, line) for line in lines)) for status in one
        )
        print(f"{FORTY} devices: {found} in {time.monotonic() - begun:.1f} s")
        assert found == {200: FORTY * len(files)}
        keys = [
            (await asyncio.to_thread(join_class, server, opened.code, f"Child {number}")).key for number in range(FORTY)
        ]
        async with contextlib.AsyncExitStack() as stack:
            teacher = await stack.enter_async_context(in_class(server, opened.code, opened.key))
            for key in keys:
                child = await stack.enter_async_context(in_class(server, opened.code, key))
                assert child.closed is None
            await teacher.tell(messages.Assign(fresh(), "tables", seats=4))
            tables = (await teacher.until(lambda line: len(line.seen.tables) == 10)).tables
            for table in tables:
                for member in table.members:
                    await hello(await stack.enter_async_context(server.wire(table.table)), keys[member])
            assert all(pupil.here for pupil in teacher.seen.pupils)
            strangers = [await stack.enter_async_context(server.wire(tables[0].table)) for _ in range(60)]
            assert len(strangers) == 60, "their sockets count for the class, not for the address"
    finally:
        server.close()
    assert not server.traces()


@awaited
async def test_a_class_opens_no_door_to_floods(tmp_path: Path) -> None:
    narrow = Limits(
        sockets_of_address=4, sockets_of_seat=2, sockets_of_class=5, sockets_of_school=8, classes_of_address=(2, 0.01)
    )
    server = Server(tmp_path, limits=narrow).start()
    try:
        opened = open_class(server)
        open_class(server)
        assert server.request("POST", path("open_class"), messages.OpenClass("koomi"))[0] == 429
        keys = [join_class(server, opened.code, f"Child {number}").key for number in range(4)]
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(in_class(server, opened.code, key)) for key in keys * 2]
            for line in lines:
                await asyncio.wait({line.task}, timeout=0.2)
            closed = [line.closed for line in lines]
            assert closed.count(None) == 5, "so many a class"
            assert set(closed) == {None, CLOSE["full"].code}
    finally:
        server.close()
    assert not server.traces()
