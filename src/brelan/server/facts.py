"""What the page has to know of a game before anybody plays it."""

from typing import Any

from ..bots import LEVELS
from ..core import options as kinds
from ..core.errors import BadSetup, UnknownGame
from ..core.game import Game, game
from ..core.text import Words
from ..daily import LEVEL, day
from . import log, messages
from .refusal import Refusal


def known(name: str) -> Game:
    """A game by name, or the refusal."""
    try:
        return game(name)
    except UnknownGame as error:
        raise Refusal("unknown") from error


KINDS = {kinds.Switch: "switch", kinds.Number: "number", kinds.Several: "several"}


def facts(found: Game) -> messages.GameFacts:
    """A game as the page needs to know it."""
    options = [_option(option) for option in found.options.values()]
    signals = getattr(found.rules, "SIGNALS", None)
    return messages.GameFacts(
        found.name, found.version, found.least, found.most, found.team, options,
        list(signals.texts) if signals else [], list(LEVELS),
    )  # fmt: skip


def _option(option: kinds.Option) -> messages.OptionFacts:
    kind: Any = next((name for kind, name in KINDS.items() if isinstance(option, kind)), "choice")
    values, default = log.plain({"values": option.values, "default": option.default}).values()
    return messages.OptionFacts(option.name, kind, values, default)


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
    return which.seed(secret)


def merged(words: Words) -> dict[str, Any]:
    """A game's texts over the common ones, in one tree."""
    tree: dict[str, Any] = {}
    for catalogue in reversed(words.catalogues):
        _lay_over(tree, catalogue)
    return tree


def _lay_over(tree: dict[str, Any], texts: Any) -> None:
    for key, value in texts.items():
        if isinstance(value, dict):
            below = tree.setdefault(key, {})
            if isinstance(below, dict):
                _lay_over(below, value)
                continue
        tree[key] = value
