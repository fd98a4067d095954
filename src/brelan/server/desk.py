"""The host's tools: exporting and importing games, verifying shuffles, backing up all tables."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..core.errors import BadSetup
from ..core.notation import read
from ..core.shuffle import commitment
from ..core.table import Table
from . import log
from .database import Failed, file_of, shown
from .past import laid_out
from .room import Room
from .run import database
from .school.entries import PREFIX, TABLE
from .store import NewerSchema, Row, Store, now

GUEST = "Player {number}"


@contextlib.contextmanager
def opened(given: str | None) -> Iterator[Store]:
    """Open the database for a `with` block; raise BadSetup if that fails."""
    with explained(place := database(given)):
        store = Store(place)
        try:
            yield store
        finally:
            store.close()


@contextlib.contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn a database's errors into BadSetup with one line."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in ("psycopg", "redis"):
            raise
        raise BadSetup(f"{error.name} is missing: pip install 'brelan[club]'") from error
    except NewerSchema as error:
        raise BadSetup(f"{shown(place)}: {error}") from error
    except Failed as error:
        ask = "is the folder there, and may you write to it?" if file_of(place) else "is it running?"
        raise BadSetup(f"cannot use the database {shown(place)} ({error.said}): {ask}") from error


def listed(given: str | None) -> list[str]:
    """Return a line for every table."""
    with opened(given) as store:
        first = {name: log.decode(store.rows(name)[0].body) for name in store.tables()}
    return [
        f"{name}  {made.game}, {len(made.people)} seats" for name, made in first.items() if isinstance(made, log.Made)
    ]


def exported(given: str | None, name: str, which: int = 0) -> str:
    """Return a game of a table in notation; 0 is the last one."""
    with opened(given) as store:
        rows = store.rows(name)
    if not rows:
        raise BadSetup(f"there is no table {name}; `brelan export` lists them")
    room, games = Room(name), []
    for row in rows:
        if isinstance(log.decode(row.body), log.Dealt) and room.table is not None:
            games.append(room.table)
        room.take_in(row)
    if room.table is not None:
        games.append(room.table)
    if not games:
        raise BadSetup(f"no game was dealt at table {name} yet: there is nothing to write")
    if not 0 <= which <= len(games):
        raise BadSetup(f"table {name} has {len(games)} games")
    return games[which - 1].notation()


def brought_in(given: str | None, text: str, address: str) -> list[str]:
    """Open a saved game at a new table and return a link for every seat."""
    table = read(text)
    name, keys = log.new_id(), [log.new_key() for _ in range(table.seats)]
    entries = _entries(table, keys)
    with opened(given) as store:
        store.write(name, [Row(number, None, now(), log.encode(entry)) for number, entry in enumerate(entries)])
    return [f"{address}/t/{name}#k={key}" for key in keys]


def _entries(table: Table, keys: list[str]) -> list[log.AnyEntry]:
    options = {option: table.game.options[option].text(value) for option, value in table.options.items()}
    people: list[str | None] = [None] * table.seats
    made = log.Made(table.game.name, table.game.version, people, options, True, log.hashed(log.new_key()))
    entries: list[log.AnyEntry] = [made]
    for seat, key in enumerate(keys):
        entries.append(log.Sat(seat, GUEST.format(number=seat + 1), log.hashed(key)))
    return [*entries, *laid_out(table, table.history)]


def verified(
    table: Table, promised: str | None, noted: Mapping[str, str], committed: Mapping[str, str] | None = None
) -> list[str]:
    """Return what was checked; raise BadSetup if something does not match. Reading the table replayed every move.

    `promised` is the server's commitment; `noted` and `committed` are seats' numbers and commitments, as a device
    recorded them before the deal.
    """
    shuffle = table.deal.shuffle
    if shuffle is None:
        raise BadSetup("this game was dealt from a seed or an order: there is nothing to verify")
    if not table.over:
        raise BadSetup("this game still runs: its secret is told at its end")
    if promised is not None and promised.lower() != shuffle.commitment:
        raise BadSetup(f"the commitment does not fit: the secret told gives {shuffle.commitment}")
    numbers = {str(seat): number for seat, number in sorted(shuffle.numbers.items())}
    for seat, number in noted.items():
        if numbers.get(seat) != number.lower():
            raise BadSetup(f"the number of seat {seat} was not used as it was noted")
    for seat, promise in (committed or {}).items():
        if seat not in numbers or commitment(numbers[seat]) != promise.lower():
            raise BadSetup(f"the number of seat {seat} is not the one it committed to")
    lines = [
        f"number of seat {seat}: {number}, committed to as {commitment(number)}" for seat, number in numbers.items()
    ]
    moves = f"the cards follow from them, and all {len(table.history)} moves can be played with these cards"
    return [f"commitment: {shuffle.commitment}", *lines, moves]


def agreed(given: str | None, name: str) -> list[str]:
    """Describe from a table's log how its last deal was agreed on."""
    with opened(given) as store:
        entries = [log.decode(row.body) for row in store.rows(name)]
    last, since = list[log.AnyEntry](), list[log.AnyEntry]()
    for entry in entries:
        since.append(entry)
        if isinstance(entry, log.Dealt):
            last, since = since, []
    lines = [f"seat {e.seat} withheld a number: the deal started anew" for e in last if isinstance(e, log.Withheld)]
    if any(isinstance(e, log.Added) for e in last) and not any(isinstance(e, log.Closed) for e in last):
        lines.append(
            "nobody committed to a number before the numbers were told: whoever told the last one could choose it"
        )
    return lines


def backed_up(given: str | None, folder: Path, keep: int = 14) -> tuple[Path, int]:
    """Copy an SQLite database while it is in use, verify the copy, and return it with its number of tables.

    A copy counts only once it has been read completely; only the latest `keep` stay. It contains everything the
    database does, including the secrets of running games, but no class, which must not outlive its end.
    """
    if not (file := file_of(database(given))):
        raise BadSetup("a database of PostgreSQL is copied with pg_dump (docs/host.md)")
    if not Path(file).exists():  # SQLite would make an empty one, and copies of that would push out the real ones
        raise BadSetup(f"there is no database {file} to back up")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh, last = folder / "new", folder / f"tables-{time.strftime('%Y-%m-%dT%H%M%S')}.db"
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    with (
        contextlib.closing(sqlite3.connect(file)) as now_used,
        contextlib.closing(sqlite3.connect(fresh)) as copy,
    ):
        now_used.backup(copy)
        copy.execute("PRAGMA secure_delete=ON")
        copy.executemany("DELETE FROM log WHERE table_id LIKE ?", [(f"{PREFIX}%",), (f"{TABLE}%",)])
        copy.commit()
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without a journal
    tables = _tried_out(fresh)
    fresh.rename(last)
    for old in sorted(folder.glob("tables-*.db"))[:-keep]:
        old.unlink()
    return last, tables


def _tried_out(copy: Path) -> int:
    """Open a copy as a server would, and read all its entries."""
    with opened(str(copy)) as store:
        names = store.tables()
        for name in names:
            for row in store.rows(name):
                log.decode(row.body)
    return len(names)
