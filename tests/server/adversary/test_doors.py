"""Scripted attacks: bad names, errors that leak or affect others, votes behind somebody's back, connections."""

import asyncio
import contextlib
import logging
import socket
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.datastructures import Headers

from brelan.server import driving, log, messages
from brelan.server.app import App
from brelan.server.bus import Bus
from brelan.server.database import Failed
from brelan.server.doorkeeper import Settings, household, told_by_balancer
from brelan.server.hub import Hub
from brelan.server.limits import Limits
from brelan.server.meters import Meters
from brelan.server.refusal import Refusal
from brelan.server.saying import clean, width
from brelan.server.store import Row, Store, address_of, migrate
from brelan.server.thinking import Thinkers

from ..outside import Postgres, missing
from ..running import Server, awaited, craft, fresh, hear, hello, say, tell

NARROW = Limits(connections_of_address=12, sockets_of_address=6)


outside = pytest.mark.skipif(bool(missing()), reason=f"outside programs are missing: {', '.join(missing())}")


# names of tables


@pytest.mark.parametrize("name", ["a%00b", "a%0Ab", "%ff%fe", "a" * 41, "a%20b", "..%2f..", "a'b"])
def test_a_name_no_table_has_does_not_reach_the_database(server: Server, name: str) -> None:
    for more in ("", "/notation", "/sight", "/review/0/open"):
        status, body = server.get(f"/api/tables/{name}{more}")
        assert (status, msgspec.json.decode(body)["error"]) == (404, "unknown")


@awaited
async def test_a_name_no_table_has_is_refused_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Hub(Store(address_of(tmp_path / "tables.db")), Thinkers(0), Meters())
    monkeypatch.setattr(made.store, "read", lambda *_: pytest.fail("the database is asked"))
    for name in ("a\x00b", "a\nb", "ab\n", "\udcff", "a" * 41, "", "a b", "../..", "é"):
        with pytest.raises(Refusal, match="unknown"):
            await made.finished(name, 0)
    assert made.tables == {}
    await made.close()
    made.store.close()


@outside
@awaited
async def test_an_error_in_a_batch_belongs_to_its_own_job(postgres: Postgres) -> None:
    store = Store(address_of(postgres.address))
    await store.append("batch", [Row(0, None, 1.0, b"{}")])
    started, going = threading.Event(), threading.Event()
    original = store._found

    def held(since: Any) -> Any:
        started.set()
        assert going.wait(30)
        return original(since)

    store._found = held  # type: ignore[method-assign]
    first = asyncio.create_task(store.read("first"))
    await asyncio.to_thread(started.wait, 30)
    both = asyncio.gather(store.read("a\x00b"), store.read("batch"), return_exceptions=True)
    await asyncio.sleep(0)
    going.set()
    bad, good = await both
    assert isinstance(bad, Failed)
    assert good == [Row(0, None, 1.0, b"{}")]
    assert await first == []
    store.close()


@outside
def test_an_error_of_the_database_tells_nothing_of_a_row(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    postgres.say("CREATE SCHEMA broken")
    store = Store(address_of(f"{postgres.address}?options=-csearch_path%3Dbroken"))
    with store.database.write() as sql:
        sql.execute("DROP TABLE log")
    made = Hub(store, Thinkers(0), Meters())

    async def make() -> None:
        with contextlib.suppress(Exception):
            await made.make(messages.MakeTable("thegame", "Marigold", [None]))
        await made.close()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(make())
    with pytest.raises(Failed, match="UndefinedTable 42P01") as told:
        store.rows("Marigold")
    store.close()
    assert "a command failed" in caplog.text
    assert "Marigold" not in caplog.text + str(told.value)
    assert "invitation" not in caplog.text


@outside
def test_two_processes_may_start_at_an_empty_database_together(postgres: Postgres) -> None:
    stores: list[Any] = []

    def start() -> None:
        try:
            stores.append(Store(address_of(f"{postgres.address}?options=-csearch_path%3Dempty")))
        except Exception as error:
            stores.append(error)

    postgres.say("CREATE SCHEMA empty")
    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store for store in stores if not isinstance(store, Store)] == []
    for store in stores:
        store.close()


def test_a_file_may_be_opened_for_the_first_time_by_several(tmp_path: Path) -> None:
    errors: list[Exception] = []

    def start() -> None:
        try:
            Store(address_of(tmp_path / "tables.db")).close()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@awaited
async def test_a_server_that_cannot_write_says_so(tmp_path: Path) -> None:
    app = App(Settings(address_of(tmp_path / "tables.db")))
    assert await app._health() == ""
    with app.store.database.write() as sql:
        sql.execute("CREATE TRIGGER full BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'full'); END")
        sql.execute("CREATE TRIGGER full2 BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'full'); END")
    assert await app._health() == "the database cannot be read and written"
    await app.hub.close()
    app.hub.thinkers.close()
    app.store.close()


