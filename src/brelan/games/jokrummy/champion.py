"""Jok-R-ummy's champion: it samples future draws for each discard, and weighs what the next seat may want.

It shapes the whole hand, not only its programme. With two seats, it keeps a complete programme back until it can go out
with it or the other seat has laid one: its cards can still be arranged differently, and nobody holds back what fits.
"""

from typing import Any

import numpy as np

from ...core.maths import power
from ...core.rule import rule
from .actions import (
    DISCARD,
    DO_EXTEND,
    DO_GROUP,
    DO_MORE,
    DO_RUN,
    DO_SHOW,
    END,
    GROUP,
    LOW_OF,
    RANK_OF,
    SLOT_OF,
    STOCK,
    SUIT_OF,
    TAKE,
    VERB,
)
from .bots import policy, wilds_spent
from .cards import CARDS, DRAWING, FREE_SUIT, GOAL, HAND, LAYING, NAMING, SUIT, WILD
from .laying import asks, end_of, hand_of, with_run, with_set
from .outlook import (
    AHEAD,
    deal_ahead,
    draws_to_out,
    draws_to_ready,
    gather,
    stuck,
    stuck_after_sets,
    stuck_with,
)
from .solver import CARD_UNIT, ZERO, fitting, number, plus, ranks, size, without
from .wishes import SIGNS, wish

TIMES = 100  # samples per choice
PATIENCE = 0.9  # the value of a hand that needs one more turn
OUT, LITTLE = 2.0, 0.1  # the value of going out alone, and of a programme if another seat's next one wins, against one
WAYS = 4  # ways to lay: without wilds, a pair and a wild, a card and two wilds, wilds alone
GIFT = 0.1  # the cost of giving the next seat a card it takes
MARGIN, SURELY = 0.02, 3.0  # programmes, and standard errors, by which a certain choice beats every other


@rule
def stakes(v: Any, seat: Any) -> Any:
    """Return what it is worth to lay the programme, and to go out before every other seat has."""
    if v.laid[seat]:
        return 0.0, 1.0
    waiting = danger = False
    for other in range(v.seats):
        if other != seat and v.laid[other] == 0:
            waiting = True
            danger |= v.done[other] == GOAL - 1
    if not waiting or v.done[seat] == GOAL - 1:  # R19 R20: laying ends the round, or the game
        return 1.0, 0.0
    return (LITTLE if danger else 1.0), OUT


@rule
def worth(v: Any, seat: Any, hand: Any, drawn: Any, taken: Any, goals: Any) -> Any:
    """Return the value of a hand if these cards are drawn, after taking a discard (1) or none (0)."""
    lay, out = goals
    total = 0.0
    if lay > 0:
        total += lay * power(PATIENCE, max(1, taken + draws_to_ready(v, seat, hand, drawn)))
    if out > 0:
        total += out * power(PATIENCE, max(1, taken + draws_to_out(v, seat, hand, drawn, taken)))
    return total


@rule
def lead_of_taking(v: Any, seat: Any, hand: Any, dice: Any) -> Any:
    """Return how much sooner the top discard gets the hand to its goals than the stock: the mean, and its variance."""
    cards, drawn = np.zeros(CARDS, np.int64), np.zeros((AHEAD, WILD + 1), np.int64)
    count, total, squares, goals = gather(v, seat, cards), 0.0, 0.0, stakes(v, seat)
    more = plus(hand, SUIT[v.top], CARD_UNIT[v.top])
    for _ in range(TIMES):
        deal_ahead(cards, count, dice, drawn)
        gain = worth(v, seat, more, drawn, 1, goals) - worth(v, seat, hand, drawn, 0, goals)
        total += gain
        squares += gain**2
    return total / TIMES, (squares - total**2 / TIMES) / TIMES**2


@rule
def judge_discards(v: Any, seat: Any, hand: Any, dice: Any, good: Any) -> None:
    """Write for each sample and card what the hand is worth without it, less what it gives the next seat; 0 for a wild
    and for a card that the hand has twice.
    """
    cards, drawn, signs = np.zeros(CARDS, np.int64), np.zeros((AHEAD, WILD + 1), np.int64), np.zeros(SIGNS)
    count, goals = gather(v, seat, cards), stakes(v, seat)
    for sample in range(TIMES):
        deal_ahead(cards, count, dice, drawn)
        for i in range(v.held[seat]):
            if throwable(v, seat, i):
                good[sample, i] = worth(v, seat, without(hand, v.hands[seat, i]), drawn, 0, goals)
    for i in range(v.held[seat]):
        if throwable(v, seat, i):
            gift = GIFT * wish(v, seat, v.hands[seat, i], signs)
            for sample in range(TIMES):
                good[sample, i] -= gift


@rule
def throwable(v: Any, seat: Any, i: Any) -> Any:
    """Whether a card is worth considering as a discard: no wild, and not the same as the one before."""
    card = v.hands[seat, i]
    return SUIT[card] != WILD and (i == 0 or card != v.hands[seat, i - 1])


@rule
def best_discard(v: Any, seat: Any, good: Any) -> Any:
    """Return the place of the card without which the hand is worth most."""
    best, most = 0, -1.0 * CARDS * TIMES
    for i in range(v.held[seat]):
        total = 0.0
        for sample in range(TIMES):
            total += good[sample, i]
        if throwable(v, seat, i) and total > most:
            best, most = i, total
    return best


@rule
def draw(v: Any, seat: Any, hand: Any, dice: Any) -> Any:
    """Draw the top discard or from the stock, whichever gets the hand to its goals sooner."""
    return TAKE if lead_of_taking(v, seat, hand, dice)[0] > 0 else STOCK


