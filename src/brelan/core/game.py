"""A game: its facts, and its parts by their place in its folder. Games are found by their folders.

A folder is in this package, in one that BRELAN_GAMES names, or in an installed package that says so with an entry
point of the group `brelan.games`: `brim = "brim:GAME"`.
"""

import functools
import importlib
import importlib.metadata
import importlib.util
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from .engine import Engine
from .errors import BadSetup, UnknownGame, UnknownVersion
from .options import Chosen, Option
from .text import Words

FIRST_T = 100  # the rules number the common clauses T1, T2, .. 101, 102, ..


def clause_name(number: int) -> str:
    """`R5` for 5, `T2` for 102."""
    return f"T{number - FIRST_T}" if number > FIRST_T else f"R{number}"


class Game:
    """What is known of a game without dealing a card. Its rules are loaded, and compiled, when first used."""

    def __init__(
        self, package: str, *, version: int, seats: tuple[int, int], options: Sequence[Option] = (), replays: int = 0,
        team_wins: int = 0, shared_by: int = 0, draws_dealer: bool = False, one_pack: bool = True, passes: str = "",
        usual: int | None = None, minutes: int | None = None, age: int | None = None, difficulty: int | None = None,
        gentle: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.package = package
        self.name = package.rpartition(".")[2]
        self.version = version
        self.replays = replays or version  # the oldest version whose games these rules play the same way
        self.least, self.most = seats
        self.options = {option.name: option for option in options}
        self.team_wins = team_wins  # the clause by which all seats win together; 0 where each plays for itself
        self.shared_by = shared_by  # the clause by which those tied may share the win, if all agree (`may_share`)
        self.draws_dealer = draws_dealer  # the first dealer is drawn by lot, before the cards (T5)
        self.one_pack = one_pack  # nothing else is shuffled: one order of the pack fixes a deal
        self.passes = passes  # the option, a seat, that goes one seat on from game to game of a series
        self.usual = usual or self.least  # seats where nobody says otherwise
        self.minutes, self.age = minutes, age  # how long a game lasts, from what age it is played
        self.difficulty = difficulty  # 1 is learnt at once, 4 takes an evening; easy games are shown first
        self.gentle = gentle or {}  # options of a first game, until it was won once
        self._parts: dict[str, ModuleType | None] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.name,)  # pickled by its name

    @property
    def team(self) -> bool:
        """Whether all seats win or lose together."""
        return self.team_wins != 0

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's folder, or None if it has none of that name."""
        if name not in self._parts:
            full = f"{self.package}.{name}"
            self._parts[name] = importlib.import_module(full) if importlib.util.find_spec(full) else None
        return self._parts[name]

    @cached_property
    def folder(self) -> Path:
        """Where the game lives."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @cached_property
    def rules(self) -> Any:
        """The rules module."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def engine(self) -> Engine:
        """The rules, bots and loops behind one list of entry points."""
        return Engine(self)

    def words(self, language: str = "en") -> Words:
        """The game's texts, with the common ones beneath."""
        return Words.load(self.folder / "text", language, getattr(self.part("reading"), "readable", None))

    def check_seats(self, seats: int) -> int:
        """The seat count itself; BadSetup if the game has no such table."""
        whole = isinstance(seats, (int, np.integer)) and not isinstance(seats, bool)
        if not whole or not self.least <= seats <= self.most:
            raise BadSetup(f"{self.name} is for {self.least} to {self.most} seats, not {seats}")
        return int(seats)

    def check_options(self, seats: int, chosen: Mapping[str, Any]) -> Chosen:
        """Every option with its value, defaults filled in; BadSetup if one, or the combination, is refused."""
        for name in chosen:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadSetup(f"{self.name} has no option {name}; it has: {known}")
        values = Chosen((name, one.check(chosen.get(name, one.default))) for name, one in self.options.items())
        values.codes = self.codes(values)
        broken = int(self.engine.why_not_deal(seats, values.codes))
        if broken:
            clause = clause_name(broken)
            raise BadSetup(f"{clause}: {self.words().clause(clause, 'setup')}", clause)
        return values

    def check_version(self, version: int) -> int:
        """The version of a saved game itself; UnknownVersion if these rules cannot play it again."""
        if not self.replays <= version <= self.version:
            raise UnknownVersion(
                f"this game was played by version {version} of {self.name}; this program has {self.version}"
            )
        return version

    def later_options(self, seats: int, chosen: Mapping[str, Any], games: int) -> dict[str, Any]:
        """The options of a game after so many others at the same table."""
        if not self.passes:
            return dict(chosen)
        option = self.options[self.passes]
        first = int(option.check(chosen.get(self.passes, option.default)))
        return {**chosen, self.passes: (first + games) % seats}

    def codes(self, values: Mapping[str, Any]) -> npt.NDArray[np.int16]:
        """Checked options as the rules see them."""
        return np.array([option.code(values[name]) for name, option in self.options.items()], np.int16)


def _search_path() -> list[str]:
    """The games of the package, and of any folder named in BRELAN_GAMES."""
    package = importlib.import_module("brelan.games")
    extra = [str(Path(folder).resolve()) for folder in os.environ.get("BRELAN_GAMES", "").split(os.pathsep) if folder]
    package.__path__.extend(folder for folder in extra if folder not in package.__path__)
    return list(package.__path__)


def _in_folders() -> set[str]:
    return {folder.parent.name for root in _search_path() for folder in Path(root).glob("*/__init__.py")}


@functools.cache
def _installed() -> dict[str, importlib.metadata.EntryPoint]:
    """The games of installed packages."""
    return {entry.name: entry for entry in importlib.metadata.entry_points(group="brelan.games")}


def names() -> list[str]:
    """The games there are, by name."""
    return sorted(_in_folders() | _installed().keys())


def game(name: str) -> Game:
    """A game by name."""
    known = names()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(known)}")
    if name in _in_folders():  # a folder goes before a package of the same name
        found: Game = importlib.import_module(f"brelan.games.{name}").GAME
    else:
        found = _installed()[name].load()
    return found
