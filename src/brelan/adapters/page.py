"""docs/observations.md: what each number of an observation means. `python -m brelan.adapters.page` prints it.

The table is the game's State itself: its fields in their order, with the words and the comments they have there.
"""

import ast
import inspect
from collections.abc import Iterable

from ..core.game import Game, game, names
from ..lab.observation import Piece, pieces

HEAD = """\
# Observations

What learners see through the adapters (Gymnasium, PettingZoo, OpenSpiel): one vector of numbers for each game, the same
for every seat count. It is made from the view of a seat and holds nothing else. `me` says which seat looks; then come
the fields of the game's `State` in their order and as they are. What a seat may not see is -1, and so is what is secret
unless the game's rules let the seat know it. NOTHING and DEALER are -1, too. Numbers after the end of a list mean
nothing. A meaning that ends with a comma goes on in the next line.

Beside the vector there is the mask, 1 for every action that is allowed now. It is all 0 for a seat that is not at turn.

This page is printed by `python -m brelan.adapters.page`; a test holds it to the code.
`brelan.lab.observation.pieces(game)` gives the same table to a program.
"""
WORDS = {"public": "all", "remembered": "all who remember", "owner": "each seat its row", "secret": "nobody"}


def meanings(game: Game) -> dict[str, str]:
    """What each field of a State is, in the words of the comment beside it."""
    source = inspect.getsource(game.rules.State)
    lines = source.splitlines()
    found = {"me": "1 at the seat that looks"}
    for line in ast.parse(source).body[0].body:  # type: ignore[attr-defined]
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            rest = lines[(line.end_lineno or 0) - 1][line.end_col_offset or 0 :]
            found[line.targets[0].id] = rest.partition("#")[2].strip()
    return found


def row(piece: Piece, meaning: str) -> str:
    """A line of a game's table."""
    places = str(piece.first) if piece.size == 1 else f"{piece.first} to {piece.first + piece.size - 1}"
    shape = " x ".join(map(str, piece.shape)) or "1"
    return f"| {places} | `{piece.name}` | {shape} | {WORDS[piece.word]} | {meaning} |"


def section(game: Game) -> str:
    """A game's table."""
    found, told = pieces(game), meanings(game)
    size = sum(piece.size for piece in found.values())
    text = inspect.cleandoc(game.rules.State.__doc__ or "").partition(". ")[2]
    return "\n".join([
        f"## {game.words()('name')} (`{game.name}`)",
        "",
        f"{size} numbers, {len(game.rules.ACTIONS)} actions. {text} Clauses are those of its RULES.md.",
        "",
        "| numbers | piece | shape | seen by | meaning |",
        "|---|---|---|---|---|",
        *(row(piece, told[name]) for name, piece in found.items()),
        "",
    ])  # fmt: skip


def page(games: Iterable[Game]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *map(section, games)])


if __name__ == "__main__":
    print(page(map(game, names())), end="")
