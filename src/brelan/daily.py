"""The deal of the day: the same cards for everybody, unknown to all before the day begins.

The seed of a day is the HMAC-SHA256 of the date and the game, keyed with the secret of a server (or of this machine).
Days begin at midnight UTC. Past days stay open.
"""

import hmac
import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from .core.errors import BadSetup
from .core.game import Game
from .core.outcome import Outcome
from .core.text import Words

LEVEL = "medium"  # the level of the other seats: does not depend on the machine's speed
SIZE = 32  # bytes of a secret


class Day(NamedTuple):
    """A deal of the day, without its cards."""

    date: date
    game: Game
    seats: int
    options: dict[str, Any]

    def seed(self, secret: str) -> int:
        """Return the seed of its cards."""
        text = f"brelan daily 1 {self.date.isoformat()} {self.game.name} {self.game.version}"
        return int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")[:8], "big")


def today() -> date:
    """Return today's date, the same everywhere."""
    return datetime.now(UTC).date()


def day(game: Game, said: str | None = None, now: date | None = None) -> Day:
    """Return the deal of a day such as 2026-11-15, or of today; raise BadSetup if it is no date or in the future."""
    now = now or today()
    try:
        wanted = now if said is None else date.fromisoformat(said)
    except ValueError:
        raise BadSetup(f"write a day like {now.isoformat()}, not {said!r}") from None
    if wanted > now:
        raise BadSetup(f"the cards of {wanted.isoformat()} are not dealt until that day begins")
    return Day(wanted, game, game.least, game.check_options(game.least, {}))


def fresh_secret() -> str:
    """Return a new secret: 256 bits as 64 hexadecimal digits."""
    return secrets.token_hex(SIZE)


def own_secret(folder: Path) -> str:
    """Return the secret of this machine, created on first use."""
    file = folder / "daily-secret"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(fresh_secret(), encoding="ascii")
    return file.read_text(encoding="ascii").strip()


def result(which: Day, outcome: Outcome, words: Words, seat: int = 0) -> str:
    """Return a line to share: what was played, and how it went."""
    key = "daily.won" if seat in outcome.winners else "daily.lost"
    scores = [outcome.scores[seat], *(score for other, score in enumerate(outcome.scores) if other != seat)]
    day_and_month = f"{which.date.day}.{which.date.month}."
    name, together = words("name"), " : ".join(map(str, scores))
    return words(key, date=day_and_month, name=name, score=outcome.scores[seat], scores=together)


def streak(days: Sequence[str], last: date) -> int:
    """Return the number of consecutive days played, up to and including the last."""
    played, count = set(days), 0
    while (last - timedelta(days=count)).isoformat() in played:
        count += 1
    return count
