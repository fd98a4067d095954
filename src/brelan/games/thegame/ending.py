"""The end of a game of one or two seats: without a stock all hands are known by counting, so it can be searched."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .rules import CARDS, HAND, LOWEST, PILES, fits

LEVELS = 2 * HAND  # cards in two hands
TRIES = HAND * PILES + 1  # at each level: every card of a hand on every pile, and handing the turn over
HAND_OVER = HAND * PILES
LOOKS = 20_000  # levels entered before giving up
NO_WAY = -1


@rule
def known_hands(v: Any, seat: Any, hands: Any, held: Any) -> None:
    """Row 0 is the own hand, row 1 the other seat's: all cards that neither lie nor are one's own."""
    lies = np.zeros(LOWEST + CARDS, np.bool_)
    for i in range(v.down):
        lies[v.laid[i]] = True
    held[0] = v.held[seat]
    for i in range(held[0]):
        hands[0, i] = v.hands[seat, i]
        lies[hands[0, i]] = True
    held[1] = 0
    for card in range(LOWEST, LOWEST + CARDS):
        if not lies[card]:
            hands[1, held[1]] = card
            held[1] += 1


@rule
def list_tries(tops: Any, hands: Any, held: Any, used: Any, who: Any, fresh: Any, tries: Any, far: Any) -> Any:
    """Write what the mover can do, nearest first, handing over last; return how many. A fresh turn owes one (R11)."""
    n = 0
    for i in range(held[who]):
        if (used[who] >> i) & 1:
            continue
        card = hands[who, i]
        for pile in range(PILES):
            if (pile & 1 and tops[pile] == tops[pile - 1]) or not fits(tops[pile], card, pile):
                continue
            distance = card - tops[pile] if pile < 2 else tops[pile] - card
            q = n
            while q > 0 and far[q - 1] > distance:
                far[q], tries[q] = far[q - 1], tries[q - 1]
                q -= 1
            far[q], tries[q] = distance, i * PILES + pile
            n += 1
    other = 1 - who
    if not fresh and held[other] > 0 and used[other] != (1 << held[other]) - 1:
        tries[n] = HAND_OVER
        n += 1
    return n


@rule
def way_out(v: Any, seat: Any) -> Any:
    """The first step of a way to lay every card (place in hand * PILES + pile, or HAND_OVER); NO_WAY if none was found.

    Depth first, with its own stack: each level is a card laid, or the turn handed over.
    """
    hands, held, used = np.zeros((2, CARDS), np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    known_hands(v, seat, hands, held)
    if held[1] > HAND:
        return NO_WAY
    depth = 2 * LEVELS + 2  # cards laid, and a handing over between any two
    tries, far = np.zeros((depth, TRIES), np.int64), np.zeros(TRIES, np.int64)
    count, at = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    who, old = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    fresh = np.zeros(depth, np.bool_)
    tops = v.tops.astype(np.int64)
    cards = held[0] + held[1]
    level = laid = 0
    fresh[0] = v.owed > 0
    count[0] = list_tries(tops, hands, held, used, 0, fresh[0], tries[0], far)
    looks = 1
    while level >= 0:
        if at[level] == count[level]:
            level -= 1
            if level >= 0:
                laid -= undo(tries[level, at[level] - 1], who[level], tops, used, old[level])
            continue
        step = tries[level, at[level]]
        at[level] += 1
        mover = who[level]
        if step == HAND_OVER:
            who[level + 1], fresh[level + 1] = 1 - mover, True
        else:
            old[level] = tops[step % PILES]
            tops[step % PILES] = hands[mover, step // PILES]
            used[mover] |= 1 << (step // PILES)
            laid += 1
            if laid == cards:
                return tries[0, at[0] - 1]
            empty = used[mover] == (1 << held[mover]) - 1
            who[level + 1], fresh[level + 1] = (1 - mover, True) if empty else (mover, False)
        level += 1
        at[level] = 0
        looks += 1
        if looks > LOOKS:
            return NO_WAY
        count[level] = list_tries(tops, hands, held, used, who[level], fresh[level], tries[level], far)
    return NO_WAY


@rule
def undo(step: Any, mover: Any, tops: Any, used: Any, top: Any) -> Any:
    """Take a step back; return how many cards it had laid."""
    if step == HAND_OVER:
        return 0
    tops[step % PILES] = top
    used[mover] &= ~(1 << (step // PILES))
    return 1
