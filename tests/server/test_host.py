"""What docs/host.md tells a club to do, done: copies made while people play can be played on."""

import subprocess
from pathlib import Path

import pytest

from brelan.client import Seat
from brelan.server.store import address_of

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
