"""The log of every table, and nothing else.

A row is (table, number): a number cannot be appended twice, so two writers cannot fork a game. `append` returns
when the rows are durable. One thread writes everything queued in one transaction, and one reads everything queued in
one query.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .batcher import Batcher, Job
from .database import Database, Doubled, Failed, Gone, database_at

MANY = 500  # the most tables per query
WRITTEN = "written"  # the fact written by health checks

FACTS = "CREATE TABLE facts (name VARCHAR(40) NOT NULL, value VARCHAR(200), PRIMARY KEY (name))"
LOG = """CREATE TABLE log (
    table_id VARCHAR(40) NOT NULL, number INTEGER NOT NULL, command VARCHAR(80), time FLOAT NOT NULL,
    body {binary} NOT NULL, PRIMARY KEY (table_id, number), UNIQUE (table_id, command))"""
MIGRATIONS: list[tuple[str, ...]] = [(FACTS, LOG)]  # one per version, never edited, only added to

APPEND = "INSERT INTO log (table_id, number, command, time, body) VALUES (?, ?, ?, ?, ?)"
ROWS = "SELECT table_id, number, command, time, body FROM log WHERE {} ORDER BY number"
LAST = "SELECT table_id, max(number) FROM log WHERE table_id IN ({}) GROUP BY table_id"
TABLES = "SELECT table_id FROM log WHERE number = 0 AND table_id NOT LIKE ? ORDER BY time"
OTHERS = "%:%"  # names with a colon are no tables
NAMED = "SELECT table_id FROM log WHERE number = 0 AND table_id LIKE ?"
REWRITE = "UPDATE log SET body = ? WHERE table_id = ? AND number = ?"
ERASE = "DELETE FROM log WHERE table_id = ?"
FACT = "SELECT value FROM facts WHERE name = ?"
KEEP = "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
NOTE = "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


class Row(NamedTuple):
    """One entry of a table's log. `command` is the id of the command that caused it, if any."""

    number: int
    command: str | None
    time: float
    body: bytes


class Taken(Exception):
    """Another writer appended this number, or this command, first."""


class NewerSchema(Exception):
    """The database was written by a newer program."""


