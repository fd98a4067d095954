"""A device's own part in the cards: it commits to a number, and tells it only if nothing changed meanwhile.

The page does the same in web/src/shuffle.ts; docs/shuffles.md tells why.
"""

import secrets
from dataclasses import dataclass, field

from .core.shuffle import commitment, fresh
from .server import messages


@dataclass
class Note:
    """What a device saw before it told its number for a game."""

    commitment: str
    number: str
    withheld: list[int]
    commitments: dict[str, str] = field(default_factory=dict)


@dataclass
class Device:
    """The device of a player, with its notes by the number of the game."""

    notes: dict[int, Note] = field(default_factory=dict)
    changed: bool = False  # the server went back on a commitment: no number was told

    def step(self, scene: messages.Scene) -> messages.Commit | messages.AddNumber | None:
        """What it has to say to a coming shuffle, if anything."""
        coming, game, seat = scene.coming, scene.games + 1, str(scene.seat)
        if coming is None or scene.seat < 0:
            return None
        noted = self.notes.get(game)
        if noted is None or set(noted.withheld) < set(coming.withheld):
            noted = self.notes[game] = Note(coming.commitment, fresh(), coming.withheld)
        self.changed = noted.commitment != coming.commitment or noted.commitments not in ({}, coming.commitments)
        if self.changed or scene.seat in coming.withheld:
            return None
        own = commitment(noted.number)
        if not coming.closed:
            return None if seat in coming.commitments else messages.Commit(secrets.token_urlsafe(12), own)
        if coming.commitments.get(seat) != own or seat in coming.numbers:
            return None
        noted.commitments = coming.commitments
        return messages.AddNumber(secrets.token_urlsafe(12), noted.number)
