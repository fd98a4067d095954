"""What is kept of who wants to be alerted: a small log beside that of each table."""

import msgspec
from msgspec import Struct

PREFIX = "push:"


class Wanted(Struct, tag="wanted", omit_defaults=True):
    """A seat's browser wants alerts, or (not `on`) no more. Quiet hours are minutes of the day in UTC."""

    seat: int
    endpoint: str
    key: str
    secret: str
    language: str
    on: bool = True
    quiet: tuple[int, int] | None = None


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Wanted).decode


def hushed(quiet: tuple[int, int] | None, minute: int) -> bool:
    """Whether a minute of the day is in somebody's quiet hours, which may go over midnight."""
    if quiet is None:
        return False
    start, end = quiet
    return start <= minute < end if start <= end else minute >= start or minute < end
