"""The cards of Joomo: how many there are, and the kinds among them."""

from typing import Any

from ...core.rule import rule

SEATS, HAND, CARDS = 6, 10, 70  # R1 R2
ASIDE = 10  # R2
FIVES = range(5, CARDS, 10)  # R10
BOTH = 55  # R11: double and five
NOBODY = -1
DEALER = -1  # the seat to act between rounds, and after the last

WORD = 64  # cards below it have a bit each
DOUBLES, TENS = (sum(1 << card for card in range(0, WORD, step)) for step in (11, 10))


@rule
def is_double(card: Any) -> Any:
    """00, 11, .. 66."""
    return (DOUBLES >> int(card)) & 1 == 1 if card < WORD else card == 66  # R9


@rule
def tens_of(card: Any) -> Any:
    """1 for 00, 10, .. 60, else 0."""
    return (TENS >> int(card)) & 1 if card < WORD else 0  # R12


@rule
def is_five(card: Any) -> Any:
    """05, 15, .. 65."""
    return tens_of(card - 5) == 1 if card >= 5 else False  # R10
