"""What is written of a table, for ever. A table is these entries and nothing else; old ones must stay readable."""

import hashlib
import secrets
from typing import Any, Literal

import msgspec
from msgspec import Struct

About = Literal["bot", "share", "mute"]  # what one votes about


class Entry(Struct, tag_field="what", omit_defaults=True):
    """What all entries have in common."""

    @property
    def what(self) -> str:
        """Its name in the log."""
        return str(type(self).__struct_config__.tag)


class Past(Struct):
    """A moment of a finished game: the table, which of its games, after how many moves, and the seat of who goes on."""

    table: str
    game: int
    moves: int
    seat: int


class Made(Entry, tag="made"):
    """A table was made: who sits where (a level is a bot, None waits), and the hash of its invitation.

    Of the deal of a day also the day, and the seed its first game is dealt from; of a game that goes on from a moment
    of another one, that moment.
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
    """Somebody goes by another name."""

    seat: int
    name: str


class Filled(Entry, tag="filled"):
    """A bot sits at a seat nobody took."""

    seat: int
    level: str


class Committed(Entry, tag="committed"):
    """The secret of the coming shuffle; only its hash is told before the end of that game."""

    secret: str


class SeatCommitted(Entry, tag="seat_committed"):
    """The commitment of a seat to its number for the coming shuffle."""

    seat: int
    commitment: str


class Closed(Entry, tag="closed"):
    """All have committed who take part in the coming shuffle: now the numbers are told."""


class Added(Entry, tag="added"):
    """A seat's number for the coming shuffle. In older logs nobody committed to it before."""

    seat: int
    number: str


class Withheld(Entry, tag="withheld"):
    """A seat did not tell the number it had committed to: the deal starts anew, without it."""

    seat: int


class Again(Entry, tag="again"):
    """After the end: somebody wants another game. In older logs a game after the first is dealt without it."""

    seat: int


class Dealt(Entry, tag="dealt"):
    """A game begins. The cards follow from the shuffle committed to; or, in a game brought in from a file, from what
    the file says."""

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
    """Somebody got up; a bot plays on."""

    seat: int


class Returned(Entry, tag="returned"):
    """Somebody took the seat again from the bot."""

    seat: int


class Voted(Entry, tag="voted"):
    """A vote; what follows from it follows by itself. With `grace` who is away has a while to come back: a bot plays
    only after that, when `Left` says so.
    """

    seat: int
    about: About
    yes: bool
    whom: int | None = None
    grace: bool = False


class Here(Entry, tag="here"):
    """Somebody the others vote about is here: that vote is closed."""

    seat: int


Agreeing = Committed | SeatCommitted | Closed | Added | Withheld | Again  # what comes before a deal
Sitting = Sat | Named | Filled | Left | Returned | Here
AnyEntry = Made | Sitting | Agreeing | Dealt | Moved | Signalled | Said | TookBack | Voted

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode


def new_id() -> str:
    """The public name of a table: it opens nothing but what a watcher may see."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """A secret of 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(key: str) -> str:
    """What is kept of a key. It is long and random, so one round is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def opens(key: str, kept: str | None) -> bool:
    """Whether a key is the one whose hash was kept."""
    return kept is not None and secrets.compare_digest(hashed(key), kept)


def plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
