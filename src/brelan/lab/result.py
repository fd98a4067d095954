"""Matches from Python: `brelan.arena("joomo", "hard", "medium")` gives a table, a plot and a data frame."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from ..bots import player
from ..core.errors import BadSetup
from ..core.game import Game, game
from . import standing
from .arena import Deal, Match, Standing, run, standings
from .seating import at_least_one


@dataclass(frozen=True, repr=False)
class Result:
    """The result of a match, with `standings` best bot first. It prints as a table."""

    match: Match
    deals: Sequence[Deal]
    standings: Sequence[Standing]

    def frame(self) -> Any:
        """Return a pandas data frame with one row per bot; raise BadSetup if pandas is missing."""
        try:
            import pandas
        except ImportError:
            raise BadSetup("frame() needs pandas: pip install 'brelan[data]'") from None
        return pandas.DataFrame([asdict(one) for one in self.standings])

    def plot(self, axes: Any = None) -> Any:
        """Plot shares of games won with their 95 % intervals and return the Matplotlib axes."""
        return standing.plot(self.match, self.standings, axes)

    def __str__(self) -> str:
        return standing.as_text(game(self.match.game), self.match, self.standings)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        sure = "{:.2f} ± {:.2f}".format
        cells = [
            (escape(one.bot), str(one.share), sure(one.score, one.score_sure), sure(one.rating, one.rating_sure))
            for one in self.standings
        ]
        rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
        head = "".join(f"<th>{title}</th>" for title in ("bot", "won (95 %)", "score", "rating"))
        title = f"{escape(self.match.game)}, {standing.length(self.match)}, seed {self.match.seed}"
        return f"<table><caption>{title}</caption><tr>{head}</tr>{rows}</table>"


def arena(
    name: str | Game, *bots: str | type, games: int = 100, seats: int | None = None, seed: int = 0, talk: bool = False,
    jobs: int = 1, **options: Any,
) -> Result:  # fmt: skip
    """Let bots play so many deals, each once per rotation of the seats, and return the result.

    Bots are levels, installed bots, classes, `module:Class` or `file.py:Class`; `seats` defaults to one per bot. The
    same `seed` gives the same result. Raises BadSetup for an unknown bot, or more bots than seats.
    """
    found = name if isinstance(name, Game) else game(name)
    table = found.check_seats(max(len(bots), found.least) if seats is None else seats)
    if not 0 < len(bots) <= table:
        raise BadSetup(f"{len(bots)} bots do not fit at {table} seats")
    known = [_named(bot) for bot in bots]
    for bot in known:
        player(found, bot)  # refuses an unknown bot
    chosen = found.check_options(table, options)
    match = Match(found.name, found.version, table, dict(chosen), known, at_least_one("games", games), seed, talk=talk)
    deals = run(match, jobs)
    return Result(match, deals, standings(match, deals))


def _named(bot: str | type) -> str:
    """Return the name by which a match finds a bot again, in other processes as well."""
    if isinstance(bot, type):
        return f"{bot.__module__}:{bot.__qualname__}"
    if not isinstance(bot, str):
        kind = type(bot).__name__
        raise BadSetup(f"a bot is a name or a class, not a {kind}: arena(.., {kind})")
    return bot
