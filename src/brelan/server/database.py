"""Transactions on a database by its address: the one place where SQLite and PostgreSQL differ.

Statements are plain SQL with `?` for every value. Errors say what kind they are, and nothing of the values: they are
logged, and rows hold secrets.
"""

import contextlib
import queue
import re
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from ..core.errors import BadSetup

PATIENCE = 10  # seconds to wait for another process that writes, or for a connection
CONNECTIONS = 8  # of one process, at the most
LOCK = 20_113_901  # of PostgreSQL's advisory locks, the one that is held while a schema is brought in


class Failed(Exception):
    """The database could not do it. `said` are its own words, for the host's terminal alone."""

    def __init__(self, error: Exception) -> None:
        self.said = " ".join(str(error).split()) or type(error).__name__
        code = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", "")
        super().__init__(f"{type(error).__name__} {code}".strip())


class Doubled(Failed):
    """A row of this key is there already."""


class Gone(Failed):
    """The database itself does not answer."""


class Transaction:
    """What is asked of a database in one piece."""

    def __init__(self, connection: Any, mark: str) -> None:
        self.cursor, self.mark = connection.cursor(), mark

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows a statement answers with."""
        self.cursor.execute(statement.replace("?", self.mark), values)
        return [] if self.cursor.description is None else list(self.cursor.fetchall())

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """The same statement for each of some rows of values."""
        self.cursor.executemany(statement.replace("?", self.mark), rows)


class Database:
    """A few connections, opened when they are needed first; each is used by one thread at a time."""

    driver: Any
    mark: ClassVar[str]
    binary: ClassVar[str]  # the type of bytes
    opening: ClassVar[tuple[str, ...]]  # said first on every connection
    reading: ClassVar[str]  # begins a transaction that only reads,
    writing: ClassVar[str]  # one that writes,
    alone: ClassVar[str]  # and one beside which nobody brings in a schema
    has_facts: ClassVar[str]  # answers with a row if there is a table `facts`
    sound: ClassVar[str]  # answers "ok" if nothing is damaged

    def __init__(self, address: str) -> None:
        self.address = address
        self.free: queue.LifoQueue[Any] = queue.LifoQueue()
        for _ in range(CONNECTIONS):
            self.free.put(None)  # not open yet

    def connect(self) -> Any:
        """A new connection, in which every transaction is begun and ended by a statement."""
        raise NotImplementedError

    def answers(self, connection: Any) -> bool:
        """Whether a connection that was idle can still be used."""
        return True

    def read(self) -> contextlib.AbstractContextManager[Transaction]:
        """A transaction that changes nothing."""
        return self.transaction(self.reading)

    def write(self) -> contextlib.AbstractContextManager[Transaction]:
        """A transaction whose changes are durable when it ends well, and are not there if it does not."""
        return self.transaction(self.writing)

    def scrub(self) -> None:
        """Leave nothing on the disk of what was erased, as far as the database can tell."""

    @contextlib.contextmanager
    def transaction(self, begin: str) -> Iterator[Transaction]:
        """From `begin` to the commit; Failed if anything in it fails."""
        try:
            with self._borrowed() as connection:
                connection.execute(begin)
                yield Transaction(connection, self.mark)
                connection.execute("COMMIT")
        except Exception as error:
            raise self._failed(error) from None

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[Any]:
        """A connection; it comes back without a transaction, or closed."""
        connection = self.free.get(timeout=PATIENCE)
        try:
            if connection is None or not self.answers(connection):
                connection = self.connect()
                for statement in self.opening:
                    connection.execute(statement)
            yield connection
        except BaseException:
            connection = self._rolled_back(connection)
            raise
        finally:
            self.free.put(connection)

    def _rolled_back(self, connection: Any) -> Any:
        try:
            connection.execute("ROLLBACK")
        except Exception:  # there is none, it is gone, or no transaction was begun
            with contextlib.suppress(Exception):
                connection.close()
            return None
        return connection

    def _failed(self, error: Exception) -> Failed:
        if isinstance(error, self.driver.IntegrityError):
            return Doubled(error)
        gone = isinstance(error, (self.driver.OperationalError, self.driver.InterfaceError, queue.Empty))
        return Gone(error) if gone else Failed(error)

    def close(self) -> None:
        """Let go of all connections, of those in use when they come back."""
        with contextlib.suppress(queue.Empty):
            for _ in range(CONNECTIONS):
                if (connection := self.free.get(timeout=PATIENCE)) is not None:
                    connection.close()


class Sqlite(Database):
    """A file. A commit is on the disk when it returns, and readers never wait for the writer."""

    driver = sqlite3
    mark, binary = "?", "BLOB"
    opening = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON")  # erased is erased
    reading, writing, alone = "BEGIN", "BEGIN IMMEDIATE", "BEGIN IMMEDIATE"
    has_facts = "SELECT 1 FROM sqlite_master WHERE name = 'facts'"
    sound = "PRAGMA integrity_check"

    def connect(self) -> sqlite3.Connection:
        """To the file, which is made if it is not there."""
        file = file_of(self.address)
        return sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)

    def scrub(self) -> None:
        """Bring the write-ahead log, which still holds what was erased, into the file, and empty it."""
        with self._borrowed() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class Postgres(Database):
    """PostgreSQL, by psycopg."""

    mark, binary = "%s", "BYTEA"
    opening = ()
    reading, writing, alone = "BEGIN READ ONLY", "BEGIN", f"BEGIN; SELECT pg_advisory_xact_lock({LOCK})"
    has_facts = "SELECT 1 WHERE to_regclass('facts') IS NOT NULL"
    sound = "SELECT 'ok'"

    def __init__(self, address: str) -> None:
        import psycopg

        super().__init__(address.replace("+psycopg", "", 1))
        self.driver = psycopg
        try:
            psycopg.conninfo.conninfo_to_dict(self.address)
        except psycopg.ProgrammingError:  # it may quote the password
            raise BadSetup(f"a database is written postgresql://USER@HOST/NAME, not {shown(address)}") from None

    def connect(self) -> Any:
        """What the address asks for."""
        return self.driver.connect(self.address, autocommit=True)

    def answers(self, connection: Any) -> bool:
        """A server that was started again has closed them all."""
        try:
            connection.execute("")
        except self.driver.Error:
            connection.close()
            return False
        return True


KINDS: dict[str, type[Database]] = {"sqlite": Sqlite, "postgresql": Postgres, "postgresql+psycopg": Postgres}


def database_at(address: str) -> Database:
    """A database that is spoken to when it is first asked; BadSetup if this is no address of one."""
    kind = address.partition("://")[0]
    if kind not in KINDS or (kind == "sqlite" and not file_of(address)):
        raise BadSetup(f"a database is a file or postgresql://USER@HOST/NAME, not {shown(address)}")
    return KINDS[kind](address)


def file_of(address: str) -> str:
    """The file of a database; empty if it is not one of SQLite, or has none."""
    kind, separator, file = address.partition(":///")
    return file if kind == "sqlite" and separator and file != ":memory:" else ""


def shown(address: str) -> str:
    """A database's address without its password."""
    return re.sub(r"(?<=password=)[^&]*", "***", re.sub(r"(://[^:/?]*):[^@]*@", r"\1:***@", address))
