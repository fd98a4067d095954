"""Linking objects and C into libraries for every platform with zig, whose wheel includes the C libraries."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from .targets import TARGETS, WASM, Target

HERE = Path(__file__).parent
STACK = 1 << 18  # bytes of memory for a browser's engine
FLAGS = ["-O2", "-s", "-fvisibility=hidden"]


def zig(*words: str | Path) -> None:
    """Run zig; show its output only if it fails."""
    command = [sys.executable, "-m", "ziglang", *map(str, words)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        faults = [line for line in run.stderr.splitlines() if "error" in line or "undefined" in line]
        raise OSError(f"zig could not link: {(faults or [f'exit {run.returncode}'])[0].strip()}")


def library(platform: str, objects: bytes, names: list[str], sources: str, output: Path) -> None:
    """Link a game's library: its object, and the memory its code expects."""
    target = TARGETS[platform]
    flags = [*FLAGS, "-target", target.zig, f'-DSOURCES="{sources}"']
    if platform == WASM:
        flags += ["-mcpu=mvp+bulk_memory+mutable_globals+nontrapping_fptoint+sign_ext", "-nostdlib", "-Wl,--no-entry"]
        flags += [f"-Wl,-z,stack-size={STACK}", *(f"-Wl,--export={name}" for name in names)]
    else:
        flags += ["-shared", *_strict(target)]
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "rules.o"
        part.write_bytes(objects)
        _placed(["cc", *flags, part, HERE / "runtime.c"], output)


def extension(platform: str, sources: str, output: Path) -> None:
    """Link the extension between Python and libraries, for every Python from 3.11 on."""
    target = TARGETS[platform]
    flags = [*FLAGS, "-target", target.zig, "-shared", f'-DSOURCES="{sources}"', "-fno-sanitize=all"]
    with tempfile.TemporaryDirectory() as folder:
        if target.ending == ".dll":
            flags.append(str(_import_library(Path(folder))))
        elif target.ending == ".dylib":
            flags.append("-Wl,-undefined,dynamic_lookup")
        _placed(["cc", *flags, HERE / "position.c"], output)


def _strict(target: Target) -> list[str]:
    """Return flags that make an undefined symbol fail at link time, not during play."""
    return ["-Wl,-z,defs", "-lm"] if target.ending == ".so" else []


def _placed(words: list[str | Path], output: Path) -> None:
    """Replace a library atomically: readers see the old one or the new one, and keep what they have loaded."""
    made = output.with_name(f"{output.name}.part")
    zig(*words, "-o", made)
    made.replace(output)


def _import_library(folder: Path) -> Path:
    """Write the import library that Windows needs for Python's stable functions, with names from the header."""
    header = (HERE / "stable.h").read_text(encoding="utf-8")
    declared = " ".join(line for line in header.splitlines() if line.startswith("FROM_PYTHON"))
    data = re.findall(r"\b(PyExc_\w+|_Py_NoneStruct)\b", declared)
    functions = re.findall(r"\b(Py\w+)\(", declared)
    lines = [
        "LIBRARY python3.dll",
        "EXPORTS",
        *(f"  {name} DATA" for name in data),
        *(f"  {name}" for name in functions),
    ]
    (folder / "python3.def").write_text("\n".join(lines) + "\n", encoding="utf-8")
    zig("dlltool", "-m", "i386:x86-64", "-d", folder / "python3.def", "-l", folder / "python3.lib")
    return folder / "python3.lib"
