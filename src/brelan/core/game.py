"""A game: its facts, and its parts, which are modules of its folder.

A game's folder is in this package, in a folder named by BRELAN_GAMES, or in an installed package with an entry
point in the group `brelan.games`: `brim = "brim:GAME"`.
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

FIRST_T = 100  # in rules, the common clauses T1, T2, .. are 101, 102, ..


def clause_name(number: int) -> str:
    """Return `R5` for 5, `T2` for 102."""
    return f"T{number - FIRST_T}" if number > FIRST_T else f"R{number}"


class Game:
    """Everything known about a game before dealing. Its rules are loaded on first use."""

    def __init__(
        self, package: str, *, version: int, seats: tuple[int, int], options: Sequence[Option] = (), replays: int = 0,
        team_wins: int = 0, shared_by: int = 0, draws_dealer: bool = False, one_pack: bool = True, passes: str = "",
        usual: int | None = None, minutes: int | None = None, age: int | None = None, difficulty: int | None = None,
        gentle: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.package = package
        self.name = package.rpartition(".")[2]
        self.version = version
        self.replays = replays or version  # the oldest version whose games these rules play identically
        self.least, self.most = seats
        self.options = {option.name: option for option in options}
        self.team_wins = team_wins  # the clause by which all seats win together; 0 if each plays for itself
        self.shared_by = shared_by  # the clause by which tied seats may share the win, if all agree (`may_share`)
        self.draws_dealer = draws_dealer  # the first dealer is drawn by lot, before the cards (T5)
        self.one_pack = one_pack  # only the pack is shuffled: one order fixes a deal
        self.passes = passes  # the option (a seat) that moves on by one seat when a table plays again
        self.usual = usual or self.least  # the default number of seats
        self.minutes, self.age = minutes, age  # how long a game lasts, and the least age
        self.difficulty = difficulty  # 1 is easy to learn, 4 takes an evening; easy games come first
        self.gentle = gentle or {}  # options for a first game, until it has been won once
        self._parts: dict[str, ModuleType | None] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.name,)  # pickled by name

    @property
    def team(self) -> bool:
        """Whether all seats win or lose together."""
        return self.team_wins != 0

    def part(self, name: str) -> ModuleType | None:
        """Return a module of the game's folder by name, or None if there is none."""
        if name not in self._parts:
            full = f"{self.package}.{name}"
            self._parts[name] = importlib.import_module(full) if importlib.util.find_spec(full) else None
        return self._parts[name]

    @cached_property
    def folder(self) -> Path:
        """The game's folder."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @cached_property
    def rules(self) -> Any:
        """The rules module."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def engine(self) -> Engine:
        """The compiled rules, bots and loops, with their entry points as attributes."""
        return Engine(self)

    def words(self, language: str = "en") -> Words:
        """Return the game's texts in a language (`en`, `fr`, `de`), falling back to the common ones."""
        return Words.load(self.folder / "text", language, getattr(self.part("reading"), "readable", None))

    def check_seats(self, seats: int) -> int:
        """Return the number of seats; raise BadSetup if the game cannot be played with it."""
        whole = isinstance(seats, (int, np.integer)) and not isinstance(seats, bool)
        if not whole or not self.least <= seats <= self.most:
            raise BadSetup(f"{self.name} is for {self.least} to {self.most} seats, not {seats}")
        return int(seats)

    def check_options(self, seats: int, chosen: Mapping[str, Any]) -> Chosen:
        """Return every option with its value, defaults included; raise BadSetup if the game refuses one, or all."""
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
        """Return the version of a saved game; raise UnknownVersion if these rules cannot replay it."""
        if not self.replays <= version <= self.version:
            raise UnknownVersion(
                f"this game was played by version {version} of {self.name}; this program has {self.version}"
            )
        return version

    def later_options(self, seats: int, chosen: Mapping[str, Any], games: int) -> dict[str, Any]:
        """Return the options of a game that follows so many others at the same table."""
        if not self.passes:
            return dict(chosen)
        option = self.options[self.passes]
        first = int(option.check(chosen.get(self.passes, option.default)))
        return {**chosen, self.passes: (first + games) % seats}

    def codes(self, values: Mapping[str, Any]) -> npt.NDArray[np.int16]:
        """Return checked options as the rules see them."""
        return np.array([option.code(values[name]) for name, option in self.options.items()], np.int16)


def _search_path() -> list[str]:
    """Find the games in the package and in the folders named in BRELAN_GAMES."""
    package = importlib.import_module("brelan.games")
    extra = [str(Path(folder).resolve()) for folder in os.environ.get("BRELAN_GAMES", "").split(os.pathsep) if folder]
    package.__path__.extend(folder for folder in extra if folder not in package.__path__)
    return list(package.__path__)


def _in_folders() -> set[str]:
    return {folder.parent.name for root in _search_path() for folder in Path(root).glob("*/__init__.py")}


@functools.cache
def _installed() -> dict[str, importlib.metadata.EntryPoint]:
    """Find the games of installed packages."""
    return {entry.name: entry for entry in importlib.metadata.entry_points(group="brelan.games")}


def names() -> list[str]:
    """Return the names of all games."""
    return sorted(_in_folders() | _installed().keys())


def game(name: str) -> Game:
    """Return a game by name; raise UnknownGame if there is none."""
    known = names()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(known)}")
    if name in _in_folders():  # a folder takes precedence over a package of the same name
        found: Game = importlib.import_module(f"brelan.games.{name}").GAME
    else:
        found = _installed()[name].load()
    return found
