"""Mutants: small changes to the rules, one at a time, and whether the tests notice. `make mutants` runs this.

Each mutant is written into a copy of the tree and meets, interpreted, the tests of its own part alone: those of the
clauses first, then the others. It is killed by the first test that fails; by time if a test took too long. A mutant
that survives is listed, to be killed by a new test or to be given its reason in benchmarks/MUTANTS.md.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/brelan")
LIMIT = 120  # seconds a test may take
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Part(NamedTuple):
    """Files that are changed, and the tests they meet, the quickest first."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


def of_game(name: str, *files: str) -> Part:
    """The compiled rules of a game and its own tests; bots, which are measured and not proved, are left out."""
    first = ("test_rules.py", "test_guess.py", "test_solver.py", "test_ways.py", "test_moves.py", "test_help.py")
    folder = Path("tests/games") / name
    quick = [str(folder / file) for file in first if (ROOT / folder / file).exists()]
    return Part(
        tuple(f"games/{name}/{file}" for file in files), (*quick, f"{folder}/test_laws.py", f"{folder}/test_twin.py")
    )


LAW = ("rules.py", "asking.py", "listing.py", "changing.py")
PARTS = {
    "joomo": of_game("joomo", "rules.py", "dealing.py", "cards.py"),
    "thegame": of_game("thegame", "rules.py"),
    "jokrummy": of_game("jokrummy", *LAW, "dealing.py", "laying.py", "solver.py", "sight.py", "levels.py", "cards.py"),
    "koomi": of_game("koomi", *LAW, "sums.py", "sight.py", "cards.py"),
    "core": Part(
        ("core/table.py", "core/notation.py", "core/dice.py", "core/record.py", "core/shuffle.py", "core/options.py"),
        ("tests/core",),
    ),
    "server": Part(
        ("server/room.py", "server/dealing.py", "server/hub.py", "server/driving.py"),
        ("tests/server/test_room.py", "tests/server/test_hub.py", "tests/server/test_tables.py"),
    ),
}


class Mutant(NamedTuple):
    """One change: where, what it says, and the whole changed source."""

    file: str
    line: int
    change: str
    source: str


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """What could stand in the place of a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        other = copy.deepcopy(node)
        other.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[call-overload]
        yield other
    elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in SWAPS:
        both = copy.deepcopy(node)
        both.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
        yield both
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)) or isinstance(node, ast.AugAssign):
        yield ast.Pass()


def bodies(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node inside a function, without docstrings and annotations."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                yield from ast.walk(statement)


class Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def sites(file: str) -> list[tuple[str, int]]:
    """Where a file can be changed: the file, and the place of the node in it."""
    tree = ast.parse((ROOT / SOURCE / file).read_text(encoding="utf-8"))
    return [(file, place) for place, node in enumerate(bodies(tree)) for _ in changed(node)]


def made(file: str, place: int) -> Mutant:
    """The mutant of a site."""
    tree = ast.parse((ROOT / SOURCE / file).read_text(encoding="utf-8"))
    old = next(node for number, node in enumerate(bodies(tree)) if number == place)
    new = next(changed(old))
    change, line = f"{ast.unparse(old)}  ->  {ast.unparse(new)}", getattr(old, "lineno", 0)
    return Mutant(file, line, change, ast.unparse(ast.fix_missing_locations(Put(old, new).visit(tree))))


def judged(mutant: Mutant, tests: tuple[str, ...], tree: Path) -> str:
    """`killed`, `time` or `survived`."""
    path = tree / SOURCE / mutant.file
    before = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    environment = os.environ | {
        "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree / 'tests'}", "BRELAN_MODE": "interpreted",
        "BRELAN_TEST_LIMIT": str(LIMIT),
    }  # fmt: skip
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=30 * LIMIT)
    except subprocess.TimeoutExpired:
        return "time"
    finally:
        path.write_text(before, encoding="utf-8")
    if run.returncode == 0:
        return "survived"
    return "time" if "it took more than" in run.stdout else "killed"


def main() -> None:
    """Judge a seeded sample of each part, and print a line for each mutant and a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant of a part after so long")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("built", "__pycache__", "web"))
        shutil.copy(ROOT / "pyproject.toml", tree)
        for name in given.parts:
            part, begun = PARTS[name], time.monotonic()
            every = [site for file in part.files for site in sites(file)]
            counts = {"killed": 0, "time": 0, "survived": 0}
            for site in random.Random(given.seed).sample(every, min(given.sample, len(every))):
                if time.monotonic() - begun > given.seconds:
                    break
                mutant = made(*site)
                fate = judged(mutant, part.tests, tree)
                counts[fate] += 1
                print(f"{fate:<9}{mutant.file}:{mutant.line}  {mutant.change.splitlines()[0][:90]}", flush=True)
            print(
                f"| {name} | {len(every)} | {sum(counts.values())} | {' | '.join(map(str, counts.values()))} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
