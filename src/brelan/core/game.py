"""A game: its facts, and its parts by their place in its folder. Games are found by their folders."""

import importlib
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
from .options import Option
from .text import Words

FIRST_T = 100  # the rules number the common clauses T1, T2, .. 101, 102, ..


def clause_name(number: int) -> str:
    """`R5` for 5, `T2` for 102."""
    return f"T{number - FIRST_T}" if number > FIRST_T else f"R{number}"


class Game:
    """What is known of a game without dealing a card. Its rules are loaded, and compiled, when first used."""

    def __init__(
        self, package: str, *, version: int, seats: tuple[int, int], options: Sequence[Option] = (), replays: int = 0,
        team: bool = False, beaten: int = 0, lot: bool = False, orders: bool = True, shares: int = 0, passes: str = "",
    ) -> None:  # fmt: skip
        self.package = package
        self.name = package.rpartition(".")[2]
        self.version = version
        self.replays = replays or version  # the oldest version whose games these rules play the same way
        self.least, self.most = seats
        self.options = {option.name: option for option in options}
        self.team = team  # all seats win or lose together
        self.beaten = beaten  # team games: the clause by which the team wins
        self.lot = lot  # the first dealer is drawn by lot, before the cards (T5)
        self.shares = shares  # the clause by which those tied may share the win, if all agree (`may_share`)
        self.passes = passes  # the option, a seat, that goes one seat on from game to game of a series
        self._parts: dict[str, ModuleType | None] = {}
        self.orders = orders  # one order of the pack fixes a deal: nothing else is shuffled

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.name,)  # pickled by its name

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
        return Words.load(self.folder / "text", language)

    def check_seats(self, seats: int) -> int:
        """The seat count itself; BadSetup if the game has no such table."""
        if isinstance(seats, bool) or not isinstance(seats, int) or not self.least <= seats <= self.most:
            raise BadSetup(f"{self.name} is for {self.least} to {self.most} seats, not {seats}")
        return seats

    def check_options(self, seats: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value, defaults filled in; BadSetup if one, or the combination, is refused."""
        for name in chosen:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadSetup(f"{self.name} has no option {name}; it has: {known}")
        values = {name: option.check(chosen.get(name, option.default)) for name, option in self.options.items()}
        broken = int(self.engine.why_not_deal(seats, self.codes(values)))
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


def names() -> list[str]:
    """The games there are, by name."""
    folders = (folder for root in _search_path() for folder in Path(root).glob("*/__init__.py"))
    return sorted({folder.parent.name for folder in folders})


def game(name: str) -> Game:
    """A game by name."""
    known = names()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(known)}")
    found: Game = importlib.import_module(f"brelan.games.{name}").GAME
    return found
