"""How long a bot takes for a move: it depends on its temperament and the number of cards in its hand.

Only public information is used, so a pause reveals nothing about the hand.
"""

from typing import Any

TEMPERS = (0.55, 0.95, 0.75, 0.8, 0.9, 0.55)  # by seat, named as on the page: Ada is quick, Blaise never hurries
WHOLE = 12  # with this many cards in hand, it takes twice as long
SPREAD = 0.25  # plus or minus


def held(state: Any, seat: int) -> int:
    """Return the public number of cards in a seat's hand; 0 if the game has no such field."""
    counts = getattr(state, "held", None)
    return 0 if counts is None else int(counts[seat])


def wait(pace: float, seat: int, cards: int, chance: float) -> float:
    """Return the seconds for one action; `chance` is from 0 to 1."""
    return pace * TEMPERS[seat % len(TEMPERS)] * (1 + cards / WHOLE) * (1 - SPREAD + 2 * SPREAD * chance)
