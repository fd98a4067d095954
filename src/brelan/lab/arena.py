"""Matches between bots on the same deals with rotated seats, so that luck largely cancels out.

A match is many small jobs, each a deal played once per rotation. A job depends only on its number, so the results are
the same with any number of processes, and an interrupted match can be resumed.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..bots import Player, player, speak
from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game, game
from ..core.outcome import shares
from ..core.position import Position
from .interval import SURE, Share, share, sure
from .jobs import spread

PIT = 400 / np.log(10)  # rating points per factor e in the odds, as in Elo


@dataclass(frozen=True)
class Match:
    """Who plays what, and how often. Bots are levels, `module:Class` or `file.py:Class`."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    bots: list[str]
    deals: int
    seed: int
    limit: float = 0.0  # the most seconds per choice; 0 for no limit
    talk: bool = False  # whether bots signal, in a game with signals


@dataclass(frozen=True)
class Deal:
    """One deal, played once per rotation: `scores[r][s]` is the score of seat s when bot (s + r) played it."""

    number: int
    scores: list[list[int]]
    clauses: list[int]


def lineup(match: Match, rotation: int) -> list[int]:
    """Return the bot at each seat; if there are fewer bots than seats, they repeat."""
    return [(seat + rotation) % match.seats % len(match.bots) for seat in range(match.seats)]


def rotations(match: Match) -> int:
    """Return how often a deal is played: once per lineup, of which there may be fewer than seats."""
    first = lineup(match, 0)
    return next(turn for turn in range(1, match.seats + 1) if lineup(match, turn) == first)


class Chair:
    """A bot at the table with a time limit, except for its first choice, when it may load what it needs."""

    def __init__(self, name: str, bot: Player, limit: float) -> None:
        self.name, self.bot, self.limit, self.asked = name, bot, limit, 0

    def choice(self, view: Any, seat: int, allowed: Any, throws: dice.Dice) -> int:
        """Return the bot's choice; raise BadSetup if it took too long."""
        begun = time.perf_counter()
        action = self.bot.choose(view, seat, allowed, throws)
        spent = time.perf_counter() - begun
        if self.limit and self.asked and spent > self.limit:
            raise BadSetup(f"{self.name} took {spent:.2f} s for a choice; the limit is {self.limit} s")
        self.asked += 1
        return action


def play_deal(match: Match, number: int) -> Deal:
    """Play one deal in all rotations."""
    found = game(match.game)
    bots = [Chair(name, player(found, name, timed=False), match.limit) for name in match.bots]
    scores, clauses = [], []
    for rotation in range(rotations(match)):
        seats = lineup(match, rotation)
        position = Position(found, match.seats, match.options, dice.new((match.seed << 32) + number))
        throws = dice.new((match.seed << 32) + number + (1 << 80))
        while position.count:
            allowed = position.actions[: position.count].copy()
            seat = position.seat
            if seat < 0 or len(allowed) == 1:
                position.play(int(allowed[0]))
            else:
                if match.talk:
                    speak(position, seat)
                position.play(bots[seats[seat]].choice(position.view(seat), seat, allowed, throws))
        scores.append(position.scores())
        clauses.append(position.over)
    return Deal(number, scores, clauses)


def _kept(match: Match, file: Path | None) -> dict[int, Deal]:
    """Return the deals of an earlier run from its file; a line truncated by a crash is played again."""
    if file is None or not file.exists():
        return {}
    head, *lines = file.read_text(encoding="utf-8").splitlines() or [""]
    if head != json.dumps(asdict(match)):
        raise BadSetup(f"{file} belongs to another match; choose another file")
    deals = {}
    for line in lines:
        try:
            deal = Deal(**json.loads(line))
        except (ValueError, TypeError):
            continue
        deals[deal.number] = deal
    return deals


def run(
    match: Match, jobs: int = 1, file: Path | None = None, report: Callable[[int, int], None] = lambda done, all_: None,
    ray: str | None = None,
) -> list[Deal]:  # fmt: skip
    """Play a match and return its deals; with a file, it can be interrupted and resumed."""
    deals = _kept(match, file)
    todo = [number for number in range(match.deals) if number not in deals]
    report(len(deals), match.deals)
    with file.open("w", encoding="utf-8") if file else _Nowhere() as log:
        log.write(json.dumps(asdict(match)) + "\n")
        for deal in deals.values():
            log.write(json.dumps(asdict(deal)) + "\n")
        for deal in spread(play_deal, match, todo, jobs, ray):
            deals[deal.number] = deal
            log.write(json.dumps(asdict(deal)) + "\n")
            log.flush()
            report(len(deals), match.deals)
    return [deals[number] for number in sorted(deals)]


