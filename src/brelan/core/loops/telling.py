"""Events, and phrases about a move: rows of sentences (core/sentences.py)."""

from collections.abc import Callable
from typing import Any

from ..kinds import Int, Records, Shorts
from ..rule import rule
from ..sentences import Sentences

ABOUT = ("steps", "reasons", "warnings")


def loops(story: Any, reasons: Any) -> list[Callable[..., Any]]:
    """Those that a game has."""
    told = [telling(story.tell)] if story is not None else []
    said = [saying(name, getattr(reasons, name)) for name in ABOUT if hasattr(reasons, name)]
    listed = [getattr(story, "EVENTS", Sentences()), *getattr(reasons, "PHRASES", {}).values()]
    rules = {rule.__name__: rule for sentences in listed for rule in sentences.spelled_by()}
    return [*told, *said, *(spelling(name, one) for name, one in rules.items())]


def telling(happened: Any) -> Callable[..., Any]:
    """The loop `tell`."""

    @rule
    def tell(before: Records, i: Int, action: Int, after: Records, j: Int, out: Shorts) -> Int:
        """Write the events of an action and return how many numbers that takes."""
        return happened(before[i], action, after[j], out)

    return tell  # type: ignore[no-any-return]


def saying(name: str, said: Any) -> Callable[..., Any]:
    """Return a loop that writes phrases about a seat's move, which consists of all these actions."""

    def say(views: Records, i: Int, seat: Int, actions: Shorts, out: Shorts) -> Int:
        return said(views[i], seat, actions, out)

    say.__name__ = name
    return rule(say)  # type: ignore[no-any-return]


def spelling(name: str, written: Any) -> Callable[..., Any]:
    """Return a loop that spells numbers shown as text."""

    def spell(cells: Shorts, out: Shorts) -> Int:
        return written(cells, out)

    spell.__name__ = name
    return rule(spell)  # type: ignore[no-any-return]
