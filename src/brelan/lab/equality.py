"""Whether an engine gives the same results in every mode: random games, every entry point called, all results hashed.

`answered` plays the same games in any mode, in its own process, and `differences` lists where modes differ.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ..core.check import Setup, setups
from ..core.game import Game
from ..core.game import game as find
from ..core.loops import laboratory
from ..core.node import NodeLibrary
from .walk import Walk

COSTLY = 50  # one in so many games is also searched and judged
WAITING = 1 << 12  # the most calls that node has not answered yet
COMPARED = ("native", "compiled", "wasm")


class Beside(Walk):
    """The same walk natively, with the same calls to WebAssembly, whose results are compared as they arrive.

    An entry point that differed once has no digest. Only the end waits for node.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        super().__init__(game, setup)
        self.node, self.wrong = NodeLibrary(game), set[str]()
        self.expected: queue.Queue[tuple[str, str, bytes, Any] | None] = queue.Queue(WAITING)
        self.reader = threading.Thread(target=self._compare, daemon=True)
        self.reader.start()

    def ask(self, name: str, *given: Any) -> Any:
        """Send the call to node, then make it natively."""
        if name not in self.node.entries:
            return super().ask(name, *given)
        kinds, result = self.node.entries[name]
        arrays = self.node.hand_over(name, kinds, given)
        found = super().ask(name, *given)
        self.expected.put((name, result, b"".join(array.tobytes() for array in arrays), found))
        return found

    def has(self, name: str) -> bool:
        return name in self.node.entries

    def _compare(self) -> None:
        while (one := self.expected.get()) is not None:
            name, result, expected, found = one
            if not self.node.answer_is(result, expected, found):
                self.wrong.add(name)

    def close(self) -> None:
        """Wait for the last results."""
        self.expected.put(None)
        self.reader.join()

    @property
    def digests(self) -> dict[str, str]:
        return {name: told for name, told in super().digests.items() if name not in self.wrong}


def answers(game: Game, games: int, kind: type[Walk], done: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield for every setup not done yet the hashes, and how often each entry point was called."""
    for number, setup in enumerate(setups(game)):
        name = f"{setup[0]} seats {setup[1]}"
        if name not in done:
            walk = kind(game, setup)
            walk.setup()
            for seed in range(games):
                walk.play(number * games + seed, seed % COSTLY == 0)
            walk.close()
            yield {"game": game.name, "setup": name, "digests": walk.digests, "calls": walk.calls}


PROGRAM = """
import json, sys
from brelan.core.game import game
from brelan.lab import equality
name, games, kind, done = json.loads(sys.argv[1])
for found in equality.answers(game(name), games, getattr(equality, kind), done):
    print(json.dumps(found), flush=True)
"""


def answered(name: str, mode: str, games: int, done: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield the same for another mode, from its own process, as it progresses."""
    kind, runs = (Beside, "native") if mode == "wasm" else (Walk, mode)  # otherwise node waits for each call
    command = [sys.executable, "-c", PROGRAM, json.dumps((name, games, kind.__name__, sorted(done)))]
    with subprocess.Popen(command, env={**os.environ, "BRELAN_MODE": runs}, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout or ():
            yield {**json.loads(line), "mode": mode, "games": games}
    if run.returncode:
        raise subprocess.CalledProcessError(run.returncode, command)


def differences(found: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a line for everything that differs between the first mode and another, or is missing."""
    by_setup: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for one in found:
        by_setup.setdefault((one["game"], one["setup"]), {})[one["mode"]] = one["digests"]
    modes = {mode for digests in by_setup.values() for mode in digests}
    first = min(modes, key=COMPARED.index, default="")
    return [
        f"{name}, {setup}: {entry} differs between {first} and {mode}"
        for (name, setup), digests in by_setup.items()
        for mode in sorted(modes)
        for entry in sorted({*digests.get(first, {}), *digests.get(mode, {})} - without(name, mode))
        if digests.get(first, {}).get(entry) != digests.get(mode, {}).get(entry)
    ]


def without(name: str, mode: str) -> set[str]:
    """Return the entry points of a game that a mode lacks."""
    return set(laboratory(find(name))) if mode == "wasm" else set()
