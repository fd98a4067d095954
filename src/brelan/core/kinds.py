"""The kinds of arguments and results of an engine's entry points, written as a loop's annotations.

    def step(states: Records, i: Int, action: Int, dice: Words, out: Shorts) -> Int: ...

A kind is two characters: the element, and the number of dimensions (0: a number). The build compiles loops for them,
and the binding checks what Python passes.
"""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import numpy as np

WIDTH = {"s": np.int16, "n": np.int32, "i": np.int64, "w": np.uint64, "f": np.float32, "d": np.float64, "b": np.bool_}
NOTHING = "v0"  # the result of a loop without one

Int = Annotated[Any, "i0"]
Word = Annotated[Any, "w0"]
Real = Annotated[Any, "d0"]
Flag = Annotated[Any, "b0"]
Five = Annotated[Any, "t5"]  # five integers as a tuple
Records = Annotated[Any, "r1"]  # of the game
Shorts = Annotated[Any, "s1"]
ShortTable = Annotated[Any, "s2"]
Halves = Annotated[Any, "n1"]  # 32 bits each
Ints = Annotated[Any, "i1"]
IntTable = Annotated[Any, "i2"]
Words = Annotated[Any, "w1"]
WordTable = Annotated[Any, "w2"]
Flags = Annotated[Any, "b1"]
FlagTable = Annotated[Any, "b2"]
Floats = Annotated[Any, "f1"]  # 32 bits each
FloatTable = Annotated[Any, "f2"]
Reals = Annotated[Any, "d1"]
RealTable = Annotated[Any, "d2"]
RealBlock = Annotated[Any, "d3"]


def signature(loop: Callable[..., Any]) -> tuple[list[str], str]:
    """Return the kinds of a loop's arguments, and of its result."""
    plain = inspect.unwrap(loop)
    hints = get_type_hints(plain, include_extras=True)
    names = list(inspect.signature(plain).parameters)
    unnamed = [name for name in names if not hasattr(hints.get(name), "__metadata__")]
    if unnamed:
        raise TypeError(f"{plain.__qualname__}: {', '.join(unnamed)} has no kind")
    result = hints.get("return", type(None))
    return [hints[name].__metadata__[0] for name in names], getattr(result, "__metadata__", (NOTHING,))[0]


def slots(kind: str) -> int:
    """Return how many 64-bit slots an argument takes: one for a number; address and shape for an array."""
    if kind[0] == "t":
        return int(kind[1])
    return 1 + int(kind[1])