# votes


class Looker:
    """A visitor who hears nothing."""

    def __init__(self) -> None:
        self.seat, self.number = -1, -1

    def send(self, message: bytes) -> None:
        """Nothing."""

    def end(self, why: str) -> None:
        """Nothing."""


class Deaf(Bus):
    """A bus that hangs: other processes are there, and hear nothing."""


THREE: list[log.AnyEntry] = [
    log.Made("thegame", 1, [None] * 3, {}, True, ""),
    *(log.Sat(seat, f"P{seat}", log.hashed(f"key {seat}")) for seat in range(3)),
    log.Dealt(7),
]


async def voted(made: Hub, seats: tuple[int, ...]) -> None:
    live = made.live("table")
    for seat in seats:
        await made.command(live, seat, messages.Vote(fresh(), "bot", True, 2))


@awaited
async def test_nobody_is_voted_out_at_once_and_who_comes_back_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "GRACE", 0.2)
    store = Store(address_of(tmp_path / "tables.db"))
    await store.append("table", [Row(n, None, 1.0, log.encode(entry)) for n, entry in enumerate(THREE)])
    made = Hub(store, Thinkers(0), Meters())
    live = made.live("table")
    await voted(made, (0, 1))
    room = await made.room(live)
    assert room.chairs[2].person
    visitor = Looker()
    await made.enter(live, visitor, "key 2", -1)
    await asyncio.sleep(0.4)
    assert (await made.room(live)).chairs[2].person
    assert not room.polls()
    made.exit(live, visitor)
    await voted(made, (0, 1))
    for _ in range(200):
        if not (await made.room(live)).chairs[2].person:
            break
        await asyncio.sleep(0.05)
    assert not (await made.room(live)).chairs[2].person
    async with live.lock:  # it has been written
        assert log.Left(2) in [log.decode(row.body) for row in store.rows("table")]
    await made.close()
    store.close()


@awaited
async def test_nobody_is_voted_out_who_looks_through_another_process_though_the_bus_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "GRACE", 1.0)
    place = address_of(tmp_path / "tables.db")
    stores = Store(place), Store(place)
    await stores[0].append("table", [Row(n, None, 1.0, log.encode(entry)) for n, entry in enumerate(THREE)])
    one, two = (Hub(store, Thinkers(0), Meters(), bus=Deaf()) for store in stores)
    await two.enter(two.live("table"), Looker(), "key 2", -1)
    await voted(one, (0, 1))
    await two.look_around()  # every process looks around by itself, all the time
    await asyncio.sleep(1.5)
    assert (await one.room(one.live("table"), fresh=True)).chairs[2].person
    for made, store in zip((one, two), stores, strict=True):
        await made.close()
        store.close()


def test_a_vote_of_old_takes_effect_as_it_did() -> None:
    entries: list[log.AnyEntry] = [*THREE, log.Voted(0, "bot", True, 2), log.Voted(1, "bot", True, 2)]
    room = Hub._read("table", [Row(n, None, 1.0, log.encode(entry)) for n, entry in enumerate(entries)])
    assert room.chairs[2].level == "medium"
    assert log.encode(entries[-1]) == b'{"what":"voted","seat":1,"about":"bot","yes":true,"whom":2}'


# connections


@awaited
async def test_idle_connections_of_one_address_are_few(tmp_path: Path) -> None:
    narrow = Server(tmp_path, limits=NARROW).start()
    lines = []
    try:
        for _ in range(60):
            line = socket.create_connection(("127.0.0.1", narrow.port), timeout=10)
            line.settimeout(10)
            lines.append(line)
        closed = [line for line in lines[NARROW.connections_of_address + 2 :] if _is_closed(line)]
        assert len(closed) == 60 - NARROW.connections_of_address - 2
        for line in lines:
            line.close()
        for _ in range(100):
            if narrow.answers():
                break
            await asyncio.sleep(0.1)
        made = craft(narrow, "thegame", [None, None], 7, starter=0)
        async with narrow.wire(made.table) as wire:
            await hello(wire, made.keys[0])
            assert isinstance(await tell(wire, messages.Say(fresh(), "still here")), messages.Done)
    finally:
        for line in lines:
            line.close()
        narrow.close()
    assert not narrow.traces()


def _is_closed(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


@awaited
async def test_sockets_do_not_use_up_the_connections(tmp_path: Path) -> None:
    narrow = Server(tmp_path, limits=Limits(connections_of_address=4, sockets_of_address=40)).start()
    try:
        made = craft(narrow, "thegame", [None, None], 7, starter=0)
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(12):
                wire = await stack.enter_async_context(narrow.wire(made.table))
                await hello(wire)
            assert narrow.answers()
    finally:
        narrow.close()


def test_a_house_is_one_address() -> None:
    assert household("203.0.113.7") == "203.0.113.7"
    assert household("::ffff:203.0.113.7") == "203.0.113.7"
    assert household("2001:db8:1:2::5") == household("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::5") != household("2001:db8:1:2::5")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("nonsense") == "nonsense"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        ([], ""),
    ],
)
def test_behind_a_balancer_its_own_word_counts_and_not_what_the_asker_wrote(lines: list[str], told: str) -> None:
    raw = [(b"x-forwarded-for", line.encode()) for line in lines]
    assert told_by_balancer(Headers(raw=raw)) == told


