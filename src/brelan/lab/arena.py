"""Matches between bots: the same deals with the seats rotated, so that luck cancels out as far as it can.

A match is many small jobs, each a deal played once a rotation. A job depends on its number alone, so the results are
the same with any number of processes, and a match that was stopped goes on where it was.
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

PIT = 400 / np.log(10)  # rating points of a factor e in the odds, as in Elo


@dataclass(frozen=True)
class Match:
    """Who plays what, how often. Bots are levels, or `module:Class` and `file.py:Class`."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    bots: list[str]
    deals: int
    seed: int
    limit: float = 0.0  # seconds a choice may take; 0 for no limit
    talk: bool = False  # bots give signals, in a game that has them


@dataclass(frozen=True)
class Deal:
    """One deal, played once a rotation: `scores[r][s]` is what seat s got when bot (s + r) sat there."""

    number: int
    scores: list[list[int]]
    clauses: list[int]


def lineup(match: Match, rotation: int) -> list[int]:
    """Which bot sits at each seat; fewer bots than seats sit down again."""
    return [(seat + rotation) % match.seats % len(match.bots) for seat in range(match.seats)]


def rotations(match: Match) -> int:
    """How often a deal is played: once for every lineup, of which there may be fewer than seats."""
    first = lineup(match, 0)
    return next(turn for turn in range(1, match.seats + 1) if lineup(match, turn) == first)


class Chair:
    """A bot at the table, held to its time, its first choice aside: it may load what it needs."""

    def __init__(self, name: str, bot: Player, limit: float) -> None:
        self.name, self.bot, self.limit, self.asked = name, bot, limit, 0

    def choice(self, view: Any, seat: int, allowed: Any, throws: dice.Dice) -> int:
        """What the bot chooses; BadSetup if that took too long."""
        begun = time.perf_counter()
        action = self.bot.choose(view, seat, allowed, throws)
        spent = time.perf_counter() - begun
        if self.limit and self.asked and spent > self.limit:
            raise BadSetup(f"{self.name} took {spent:.2f} s for a choice; the limit is {self.limit} s")
        self.asked += 1
        return action


def play_deal(match: Match, number: int) -> Deal:
    """One job."""
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
    """Deals already played, from the file of an earlier run; a line cut off by a crash is played again."""
    if file is None or not file.exists():
        return {}
    head, *lines = file.read_text(encoding="utf-8").splitlines() or [""]
    if head != json.dumps(asdict(match)):
        raise BadSetup(f"{file} holds another match; choose another file")
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
    """Play a match; with a file it can be stopped and taken up again."""
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
    """A file that keeps nothing."""

    def __enter__(self) -> "_Nowhere":
        return self

    def __exit__(self, *_: object) -> None: ...

    def write(self, text: str) -> None: ...

    def flush(self) -> None: ...


@dataclass(frozen=True)
class Standing:
    """How a bot did: the share it won with its interval, means with what to add either side to be 95 % sure."""

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
        """What it won, with its interval."""
        return Share(self.won, self.won_low, self.won_high)


def standings(match: Match, deals: Sequence[Deal]) -> list[Standing]:
    """The bots, best first. Deals, not games, are the independent units."""
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
    """For each deal and bot the share of games won and the mean score, over its rotations and seats."""
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
    """For each deal, how often each bot finished above each other one; a draw is half of each."""
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
    """Bradley-Terry strengths as ratings around 0, with half a draw added so that a clean sheet stays finite."""
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
    """Ratings, and how sure they are: by drawing the deals again, with two lost and two won by everybody among them."""
    duels = _duels(match, deals)
    games = duels[0] + duels[0].T  # between two bots in a deal
    drawn = np.concatenate([duels, [np.triu(games), np.tril(games)] * 2])  # else all won of ten is won for ever
    random = np.random.default_rng(match.seed)
    again = [_strengths(drawn[random.integers(0, len(drawn), len(drawn))].sum(axis=0)) for _ in range(50)]
    return _strengths(duels.sum(axis=0)), SURE * np.std(again, axis=0)
