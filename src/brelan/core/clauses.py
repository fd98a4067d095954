"""The clauses of a game in plain words, followed by those common to all games."""

from collections.abc import Mapping

from .errors import BadSetup
from .game import Game
from .text import Words


def chapters(words: Words) -> dict[str, Mapping[str, str]]:
    """Return the clauses by chapter title: the game's own, then the common ones."""
    found = [*(words.find("rules") or {}).values(), words.find("common")]
    return {chapter["title"]: {key: text for key, text in chapter.items() if key != "title"} for chapter in found}


def told(words: Words) -> list[str]:
    """Return the rules as lines: a chapter's title, its clauses, a blank line."""
    lines = [f"# {words('name')}", ""]
    for title, clauses in chapters(words).items():
        lines += [f"## {title}", "", *(f"**{name}** {text}" for name, text in clauses.items()), ""]
    return lines[:-1]


def clause(game: Game, words: Words, name: str) -> str:
    """Return one clause; raise BadSetup if there is none of that name."""
    for clauses in chapters(words).values():
        if name.upper() in clauses:
            return f"**{name.upper()}** {clauses[name.upper()]}"
    last = list(next(iter(list(chapters(words).values())[-2:-1]), {}))
    known = f"R1 to {last[-1]}, and T1 to T9" if last else "T1 to T9"
    raise BadSetup(f"{game.name} has no clause {name}; it has {known}")
