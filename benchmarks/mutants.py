"""Mutants: small changes to the rules, one at a time, and whether the tests notice. `make mutants` runs this.

Each mutant is written into a copy of the tree and meets the tests of its own part alone, in turns: the quick ones
interpreted, so that nothing has to be compiled, then whole games and the contract with a library built from it; tests
named after the changed file come first. Before the first of a part all of them pass on files written anew without a
change, or nothing is judged: no library fits those, as none fits a mutant. A mutant is killed by the first test that
fails; by time if a test computed too long, however busy the machine is. One that survives is killed by a new test or
given its reason in benchmarks/MUTANTS.md. `--keep LOG` writes every fate down, and what it holds is not judged twice;
with `--again` those that were not killed are.
"""

import argparse
import ast
import copy
import functools
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = Path("src/brelan")
FATES = ("killed", "time", "survived")
DECIDED = ("killed", "sound")  # what is not judged again
UNCHANGED = "without any mutant"
TIMED = (signal.SIGXCPU, signal.SIGVTALRM)  # what ends a run that computes without end
TOO_LONG = re.compile(r"it (?:computed for|took) more than|Timeout \(")  # and what is said of others
TESTS = 10  # a turn may compute as long as so many tests that are just in time
BUSY = 20  # and a test may take so much longer than it computes
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Turn(NamedTuple):
    """What a mutant meets together: the mode the rules run in, a module with its arguments, and files of tests."""

    mode: str
    module: tuple[str, ...]
    files: tuple[str, ...] = ()

    def parted(self, changed: str) -> list["Turn"]:
        """The tests named after the changed file alone, then the others."""
        named = tuple(file for file in self.files if Path(file).name == f"test_{Path(changed).name}")
        others = tuple(file for file in self.files if file not in named)
        return [self._replace(files=files) for files in (named, others) if files] or [self]


class Part(NamedTuple):
    """Files that are changed, and the turns of tests they meet, the quickest first."""

    files: tuple[str, ...]
    turns: tuple[Turn, ...]


def of_game(name: str) -> Part:
    """The compiled rules of a game and its own tests; bots, which are measured and not proved, are left out."""
    folder = Path("tests/games") / name
    quick = [str(folder / file) for file in QUICK if (ROOT / folder / file).exists()]
    rules = [file for file in RULES if (ROOT / SOURCE / "games" / name / file).exists()]
    whole = (f"{folder}/test_laws.py", f"{folder}/test_twin.py", "tests/test_games.py")
    contract = ("brelan", "check", name, "--mode", "here", "--games", "1")
    library = ("brelan", "build", name)
    return Part(
        tuple(f"games/{name}/{file}" for file in rules),
        (
            tests("interpreted", quick),
            Turn("native", library),
            Turn("native", contract),
            tests("native", whole, "-k", f"{name} and not contract"),
        ),
    )


def tests(mode: str, files: Iterable[str], *chosen: str) -> Turn:
    """A turn of pytest that stops at the first failure."""
    return Turn(
        mode, ("pytest", "-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile", "brief", *chosen), tuple(files)
    )


RULES = (
    "rules.py", "asking.py", "listing.py", "changing.py", "dealing.py", "cards.py", "laying.py", "solver.py",
    "sight.py", "levels.py", "sums.py",
)  # fmt: skip
QUICK = ("test_rules.py", "test_guess.py", "test_solver.py", "test_ways.py", "test_moves.py", "test_help.py")
CORE = (  # those that need all games come last: a changed file may mean that they are compiled for it
    "dice", "record", "options", "table", "notation", "actions", "position", "check", "shuffle", "hands", "rule",
    "sentences", "text", "outcome", "light", "hint", "lesson", "net",
)  # fmt: skip
SERVER = ("room", "hub", "dealing", "sit", "tempo", "tables")
PARTS = {
    **{name: of_game(name) for name in ("joomo", "thegame", "jokrummy", "koomi")},
    "core": Part(
        ("core/table.py", "core/notation.py", "core/dice.py", "core/record.py", "core/shuffle.py", "core/options.py"),
        (tests("native", (f"tests/core/test_{name}.py" for name in CORE)),),
    ),
    "server": Part(
        ("server/room.py", "server/hub.py", "server/dealing.py", "server/driving.py"),
        (tests("native", (f"tests/server/test_{name}.py" for name in SERVER)),),
    ),
}


class Mutant(NamedTuple):
    """One change: where, what it says, and the whole changed source."""

    file: str
    place: str
    change: str
    source: str

    def __str__(self) -> str:
        return f"{self.file}:{self.place}\t{self.change.splitlines()[0][:120]}"


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


def parsed(file: str) -> ast.Module:
    """A file as a tree."""
    return ast.parse((ROOT / SOURCE / file).read_text(encoding="utf-8"))


def sites(file: str) -> list[tuple[str, int]]:
    """Where a file can be changed: the file, and the place of the node in it."""
    return [(file, place) for place, node in enumerate(bodies(parsed(file))) for _ in changed(node)]


def made(file: str, place: int) -> Mutant:
    """The mutant of a site."""
    tree = parsed(file)
    old: Any = next(node for number, node in enumerate(bodies(tree)) if number == place)
    new = next(changed(old))
    change, where = f"{ast.unparse(old)}  ->  {ast.unparse(new)}", f"{old.lineno}:{old.col_offset + 1}"
    return Mutant(file, where, change, ast.unparse(ast.fix_missing_locations(Put(old, new).visit(tree))))


