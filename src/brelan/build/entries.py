"""The entry points of a game as C functions: each takes an array of 64-bit slots and leaves its result in the first."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic

from ..core.kinds import NOTHING, WIDTH, signature, slots
from .writing import written


@intrinsic
def pointer(context: Any, number: Any) -> Any:
    """Turn an integer into a pointer."""

    def made(context: Any, builder: Any, signature: Any, numbers: Any) -> Any:
        return builder.inttoptr(numbers[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), made


def given(kind: str, first: int) -> str:
    """Return the expression that reads an argument from its slots."""
    what, more = kind[0], int(kind[1])
    if what == "t":
        return f"({', '.join(f'i[{first + k}]' for k in range(more))},)"
    if more == 0:
        return {"b": f"i[{first}] != 0"}.get(what, f"{what}[{first}]")
    shape = ", ".join(f"i[{first + 1 + k}]" for k in range(more))
    return f"carray(pointer(i[{first}]), ({shape},), {what}_)"


def source(kinds: list[str], result: str) -> str:
    """Return the source of the function around a loop."""
    firsts = list(itertools.accumulate((slots(kind) for kind in kinds), initial=0))
    call = f"loop({', '.join(given(kind, first) for kind, first in zip(kinds, firsts, strict=False))})"
    lines = [f"{name} = carray(slots, ({max(1, firsts[-1])},), {name}_)" for name in "iwd"]
    lines.append(call if result == NOTHING else f"{result[0].replace('b', 'i')}[0] = {call}")
    return "\n    ".join(["def entry(slots):", *lines])


def entry(loop: Callable[..., Any], record: Any) -> tuple[str, Any]:
    """Compile a loop behind its slots; return its name in the LLVM text, and the library that holds it."""
    kinds, result = signature(loop)
    names = {"loop": loop, "carray": carray, "pointer": pointer, "r_": record}
    names |= {f"{letter}_": np.dtype(width) for letter, width in WIDTH.items()}
    made: dict[str, Any] = {}
    exec(source(kinds, result), names, made)
    return written(njit(nogil=True)(made["entry"]), (types.voidptr,))


def exported(name: str, inner: str) -> str:
    """Return a C function around one by numba, which returns its result through a pointer and a status."""
    return f"""declare i32 @"{inner}"(ptr, ptr, ptr)
define i32 @{name}(ptr %slots) {{
  %result = alloca ptr
  %error = alloca ptr
  %status = call i32 @"{inner}"(ptr %result, ptr %error, ptr %slots)
  ret i32 %status
}}
"""
