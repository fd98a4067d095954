"""How rules run. They are plain Python functions; the environment variable ``BRELAN_MODE`` says what becomes of them.

``native``, the default: a game's engine is the library that was built from it. A game without one is compiled as it
is needed, where numba is installed, and interpreted otherwise. ``wasm``: the same library for browsers, in node.
``compiled``: numba compiles everything as it is needed. ``checked``: likewise, and every index is checked.
``interpreted``: for debugging and coverage.
"""

import functools
import importlib.util
import os
from collections.abc import Callable
from typing import Any

import numpy as np

MODES = ("native", "wasm", "compiled", "checked", "interpreted")
BUILT = MODES[:2]  # modes in which engines are libraries
MODE = os.environ.get("BRELAN_MODE", "native")
if MODE not in MODES:
    raise ImportError(f"BRELAN_MODE is {MODE!r}; it may be {', '.join(MODES)}")


@functools.cache
def can_compile() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


class Rule:
    """A rule: plain Python for those who call it, a compiled function for the rules and loops it is used in."""

    def __init__(self, function: Callable[..., Any], plain: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.call = plain if MODE in BUILT else self._compiled

    def _compiled(self, *args: Any) -> Any:
        return self.typed(*args)

    def __call__(self, *args: Any) -> Any:
        return self.call(*args)

    @functools.cached_property
    def typed(self) -> Any:
        """The function as numba knows it."""
        from numba import njit

        return njit(nogil=True, boundscheck=MODE == "checked")(self.function)

    @property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.Dispatcher(self.typed)


def rule(function: Callable[..., Any]) -> Any:
    """Make a rule of a function."""
    return function if MODE == "interpreted" else Rule(function, function)


def jit(made: Any) -> Any:
    """A rule or loop that Python is about to call many times: compiled now, if it can be."""
    return made.typed if isinstance(made, Rule) and can_compile() else made


def wrapping(function: Callable[..., Any]) -> Any:
    """A rule whose unsigned arithmetic wraps round on purpose; interpreted, NumPy must not warn of it."""

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet if MODE == "interpreted" else Rule(function, quiet)


class LowestBit:
    """The place of the lowest bit set in a word that is not 0; compiled, it is one machine instruction."""

    def __call__(self, word: Any) -> int:
        return (int(word) & -int(word)).bit_length() - 1

    @functools.cached_property
    def typed(self) -> Any:
        """The instruction as numba knows it."""
        from llvmlite.ir import Constant, IntType
        from numba import int64
        from numba.extending import intrinsic

        def lowest_bit(_: Any, word: Any) -> Any:
            return int64(int64), lambda context, builder, types, words: builder.cttz(words[0], Constant(IntType(1), 1))

        return intrinsic(lowest_bit)

    @functools.cached_property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target

        made, context = self.typed, cpu_target.typing_context
        context.refresh()
        return context.resolve_value_type(made)


lowest_bit = LowestBit()
