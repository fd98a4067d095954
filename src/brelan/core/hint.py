"""What a strong player would do, and why, judged from the view of a seat and never from hidden cards.

A game's `reasons.py` writes phrases declared in PHRASES: `steps(view, seat, actions, out)` describes the move,
`reasons(..)` what is good about it, strongest first, and `warnings(..)`, optional, what is bad.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from .dice import Dice
from .game import Game
from .light import reveals_something
from .position import Position
from .sentences import ROOM
from .table import DEALER, tell

MOST_REASONS = 2
CLEAR, CLOSE = "clear", "close"
ASKED_AGAIN = 2  # if an adviser cannot tell, a choice is clear if it is the same for different dice


class Phrase(NamedTuple):
    """Part of a sentence: the key of a text and its fields."""

    key: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class Hint:
    """A whole move of a seat in notation and in phrases, the reasons for it, and whether it is clear or close."""

    seat: int
    actions: list[str]
    steps: list[Phrase]
    reasons: list[Phrase]
    sure: str

    def data(self) -> dict[str, Any]:
        """Return the hint as plain data, for JSON and the browser."""
        said = {kind: [phrase._asdict() for phrase in getattr(self, kind)] for kind in ("steps", "reasons")}
        return {"seat": self.seat, "actions": self.actions, **said, "sure": self.sure}


class Adviser(Protocol):
    """Anything that chooses as bots do, from a view in which everything hidden is -1.

    If it measures its choices, `certain` says whether the last one was better than the next best by a margin.
    """

    def choose(self, view: Any, seat: int, allowed: Any, dice: Dice, /) -> int:
        """Return one of the allowed actions."""
        ...


def advise(position: Position, adviser: Adviser, dice: Dice) -> Hint:
    """Return what the adviser would do in place of the seat to act."""
    game, seat = position.game, position.seat
    views, actions, clear = position.view(seat), [int(position.actions[0])], True
    if seat != DEALER:
        actions = whole_move(position.guessed(seat, dice), adviser, dice)
    if position.count > 1:
        again = [_choice(position, adviser, dice) for _ in range(ASKED_AGAIN)]
        told: bool | None = getattr(adviser, "certain", None)  # by a margin, if the adviser measures one
        clear = told if told is not None else set(again) <= {actions[0]}
    return Hint(
        seat,
        [game.rules.ACTIONS.texts[action] for action in actions],
        phrases(game, "steps", views, seat, actions),
        phrases(game, "reasons", views, seat, actions)[:MOST_REASONS],
        CLEAR if clear else CLOSE,
    )


def phrases(game: Game, what: str, views: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """Return what the game's reasons.py says about a move; nothing if it has none, or if the dealer acts."""
    said = getattr(game.part("reasons"), "PHRASES", {}).get(what)
    if said is None or (seat == DEALER and what != "steps"):
        return []
    row = np.empty(ROOM, np.int16)
    size = getattr(game.engine, what)(views, 0, seat, np.array(actions, np.int16), row)
    return [Phrase(sentence.name, fields) for sentence, fields in said.read(row[:size].tolist())]


def _choice(position: Position, adviser: Adviser, dice: Dice) -> int:
    allowed = position.actions[: position.count].copy()
    return int(adviser.choose(position.view(position.seat), position.seat, allowed, dice))


def whole_move(world: Position, adviser: Adviser, dice: Dice) -> list[int]:
    """Return the adviser's successive choices until another seat is to act or something hidden would be revealed.

    Until then only the seat's own cards matter, so in a guessed world it sees what it would see at the table.
    """
    seat, actions, goes_on = world.seat, [], True
    while goes_on:
        actions.append(_choice(world, adviser, dice))
        before = world.copy()
        world.play(actions[-1])
        revealed = reveals_something(world.game, actions[-1], tell(before, actions[-1], world))
        goes_on = world.count > 0 and world.seat == seat and not revealed
    return actions
