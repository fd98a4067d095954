"""A game's engine: its rules, bots and loops behind one set of entry points, however they run."""

import functools
import sys
from collections.abc import Callable
from typing import Any

from .library import NoLibrary, library
from .loops import loops
from .rule import BUILT, MODE, can_compile, jit


class Engine:
    """The entry points of a game, each an attribute: `engine.step(rows, 0, action, dice, actions)`.

    They come from the game's library; without one, they are compiled on first use, or interpreted.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.library = self._library() if MODE in BUILT else None
        self.layout = getattr(self.library, "layout", None)  # for positions owned by the extension

    def _library(self) -> Any:
        if self.game.rules.__name__ != f"{self.game.package}.rules":
            return None  # rules modified in a test: the library does not match
        try:
            return library(self.game)
        except NoLibrary as reason:
            how = "compiled as they are used" if can_compile() else "interpreted, which is slow"
            print(f"brelan: {self.game.name}'s rules are {how}: {reason}", file=sys.stderr)
            return None

    @functools.cached_property
    def loops(self) -> dict[str, Callable[..., Any]]:
        """The entry points as Python functions."""
        return loops(self.game)

    def has(self, name: str) -> bool:
        """Whether there is such an entry point: all games have the rules, some also bots, signals or a champion."""
        return name in (self.loops if self.library is None else self.library.entries)

    def __getattr__(self, name: str) -> Any:
        found = self.library[name] if self.library is not None else self._made(name)
        setattr(self, name, found)
        return found

    def _made(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self.loops:
            raise AttributeError(f"{self.game.name} has no entry point {name!r}")
        return jit(self.loops[name])  # type: ignore[no-any-return]
