"""Makes numba emit LLVM text without compiling it: the only module that uses private parts of numba.

Every compiled function stays as text. No machine code is made for this process, and no wrappers for Python or C.
Private parts used: `JITCodeLibrary`, `_FunctionCompiler._customize_flags`, `Dispatcher.add_overload` and
`get_overload`, the context's `add_dynamic_addr`, and the codegen's `_library_class`, as in the version
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
    """The LLVM text of one function, neither optimised nor compiled."""

    text = ""

    def add_ir_module(self, ir_module: Any) -> None:
        """Store the text, without its target."""
        self.text = "\n".join(line for line in str(ir_module).splitlines() if not line.startswith("target "))

    def add_linking_library(self, library: Any) -> None:
        """Store what this function calls."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Do nothing."""
        self._finalized = True


def _no_machine_code(compiler: Any, flags: Any) -> Any:
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    return flags


def _keep(dispatcher: Any, made: Any) -> None:
    """Store the text of a function; its description replaces the address it does not have."""
    dispatcher.overloads[tuple(made.signature.args)] = made
    made.target_context.insert_user_function(made.fndesc, made.fndesc, [made.library])


def _no_address(builder: Any, address: Any, info: Any) -> Any:
    """Refuse pointers into this process. A rule needs no address; an array would be lost."""
    if str(info).startswith("<class"):  # numba's name for the data of an array
        raise TypeError("a constant array of the rules is too large or not contiguous, so it cannot be built in")
    return cpu_target.target_context.get_constant_null(types.voidptr)


def prepare() -> None:
    """Make numba emit text only, for the rest of this process."""
    context = cpu_target.target_context
    rtsys.initialize(context)
    context.codegen()._library_class = Text
    context.add_dynamic_addr = _no_address
    numba: Any = dispatchers
    numba._FunctionCompiler._customize_flags, numba.Dispatcher.add_overload = _no_machine_code, _keep
    numba.Dispatcher.get_overload = lambda dispatcher, args: dispatcher.overloads[tuple(args)].fndesc


def written(dispatcher: Any, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """Compile a function for these arguments; return its name in the text, and the library that holds it."""
    dispatcher.compile(arguments)
    (made,) = dispatcher.overloads.values()
    return made.fndesc.llvm_func_name, made.library


def texts(libraries: list[Any]) -> Iterator[str]:
    """Return the texts of some functions and of everything they call, each once."""
    seen: set[int] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if id(library) not in seen and isinstance(library, Text):
            seen.add(id(library))
            yield library.text
            waiting += library._linking_libraries
