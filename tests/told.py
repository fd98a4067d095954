"""Whole moves of sampled games with everything said about them, for tests of reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from brelan.bots import player
from brelan.core import dice
from brelan.core.events import Event
from brelan.core.hint import Phrase, phrases
from brelan.core.position import Position
from brelan.core.table import DEALER, Table
from brelan.core.text import LANGUAGES


@dataclass(frozen=True)
class Told:
    """A move that was played: the position before and after, what happened, and what is said for and against it."""

    before: Position
    after: Position
    seat: int
    actions: list[str]
    events: list[Event]
    steps: list[Phrase]
    reasons: list[Phrase]
    warnings: list[Phrase]

    @property
    def old(self) -> Any:
        """The record before."""
        return self.before.state

    @property
    def new(self) -> Any:
        """The record after."""
        return self.after.state

    def happened(self, name: str, **fields: Any) -> bool:
        """Whether an event of that name, with these fields, was told of the seat or of nobody."""
        return any(
            event.name == name
            and event.seat in (self.seat, None)
            and fields.items() <= {**event.public, **event.owner}.items()
            for event in self.events
        )


def told(table: Table, actions: list[str]) -> Told:
    """Play a move at a table."""
    before, seat = table.position.copy(), table.position.seat
    ids = [table.game.rules.ACTIONS.ids[action] for action in actions]
    said = [phrases(table.game, what, before.view(seat), seat, ids) for what in ("steps", "reasons", "warnings")]
    events = table.play(actions)
    return Told(before, table.position.copy(), seat, actions, events, *said)


def moves(table: Table, level: str, most: int = 1000) -> Iterator[Told]:
    """The moves of a game played by a bot; every sentence is said in every language on the way."""
    bot, words = player(table.game, level), [table.game.words(language) for language in LANGUAGES]
    throws = dice.new(table.deal.seed)
    while not table.over and most > 0:
        hint = table.hint(bot, throws=throws)
        assert all(one.hint(hint).endswith((".", "!")) for one in words)
        move = told(table, hint.actions)
        assert (hint.steps, hint.reasons) == (move.steps, move.reasons[:2])
        if move.seat != DEALER:
            yield move
        most -= 1


def texts(table: Table, kind: str) -> set[str]:
    """The keys a game has texts of one kind for."""
    return set(table.game.words().find(kind) or {})
