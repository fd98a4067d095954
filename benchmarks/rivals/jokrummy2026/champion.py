"""Jok-R-ummy's champion: it samples future draws for each discard, and weighs what the next seat may want."""

from typing import Any

import numpy as np

from brelan.core.maths import power
from brelan.core.rule import rule
from brelan.games.jokrummy.actions import DISCARD, DO_EXTEND, DO_GROUP, DO_SHOW, END, GROUP, RANK_OF, STOCK, TAKE, VERB
from brelan.games.jokrummy.bots import policy
from brelan.games.jokrummy.cards import CARDS, DRAWING, FREE_SUIT, HAND, LAYING, SUIT, WILD
from brelan.games.jokrummy.laying import end_of, hand_of
from brelan.games.jokrummy.solver import CARD_UNIT, fitting, number, plus, ranks, size, without
from brelan.games.jokrummy.wishes import SIGNS, wish

from .outlook import AHEAD, deal_ahead, draws, gather, stuck

TIMES = 200  # samples per choice
PATIENCE = 0.9  # the value of a hand that needs one more turn
WAYS = 4  # ways to lay: without wilds, a pair and a wild, a card and two wilds, wilds alone
GIFT = 0.1  # the cost of giving the next seat a card it takes


@rule
def draw(v: Any, seat: Any, hand: Any, dice: Any) -> Any:
    """Draw the top discard or from the stock, whichever gets the hand to its goal sooner."""
    cards, drawn = np.zeros(CARDS, np.int64), np.zeros((AHEAD, WILD + 1), np.int64)
    count, gain = gather(v, seat, cards), 0.0
    more = plus(hand, SUIT[v.top], CARD_UNIT[v.top])
    for _ in range(TIMES):
        deal_ahead(cards, count, dice, drawn)
        gain += power(PATIENCE, 1 + draws(v, seat, more, drawn, 1))
        gain -= power(PATIENCE, max(1, draws(v, seat, hand, drawn, 0)))
    return TAKE if gain > 0 else STOCK


@rule
def worst_card(v: Any, seat: Any, hand: Any, dice: Any) -> Any:
    """Return the discard after which the hand reaches its goal soonest without helping the next seat; never a wild."""
    cards, drawn, signs = np.zeros(CARDS, np.int64), np.zeros((AHEAD, WILD + 1), np.int64), np.zeros(SIGNS)
    count, good = gather(v, seat, cards), np.zeros(HAND)
    for _ in range(TIMES):
        deal_ahead(cards, count, dice, drawn)
        for i in range(v.held[seat]):
            card = v.hands[seat, i]
            if SUIT[card] != WILD and (i == 0 or card != v.hands[seat, i - 1]):
                good[i] += power(PATIENCE, draws(v, seat, without(hand, card), drawn, 0)) / TIMES
    worst = 0
    for i in range(v.held[seat]):
        card = v.hands[seat, i]
        good[i] -= GIFT * wish(v, seat, card, signs)
        worst = i if good[i] > good[worst] else worst
    return v.hands[seat, worst]


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
def lay(v: Any, seat: Any, hand: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Show a programme; after that add natural cards, but keep the wilds until they are enough to go out."""
    if VERB[allowed[0]] == DO_SHOW:
        return allowed[0]
    ways = 0 if v.laid[seat] == 0 else 1 if stuck(v, hand) > 1 else WAYS
    for wilds in range(ways):
        action = addition(v, hand, allowed, count, wilds)
        if action >= 0:
            return action
    worst = DISCARD[worst_card(v, seat, hand, dice)]
    for i in range(count):
        if allowed[i] == worst:
            return worst
    return allowed[count - 1]


@rule
def best(v: Any, seat: Any, allowed: Any, count: Any, dice: Any, move: Any) -> Any:
    """Write the best action, knowing only a view, and return 1."""
    move[0] = choice(v, seat, allowed, count, dice)
    return 1


@rule
def choice(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions."""
    if v.phase == DRAWING and count > 1:
        return draw(v, seat, hand_of(v, seat), dice)
    if v.phase == LAYING and count > 1:
        return lay(v, seat, hand_of(v, seat), allowed, count, dice)
    return policy(v, seat, allowed, count, dice)
