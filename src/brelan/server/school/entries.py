"""What is written of a class while it lasts: a log of its own, beside those of the tables."""

import secrets
from typing import Literal

import msgspec
from msgspec import Struct

PREFIX = "class:"  # of its name in the database: no table can be called so
TABLE = "class-"  # of the names of its tables, so that copies of the database can leave them out
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no code is a word
LENGTH = 5
Kind = Literal["wait", "practice", "tables"]


class Entry(Struct, tag_field="what", omit_defaults=True):
    """What all entries have in common."""


class Group(Struct):
    """Children at a table, by seat."""

    table: str
    members: list[int]


class Opened(Entry, tag="opened"):
    """A class was opened; `key` is the hash of the teacher's key, `seed` what its exercises follow from."""

    game: str
    key: str
    seed: int


class Present(Entry, tag="present"):
    """The teacher is here."""


class Came(Entry, tag="came"):
    """A child joined; `key` is the hash of its key."""

    name: str
    key: str


class Assigned(Entry, tag="assigned"):
    """A new task for all."""

    kind: Kind
    level: str = ""
    seats: int = 2
    groups: list[Group] = []


class Grouped(Entry, tag="grouped"):
    """Tables for those who came later."""

    groups: list[Group]


class Paused(Entry, tag="paused"):
    """All pause, or go on."""

    yes: bool


class Worked(Entry, tag="worked"):
    """How far a child is with an exercise, as its device tells it."""

    member: int
    task: int
    exercise: int
    text: str
    helps: int
    slips: int
    seconds: float
    solved: bool
    answer: str


class Dismissed(Entry, tag="dismissed"):
    """The teacher sent somebody out."""

    member: int


AnyEntry = Opened | Present | Came | Assigned | Grouped | Paused | Worked | Dismissed

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode


def new_code() -> str:
    """A code to write on the board."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """A code as somebody typed it, or None if it can be none."""
    code = text.strip().upper()
    return code if len(code) == LENGTH and all(letter in LETTERS for letter in code) else None
