"""numba, made to write and not to compile: the only module that touches what numba does not promise to keep.

Every function it types stays as text. No machine code is made for this process, and no wrappers for Python or C.
Used of numba and not public: `JITCodeLibrary`, `_FunctionCompiler._customize_flags`, `Dispatcher.add_overload` and
`get_overload`, the context's `add_dynamic_addr`, and the codegen's `_library_class`. They are those of the version
pinned in constraints.txt.
"""

from collections.abc import Iterator
from typing import Any

from numba import types
from numba.core import dispatcher as dispatchers
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys


class Text(JITCodeLibrary):  # type: ignore[misc]
    """What numba wrote for one function: neither optimised nor compiled."""

    text = ""

    def add_ir_module(self, ir_module: Any) -> None:
        """Keep the text, without the target it was written for."""
        self.text = "\n".join(line for line in str(ir_module).splitlines() if not line.startswith("target "))

    def add_linking_library(self, library: Any) -> None:
        """Remember what this function calls."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """There is nothing to finish."""
        self._finalized = True


def _no_machine_code(compiler: Any, flags: Any) -> Any:
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    return flags


def _keep(dispatcher: Any, made: Any) -> None:
    """Keep what was written of a function; its description stands for the address it does not have."""
    dispatcher.overloads[tuple(made.signature.args)] = made
    made.target_context.insert_user_function(made.fndesc, made.fndesc, [made.library])


def _no_address(builder: Any, address: Any, info: Any) -> Any:
    """In place of a pointer into this process: none. A rule itself needs no address; an array would be lost."""
    if str(info).startswith("<class"):  # how numba names the data of an array
        raise TypeError("a constant array of the rules is too large or not contiguous, so it cannot be built in")
    return cpu_target.target_context.get_constant_null(types.voidptr)


def prepare() -> None:
    """From here on numba writes only, in this whole process."""
    context = cpu_target.target_context
    rtsys.initialize(context)
    context.codegen()._library_class = Text
    context.add_dynamic_addr = _no_address
    numba: Any = dispatchers
    numba._FunctionCompiler._customize_flags, numba.Dispatcher.add_overload = _no_machine_code, _keep
    numba.Dispatcher.get_overload = lambda dispatcher, args: dispatcher.overloads[tuple(args)].fndesc


def written(dispatcher: Any, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """Type a function for these arguments: its name in the text, and the library that holds it."""
    dispatcher.compile(arguments)
    (made,) = dispatcher.overloads.values()
    return made.fndesc.llvm_func_name, made.library


def texts(libraries: list[Any]) -> Iterator[str]:
    """The texts of some functions and of all they call, each once."""
    seen: set[int] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if id(library) not in seen and isinstance(library, Text):
            seen.add(id(library))
            yield library.text
            waiting += library._linking_libraries