def test_without_a_balancer_nobody_is_believed(tmp_path: Path) -> None:
    strict = Server(tmp_path, limits=Limits(commands_of_seat=(2, 0.001))).start()
    try:
        answers = []
        for number in range(4):
            headers = {"x-forwarded-for": f"198.51.100.{number}"}
            answers.append(strict.request("POST", "/api/lessons/koomi/try", {"at": {"step": 0}}, headers)[0])
        assert answers[2:] == [429, 429]
    finally:
        strict.close()


# names of people


@pytest.mark.parametrize("name", ["XLII", "f o r t y", "42", "quarante"])
def test_no_number_passes_in_a_name_where_numbers_may_not_be_said(server: Server, name: str) -> None:
    wanted = {"game": "thegame", "name": name, "people": [None, None]}
    status, _, body = server.request("POST", "/api/tables", wanted)
    assert (status, msgspec.json.decode(body)["error"]) == (400, "words")
    made = craft(server, "thegame", [None], 3)
    seat = {"invitation": made.invitation, "name": name}
    assert msgspec.json.decode(server.request("POST", f"/api/tables/{made.table}/seats", seat)[2])["error"] != "setup"
    assert server.request("POST", "/api/tables", {**wanted, "game": "joomo"})[0] == 201


@pytest.mark.parametrize(
    "name", ["\ufdfd" * 3, "W" + "\u0301" * 23 + "", "\u754c" * 13, "\u2e3b" * 5, "\U0001f600" * 13]
)
def test_a_name_takes_the_room_of_a_name(server: Server, name: str) -> None:
    assert width(name) > 20
    wanted = {"game": "joomo", "name": name, "people": [None, None]}
    status = server.request("POST", "/api/tables", wanted)[0]
    assert (status == 400) == (width(name) > 24)


@pytest.mark.parametrize(
    "sign",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd", "\U0001f3f3\ufe0f\u200d\U0001f308",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U0001f1eb\U0001f1f7",
    ],
)  # fmt: skip
def test_signs_made_of_several_are_not_cut_apart(sign: str) -> None:
    assert clean(f" Ada {sign} ") == f"Ada {sign}"


@pytest.mark.parametrize("text", ["a\u200db", "\u200dAda\u200d", "Ada\U000e0067", "a\u202eb", "a\x00b"])
def test_signs_nobody_sees_are_left_out(text: str) -> None:
    assert clean(text).isascii()
    assert len(clean(text)) in (2, 3)


# bodies


@pytest.mark.parametrize("depth", [100, 2_000])
def test_deep_json_is_refused_and_nothing_else_happens(server: Server, depth: int) -> None:
    deep = b'{"at":' + b"[" * depth + b"]" * depth + b"}"
    assert server.request("POST", "/api/lessons/koomi/try", deep)[0] == 400
    inside = b'{"at":{"step":0},"move":{"verb":' + b"[" * depth + b"]" * depth + b"}}"
    assert server.request("POST", "/api/lessons/koomi/try", inside)[0] in (200, 400, 409)
    assert server.answers()


@awaited
async def test_a_deep_frame_is_refused_and_the_socket_goes_on(server: Server) -> None:
    made = craft(server, "joomo", [None, None], 3)
    async with server.wire(made.table) as wire:
        await hello(wire, made.keys[0])
        move = "[" * 2_000 + "]" * 2_000
        await wire.send(f'{{"kind":"play","id":"x","turn":1,"move":{{"a":{move}}}}}')
        assert (await hear(wire, messages.Refused)).error in ("bad_message", "illegal", "stale", "not_yours")
        assert isinstance(await tell(wire, messages.Say(fresh(), "well")), messages.Done)


def test_a_schema_is_brought_in_once(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    assert migrate(store.database) == store.version
    store.close()


@awaited
async def test_a_slow_reader_is_cut_off_and_stops_nobody(server: Server) -> None:
    made = craft(server, "joomo", [None, None], 3)
    async with server.wire(made.table) as quick:
        await hello(quick, made.keys[0])
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        writer.write(
            f"GET /api/tables/{made.table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await writer.drain()
        assert b"101" in await reader.readline()
        for number in range(40):
            await say(quick, messages.Say(fresh(), f"word {number}" * 10))
        heard = [await hear(quick, messages.Done) for _ in range(40)]
        assert len(heard) == 40
        writer.close()
