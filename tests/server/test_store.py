"""The log: numbers and commands are unique, what is appended is durable, schemas move forward and keep old tables."""

import asyncio
import contextlib
import sqlite3
import threading
import time
import traceback
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from brelan.core.errors import BadSetup
from brelan.server import database
from brelan.server.database import CONNECTIONS, Failed, Gone, Transaction, database_at, shown
from brelan.server.store import APPEND, MIGRATIONS, NewerSchema, Row, Store, Taken, address_of, migrate

from .outside import Postgres, missing

outside = pytest.mark.skipif(bool(missing()), reason=f"outside programs are missing: {', '.join(missing())}")

SQLITE = """
CREATE TABLE facts (
\tname VARCHAR(40) NOT NULL, \n\tvalue VARCHAR(200), \n\tPRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('schema','1');
INSERT INTO "facts" VALUES('daily','secret');
CREATE TABLE log (
\ttable_id VARCHAR(40) NOT NULL, \n\tnumber INTEGER NOT NULL, \n\tcommand VARCHAR(80), \n\ttime FLOAT NOT NULL, \n\tbody BLOB NOT NULL, \n\tPRIMARY KEY (table_id, number), \n\tUNIQUE (table_id, command)
);
INSERT INTO "log" VALUES('a',0,'x',1.5,X'626F6479');
INSERT INTO "log" VALUES('a',1,NULL,2.25,X'00FF');
"""  # noqa: E501  a database of release 0.1.0, as `.dump` tells it
POSTGRESQL = """
CREATE TABLE facts (name character varying(40) NOT NULL, value character varying(200));
CREATE TABLE log (
    table_id character varying(40) NOT NULL,
    number integer NOT NULL,
    command character varying(80),
    "time" double precision NOT NULL,
    body bytea NOT NULL
);
INSERT INTO facts VALUES ('schema', '1'), ('daily', 'secret');
INSERT INTO log VALUES ('a', 0, 'x', 1.5, '\\x626f6479'), ('a', 1, NULL, 2.25, '\\x00ff');
ALTER TABLE ONLY facts ADD CONSTRAINT facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY log ADD CONSTRAINT log_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY log ADD CONSTRAINT log_table_id_command_key UNIQUE (table_id, command);
"""  # the same, by pg_dump


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=outside)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return address_of(tmp_path / "t.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    name = f"s{uuid.uuid4().hex}"
    postgres.say(f"CREATE SCHEMA {name}")
    return f"{postgres.address}?options=-csearch_path%3D{name}"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """A store in it."""
    made = Store(address)
    yield made
    made.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long."""
    monkeypatch.setattr(database, "PATIENCE", 0.5)


def row(number: int, command: str | None = None) -> Row:
    return Row(number, command, 1.5, b"body %d" % number)


def test_rows_come_back_as_they_were_written(address: str) -> None:
    store = Store(address)
    store.write("a", [row(0, "x"), row(1)])
    store.write("b", [row(0, "x")])
    assert store.rows("a") == [row(0, "x"), row(1)]
    assert store.rows("a", since=0) == [row(1)]
    assert store.tables() == ["a", "b"]
    store.close()
    again = Store(address)
    assert again.rows("a") == [row(0, "x"), row(1)]
    again.close()


def test_a_number_and_a_command_exist_once(store: Store) -> None:
    store.write("a", [row(0, "x")])
    with pytest.raises(Taken):
        store.write("a", [row(0, "y")])
    with pytest.raises(Taken):
        store.write("a", [row(1, "x")])
    with pytest.raises(Taken):
        store.write("a", [row(1), row(1)])
    assert store.rows("a") == [row(0, "x")], "all or nothing"


def test_one_bad_append_does_not_spoil_those_written_with_it(store: Store) -> None:
    store.write("a", [row(0)])

    async def many() -> list[BaseException | None]:
        appends = [store.append(f"t{n}", [row(0)]) for n in range(20)]
        appends.insert(7, store.append("a", [row(0)]))
        return await asyncio.gather(*appends, return_exceptions=True)

    answers = asyncio.run(many())
    assert isinstance(answers.pop(7), Taken)
    assert answers == [None] * 20
    assert len(store.tables()) == 21


def test_what_waits_together_is_written_together(store: Store) -> None:
    async def many() -> None:
        await asyncio.gather(*(store.append(f"t{n}", [row(0)]) for n in range(200)))

    asyncio.run(many())
    assert store.appended == 200
    assert store.commits < 100


def test_what_is_asked_for_together_is_read_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    questions, original = list[int](), store._found
    for n in range(50):
        if n % 5:
            store.write(f"t{n}", [row(number) for number in range(n % 5)])

    async def many() -> list[list[Row]]:
        asked = [store.read(f"t{n}", since) for n in range(50) for since in (-1, 1, 2)]
        return await asyncio.gather(*asked, store.read("nowhere"))

    def counted(since: Mapping[str, int]) -> dict[str, list[Row]]:
        questions.append(len(since))
        return original(since)

    monkeypatch.setattr(store, "_found", counted)
    *found, nothing = asyncio.run(many())
    assert found == [[row(number) for number in range(since + 1, n % 5)] for n in range(50) for since in (-1, 1, 2)]
    assert nothing == []
    assert len(questions) < 20


def test_a_question_that_fails_is_answered_and_the_next_one_too(store: Store) -> None:
    store.write("a", [row(0)])

    async def ask() -> list[list[Row] | BaseException]:
        return list(await asyncio.gather(store.read("a"), store.read("b"), return_exceptions=True))

    with store.database.write() as sql:
        sql.execute("ALTER TABLE log RENAME TO lost")
    assert [isinstance(answer, Failed) for answer in asyncio.run(ask())] == [True] * 2
    with store.database.write() as sql:
        sql.execute("ALTER TABLE lost RENAME TO log")
    assert asyncio.run(ask()) == [[row(0)], []]


def test_the_last_numbers_of_many_tables_are_told(store: Store) -> None:
    names = [f"t{n}" for n in range(1100)]
    with store.database.write() as sql:
        sql.executemany(APPEND, [(name, number, None, 1.0, b"") for name in names for number in range(2)])
    assert asyncio.run(store.last([*names, "nowhere"])) == dict.fromkeys(names, 1)
    assert asyncio.run(store.last([])) == {}


def test_a_fact_is_what_was_written_down_first(address: str, store: Store) -> None:
    other = Store(address)
    assert [store.fact("daily", "one"), other.fact("daily", "two"), store.fact("daily", "three")] == ["one"] * 3
    other.close()


def test_of_two_who_write_down_a_fact_together_one_wins(
    address: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, read = Store(address), store.database.read

    @contextlib.contextmanager
    def overtaken() -> Iterator[Transaction]:
        with read() as sql:
            yield sql
        assert other.fact("daily", "theirs") == "theirs"

    monkeypatch.setattr(store.database, "read", overtaken)
    assert store.fact("daily", "ours") == "theirs"
    other.close()


# promises of every connection


def test_every_commit_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    """SQLite: 2 is FULL, the commit waits for the disk; WAL, so that readers do not wait for the writer."""
    store = Store(address_of(tmp_path / "t.db"))
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS):
            sql = stack.enter_context(store.database.read())
            assert sql.execute("PRAGMA journal_mode") == [("wal",)]
            assert sql.execute("PRAGMA synchronous") == [(2,)]
    store.close()


def test_what_is_appended_is_seen_by_others_at_once(address: str, store: Store) -> None:
    other = Store(address)
    store.write("a", [row(0)])
    assert other.rows("a") == [row(0)]
    other.close()


def test_a_transaction_is_all_or_nothing(address: str, store: Store) -> None:
    other = Store(address)

    def broken_off(error: type[BaseException]) -> None:
        with store.database.write() as sql:
            sql.executemany(APPEND, [("a", 0, None, 1.0, b""), ("b", 0, None, 1.0, b"")])
            raise error

    for error, told in ((RuntimeError, Failed), (KeyboardInterrupt, KeyboardInterrupt)):
        with pytest.raises(told):
            broken_off(error)
        assert store.tables() == other.tables() == []
    store.write("a", [row(0)])
    assert other.tables() == ["a"]
    other.close()


def test_one_writer_wins_at_a_place(address: str) -> None:
    stores, won = [Store(address) for _ in range(4)], list[tuple[int, int]]()

    def write(which: int) -> None:
        for number in range(25):
            with contextlib.suppress(Taken):
                stores[which].write("a", [Row(number, f"{which}-{number}", float(which), b"")])
                won.append((which, number))

    threads = [threading.Thread(target=write, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(number for _, number in won) == list(range(25))
    kept = [(int(found.time), found.number) for found in stores[0].rows("a")]
    assert kept == sorted(won, key=lambda pair: pair[1]), "who was told so did win"
    for store in stores:
        store.close()


def test_a_connection_comes_back_after_an_error(store: Store, hasty: None) -> None:
    store.write("a", [row(0)])
    before = list(store.database.free.queue)
    for _ in range(CONNECTIONS + 1):
        with pytest.raises(Taken):
            store.write("a", [row(0)])
        with pytest.raises(Failed, match=r"Error|Syntax"), store.database.read() as sql:
            sql.execute("nonsense")
    store.write("a", [row(1)])
    assert store.rows("a") == [row(0), row(1)]
    assert store.database.free.queue == before, "and is not opened anew"


def test_when_all_connections_are_in_use_one_waits(store: Store, hasty: None) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS):
            stack.enter_context(store.database.read())
        with pytest.raises(Gone):
            store.tables()
        threading.Timer(0.1, stack.pop_all().close).start()
        assert store.tables() == []


def test_an_error_tells_nothing_of_a_row(store: Store) -> None:
    secret = Row(0, "Marigold", 1.0, b"Marigold")
    store.write("Marigold", [secret])
    for statement, values in [
        (APPEND, ("Marigold", *secret)),
        (APPEND, ("Marigold", 1, "Marigold", 1.0, None)),
        ("SELECT ? + number FROM nowhere", ("Marigold",)),
        ("SELECT number FROM log WHERE number = ?", ("Marigold\udcff",)),
    ]:
        with pytest.raises(Failed) as told, store.database.write() as sql:
            sql.execute(statement, values)
        assert "Marigold" not in "".join(traceback.format_exception(told.value)) + repr(told.value)


def test_one_waits_for_another_process_that_writes(tmp_path: Path, hasty: None) -> None:
    store = Store(address_of(tmp_path / "t.db"))
    other = sqlite3.connect(tmp_path / "t.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    assert store.tables() == [], "who reads does not wait"
    with pytest.raises(Gone, match="SQLITE_BUSY"):
        store.write("a", [row(0)])
    threading.Timer(0.1, other.rollback).start()
    store.write("a", [row(0)])
    assert store.rows("a") == [row(0)]
    other.close()
    store.close()


@outside
def test_connections_that_the_server_closed_are_replaced(postgres: Postgres, store: Store) -> None:
    for number in range(3):
        store.write("a", [row(number)])
        postgres.say("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        time.sleep(0.1)
    assert store.rows("a") == [row(0), row(1), row(2)]


def test_a_closed_store_holds_nothing(address: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    store = Store(address)
    with store.database.read(), store.database.read():
        store.write("a", [row(0)])
    store.close()
    if address.startswith("sqlite"):
        assert [file.name for file in tmp_path.iterdir()] == ["t.db"], "the last who leaves clears up"
    else:
        count = (
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        postgres: Postgres = request.getfixturevalue("postgres")
        for _ in range(50):  # a server hears of it a moment later
            if postgres.say(count) == "0":
                return
            time.sleep(0.1)
        raise AssertionError(postgres.say(count))


# addresses


@pytest.mark.parametrize(
    "place",
    [
        "mysql://u:Marigold@h/x", "sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite+other:///x", "postgres://h/x",
        "postgresql+other://u:Marigold@h/x", "postgresql://u:Marigold@[::1/x", "postgresql://u:Mari%gold@h/x",
        "postgresql://h/x?password=Marigold&nonsense=1", "://", "",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_one_line(place: str) -> None:
    with pytest.raises(BadSetup, match=r"a database is .*postgresql://USER@HOST/NAME, not ") as told:
        database_at(place)
    assert "gold" not in str(told.value)
    assert "\n" not in str(told.value)


def test_addresses_of_databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for place in ("a.db", f"{tmp_path}/b.db", "sqlite:///c.db", f"sqlite:///{tmp_path}/d.db", "e 100%?.db"):
        Store(address_of(place)).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.db", "b.db", "c.db", "d.db", "e 100%?.db"]


@outside
def test_the_driver_may_be_named(postgres: Postgres) -> None:
    store = Store(address_of(postgres.address.replace("postgresql://", "postgresql+psycopg://")))
    store.write("named", [row(0)])
    store.close()
    assert postgres.say("SELECT count(*) FROM log WHERE table_id = 'named'") == "1"


def test_a_password_is_not_shown() -> None:
    for address, text in {
        "postgresql://u:Mari/gold@h:1/x": "postgresql://u:***@h:1/x",
        "postgresql://u@h:1/x": "postgresql://u@h:1/x",
        "postgresql://h/x?password=Marigold&user=u": "postgresql://h/x?password=***&user=u",
        "sqlite:////a/b.db": "sqlite:////a/b.db",
    }.items():
        assert shown(address) == text


# schemas


def test_a_database_of_an_older_release_opens_unchanged(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "t.db")) as old:
        old.executescript(SQLITE)
        before = list(old.iterdump())
    kept(Store(address_of(tmp_path / "t.db")))
    with contextlib.closing(sqlite3.connect(tmp_path / "t.db")) as old:
        assert [line for line in old.iterdump() if "'new'" not in line] == before


@outside
def test_a_database_of_an_older_release_at_postgresql_opens_unchanged(postgres: Postgres) -> None:
    """By a role that may not make tables: they are there."""
    postgres.say(f"CREATE SCHEMA old; SET search_path TO old; {POSTGRESQL}")
    postgres.say("CREATE ROLE host LOGIN; GRANT USAGE ON SCHEMA old TO host; GRANT ALL ON old.facts, old.log TO host")
    kept(Store(f"{postgres.address.replace('postgres@', 'host@')}?options=-csearch_path%3Dold"))


def kept(store: Store) -> None:
    """The tables of the older release are there, and go on."""
    assert store.rows("a") == [Row(0, "x", 1.5, b"body"), Row(1, None, 2.25, b"\x00\xff")]
    assert store.fact("daily", "another") == "secret"
    with pytest.raises(Taken):
        store.write("a", [row(1)])
    with pytest.raises(Taken):
        store.write("a", [row(2, "x")])
    store.write("new", [row(0, "x")])
    assert store.tables() == ["a", "new"]
    store.close()


def test_an_old_schema_is_brought_forward_and_keeps_its_tables(address: str) -> None:
    store = Store(address)
    store.write("a", [row(0)])
    store.close()
    place, second = database_at(address), ("ALTER TABLE log ADD COLUMN note VARCHAR(10)",)
    assert migrate(place, [*MIGRATIONS, second]) == 2
    assert migrate(place, [*MIGRATIONS, second]) == 2, "only once"
    with place.read() as sql:
        assert sql.execute("SELECT table_id, note FROM log") == [("a", None)]
    place.close()
    with pytest.raises(NewerSchema, match="schema 2; this program knows 1"):
        Store(address)


def test_a_step_that_fails_changes_nothing(address: str) -> None:
    Store(address).close()
    place, broken = database_at(address), ("INSERT INTO facts VALUES ('half', 'done')", "power cut")
    with pytest.raises(Failed):
        migrate(place, [*MIGRATIONS, broken])
    with place.read() as sql:
        assert sql.execute("SELECT * FROM facts") == [("schema", "1")]
    place.close()