def sample(part: Part, given: argparse.Namespace) -> list[Mutant]:
    """The mutants of a part that are judged."""
    every = [site for file in part.files for site in sites(file)]
    return [made(*site) for site in random.Random(given.seed).sample(every, min(given.sample, len(every)))]


def kept(log: Path | None) -> dict[str, str]:
    """The fates that earlier runs wrote down, by mutant."""
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    return {f"{place}\t{change}": fate for fate, place, change, _ in (line.split("\t") for line in lines)}


def met(turn: Turn, tree: Path, limit: int) -> tuple[str, str]:
    """`killed`, `time` or `survived`: what the tests of a turn say of the tree; and which of them said it."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree / "tests"), os.environ.get("PYTHONPATH", "")]),
        "BRELAN_MODE": turn.mode, "BRELAN_TEST_LIMIT": str(limit), "BRELAN_TEST_CLOCK": str(BUSY * limit),
    }  # fmt: skip
    command = [sys.executable, "-m", *turn.module, *turn.files]
    with subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as run:
        resource.prlimit(run.pid, resource.RLIMIT_CPU, (TESTS * limit, TESTS * limit + 10))
        said = run.communicate()[0]
    if run.returncode == 0:
        return "survived", ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
    by = failed[1] if failed else " ".join(said.split()[-12:])
    return "time" if -run.returncode in TIMED or TOO_LONG.search(said) else "killed", by


@contextmanager
def written(tree: Path, sources: Mapping[str, str]) -> Iterator[None]:
    """Files with other sources, for a while."""
    before = {file: (tree / SOURCE / file).read_text(encoding="utf-8") for file in sources}
    for file, source in sources.items():
        (tree / SOURCE / file).write_text(source, encoding="utf-8")
    try:
        yield
    finally:
        for file, source in before.items():
            (tree / SOURCE / file).write_text(source, encoding="utf-8")


def copied(to: Path) -> Path:
    """A copy of the tree, with the libraries of the games: they are used only while their sources are as they were."""
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "*.wasm"))
    shutil.copy(ROOT / "pyproject.toml", to)
    return to


class Judges:
    """Workers with a tree each, when to begin no further mutant, how long a test may take, and where fates are kept."""

    def __init__(self, folder: Path, given: argparse.Namespace) -> None:
        self.trees: queue.Queue[Path] = queue.Queue()
        for number in range(given.jobs):
            self.trees.put(copied(folder / str(number)))
        self.pool, self.end = ThreadPoolExecutor(given.jobs), time.monotonic() + given.seconds
        self.limit, self.log = given.limit, given.keep

    def keep(self, *told: object) -> None:
        """Write a fate down."""
        if self.log:
            with self.log.open("a", encoding="utf-8") as log:
                print(*told, sep="\t", file=log)

    @contextmanager
    def tree(self) -> Iterator[Path]:
        """A tree that nobody else works in."""
        tree = self.trees.get()
        try:
            yield tree
        finally:
            self.trees.put(tree)

    def sound(self, name: str) -> bool:
        """Whether the tests of a part pass on its files written anew."""
        part = PARTS[name]
        with self.tree() as tree, written(tree, {file: ast.unparse(parsed(file)) for file in part.files}):
            faults = [by for turn in part.turns if (by := met(turn, tree, self.limit))[0] != "survived"]
        print(*(f"{name} {UNCHANGED}: {fault}" for fault in faults or ["sound"]), sep="\n", flush=True)
        if not faults:
            self.keep("sound", name, UNCHANGED, "")
        return not faults

    def judge(self, part: Part, mutant: Mutant) -> str | None:
        """A mutant's fate, told and kept at once; None if the time is up."""
        with self.tree() as tree, written(tree, {mutant.file: mutant.source}):
            if time.monotonic() > self.end:
                return None
            turns = (each for turn in part.turns for each in turn.parted(mutant.file))
            fates = (met(turn, tree, self.limit) for turn in turns)
            fate, by = next((each for each in fates if each[0] != "survived"), ("survived", ""))
        print(fate, mutant, by, sep="\t", flush=True)
        self.keep(fate, mutant, by)
        return fate


def main() -> None:
    """Judge a seeded sample of each part, and print a line for each mutant and a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at once")
    parser.add_argument("--keep", type=Path, metavar="LOG", help="where fates are written; what it holds is not judged")
    parser.add_argument("--again", action="store_true", help="judge again those of the log that were not killed")
    parser.add_argument("--limit", type=int, default=120, help="seconds a test may compute")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so long")
    given = parser.parse_args()
    fates = {mutant: fate for mutant, fate in kept(given.keep).items() if fate in DECIDED or not given.again}
    samples = {name: sample(PARTS[name], given) for name in given.parts}
    rows = ["| part | sites | judged | killed | time | survived |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        judges = Judges(Path(folder), given)
        unknown = [name for name in given.parts if f"{name}\t{UNCHANGED}" not in fates]
        if not all(judges.pool.map(judges.sound, unknown)):
            sys.exit(1)
        for name, mutants in samples.items():
            left = [mutant for mutant in mutants if str(mutant) not in fates]
            judged = judges.pool.map(functools.partial(judges.judge, PARTS[name]), left)
            fates |= {str(mutant): fate for mutant, fate in zip(left, judged, strict=True) if fate}
            counts = Counter(fates.get(str(mutant)) for mutant in mutants)
            shown = [counts[fate] for fate in FATES]
            places = sum(len(sites(file)) for file in PARTS[name].files)
            rows.append(f"| {name} | {places} | {sum(shown)} | {' | '.join(map(str, shown))} |")
        print("", *rows, sep="\n")


if __name__ == "__main__":
    main()
