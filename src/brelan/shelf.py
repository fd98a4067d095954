"""Games played in the terminal: saved move by move, to be resumed or reviewed by name."""

import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from .core.errors import BadNotation
from .core.table import Table
from .folders import write_whole

LAST = "last"  # names the game played last
NAME = re.compile(r"([a-z][a-z0-9]*)-(\d+)")


@dataclass(frozen=True)
class Kept:
    """A game on the shelf: its text, and facts that are not in the text."""

    name: str
    text: str
    people: int = 1
    bot: str = "medium"
    day: str = ""  # set for a deal of the day
    played: str = ""  # the time of the last move
    moves: int = 0
    ended: str = ""  # the clause that ended it
    winners: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name.rpartition("-")[0]


class Shelf:
    """A folder with one file per game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, table: Table, people: int, bot: str, day: str = "") -> Kept:
        """Return a new name; two terminals never get the same one."""
        numbers = [int(found[2]) for found in map(NAME.fullmatch, self._names()) if found]
        number = max(numbers, default=0)
        while True:
            number += 1
            name = f"{table.game.name}-{number}"
            try:
                self._file(name).touch(exist_ok=False)
            except FileExistsError:
                continue
            return self.keep(Kept(name, "", people, bot, day), table)

    def keep(self, kept: Kept, table: Table) -> Kept:
        """Save the state of a game."""
        end, now = table.outcome, datetime.now(UTC).isoformat(timespec="seconds")
        kept = replace(kept, text=table.notation(), moves=len(table.history), played=now)
        if end is not None:
            kept = replace(kept, ended=end.clause, winners=tuple(end.winners))
        write_whole(self._file(kept.name), json.dumps(asdict(kept)))
        return kept

    def find(self, name: str) -> Kept | None:
        """Return a game by name, or the last one."""
        if name == LAST:
            return next(iter(self.all()), None)
        try:
            found = Kept(**json.loads(self._file(name).read_text(encoding="utf-8"))) if NAME.fullmatch(name) else None
        except (OSError, ValueError, TypeError):
            return None
        return found and replace(found, winners=tuple(found.winners))

    def all(self) -> list[Kept]:
        """Return every readable game, latest first."""
        found = [kept for name in self._names() if (kept := self.find(name)) is not None]
        return sorted(found, key=lambda kept: (kept.played, int(kept.name.rpartition("-")[2])), reverse=True)

    def left(self, game: str, day: str = "") -> Kept | None:
        """Return the latest unfinished game of this kind, or of this day."""
        same = (kept for kept in self.all() if (kept.game, kept.day) == (game, day))
        return next((kept for kept in same if kept.moves and not kept.ended), None)

    def text(self, name: str) -> str:
        """Return the text saved under a name; raise BadNotation if there is none."""
        kept = self.find(name)
        if kept is None:
            which = "no game was played here yet" if name == LAST else f"there is no game {name}"
            raise BadNotation(0, f"{which}; `brelan games --mine` lists yours")
        return kept.text

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _names(self) -> list[str]:
        return [file.stem for file in self.folder.glob("*.json")]