class Store:
    """A database, given by its address, such as `sqlite:///tables.db`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.database = database_at(address)
        self.commits = self.appended = 0
        try:
            self.version = migrate(self.database)
        except BaseException:
            self.database.close()
            raise
        self.writer, self.reader = Batcher("writer", self._write), Batcher("reader", self._read)

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Append rows, all or none; they are durable when this returns. Raises Taken if one exists."""
        await self.writer.wait(table, rows)

    async def read(self, table: str, since: int = -1) -> list[Row]:
        """Return the rows of a table after a number, in order."""
        rows: list[Row] = await self.reader.wait(table, since)
        return rows

    def rows(self, table: str, since: int = -1) -> list[Row]:
        """Return the same, blocking, for commands without an event loop."""
        return self._found({table: since})[table]

    async def last(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last row of some tables."""
        return await asyncio.to_thread(self._last, tables)

    def _last(self, tables: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        with self.database.read() as sql:
            for first in range(0, len(tables), MANY):
                some = tables[first : first + MANY]
                found |= dict(sql.execute(LAST.format(", ".join("?" * len(some))), some))
        return found

    async def named(self, prefix: str) -> list[str]:
        """The logs whose names begin so: those that are no table's."""
        return await asyncio.to_thread(self._named, prefix)

    def _named(self, prefix: str) -> list[str]:
        with self.database.read() as sql:
            return [name for (name,) in sql.execute(NAMED, (f"{prefix}%",))]

    async def erase(self, tables: Sequence[str]) -> None:
        """Erase whole logs: the one thing that is ever taken away."""
        await asyncio.to_thread(self._erase, tables)

    def _erase(self, tables: Sequence[str]) -> None:
        with self.database.write() as sql:
            sql.executemany(ERASE, [(table,) for table in tables])
        self.database.scrub()

    async def rewrite(self, table: str, rows: Sequence[Row]) -> None:
        """Write other bodies into rows that are there: for those who want to be forgotten, and for nothing else."""
        await asyncio.to_thread(self._rewrite, table, rows)

    def _rewrite(self, table: str, rows: Sequence[Row]) -> None:
        with self.database.write() as sql:
            sql.executemany(REWRITE, [(row.body, table, row.number) for row in rows])
        self.database.scrub()

    def tables(self) -> list[str]:
        """Return every table, latest last."""
        with self.database.read() as sql:
            return [name for (name,) in sql.execute(TABLES, (OTHERS,))]

    def fact(self, name: str, otherwise: str) -> str:
        """Return the value stored under a name; if there is none, store `otherwise`."""
        with self.database.read() as sql:
            found = sql.execute(FACT, (name,))
        if not found:
            with self.database.write() as sql:
                sql.execute(KEEP, (name, otherwise))  # nothing, if another process was first
                found = sql.execute(FACT, (name,))
        return str(found[0][0])

    def damage(self) -> str:
        """Return what is damaged in the database, or an empty string."""
        with self.database.read() as sql:
            found = sql.execute(self.database.sound)[0][0]
        return "" if found == "ok" else str(found)

    async def check(self) -> None:
        """Try to read and write, as `append` would, or raise."""
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        with self.database.write() as sql:
            sql.execute(NOTE, (WRITTEN, str(now())))

    def write(self, table: str, rows: Sequence[Row]) -> None:
        """Append, blocking, for commands without an event loop."""
        asyncio.run(self.append(table, rows))

    def close(self) -> None:
        """Write everything queued, then close."""
        self.writer.close()
        self.reader.close()
        self.database.close()

    # the reader's thread

    def _read(self, jobs: Sequence[Job]) -> None:
        """Answer all jobs with one query; each gets only the rows it asked for."""
        since: dict[str, int] = {}
        for job in jobs:
            since[job.table] = min(job.wanted, since.get(job.table, job.wanted))
        try:
            found = self._found(since)
        except Failed as error:
            if len(jobs) > 1 and not isinstance(error, Gone):  # an error belongs to its own job
                for job in jobs:
                    self._read([job])
                return
            for job in jobs:
                job.tell(error)
            return
        for job in jobs:
            job.tell([row for row in found[job.table] if row.number > job.wanted])

    def _found(self, since: Mapping[str, int]) -> dict[str, list[Row]]:
        """Return the rows of some tables, each after a number."""
        found: dict[str, list[Row]] = {table: [] for table in since}
        news = " OR ".join(["table_id = ? AND number > ?"] * len(since))
        with self.database.read() as sql:
            for table, *row in sql.execute(ROWS.format(news), [value for pair in since.items() for value in pair]):
                found[table].append(Row(*row))
        return found

    # the writer's thread

    def _write(self, appends: Sequence[Job]) -> None:
        """Write all jobs in one transaction; if that fails, each in its own, so that they cannot affect each other."""
        try:
            self._insert(appends)
        except Failed as error:
            if len(appends) == 1:
                appends[0].tell(Taken() if isinstance(error, Doubled) else error)
                return
            for append in appends:
                self._write([append])
            return
        for append in appends:
            append.tell()

    def _insert(self, appends: Sequence[Job]) -> None:
        """Insert rows in the same order everywhere, so that two processes cannot deadlock."""
        with self.database.write() as sql:
            rows = [(one.table, *row) for one in sorted(appends, key=lambda one: one.table) for row in one.wanted]
            sql.executemany(APPEND, rows)
        self.commits += 1
        self.appended += len(rows)


def migrate(database: Database, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> int:
    """Upgrade a database to the current schema, step by step, all or nothing; return its version."""
    with database.transaction(database.alone) as sql:
        version = int(sql.execute(FACT, ("schema",))[0][0]) if sql.execute(database.has_facts) else 0
        for step in migrations[version:]:
            for statement in step:
                sql.execute(statement.format(binary=database.binary))
        if version < len(migrations):
            sql.execute(NOTE, ("schema", str(len(migrations))))
    if version > len(migrations):
        raise NewerSchema(f"the database has schema {version}; this program knows {len(migrations)}: update it")
    return len(migrations)


def now() -> float:
    """Return the seconds since 1970, to the millisecond."""
    return round(time.time(), 3)


def address_of(place: str | Path) -> str:
    """Return a database's address, given as such or as a file."""
    text = str(place)
    return text if "://" in text else f"sqlite:///{Path(text).expanduser().resolve()}"
