"""The entries of a table's log, which define it completely and are kept forever; old ones must stay readable."""

import hashlib
import secrets
from typing import Any, Literal

import msgspec
from msgspec import Struct

About = Literal["bot", "share", "mute"]  # what a vote is about


class Entry(Struct, tag_field="what", omit_defaults=True):
    """The base of all entries."""

    @property
    def what(self) -> str:
        """Its name in the log."""
        return str(type(self).__struct_config__.tag)


class Past(Struct):
    """A moment of a finished game: the table, which of its games, after how many moves, and the seat that continues."""

    table: str
    game: int
    moves: int
    seat: int


class Made(Entry, tag="made"):
    """A table was created: who sits where (a level is a bot, None is free), and the hash of its invitation.

    For a deal of the day, also the day and the seed of its first game; for a game continued from a moment of another
    one, that moment.
    """

    game: str
    version: int
    people: list[str | None]
    options: dict[str, str]
    take_back: bool
    invitation: str
    daily: str = ""
    seed: int | None = None
    past: Past | None = None


class Sat(Entry, tag="sat"):
    """Somebody sat down; `key` is the hash of the seat's key."""

    seat: int
    name: str
    key: str


class Named(Entry, tag="named"):
    """Somebody changed their name."""

    seat: int
    name: str


class Filled(Entry, tag="filled"):
    """A bot took a free seat."""

    seat: int
    level: str


class Committed(Entry, tag="committed"):
    """The secret of the coming shuffle; until the end of that game, only its hash is public."""

    secret: str


class SeatCommitted(Entry, tag="seat_committed"):
    """A seat's commitment to its number for the coming shuffle."""

    seat: int
    commitment: str


class Closed(Entry, tag="closed"):
    """Everybody who takes part in the coming shuffle has committed: now the numbers are revealed."""


class Added(Entry, tag="added"):
    """A seat's number for the coming shuffle. In older logs, there was no commitment to it."""

    seat: int
    number: str


class Withheld(Entry, tag="withheld"):
    """A seat did not reveal the number it committed to: the deal starts over without it."""

    seat: int


class Again(Entry, tag="again"):
    """Somebody asked for another game after the end. Older logs deal later games without it."""

    seat: int


class Dealt(Entry, tag="dealt"):
    """A game begins. The cards follow from the agreed shuffle or, in an imported game, from the
    file."""

    seed: int | None = None
    order: list[int] | None = None
    dealer: int | None = None


class Moved(Entry, tag="moved"):
    """A move, in notation; seat -1 is the dealer."""

    seat: int
    move: str


class Signalled(Entry, tag="signalled"):
    """A signal, in notation."""

    seat: int
    signal: str


class Said(Entry, tag="said"):
    """Something said to the table."""

    seat: int
    text: str


class TookBack(Entry, tag="took_back"):
    """The last move was taken back."""

    seat: int


class Left(Entry, tag="left"):
    """Somebody left; a bot plays on."""

    seat: int


class Returned(Entry, tag="returned"):
    """Somebody took their seat back from the bot."""

    seat: int


class Voted(Entry, tag="voted"):
    """A vote, whose consequences are automatic. With `grace`, an absent player has a while to return: a bot plays
    only after that, when `Left` says so.
    """

    seat: int
    about: About
    yes: bool
    whom: int | None = None
    grace: bool = False


class Here(Entry, tag="here"):
    """Somebody the others vote about is present: that vote is closed."""

    seat: int


Agreeing = Committed | SeatCommitted | Closed | Added | Withheld | Again  # entries before a deal
Sitting = Sat | Named | Filled | Left | Returned | Here
AnyEntry = Made | Sitting | Agreeing | Dealt | Moved | Signalled | Said | TookBack | Voted

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode


def new_id() -> str:
    """Return a new public id of a table, which gives access only to what a watcher may see."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """Return a new secret of 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(key: str) -> str:
    """Return the stored form of a key. Keys are long and random, so one round is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def opens(key: str, kept: str | None) -> bool:
    """Whether a key matches a stored hash."""
    return kept is not None and secrets.compare_digest(hashed(key), kept)


def plain(options: dict[str, Any]) -> dict[str, Any]:
    """Return options as plain JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
