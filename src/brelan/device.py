"""A device's part in the shuffle: it commits to a number and reveals it only if nothing changed in between.

The page does the same in web/src/shuffle.ts; docs/shuffles.md explains why.
"""

import secrets
from dataclasses import dataclass, field

from .core.shuffle import commitment, fresh
from .server import messages


@dataclass
class Note:
    """What a device recorded before it revealed its number for a game."""

    commitment: str
    number: str
    withheld: list[int]
    commitments: dict[str, str] = field(default_factory=dict)


@dataclass
class Device:
    """A player's device, with its notes by game number."""

    notes: dict[int, Note] = field(default_factory=dict)
    changed: bool = False  # the server changed a commitment: no number was revealed

    def step(self, scene: messages.Scene) -> messages.Commit | messages.AddNumber | None:
        """Return the device's next message for a coming shuffle, if any."""
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
