"""How rules are compiled: the only module of the CPU side that imports numba.

Rules are plain Python functions. The environment variable ``BRELAN_MODE`` says how they run: ``compiled``
(the default), ``checked`` (compiled, every index checked) or ``interpreted`` (for debugging and coverage).
"""

import functools
import hashlib
import itertools
import os
import types
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

MODES = ("compiled", "checked", "interpreted")
MODE = os.environ.get("BRELAN_MODE", "compiled")
WRITER = uuid.uuid4().hex[:12]  # this process, among those that fill the same folder
if MODE not in MODES:
    raise ImportError(f"BRELAN_MODE is {MODE!r}; it may be {', '.join(MODES)}")


@functools.cache
def cache_folder(*folders: Path) -> Path:
    """Where compiled rules are kept, apart for every version of the sources they are made from.

    numba sees a change in a function's own file but not in the files it calls into; the hash does.
    """
    root = Path(os.environ.get("BRELAN_CACHE") or Path.home() / ".cache" / "brelan")
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, *folders):
        for source in sorted([*folder.glob("*.py"), *folder.glob("*.toml")]):  # data may become constants
            digest.update(source.name.encode() + source.read_bytes())
    return root / digest.hexdigest()[:16] / MODE


def rule(function: Callable[..., Any], *also: Path) -> Any:
    """Compile a rule on its first call, and keep the result for the next process.

    It may call what is in its own folder, in core, and in the folders named besides.
    """
    if MODE == "interpreted":
        return function
    import numba.core.config as settings
    from numba import njit

    _count_from_anywhere()
    if function.__closure__:  # of one text, but not one function: what it holds belongs to its name
        function.__qualname__ += "".join(f"_{cell.cell_contents}" for cell in function.__closure__)
    before = settings.CACHE_DIR  # read when the function is decorated; other packages keep theirs
    settings.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent, *also))
    try:
        made = njit(cache=True, nogil=True, boundscheck=MODE == "checked")(function)
    finally:
        settings.CACHE_DIR = before
    _write_apart(made)
    return made


@functools.cache
def _count_from_anywhere() -> None:
    """Let numba number its functions from another start in every process.

    The number is what tells two functions of one name apart when they are linked, and compiled code of several
    processes is linked together here: with equal numbers one function would silently take the other's place.
    """
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = itertools.count(uuid.uuid4().int >> 80)


def _write_apart(made: Any) -> None:
    """Let a process write compiled code into files of its own.

    numba counts the files of a function, so two processes that compile it for different types at the same time
    would write the same file, and the index would call one code by the other's types.
    """
    files = made._cache._cache_file
    files._data_name_pattern = files._data_name_pattern.replace("{number:d}", f"{WRITER}.{{number:d}}")


def wrapping(function: Callable[..., Any]) -> Any:
    """A rule whose unsigned arithmetic wraps round on purpose; interpreted, NumPy must not warn of it."""
    if MODE != "interpreted":
        return rule(function)

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet


def _lowest_bit() -> Any:
    """The function `lowest_bit`, in the one way that is fast where the rules run."""
    if MODE == "interpreted":
        return lambda word: (int(word) & -int(word)).bit_length() - 1
    from llvmlite.ir import Constant, IntType
    from numba import int64
    from numba.extending import intrinsic

    def lowest_bit(_: Any, word: Any) -> Any:
        return int64(int64), lambda context, builder, types, words: builder.cttz(words[0], Constant(IntType(1), 1))

    return intrinsic(lowest_bit)


lowest_bit = _lowest_bit()  # the place of the lowest bit set in a word that is not 0, in one machine instruction


def bind(template: Callable[..., Any], rules: Any, names: Iterable[str], label: str, **more: Any) -> Any:
    """Compile a copy of a template whose free names are a game's own rules, and whatever else is named.

    The label makes the copy's cache entry its own: numba does not look at the names a function uses.
    """
    if not isinstance(template, types.FunctionType):
        raise TypeError(f"{template!r} is not a plain function")
    own = {name: getattr(rules, name) for name in names if hasattr(rules, name)} | more
    copy = types.FunctionType(template.__code__, {**template.__globals__, **own}, template.__name__)
    copy.__qualname__ = f"{label}.{template.__name__}"
    copy.__module__ = template.__module__
    return rule(copy, Path(str(rules.__file__)).parent)