class _Nowhere:
    """A file that discards everything."""

    def __enter__(self) -> "_Nowhere":
        return self

    def __exit__(self, *_: object) -> None: ...

    def write(self, text: str) -> None: ...

    def flush(self) -> None: ...


@dataclass(frozen=True)
class Standing:
    """A bot's result: the share of wins with its interval, and means with the half-widths of 95 % intervals."""

    bot: str
    games: int
    won: float
    won_low: float
    won_high: float
    score: float
    score_sure: float
    rating: float
    rating_sure: float

    @property
    def share(self) -> Share:
        """The share of wins, with its interval."""
        return Share(self.won, self.won_low, self.won_high)


def standings(match: Match, deals: Sequence[Deal]) -> list[Standing]:
    """Return the bots, best first. Deals, not games, are the independent units."""
    found = game(match.game)
    won, score = _per_deal(match, found, deals)
    ratings, ratings_sure = _ratings(match, deals) if len(match.bots) > 1 else (np.zeros(1), np.zeros(1))
    table = []
    for bot, name in enumerate(match.bots):
        games = sum(lineup(match, rotation).count(bot) for rotation in range(rotations(match))) * len(deals)
        most = 1.0 if found.team else 1 / lineup(match, 0).count(bot)  # seats of one bot share a win
        table.append(Standing(
            name, games, *share(won[:, bot], most), float(score[:, bot].mean()), sure(score[:, bot]),
            float(ratings[bot]), float(ratings_sure[bot]),
        ))  # fmt: skip
    return sorted(table, key=lambda standing: (-standing.won, -standing.score))


def _per_deal(match: Match, found: Game, deals: Sequence[Deal]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return for each deal and bot the share of games won and the mean score over its rotations and seats."""
    won, score = np.zeros((len(deals), len(match.bots))), np.zeros((len(deals), len(match.bots)))
    for row, deal in enumerate(deals):
        count = np.zeros(len(match.bots))
        for rotation, points in enumerate(deal.scores):
            parts = shares(points, deal.clauses[rotation], found.team_wins)
            for seat, bot in enumerate(lineup(match, rotation)):
                won[row, bot] += parts[seat]
                score[row, bot] += points[seat]
                count[bot] += 1
        won[row] /= count
        score[row] /= count
    return won, score


def _duels(match: Match, deals: Sequence[Deal]) -> np.ndarray[Any, Any]:
    """Return for each deal how often each bot finished above each other; a draw counts half for both."""
    size = len(match.bots)
    duels = np.zeros((len(deals), size, size))
    for row, deal in enumerate(deals):
        for rotation, points in enumerate(deal.scores):
            seats = lineup(match, rotation)
            for seat, bot in enumerate(seats):
                for other, rival in enumerate(seats):
                    if bot != rival:
                        above = (points[seat] > points[other]) + 0.5 * (points[seat] == points[other])
                        duels[row, bot, rival] += above
    return duels


def _strengths(wins: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return Bradley-Terry strengths as ratings around 0; half a draw is added to keep a clean sweep finite."""
    wins = wins + 0.5 * (1 - np.eye(len(wins)))
    strength = np.ones(len(wins))
    games = wins + wins.T
    for _ in range(200):
        rival = games / (strength[:, None] + strength[None, :])
        np.fill_diagonal(rival, 0)
        strength = wins.sum(axis=1) / rival.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    return np.asarray(PIT * np.log(strength))


def _ratings(match: Match, deals: Sequence[Deal]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return ratings with their uncertainty by bootstrapping the deals, plus two losses and two wins for everybody."""
    duels = _duels(match, deals)
    games = duels[0] + duels[0].T  # between two bots in a deal
    drawn = np.concatenate([duels, [np.triu(games), np.tril(games)] * 2])  # otherwise ten wins of ten would be certain
    random = np.random.default_rng(match.seed)
    again = [_strengths(drawn[random.integers(0, len(drawn), len(drawn))].sum(axis=0)) for _ in range(50)]
    return _strengths(duels.sum(axis=0)), SURE * np.std(again, axis=0)
