"""Recorded games: their plan, and playing them so that a game depends only on the plan and its number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import __version__
from ..bots import player
from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game, game
from ..core.loops.vector import LUCK
from ..core.position import Position
from .seating import at_least_one, setup
from .tables import player_code

PART, PART_SEEN = 20_000, 500  # games per file, and if every choice is recorded
ROOM = 1 << 20  # the least number of actions in a buffer


@dataclass(frozen=True)
class Plan:
    """What a set contains; a folder holds one set. `bots` has one per seat; options are text."""

    game: str
    version: int
    brelan: str
    seats: int
    options: dict[str, str]
    bots: list[str]
    games: int
    seed: int
    format: str = "parquet"
    views: bool = False  # also record every choice, with what the seat saw

    @property
    def part(self) -> int:
        """Games per file."""
        return PART_SEEN if self.views else PART

    @property
    def parts(self) -> range:
        """The numbers of the files."""
        return range(-(-self.games // self.part))


class Games(NamedTuple):
    """Some games: flat lists of actions and of the seats that played them; everything else has one row per game."""

    numbers: range
    actions: npt.NDArray[np.int16]
    whose: npt.NDArray[np.int16]
    steps: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int16]
    clauses: npt.NDArray[np.int16]
    deals: npt.NDArray[Any]

    @property
    def ends(self) -> npt.NDArray[np.int64]:
        """Where each game ends in the lists."""
        return np.cumsum(self.steps)


def plan(
    name: str | Game, seats: int | None, options: dict[str, Any], bots: Sequence[str], games: int, seed: int,
    format_: str = "parquet", views: bool = False,
) -> Plan:  # fmt: skip
    """Return a checked plan; if there are fewer bots than seats, they repeat."""
    found, seats, options = setup(name, seats, options)
    at_least_one("games", games)
    if not 0 < len(bots) <= seats:
        raise BadSetup(f"{len(bots)} bots do not fit at {seats} seats")
    for bot in bots:
        player(found, bot)  # refuses an unknown bot
    texts = {name: found.options[name].text(value) for name, value in options.items()}
    everybody = [bots[seat % len(bots)] for seat in range(seats)]
    return Plan(found.name, found.version, __version__, seats, texts, everybody, games, seed, format_, views)


def seed_of(what: Plan, number: int) -> int:
    """Return the seed of a game: `brelan.Table(.., seed=..)` deals the same cards."""
    return (what.seed << 32) + number


def throws_of(what: Plan, number: int) -> tuple[dice.Dice, dice.Dice]:
    """Return the dice of a game, and of its bots."""
    throws = dice.new(seed_of(what, number))
    return throws, np.array([dice.mix(throws[0], LUCK), 0], np.uint64)


def played(what: Plan, numbers: range) -> Games:
    """Play games by number: in the engine if it knows all the bots, otherwise in Python with the same dice."""
    found = game(what.game)
    found.check_version(what.version)
    try:
        codes = np.array([player_code(name) for name in what.bots], np.int16)
    except BadSetup:
        return _played_by_python(what, found, numbers)
    return _played_by_engine(what, found, numbers, codes)


def _played_by_engine(what: Plan, found: Game, numbers: range, codes: npt.NDArray[np.int16]) -> Games:
    kind, most, options = found.rules.State, found.rules.MOST, codes_of(what, found)
    room, parts, first = ROOM, list[Games](), numbers.start
    keys = np.array([dice.new(seed_of(what, number))[0] for number in numbers])
    while first < numbers.stop:
        size = numbers.stop - first
        actions, whose, steps = np.zeros(room, np.int16), np.zeros(room, np.int16), np.zeros(size, np.int32)
        scores, clauses, deals = np.zeros((size, what.seats), np.int16), np.zeros(size, np.int16), kind.rows(size)
        count = found.engine.keep_games(
            kind.rows(1), kind.rows(1), what.seats, options, dice.new(0), dice.new(0), keys[-size:], codes,
            np.zeros(most, np.int16), np.zeros(most, np.int16), actions, whose, steps, scores, clauses, deals,
        )  # fmt: skip
        room *= 1 if count else 2
        used = int(steps[:count].sum())
        parts.append(Games(
            range(first, first + count), actions[:used].copy(), whose[:used].copy(), steps[:count], scores[:count],
            clauses[:count], deals[:count],
        ))  # fmt: skip
        first += count
    whole: list[Any] = [np.concatenate([part[k] for part in parts]) for k in range(1, 7)]
    return Games(numbers, *whole)


def _played_by_python(what: Plan, found: Game, numbers: range) -> Games:
    options, bots = options_of(what, found), [player(found, name, timed=False) for name in what.bots]
    actions, whose, rows = list[int](), list[int](), list[tuple[int, list[int], int, Any]]()
    for number in numbers:
        throws, luck = throws_of(what, number)
        position = Position(found, what.seats, options, throws)
        dealt, begun = position.rows.copy(), len(actions)
        while position.count:
            seat, allowed = position.seat, position.actions[: position.count].copy()
            choice = int(allowed[0])
            if len(allowed) > 1 and seat >= 0:
                choice = bots[seat].choose(position.view(seat), seat, allowed, luck)
            actions.append(int(choice))
            whose.append(seat)
            position.play(int(choice))
        rows.append((len(actions) - begun, position.scores(), position.over, dealt))
    steps, scores, clauses, deals = zip(*rows, strict=True)
    return Games(
        numbers, np.array(actions, np.int16), np.array(whose, np.int16), np.array(steps, np.int32),
        np.array(scores, np.int16), np.array(clauses, np.int16), np.concatenate(deals),
    )  # fmt: skip


def options_of(what: Plan, found: Game) -> dict[str, Any]:
    return found.check_options(what.seats, what.options)


def codes_of(what: Plan, found: Game) -> npt.NDArray[np.int16]:
    return found.codes(options_of(what, found))
