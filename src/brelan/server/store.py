"""The log of every table, and nothing else: the one place that knows a database.

A row is (table, number): appending a number twice is impossible, so two writers cannot fork a game. `append` returns
when the rows are durable. One thread writes, and writes all that waits in one transaction.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.engine import Connection

BATCH = 256  # appends written in one transaction
MANY = 500  # tables asked for at once
PATIENCE = 10  # seconds to wait for another process that writes


class Row(NamedTuple):
    """One entry of a table's log. `command` is the id of the command it answers, if it answers one."""

    number: int
    command: str | None
    time: float
    body: bytes


class Taken(Exception):
    """Another writer appended this number, or this command, first."""


class Append(NamedTuple):
    """Rows waiting to be written, and whom to tell."""

    table: str
    rows: Sequence[Row]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"

    def tell(self, error: BaseException | None = None) -> None:
        """Wake the one who waits."""
        self.loop.call_soon_threadsafe(self._tell, error)

    def _tell(self, error: BaseException | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


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


class Store:
    """A database by its address, such as `sqlite:///tables.db`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine = sql.create_engine(address, **_arguments(address))
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _durable)
        self.waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self.commits = self.appended = 0
        self.version = migrate(self.engine)
        self.writer.start()

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Write rows behind one another, all or none; they are durable when this returns. Taken if one exists."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.waiting.put(Append(table, rows, loop, done))
        await done

    async def read(self, table: str, since: int = -1) -> list[Row]:
        """The rows of a table after a number, in order."""
        return await asyncio.to_thread(self.rows, table, since)

    def rows(self, table: str, since: int = -1) -> list[Row]:
        """The same, waiting."""
        wanted = sql.select(LOG.c.number, LOG.c.command, LOG.c.time, LOG.c.body).order_by(LOG.c.number)
        with self.engine.connect() as connection:
            found = connection.execute(wanted.where(LOG.c.table_id == table, LOG.c.number > since))
            return [Row(*row) for row in found]

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

    def tables(self) -> list[str]:
        """Every table there is, the latest last."""
        wanted = sql.select(LOG.c.table_id).where(LOG.c.number == 0).order_by(LOG.c.time)
        with self.engine.connect() as connection:
            return [str(row[0]) for row in connection.execute(wanted)]

    def write(self, table: str, rows: Sequence[Row]) -> None:
        """Append, waiting: for commands that have no event loop."""
        asyncio.run(self.append(table, rows))

    def close(self) -> None:
        """Write what waits, then let go."""
        self.waiting.put(None)
        self.writer.join()
        self.engine.dispose()

    # the writer's thread

    def _write_all(self) -> None:
        going = True
        while going:
            batch = [self.waiting.get()]
            while len(batch) < BATCH and not self.waiting.empty():
                batch.append(self.waiting.get())
            going = None not in batch
            appends = [item for item in batch if item is not None]
            if appends:
                self._write(appends)

    def _write(self, appends: list[Append]) -> None:
        """All in one transaction; where that fails, each in its own, so that one cannot spoil another's."""
        try:
            self._insert(appends)
        except Exception as error:
            if len(appends) == 1:
                appends[0].tell(Taken() if isinstance(error, sql.exc.IntegrityError) else error)
                return
            for append in appends:
                self._write([append])
            return
        for append in appends:
            append.tell()

    def _insert(self, appends: list[Append]) -> None:
        values = [
            {"table_id": append.table, "number": row.number, "command": row.command, "time": row.time, "body": row.body}
            for append in appends
            for row in append.rows
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
