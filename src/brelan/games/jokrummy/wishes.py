"""How likely the next seat is to take a discard, judged by what everybody saw it take and leave."""

from typing import Any

import numpy as np

from ...core.maths import exp
from ...core.rule import rule
from .bots import beside, fits_somewhere, unseen
from .cards import LAST_RANK, RANK, SUIT, WILD

SIGNS = 10
TWO, MORE = 0, 2  # rows of weights: two seats, more seats; the next row is for a seat that has laid its programme
# fitted by logistic regression to which of the cards in the hand before it the level hard would have taken, in 600
# games with two seats and 300 with four
WEIGHTS = np.array([
    [-2.44, 2.08, 1.308, -0.413, -2.112, -0.718, -0.141, 0.04, 0.104, 0.091],
    [-6.106, 0.0, 0.0, 0.0, -1.251, -0.926, 0.029, 0.56, 0.063, 0.097],
    [-2.392, 1.926, 1.361, -0.353, -0.34, -0.284, -0.063, 0.05, 0.088, 0.115],
    [-5.834, 0.0, 0.0, 0.0, -0.229, -0.189, 0.014, 0.549, 0.013, 0.2],
])  # fmt: skip


@rule
def taken(v: Any, seat: Any, card: Any, signs: Any) -> None:
    """Count what the seat was seen to take: cards of the same rank, adjacent cards, all cards."""
    for i in range(v.known_held[seat]):
        signs[1] += RANK[v.known[seat, i]] == RANK[card]
        signs[2] += beside(v.known[seat, i], card)
    signs[3] = v.known_held[seat]


@rule
def thrown(v: Any, card: Any, signs: Any) -> None:
    """Count unwanted cards in the discards: the same card, others of its rank, others of its suit."""
    for i in range(v.thrown):
        other = v.discards[i]
        if other == card:
            signs[4] += 1
        elif RANK[other] == RANK[card]:
            signs[5] += 1
        elif SUIT[other] == SUIT[card]:
            signs[6] += 1


@rule
def hidden(v: Any, seat: Any, card: Any, signs: Any) -> None:
    """Count what the discarding seat has not seen: cards of the same rank, adjacent cards."""
    for suit in range(WILD):
        signs[7] += unseen(v, seat, LAST_RANK * suit + RANK[card] - 1)
    for other in range(LAST_RANK * SUIT[card], LAST_RANK * (SUIT[card] + 1)):
        if SUIT[other] != WILD and beside(other, card):
            signs[8] += unseen(v, seat, other)


@rule
def wish(v: Any, seat: Any, card: Any, signs: Any) -> Any:
    """Return the chance, from 0 to 1, that the next seat takes a card; `signs` is a buffer."""
    after = (seat + 1) % v.seats
    if SUIT[card] == WILD or (v.laid[after] and fits_somewhere(v, card)):
        return 1.0
    signs[:] = 0
    signs[0] = 1
    taken(v, after, card, signs)
    thrown(v, card, signs)
    hidden(v, seat, card, signs)
    signs[9] = v.turns / v.seats
    row = (TWO if v.seats == 2 else MORE) + v.laid[after]
    total = 0.0
    for i in range(SIGNS):
        total += WEIGHTS[row, i] * signs[i]
    return 1 / (1 + exp(-total))
