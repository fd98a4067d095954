"""Who sits where: chairs, and the setup of a table."""

from dataclasses import dataclass

from ..core.errors import BadSetup, UnknownGame
from ..core.game import game
from . import log, messages
from .refusal import Refusal, known_level


@dataclass
class Chair:
    """A seat: the person who owns it (by the hash of a key), and the bot that plays, of its own or for the person."""

    name: str | None = None
    key: str | None = None
    level: str | None = None

    @property
    def taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return self.key is not None or self.level is not None

    @property
    def person(self) -> bool:
        """Whether a person plays here now."""
        return self.key is not None and self.level is None

    def person_at(self, here: bool) -> messages.Person:
        """Return who sits here, as everybody may see it."""
        return messages.Person(self.name, self.key is not None, self.level, here)


def setup(wanted: messages.MakeTable, invitation: str, seed: int | None = None) -> log.Made:
    """Check a setup against the game and return the first entry of its table."""
    try:
        found = game(wanted.game)
        found.check_seats(len(wanted.people))
        options = found.check_options(len(wanted.people), wanted.options)
    except (BadSetup, UnknownGame, TypeError, ValueError) as error:
        raise Refusal("setup", getattr(error, "clause", "") or "", text=str(error)) from error
    people = [None, *(None if level is None else known_level(level) for level in wanted.people[1:])]
    texts = {name: found.options[name].text(value) for name, value in options.items()}
    hashed = log.hashed(invitation)
    return log.Made(found.name, found.version, people, texts, wanted.take_back, hashed, wanted.daily, seed)
