"""The log of every table, and nothing else: the one place that knows a database.

A row is (table, number): appending a number twice is impossible, so two writers cannot fork a game. `append` returns
when the rows are durable. One thread writes, all that waits in one transaction; one reads, all that is asked for in
one question.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from .batcher import Batcher, Job

MANY = 500  # tables asked for at once
PATIENCE = 10  # seconds to wait for another process that writes
WRITTEN = "written"  # the fact that says when it was last tried whether anything can be written
LOCK = 20_113_901  # of PostgreSQL's advisory locks, the one that is held while a schema is brought in


class Row(NamedTuple):
    """One entry of a table's log. `command` is the id of the command it answers, if it answers one."""

    number: int
    command: str | None
    time: float
    body: bytes


class Failed(Exception):
    """The database could not do it. What it says of a row is left out: errors are logged, rows hold secrets."""

    def __init__(self, error: Exception) -> None:
        orig = getattr(error, "orig", None) or error
        code = getattr(orig, "sqlstate", None) or getattr(orig, "sqlite_errorname", "")
        super().__init__(f"{type(orig).__name__} {code}".strip())


class Taken(Exception):
    """Another writer appended this number, or this command, first."""


METADATA = sql.MetaData()
FACTS = sql.Table(
    "facts", METADATA, sql.Column("name", sql.String(40), primary_key=True), sql.Column("value", sql.String(200))
)
LOG = sql.Table(
    "log",
    METADATA,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("command", sql.String(80)),
    sql.Column("time", sql.Float, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.UniqueConstraint("table_id", "command"),
)


def _first(connection: Connection) -> None:
    """Version 1: the log."""
    METADATA.create_all(connection)


MIGRATIONS: list[Callable[[Connection], None]] = [_first]  # one a version, never edited, only added to


class NewerSchema(Exception):
    """The database was written by a newer program."""


GONE = (sql.exc.OperationalError, sql.exc.InterfaceError)  # the database itself does not answer


class Store:
    """A database by its address, such as `sqlite:///tables.db`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine = sql.create_engine(address, hide_parameters=True, **_arguments(address))
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _durable)
        self.commits = self.appended = 0
        self.version = migrate(self.engine)
        self.writer, self.reader = Batcher("writer", self._write), Batcher("reader", self._read)

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Write rows behind one another, all or none; they are durable when this returns. Taken if one exists."""
        await self.writer.wait(table, rows)

    async def read(self, table: str, since: int = -1) -> list[Row]:
        """The rows of a table after a number, in order."""
        rows: list[Row] = await self.reader.wait(table, since)
        return rows

    def rows(self, table: str, since: int = -1) -> list[Row]:
        """The same, waiting: for commands that have no event loop."""
        return self._found({table: since})[table]

    async def last(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of some tables."""
        return await asyncio.to_thread(self._last, tables)

    def _last(self, tables: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        with self.engine.connect() as connection:
            for first in range(0, len(tables), MANY):
                some = LOG.c.table_id.in_(tables[first : first + MANY])
                wanted = sql.select(LOG.c.table_id, sql.func.max(LOG.c.number)).where(some).group_by(LOG.c.table_id)
                found |= {str(name): int(number) for name, number in connection.execute(wanted)}
        return found

    async def named(self, prefix: str) -> list[str]:
        """The logs whose names begin so: those that are no table's."""
        return await asyncio.to_thread(self._named, prefix)

    def _named(self, prefix: str) -> list[str]:
        wanted = sql.select(LOG.c.table_id).where(LOG.c.number == 0, LOG.c.table_id.startswith(prefix))
        with self.engine.connect() as connection:
            return [str(row[0]) for row in connection.execute(wanted)]

    async def erase(self, tables: Sequence[str]) -> None:
        """Erase whole logs: the one thing that is ever taken away."""
        await asyncio.to_thread(self._erase, tables)

    def _erase(self, tables: Sequence[str]) -> None:
        with self.engine.begin() as connection:
            if self.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA secure_delete=ON")  # nor does the file keep it
            for first in range(0, len(tables), MANY):
                connection.execute(LOG.delete().where(LOG.c.table_id.in_(tables[first : first + MANY])))

    def tables(self) -> list[str]:
        """Every table there is, the latest last."""
        first = sql.and_(LOG.c.number == 0, ~LOG.c.table_id.contains(":"))  # names with a colon are no tables
        wanted = sql.select(LOG.c.table_id).where(first).order_by(LOG.c.time)
        with self.engine.connect() as connection:
            return [str(row[0]) for row in connection.execute(wanted)]

    def fact(self, name: str, otherwise: str) -> str:
        """What this database has written down under a name; `otherwise` is written down if there is nothing yet."""
        wanted = sql.select(FACTS.c.value).where(FACTS.c.name == name)
        try:
            with self.engine.begin() as connection:
                found = connection.execute(wanted).scalar()
                if found is None:
                    connection.execute(FACTS.insert(), {"name": name, "value": otherwise})
        except sql.exc.IntegrityError:  # another process was first
            with self.engine.connect() as connection:
                found = connection.execute(wanted).scalar()
        return otherwise if found is None else str(found)

    async def check(self) -> None:
        """Read and write, or raise: what `append` needs, without a table."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        try:
            self.fact(WRITTEN, "never")
            with self.engine.begin() as connection:
                connection.execute(FACTS.update().where(FACTS.c.name == WRITTEN), {"value": str(now())})
        except Exception as error:
            raise Failed(error) from None

    def write(self, table: str, rows: Sequence[Row]) -> None:
        """Append, waiting: for commands that have no event loop."""
        asyncio.run(self.append(table, rows))

    def close(self) -> None:
        """Write what waits, then let go."""
        self.writer.close()
        self.reader.close()
        self.engine.dispose()

    # the reader's thread

    def _read(self, jobs: Sequence[Job]) -> None:
        """All in one question; who asks for less of a table than another gets less."""
        since: dict[str, int] = {}
        for job in jobs:
            since[job.table] = min(job.wanted, since.get(job.table, job.wanted))
        try:
            found = self._found(since)
        except Exception as error:
            if len(jobs) > 1 and not isinstance(error, GONE):  # an error belongs to its own job
                for job in jobs:
                    self._read([job])
                return
            for job in jobs:
                job.tell(Failed(error))
            return
        for job in jobs:
            job.tell([row for row in found[job.table] if row.number > job.wanted])

    def _found(self, since: Mapping[str, int]) -> dict[str, list[Row]]:
        """The rows of some tables, after a number each."""
        found: dict[str, list[Row]] = {table: [] for table in since}
        news = [sql.and_(LOG.c.table_id == table, LOG.c.number > number) for table, number in since.items()]
        wanted = sql.select(LOG.c.table_id, LOG.c.number, LOG.c.command, LOG.c.time, LOG.c.body)
        with self.engine.connect() as connection:
            for table, *row in connection.execute(wanted.where(sql.or_(*news)).order_by(LOG.c.number)):
                found[table].append(Row(*row))
        return found

    # the writer's thread

    def _write(self, appends: Sequence[Job]) -> None:
        """All in one transaction; where that fails, each in its own, so that one cannot spoil another's."""
        try:
            self._insert(appends)
        except Exception as error:
            if len(appends) == 1:
                appends[0].tell(Taken() if isinstance(error, sql.exc.IntegrityError) else Failed(error))
                return
            for append in appends:
                self._write([append])
            return
        for append in appends:
            append.tell()

    def _insert(self, appends: Sequence[Job]) -> None:
        """In one order everywhere: two processes that wait for each other's rows cannot lock each other out."""
        values = [
            {"table_id": append.table, "number": row.number, "command": row.command, "time": row.time, "body": row.body}
            for append in sorted(appends, key=lambda append: append.table)
            for row in append.wanted
        ]
        with self.engine.begin() as connection:
            connection.execute(LOG.insert(), values)
        self.commits += 1
        self.appended += len(values)


def _arguments(address: str) -> dict[str, Any]:
    if address.startswith("sqlite"):
        return {"connect_args": {"timeout": PATIENCE, "check_same_thread": False}}
    return {"pool_pre_ping": True}


def _durable(connection: Any, _: Any) -> None:
    """SQLite: a commit is on the disk when it returns, and readers never wait for the writer."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}").close()


def migrate(engine: sql.Engine, migrations: Sequence[Callable[[Connection], None]] = MIGRATIONS) -> int:
    """Bring a database to today's schema, step by step, all or nothing; return its version."""
    with engine.begin() as connection:
        one_at_a_time = {"postgresql": f"SELECT pg_advisory_xact_lock({LOCK})", "sqlite": "BEGIN IMMEDIATE"}
        connection.exec_driver_sql(one_at_a_time[engine.dialect.name])
        FACTS.create(connection, checkfirst=True)
        found = connection.execute(sql.select(FACTS.c.value).where(FACTS.c.name == "schema")).scalar()
        version = int(found or 0)
        if version > len(migrations):
            raise NewerSchema(f"the database has schema {version}; this program knows {len(migrations)}: update it")
        for step in migrations[version:]:
            step(connection)
        if version < len(migrations):
            connection.execute(FACTS.delete().where(FACTS.c.name == "schema"))
            connection.execute(FACTS.insert(), {"name": "schema", "value": str(len(migrations))})
    return len(migrations)


def now() -> float:
    """Seconds since 1970, to the millisecond."""
    return round(time.time(), 3)


def address_of(place: str | Path) -> str:
    """A database's address: as it is, or of a file."""
    text = str(place)
    if text.startswith("postgresql://"):
        return text.replace("postgresql://", "postgresql+psycopg://", 1)
    return text if "://" in text else f"sqlite:///{Path(text).expanduser().resolve()}"
