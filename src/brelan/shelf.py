"""The games played in the terminal: each is kept move by move, and can be resumed or looked back at by its name."""

import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from .core.errors import BadNotation
from .core.table import Table
from .folders import write_whole

LAST = "last"  # the game that was played last
NAME = re.compile(r"([a-z][a-z0-9]*)-(\d+)")


@dataclass(frozen=True)
class Kept:
    """A game on the shelf: its text, and what the text does not say."""

    name: str
    text: str
    people: int = 1
    bot: str = "medium"
    day: str = ""  # the deal of this day
    played: str = ""  # when the last move was made
    moves: int = 0
    ended: str = ""  # the clause that ended it
    winners: tuple[int, ...] = ()

    @property
    def game(self) -> str:
        """Which game it is."""
        return self.name.rpartition("-")[0]


class Shelf:
    """A folder with a file a game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, table: Table, people: int, bot: str, day: str = "") -> Kept:
        """A new place on the shelf; two terminals never get the same."""
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
        """Write down how a game stands."""
        end, now = table.outcome, datetime.now(UTC).isoformat(timespec="seconds")
        kept = replace(kept, text=table.notation(), moves=len(table.history), played=now)
        if end is not None:
            kept = replace(kept, ended=end.clause, winners=tuple(end.winners))
        write_whole(self._file(kept.name), json.dumps(asdict(kept)))
        return kept

    def find(self, name: str) -> Kept | None:
        """A game by its name, or the last one."""
        if name == LAST:
            return next(iter(self.all()), None)
        try:
            found = Kept(**json.loads(self._file(name).read_text(encoding="utf-8"))) if NAME.fullmatch(name) else None
        except (OSError, ValueError, TypeError):
            return None
        return found and replace(found, winners=tuple(found.winners))

    def all(self) -> list[Kept]:
        """Every game that can be read, the one played last first."""
        found = [kept for name in self._names() if (kept := self.find(name)) is not None]
        return sorted(found, key=lambda kept: (kept.played, int(kept.name.rpartition("-")[2])), reverse=True)

    def left(self, game: str, day: str = "") -> Kept | None:
        """The game of this kind, or of this day, that was left last before its end."""
        same = (kept for kept in self.all() if (kept.game, kept.day) == (game, day))
        return next((kept for kept in same if kept.moves and not kept.ended), None)

    def text(self, name: str) -> str:
        """What was saved under a name; BadNotation if nothing was."""
        kept = self.find(name)
        if kept is None:
            which = "no game was played here yet" if name == LAST else f"there is no game {name}"
            raise BadNotation(0, f"{which}; `brelan games --mine` lists yours")
        return kept.text

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _names(self) -> list[str]:
        return [file.stem for file in self.folder.glob("*.json")]
