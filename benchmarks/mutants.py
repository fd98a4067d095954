"""Mutants: small changes to the rules, one at a time, and whether the tests notice. `make mutants` runs this.

Each mutant is written into a copy of the tree and meets the tests of its own part alone, in two turns: the quick ones
interpreted, so that nothing has to be compiled, then whole games and the contract in compiled rules. Before that the
same tests pass on the tree as it is, or nothing is judged. A mutant is killed by the first test that fails; by time if
a test took too long. One that survives is listed, to be killed by a new test or to be given its reason in
benchmarks/MUTANTS.md; `--again LOG` judges those that an earlier run listed.
"""

import argparse
import ast
import copy
import functools
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/brelan")
LIMIT = 120  # seconds a test may take
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Turn(NamedTuple):
    """What a mutant meets together, a module and its arguments, and the mode the rules run in."""

    mode: str
    module: tuple[str, ...]


class Part(NamedTuple):
    """Files that are changed, and the turns of tests they meet, the quickest first."""

    files: tuple[str, ...]
    turns: tuple[Turn, ...]


def of_game(name: str) -> Part:
    """The compiled rules of a game and its own tests; bots, which are measured and not proved, are left out."""
    folder = Path("tests/games") / name
    quick = [str(folder / file) for file in QUICK if (ROOT / folder / file).exists()]
    rules = [file for file in RULES if (ROOT / SOURCE / "games" / name / file).exists()]
    whole = (
        f"{folder}/test_laws.py",
        f"{folder}/test_twin.py",
        "tests/test_games.py",
        "-k",
        f"{name} and not contract",
    )
    contract = ("brelan", "check", name, "--mode", "here", "--games", "1")
    return Part(
        tuple(f"games/{name}/{file}" for file in rules),
        (tests("interpreted", *quick), Turn("compiled", contract), tests("compiled", *whole)),
    )


def tests(mode: str, *chosen: str) -> Turn:
    """A turn of pytest that stops at the first failure."""
    return Turn(mode, ("pytest", "-q", "-x", "-p", "no:cacheprovider", *chosen))


RULES = (
    "rules.py", "asking.py", "listing.py", "changing.py", "dealing.py", "cards.py", "laying.py", "solver.py",
    "sight.py", "levels.py", "sums.py",
)  # fmt: skip
QUICK = ("test_rules.py", "test_guess.py", "test_solver.py", "test_ways.py", "test_moves.py", "test_help.py")
PARTS = {
    **{name: of_game(name) for name in ("joomo", "thegame", "jokrummy", "koomi")},
    "core": Part(
        ("core/table.py", "core/notation.py", "core/dice.py", "core/record.py", "core/shuffle.py", "core/options.py"),
        (tests("native", "tests/core"),),
    ),
    "server": Part(
        ("server/room.py", "server/hub.py", "server/dealing.py", "server/driving.py"),
        (tests("native", *(f"tests/server/test_{name}.py" for name in ("room", "hub", "tables"))),),
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


def said(mutant: Mutant) -> str:
    """A mutant in a line."""
    return f"{mutant.file}:{mutant.line}  {mutant.change.splitlines()[0][:90]}"


def survivors(log: Path) -> set[str]:
    """The mutants that a run listed as not killed by an assertion."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return {line[9:] for line in lines if line.startswith(("survived", "time"))}


def met(turn: Turn, tree: Path) -> str:
    """`killed`, `time` or `survived`: what the tests of a turn say of the tree."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree / "tests"), os.environ.get("PYTHONPATH", "")]),
        "BRELAN_MODE": turn.mode, "BRELAN_TEST_LIMIT": str(LIMIT),
    }  # fmt: skip
    command = [sys.executable, "-m", *turn.module]
    try:
        run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=30 * LIMIT)
    except subprocess.TimeoutExpired:
        return "time"
    if run.returncode == 0:
        return "survived"
    return "time" if "it took more than" in run.stdout else "killed"


def judged(mutant: Mutant, turns: tuple[Turn, ...], tree: Path) -> str:
    """What becomes of a mutant in a tree of its own."""
    path = tree / SOURCE / mutant.file
    before = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    try:
        return next((fate for turn in turns if (fate := met(turn, tree)) != "survived"), "survived")
    finally:
        path.write_text(before, encoding="utf-8")


def copied(to: Path) -> Path:
    """A copy of the tree, with the libraries of the games: they are used only while their sources are as they were."""
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "web", "*.wasm"))
    shutil.copy(ROOT / "pyproject.toml", to)
    return to


class Judges:
    """Workers with a tree each, and when to begin no further mutant."""

    def __init__(self, folder: Path, jobs: int, seconds: float) -> None:
        self.trees: queue.Queue[Path] = queue.Queue()
        for number in range(jobs):
            self.trees.put(copied(folder / str(number)))
        self.pool, self.end = ThreadPoolExecutor(jobs), time.monotonic() + seconds

    def sound(self, turn: Turn) -> bool:
        """Whether the tests of a turn pass on the tree as it is."""
        tree = self.trees.get()
        try:
            return met(turn, tree) == "survived"
        finally:
            self.trees.put(tree)

    def judge(self, part: Part, site: tuple[str, int]) -> str | None:
        """A mutant's fate, told at once; None if the time is up."""
        tree = self.trees.get()
        try:
            if time.monotonic() > self.end:
                return None
            mutant = made(*site)
            fate = judged(mutant, part.turns, tree)
            print(f"{fate:<9}{said(mutant)}", flush=True)
            return fate
        finally:
            self.trees.put(tree)


def main() -> None:
    """Judge a seeded sample of each part, and print a line for each mutant and a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at once")
    parser.add_argument("--again", type=Path, help="only those listed as survivors in what an earlier run printed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so long")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        judges = Judges(Path(folder), given.jobs, given.seconds)
        turns = [turn for name in given.parts for turn in PARTS[name].turns]
        if faulty := [
            turn for turn, sound in zip(turns, judges.pool.map(judges.sound, turns), strict=True) if not sound
        ]:
            sys.exit(f"these fail without any mutant: {faulty}")
        judging = {}
        for name in given.parts:
            every = [site for file in PARTS[name].files for site in sites(file)]
            chosen = random.Random(given.seed).sample(every, min(given.sample, len(every)))
            if given.again:
                listed = survivors(given.again)
                chosen = [site for site in every if said(made(*site)) in listed]
            judging[name, len(every)] = judges.pool.map(functools.partial(judges.judge, PARTS[name]), chosen)
        counted = [(name, places, Counter(fates)) for (name, places), fates in judging.items()]
        print("\n| part | sites | judged | killed | time | survived |\n|---|---|---|---|---|---|")
        for name, places, counts in counted:
            shown = [counts[fate] for fate in ("killed", "time", "survived")]
            print(f"| {name} | {places} | {sum(shown)} | {' | '.join(map(str, shown))} |", flush=True)


if __name__ == "__main__":
    main()