@rule
def worst_card(v: Any, seat: Any, hand: Any, dice: Any) -> Any:
    """Return the discard after which the hand reaches its goals soonest without helping the next seat; never a wild."""
    good = np.zeros((TIMES, HAND))
    judge_discards(v, seat, hand, dice, good)
    return v.hands[seat, best_discard(v, seat, good)]


@rule
def addition(v: Any, hand: Any, allowed: Any, count: Any, wilds: Any) -> Any:
    """Return an action that adds a card to a group or begins a new set, using so many wilds; -1 for none."""
    needed = wilds != 2 or size(ranks(hand)) > 1  # a last single card is better discarded
    for i in range(count):
        action = allowed[i]
        if VERB[action] == DO_EXTEND:
            place = end_of(v, GROUP[action], END[action])
            if wilds == WAYS - 1 or fitting(hand, min(v.what[GROUP[action]], FREE_SUIT), place) > 0:
                return action
        elif VERB[action] == DO_GROUP and number(ranks(hand), RANK_OF[action]) + wilds >= 3 and needed:
            return action
    return -1


@rule
def show(v: Any, seat: Any, hand: Any, allowed: Any, count: Any) -> Any:
    """Return the action that lays the programme which leaves the fewest cards. With two seats, -1 to keep it back,
    unless it wins, goes out, or the other seat has laid one and may go out; with more, too many others may go out.
    """
    best, least = -1, 2 if v.seats == 2 and v.done[seat] < GOAL - 1 else CARDS + 1
    for other in range(v.seats):
        least = CARDS + 1 if v.laid[other] else least
    for i in range(count):
        if VERB[allowed[i]] == DO_SHOW:
            left = stuck_with(v, hand, asks(v, np.int64(v.programmes[seat, SLOT_OF[allowed[i]]]), ZERO))
            if left < least:
                best, least = allowed[i], left
    return best


@rule
def lay(v: Any, seat: Any, hand: Any, allowed: Any, count: Any) -> Any:
    """Show a programme, or add natural cards, but keep the wilds until they are enough to go out; -1 for neither."""
    action = show(v, seat, hand, allowed, count)
    if action >= 0:
        return action
    if v.laid[seat] and stuck_after_sets(v, hand) <= stuck(v, hand):
        for i in range(count):
            if VERB[allowed[i]] == DO_GROUP and number(ranks(hand), RANK_OF[allowed[i]]) >= 3:
                return allowed[i]
    ways = 0 if v.laid[seat] == 0 else 1 if stuck(v, hand) > 1 else WAYS
    for wilds in range(ways):
        action = addition(v, hand, allowed, count, wilds)
        if action >= 0:
            return action
    return -1


@rule
def discard(v: Any, seat: Any, hand: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Discard the worst card; if a careless level overlooked it, the last one."""
    worst = DISCARD[worst_card(v, seat, hand, dice)]
    for i in range(count):
        if allowed[i] == worst:
            return worst
    return allowed[count - 1]


@rule
def name(v: Any, hand: Any, allowed: Any, count: Any) -> Any:
    """Name the next group so that the fewest cards remain and, among equals, with the fewest wilds."""
    best, least = allowed[0], CARDS * HAND
    for i in range(count):
        action = allowed[i]
        if VERB[action] != DO_MORE:  # extra cards can be added later
            run = VERB[action] == DO_RUN
            levels = with_run(v, SUIT_OF[action], LOW_OF[action]) if run else with_set(v, RANK_OF[action])
            cost = stuck_with(v, hand, levels) * HAND + min(HAND - 1, wilds_spent(v, hand, action))
            if cost < least:
                best, least = action, cost
    return best


@rule
def best(v: Any, seat: Any, allowed: Any, count: Any, dice: Any, move: Any) -> Any:
    """Write the best action, knowing only a view, and return 1: a move is chosen action by action."""
    move[0] = choice(v, seat, allowed, count, dice)
    return 1


@rule
def choice(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions."""
    if v.phase == DRAWING and count > 1:
        return draw(v, seat, hand_of(v, seat), dice)
    if v.phase == LAYING and count > 1:
        hand = hand_of(v, seat)
        action = lay(v, seat, hand, allowed, count)
        return action if action >= 0 else discard(v, seat, hand, allowed, count, dice)
    if v.phase == NAMING and count > 1:
        return name(v, hand_of(v, seat), allowed, count)
    return policy(v, seat, allowed, count, dice)


@rule
def certain(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Whether the choice of a draw or a discard beats every other by a margin (1) or not (0); -1 for other choices."""
    throws = np.zeros(2, np.uint64)
    hand = hand_of(v, seat)
    if v.phase == DRAWING and count > 1:
        mean, variance = lead_of_taking(v, seat, hand, throws)
        return 1 if is_sure(abs(mean), variance) else 0
    if v.phase != LAYING or count == 1 or lay(v, seat, hand, allowed, count) >= 0:
        return -1
    good = np.zeros((TIMES, HAND))
    judge_discards(v, seat, hand, throws, good)
    best = best_discard(v, seat, good)
    for i in range(v.held[seat]):
        if i != best and throwable(v, seat, i) and not leads(good, best, i):
            return 0
    return 1


@rule
def leads(good: Any, best: Any, other: Any) -> Any:
    """Whether one discard beats another by a margin, in the same samples."""
    total = squares = 0.0
    for sample in range(TIMES):
        gain = good[sample, best] - good[sample, other]
        total += gain
        squares += gain**2
    return is_sure(total / TIMES, (squares - total**2 / TIMES) / TIMES**2)


@rule
def is_sure(mean: Any, variance: Any) -> Any:
    """Whether a mean gain, in programmes, is a margin beyond doubt."""
    return mean > MARGIN and mean**2 > SURELY**2 * variance
