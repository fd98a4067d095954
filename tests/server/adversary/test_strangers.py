"""Hostile input: text that names files, oddly ending names, bodies that never end, fake games."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request

from brelan.core.errors import BrelanError
from brelan.core.game import game, names
from brelan.core.notation import _check_sum, read
from brelan.core.table import Table
from brelan.server import app, log, messages, past, reading, wire
from brelan.server.batcher import Job
from brelan.server.database import Doubled
from brelan.server.doorkeeper import Settings
from brelan.server.gate import MOST
from brelan.server.refusal import Refusal
from brelan.server.store import Row, Store, address_of

from ..outside import Postgres, missing
from ..running import Crafted, Server, awaited, craft, fresh, hear, hello, say, tell

outside = pytest.mark.skipif(bool(missing()), reason=f"outside programs are missing: {', '.join(missing())}")


def made(server: Server, **more: Any) -> tuple[int, str]:
    """The answer to somebody who wants a table."""
    wanted = {"game": "jokrummy", "name": "Eve", "people": [None, "easy"], **more}
    status, _, body = server.request("POST", "/api/tables", wanted)
    return status, body.decode()


# files


@pytest.mark.parametrize("name", names())
def test_no_option_opens_a_file(server: Server, tmp_path: Path, name: str) -> None:
    place = tmp_path / "secrets.toml"
    place.write_text('programmes = ["1xK3", "hunter2"]')
    people = [None, *["easy"] * (game(name).least - 1)]
    for option in game(name).options:
        for value in (str(place), [str(place)], place.as_uri(), str(tmp_path / "nothing.toml")):
            status, body = made(server, game=name, people=people, options={option: value})
            assert (status, json.loads(body)["error"]) == (400, "setup")
            assert "hunter2" not in body
            assert "No such file" not in body


# names


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (messages.Say, '{"kind":"say","id":"x\\n","text":"a"}'),
        (messages.AddNumber, '{"kind":"add_number","id":"x","number":"' + "f" * 63 + '\\n"}'),
        (messages.Commit, '{"kind":"commit","id":"x","commitment":"' + "f" * 63 + '\\n"}'),
        (messages.Hello, '{"kind":"hello","key":"' + "k" * 22 + '\\n"}'),
    ],
)
def test_no_newline_passes_at_the_end_of_a_name(kind: type, text: str) -> None:
    assert isinstance(messages.decode_command(text.replace("\\n", "0")), kind)
    with pytest.raises(msgspec.ValidationError):
        messages.decode_command(text)


@awaited
async def test_a_number_that_is_none_does_not_reach_the_table(server: Server) -> None:
    table = await server.client().make("thegame", "Ada", [None, None])
    async with server.wire(table.table) as wire:
        await hello(wire, table.key)
        await wire.send('{"kind":"add_number","id":"x","number":"' + "f" * 63 + '\\n"}')
        assert (await hear(wire, messages.Refused)).error == "bad_message"
        assert isinstance(await tell(wire, messages.Say(fresh(), "well")), messages.Done)
    assert not server.traces()


# bodies


@awaited
async def test_a_body_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BODY", 0.05)

    async def receive() -> Any:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    with pytest.raises(Refusal, match="bad_message"):
        await asyncio.wait_for(reading.body_of(request, messages.Mine, 1 << 14), 10)


@awaited
async def test_many_who_ask_whether_all_is_well_ask_the_database_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_app, asked = app.App(Settings(address_of(tmp_path / "tables.db"))), []
    check = made_app.store.check

    async def counted() -> None:
        asked.append(1)
        await check()

    monkeypatch.setattr(made_app.store, "check", counted)
    request = Request({"type": "http", "method": "GET", "headers": []})
    answers = await asyncio.gather(*(made_app.healthz(request) for _ in range(50)))
    assert ({answer.status_code for answer in answers}, len(asked)) == ({200}, 1)
    await made_app.hub.close()
    made_app.hub.thinkers.close()
    made_app.store.close()


# games brought in


def finished(server: Server) -> Crafted:
    """A table whose game of The Game is over."""
    table, moves = Table("thegame", 2, seed=3), list[log.AnyEntry]()
    while not table.over:
        moves.append(log.Moved(table.seat, table.allowed()[0]))
        table.play(table.allowed()[0])
    return craft(server, "thegame", [None, None], 3, moves)


@pytest.mark.parametrize(
    ("past", "error"),
    [
        ({"table": "../../etc"}, "bad_message"),
        ({"table": "a\u0000b"}, "bad_message"),
        ({"table": "nowhere"}, "unknown"),
        ({"game": 9}, "unknown"),
        ({"moves": 1 << 20}, "setup"),
        ({"moves": 1 << 21}, "bad_message"),
        ({"seat": 2}, "setup"),
        ({"seat": -1}, "bad_message"),
        ({"cards": [1]}, "bad_message"),
    ],
    ids=str,
)
def test_a_moment_that_never_was_makes_no_table(server: Server, past: dict[str, Any], error: str) -> None:
    over = finished(server)
    fields = {"game": "thegame", "people": [None, "easy"]}
    status, body = made(server, **fields, past={"table": over.table, **past})
    assert (status >= 400, json.loads(body)["error"]) == (True, error)
    assert made(server, **fields, past={"table": over.table, "moves": 3})[0] == 201


def test_a_game_that_still_runs_is_not_played_on_elsewhere(server: Server) -> None:
    running = craft(server, "joomo", [None, None], 3)
    status, body = made(server, game="joomo", past={"table": running.table, "seat": 1}, people=["easy", None])
    assert (status, json.loads(body)["error"]) == (409, "not_now")


HOSTILE = [
    "", "\0" * 100, "[" * 100_000, "brelan 1\n" * 10_000, "game thegame\n" + "seats 99999999999\n", "option " * 50_000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_a_saved_game_that_is_none_is_refused_in_words(text: str) -> None:
    with pytest.raises(BrelanError):
        read(text)


def test_every_line_of_a_saved_game_may_lie_and_is_refused_or_played() -> None:
    """Each line twice, left out, or with a number that is far too large; the check sum fits."""
    table, refused = Table("koomi", 2, seed=1), list[str]()
    for _ in range(12):
        table.play(table.allowed()[0])
    *lines, end = table.notation().splitlines()
    for place, line in enumerate(lines):
        for lie in ([], [line, line], [line + " 99999999999999999999"], [line.replace("2", "9" * 30)], ["\0"]):
            lied = [*lines[:place], *lie, *lines[place + 1 :]]
            try:
                read("\n".join([*lied, f"{end.rpartition(' ')[0]} {_check_sum(lied)}", ""]))
            except BrelanError as error:
                refused.append(str(error))
    assert len(refused) > len(lines)
    assert not [said for said in refused if "checksum" in said]


# writers that cross


@outside
def test_processes_that_write_the_same_tables_do_not_lock_each_other_out(postgres: Postgres) -> None:
    stores = [Store(address_of(postgres.address)) for _ in range(2)]
    errors: list[BaseException] = []
    loop, together = asyncio.new_event_loop(), threading.Barrier(2)

    def write(which: int, turn: int) -> None:
        tables = [f"crossing-{turn}-{number}" for number in range(200)][:: -1 if which else 1]
        rows = [Row(0, None, 1.0, b"{}")]
        together.wait(30)
        try:
            stores[which]._insert([Job(table, rows, loop, loop.create_future()) for table in tables])
        except Doubled:
            pass
        except Exception as error:
            errors.append(error)

    for turn in range(30):
        threads = [threading.Thread(target=write, args=(which, turn)) for which in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert errors == []
    for store in stores:
        store.close()
    loop.close()


# files that may be open


def test_a_server_raises_the_number_of_files_it_may_open() -> None:
    resource = pytest.importorskip("resource")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    code = "import resource; from brelan.server.gate import descriptors; most = descriptors(); "
    code += "print(most, *resource.getrlimit(resource.RLIMIT_NOFILE))"
    limit = ["sh", "-c", 'ulimit -S -n 256; exec "$@"', "sh", sys.executable, "-c", code]
    told = subprocess.run(limit, capture_output=True, text=True, check=True).stdout.split()
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    assert told == [str(wanted), str(wanted), str(hard)]


# lines that are closed


def test_only_what_no_coming_back_mends_ends_a_line_for_good() -> None:
    assert {why for why, close in wire.CLOSE.items() if close.final} == {"wrong_key", "no_table", "outdated", "version"}
    assert set(wire.FINAL) == {4401, 4404, 4410, 4426}
    assert [error for error, kind in wire.ERRORS.items() if kind.close == "no_table"] == ["unknown"]
    assert {kind.close for kind in wire.ERRORS.values()} <= wire.CLOSE.keys()


@awaited
async def test_a_table_that_cannot_be_read_now_is_not_said_to_be_gone(tmp_path: Path) -> None:
    """The database is away for a moment: the line is closed so that one comes back."""
    server = Server(tmp_path).start()
    try:
        there = craft(server, "thegame", [None, None], 3)
        store = Store(server.database)
        with store.database.write() as sql:
            sql.execute("ALTER TABLE log RENAME TO away")
        async with server.wire(there.table) as line:
            await say(line, messages.Hello(there.keys[0]))
            await asyncio.wait_for(line.wait_closed(), 30)
            assert line.close_code not in (*wire.FINAL, None)
        assert server.get(f"/api/tables/{there.table}")[0] == 503
        with store.database.write() as sql:
            sql.execute("ALTER TABLE away RENAME TO log")
        store.close()
        async with server.wire(there.table) as line:
            assert (await hello(line, there.keys[0])).scene.table == there.table
    finally:
        server.close()


# looking back


@awaited
async def test_games_are_told_again_one_at_a_time_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("thegame", 2, seed=3)
    while not table.over:
        table.play(table.allowed()[0])
    telling, at_once, most, told = past.Telling(), 0, 0, past.told

    def counted(*given: Any) -> messages.Review:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        time.sleep(0.02)
        at_once -= 1
        calls.append(1)
        return told(*given)

    calls = list[int]()
    monkeypatch.setattr(past, "told", counted)
    found = past.Finished("t", 1, table, messages.End([0, 0], [], "", False), [])
    answers = await asyncio.gather(*(telling.tell(found, viewer) for viewer in (0, 1, None) * 4))
    assert (most, len(calls), len(set(answers))) == (1, 3, 3)
