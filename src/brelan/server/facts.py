"""What the page has to know of a game before anybody plays it."""

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
DEALS = 8  # deals looked at to see how one goes


def known(name: str) -> Game:
    """A game by name, or the refusal."""
    try:
        return game(name)
    except UnknownGame as error:
        raise Refusal("unknown") from error


def facts(found: Game) -> messages.GameFacts:
    """A game as the page needs to know it."""
    return msgspec.convert({**described(found), "levels": list(LEVELS)}, messages.GameFacts)


def dealing(found: Game, seats: int, options: Mapping[str, Any]) -> messages.Dealing | None:
    """How the first cards of a game are dealt, as its rules themselves do it; None if they deal no hands, or seldom.

    Where more than the pack is shuffled, that comes before it, and takes the words that the pack and the lot do not.
    """
    values, pack = found.check_options(seats, options), np.zeros(ROOM, np.int16)
    size = int(found.engine.pack(seats, found.codes(values), pack))
    deals = [Position(found, seats, values, dice.new(seed)) for seed in range(DEALS)]
    dealt = [(int(deal.dice[1]), hand) for deal in deals if (hand := held(deal))]
    if not dealt:
        return None
    words, hand = min(dealt)  # the fewest: a number that is thrown again takes one more
    before = 0 if found.one_pack else words - found.draws_dealer - (size - 1) + 1
    return messages.Dealing(pack[:size].tolist(), hand, found.draws_dealer, before)


def held(position: Position) -> int:
    """How many cards the first seat holds; 0 also where a game has no hands."""
    return int(position.rows["held"][0, 0]) if "held" in position.game.rules.State.fields else 0


def dealt_today(name: str) -> messages.DailyDeal:
    """The deal of today, without its cards."""
    which = day(known(name))
    date, found = which.date.isoformat(), which.game
    return messages.DailyDeal(date, found.name, found.version, which.seats, log.plain(which.options), LEVEL)


def seed_of(wanted: messages.MakeTable, secret: str) -> int:
    """The seed of the day that is wanted, or the refusal: not yet, or not with these seats and options."""
    try:
        which = day(game(wanted.game), wanted.daily)
        options = which.game.check_options(which.seats, wanted.options)
    except (BadSetup, UnknownGame, TypeError, ValueError) as error:
        raise Refusal("setup", getattr(error, "clause", "") or "", text=str(error)) from error
    if (len(wanted.people), options) != (which.seats, which.options):
        raise Refusal("setup", text=f"the deal of a day has {which.seats} seats and no other options")
    if not which.game.team and None in wanted.people[1:]:
        raise Refusal(
            "setup", text="the deal of a day is for one against bots: who played it elsewhere knows the cards"
        )
    return which.seed(secret)
