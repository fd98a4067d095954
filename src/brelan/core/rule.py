"""How rules run. They are plain Python functions; the environment variable ``BRELAN_MODE`` selects the mode.

``native``, the default: a game's engine is its library. Without a library, a game is JIT-compiled
if numba is installed, and interpreted otherwise. ``wasm``: the browsers' library, in node.
``compiled``: everything is JIT-compiled by numba. ``checked``: the same with bounds checks.
``interpreted``: for debugging and coverage.
"""

import functools
import importlib.util
import os
from collections.abc import Callable
from typing import Any

import numpy as np

MODES = ("native", "wasm", "compiled", "checked", "interpreted")
BUILT = MODES[:2]  # modes that use libraries
MODE = os.environ.get("BRELAN_MODE", "native")
if MODE not in MODES:
    raise ImportError(f"BRELAN_MODE is {MODE!r}; it may be {', '.join(MODES)}")


@functools.cache
def can_compile() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


class Rule:
    """A rule: plain Python for callers, a compiled function inside other rules and loops."""

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
        """Return numba's form of the function."""
        from numba import njit

        return njit(nogil=True, boundscheck=MODE == "checked")(self.function)

    @property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.Dispatcher(self.typed)


def rule(function: Callable[..., Any]) -> Any:
    """Make a function a rule."""
    return function if MODE == "interpreted" else Rule(function, function)


def jit(made: Any) -> Any:
    """Compile a rule or loop that Python will call many times, if possible."""
    return made.typed if isinstance(made, Rule) and can_compile() else made


def wrapping(function: Callable[..., Any]) -> Any:
    """Make a rule whose unsigned arithmetic wraps on purpose; interpreted, NumPy must not warn about it."""

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet if MODE == "interpreted" else Rule(function, quiet)


class LowestBit:
    """The index of the lowest bit set in a nonzero word; compiled, it is one machine instruction."""

    def __call__(self, word: Any) -> int:
        return (int(word) & -int(word)).bit_length() - 1

    @functools.cached_property
    def typed(self) -> Any:
        """Return numba's form of the instruction."""
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
