"""The log: numbers and commands are unique, what is appended is durable, schemas move forward and keep old tables."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql

from brelan.server.store import MIGRATIONS, Failed, NewerSchema, Row, Store, Taken, address_of, migrate


def row(number: int, command: str | None = None) -> Row:
    return Row(number, command, 1.5, b"body %d" % number)


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "t.db"))
    store.write("a", [row(0, "x"), row(1)])
    store.write("b", [row(0, "x")])
    assert store.rows("a") == [row(0, "x"), row(1)]
    assert store.rows("a", since=0) == [row(1)]
    assert store.tables() == ["a", "b"]
    store.close()
    again = Store(address_of(tmp_path / "t.db"))
    assert again.rows("a") == [row(0, "x"), row(1)]
    again.close()


def test_a_number_and_a_command_exist_once(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "t.db"))
    store.write("a", [row(0, "x")])
    with pytest.raises(Taken):
        store.write("a", [row(0, "y")])
    with pytest.raises(Taken):
        store.write("a", [row(1, "x")])
    with pytest.raises(Taken):
        store.write("a", [row(1), row(1)])
    assert store.rows("a") == [row(0, "x")], "all or nothing"
    store.close()


def test_one_bad_append_does_not_spoil_those_written_with_it(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "t.db"))
    store.write("a", [row(0)])

    async def many() -> list[BaseException | None]:
        appends = [store.append(f"t{n}", [row(0)]) for n in range(20)]
        appends.insert(7, store.append("a", [row(0)]))
        return await asyncio.gather(*appends, return_exceptions=True)

    answers = asyncio.run(many())
    assert isinstance(answers.pop(7), Taken)
    assert answers == [None] * 20
    assert len(store.tables()) == 21
    store.close()


def test_what_waits_together_is_written_together(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "t.db"))

    async def many() -> None:
        await asyncio.gather(*(store.append(f"t{n}", [row(0)]) for n in range(200)))

    asyncio.run(many())
    assert store.appended == 200
    assert store.commits < 100
    store.close()


def test_what_is_asked_for_together_is_read_together(tmp_path: Path) -> None:
    store, questions = Store(address_of(tmp_path / "t.db")), 0
    for n in range(50):
        if n % 5:
            store.write(f"t{n}", [row(number) for number in range(n % 5)])

    def count(*_: object) -> None:
        nonlocal questions
        questions += 1

    async def many() -> list[list[Row]]:
        asked = [store.read(f"t{n}", since) for n in range(50) for since in (-1, 1, 2)]
        return await asyncio.gather(*asked, store.read("nowhere"))

    sql.event.listen(store.engine, "before_cursor_execute", count)
    *found, nothing = asyncio.run(many())
    assert found == [[row(number) for number in range(since + 1, n % 5)] for n in range(50) for since in (-1, 1, 2)]
    assert nothing == []
    assert questions < 20
    store.close()


def test_a_question_that_fails_is_answered_and_the_next_one_too(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "t.db"))
    store.write("a", [row(0)])

    async def ask() -> list[list[Row] | BaseException]:
        return list(await asyncio.gather(store.read("a"), store.read("b"), return_exceptions=True))

    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE log RENAME TO lost")
    assert [type(answer) for answer in asyncio.run(ask())] == [Failed] * 2
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE lost RENAME TO log")
    assert asyncio.run(ask()) == [[row(0)], []]
    store.close()


def test_a_commit_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "t.db"))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.write("a", [row(0)])
    other = sqlite3.connect(tmp_path / "t.db")  # another reader sees it at once
    assert other.execute("select count(*) from log").fetchone() == (1,)
    other.close()
    store.close()


def test_an_old_schema_is_brought_forward_and_keeps_its_tables(tmp_path: Path) -> None:
    address = address_of(tmp_path / "t.db")
    store = Store(address)
    store.write("a", [row(0)])
    store.close()

    def second(connection: sql.Connection) -> None:
        connection.exec_driver_sql("alter table log add column note varchar(10)")

    engine = sql.create_engine(address)
    assert migrate(engine, [*MIGRATIONS, second]) == 2
    assert migrate(engine, [*MIGRATIONS, second]) == 2, "only once"
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select table_id, note from log").all() == [("a", None)]
    engine.dispose()
    with pytest.raises(NewerSchema, match="schema 2; this program knows 1"):
        Store(address)


def test_a_step_that_fails_changes_nothing(tmp_path: Path) -> None:
    address = address_of(tmp_path / "t.db")
    Store(address).close()
    engine = sql.create_engine(address)

    def broken(connection: sql.Connection) -> None:
        connection.exec_driver_sql("insert into facts values ('half', 'done')")
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        migrate(engine, [*MIGRATIONS, broken])
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select * from facts").all() == [("schema", "1")]
    engine.dispose()
