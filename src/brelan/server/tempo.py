"""How long a bot takes for a move: by its temper, and longer with more cards in hand.

Only what everybody sees goes into it, so that a pause tells no hand.
"""

from typing import Any

TEMPERS = (0.55, 0.95, 0.75, 0.8, 0.9, 0.55)  # by seat, as the page names them: Ada is quick, Blaise never hurries
WHOLE = 12  # with so many cards in hand it takes twice as long
SPREAD = 0.25  # to either side


def held(state: Any, seat: int) -> int:
    """How many cards everybody sees in a seat's hand; 0 where the game has no such field."""
    counts = getattr(state, "held", None)
    return 0 if counts is None else int(counts[seat])


def wait(pace: float, seat: int, cards: int, chance: float) -> float:
    """Seconds for one action; chance is from 0 to 1."""
    return pace * TEMPERS[seat % len(TEMPERS)] * (1 + cards / WHOLE) * (1 - SPREAD + 2 * SPREAD * chance)
