"""What the page needs to know about a game before anybody plays it."""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from ..bots import LEVELS
from ..core import dice
from ..core.errors import BadSetup, UnknownGame
from ..core.facts import facts as described
from ..core.game import Game, game
from ..core.position import Position
from ..daily import LEVEL, day
from . import log, messages
from .refusal import Refusal

ROOM = 1024  # more cards than any pack has
DEALS = 8  # deals examined to learn how a game deals


def known(name: str) -> Game:
    """Return a game by name, or refuse."""
    try:
        return game(name)
    except UnknownGame as error:
        raise Refusal("unknown") from error


def facts(found: Game) -> messages.GameFacts:
    """Return a game as the page needs it."""
    return msgspec.convert({**described(found), "levels": list(LEVELS)}, messages.GameFacts)


def dealing(found: Game, seats: int, options: Mapping[str, Any]) -> messages.Dealing | None:
    """Return how a game deals its first cards, observed from its rules; None if they deal no hands, or rarely.

    Anything shuffled besides the pack comes before it, and uses the words that neither the pack nor the lot uses.
    """
    values, pack = found.check_options(seats, options), np.zeros(ROOM, np.int16)
    size = int(found.engine.pack(seats, found.codes(values), pack))
    deals = [Position(found, seats, values, dice.new(seed)) for seed in range(DEALS)]
    dealt = [(int(deal.dice[1]), hand) for deal in deals if (hand := held(deal))]
    if not dealt:
        return None
    words, hand = min(dealt)  # the fewest: a rejected number takes one more
    before = 0 if found.one_pack else words - found.draws_dealer - (size - 1) + 1
    return messages.Dealing(pack[:size].tolist(), hand, found.draws_dealer, before)


def held(position: Position) -> int:
    """Return how many cards the first seat holds; 0 if the game has no hands."""
    return int(position.rows["held"][0, 0]) if "held" in position.game.rules.State.fields else 0


def dealt_today(name: str) -> messages.DailyDeal:
    """Return today's deal, without its cards."""
    which = day(known(name))
    date, found = which.date.isoformat(), which.game
    return messages.DailyDeal(date, found.name, found.version, which.seats, log.plain(which.options), LEVEL)


def seed_of(wanted: messages.MakeTable, secret: str) -> int:
    """Return the seed of a day, or refuse: it is in the future, or has other seats or options."""
    try:
        which = day(game(wanted.game), wanted.daily)
        options = which.game.check_options(which.seats, wanted.options)
    except (BadSetup, UnknownGame, TypeError, ValueError) as error:
        raise Refusal("setup", getattr(error, "clause", "") or "", text=str(error)) from error
    if (len(wanted.people), options) != (which.seats, which.options):
        raise Refusal("setup", text=f"the deal of the day has {which.seats} seats and fixed options")
    if not which.game.team and None in wanted.people[1:]:
        raise Refusal(
            "setup", text="the deal of a day is for one against bots: who played it elsewhere knows the cards"
        )
    return which.seed(secret)
