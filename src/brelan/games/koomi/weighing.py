"""Weighing the ends of turns: the winner lays the last cards together, so what counts is their sum.

The size of a hand hardly matters: nine cards go out as well as two if their sum is right, and a hand whose sum is
wrong, 0 or beyond 19, fits no top at all. So every turn is judged by how likely the remaining hand is to go out on the
tops to come, and drawing is often better than a ten. One special card is kept for the last turn, as it doubles the
chances. The policy enumerates all ways to make ten and weighs what each leaves (chances.py, weights.py). `mind` holds
what a player keeps in mind: the unseen cards, their number, a buffer for sums, the tops to come, the weights.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .actions import (
    ACTIONS,
    ADD,
    ADD_TURNED,
    CARD,
    DRAW,
    HELP,
    HELP_WITH,
    PARTNER,
    PLAY_NEW,
    PLAY_SWAP,
    PLAY_SWITCH,
    READ_MINUS,
    READ_PLUS,
    STOP,
    TO_ADD_TURNED,
    TO_READ,
    TURN,
    VERB,
)
from .asking import top, total_so_far, unread
from .cards import NONE, NUMBERED, NUMBERS, ONE, RESET, SWITCH, TYPES, VALUE
from .chances import (
    FULL,
    LEFT,
    READY,
    SPAN,
    WON,
    count_tops,
    danger,
    fit,
    is_ten,
    lays_on,
    promise,
    ready,
    rivals,
    usual,
)
from .sight import unseen

SIZE = len(ACTIONS.texts)
MOST_NUMBERS = 12  # the most numbers of a hand that are searched for ways
OUT_AT_ONCE = 8.0  # the value of a new top on which the whole hand goes out


@rule
def leaves(v: Any, seat: Any, hand: Any, card: Any, mind: Any) -> Any:
    """Return the value of a turn's final top; the sums in mind are of this hand."""
    counts, hidden, most, _, w = mind
    return fit(v, hand, card, most, w) + danger(v, np.int64(v.held[(seat + 1) % v.seats]), counts, hidden, card, w)


@rule
def ends(v: Any, seat: Any, hand: Any, card: Any, mind: Any) -> Any:
    """Return the value of ending a turn with this hand and this top."""
    if hand.sum() == 0:
        return WON  # R17
    return promise(v, hand, mind) + leaves(v, seat, hand, card, mind)


# without a ten


@rule
def drawing(v: Any, seat: Any, hand: Any, mind: Any) -> Any:
    """Return the value of drawing, averaged over the possible cards."""
    counts, hidden, _, _, w = mind
    worth = 0.0
    for card in range(TYPES):
        if counts[card] > 0:
            hand[card] += 1
            worth += counts[card] * ends(v, seat, hand, np.int64(top(v)), mind)
            hand[card] -= 1
    return worth / max(1, hidden) + (w[READY] if ready(v, seat) else 0.0)


@rule
def renewing(v: Any, hand: Any, mind: Any) -> Any:
    """Return the value of turning up another top: then numbers are laid, or a card is drawn (R11)."""
    if hand.sum() == 0:
        return WON
    worth = promise(v, hand, mind)
    counts, _, most, _, w = mind
    cards = hand[:NUMBERS].sum()
    here, gain, tops = w[LEFT + min(cards, FULL)], 0.0, 0
    for card in range(TYPES):
        if NUMBERED[card] and counts[card] > 0:
            laid = lays_on(most, v.numbers, card)
            then = w[LEFT + min(cards - laid if laid > 0 else cards + 1, FULL)]
            gain += counts[card] * (OUT_AT_ONCE if laid == hand.sum() else then - here)
            tops += counts[card]
    return worth + gain / max(1, tops)


@rule
def swapping(v: Any, seat: Any, hand: Any, mind: Any) -> Any:
    """Return the value of getting the next seat's hand, whose size is known, and leaving a top of 0 (R14)."""
    own = np.int64(hand.sum())
    if own == 0:
        return WON
    counts, hidden, _, _, w = mind
    worth = usual(np.int64(v.held[(seat + 1) % v.seats]), counts, hidden, w)
    next_held = np.int64(v.held[(seat + 2) % v.seats]) if v.seats > 2 else own
    return worth + danger(v, next_held, counts, hidden, np.int64(RESET), w) + rivals(v, seat, 1, own, w)


@rule
def played(v: Any, seat: Any, hand: Any, action: Any, mind: Any) -> Any:
    """Return the value of playing a joker or a loose aid on its own."""
    card, partner = np.int64(CARD[action]), np.int64(PARTNER[action])
    hand[card] -= 1
    if partner != NONE:
        hand[partner] -= 1
    if action == PLAY_SWAP:
        worth = swapping(v, seat, hand, mind)
    elif action == PLAY_NEW:
        worth = renewing(v, hand, mind)
    else:
        worth = ends(v, seat, hand, card if partner == NONE else partner, mind)
    hand[card] += 1
    if partner != NONE:
        hand[partner] += 1
    return worth


# with a ten


@rule
def note(worth: Any, action: Any, value: Any) -> None:
    """Record the best value an action can lead to."""
    worth[action] = max(worth[action], value)


@rule
def last_card(v: Any, seat: Any, hand: Any, pick: Any, mind: Any) -> Any:
    """Return the best last card of a way, its value, and the value of the second best."""
    if hand.sum() == 0:
        return NONE, WON, WON
    base = promise(v, hand, mind)
    best, first, second = NONE, -WON, -WON
    for card in range(NUMBERS):
        if pick[card] > 0:
            value = base + leaves(v, seat, hand, np.int64(card), mind)
            if value > first:
                best, first, second = np.int64(card), value, first
            else:
                second = max(second, value)
    return best, first, second


@rule
def note_steps(v: Any, seat: Any, hand: Any, pick: Any, size: Any, turned: Any, mind: Any, worth: Any) -> None:
    """Record every card of a way as a next step, except the one to lay last; a card to be turned is turned."""
    last, first, second = last_card(v, seat, hand, pick, mind)
    for card in range(NUMBERS):
        value = second if card == last and pick[card] == 1 and size > 1 else first
        if pick[card] > (card == turned):
            note(worth, ADD + card, value)
        if card == turned:
            note(worth, ADD_TURNED + card, value)


@rule
def weigh(
    v: Any, seat: Any, hand: Any, pick: Any, size: Any, special: Any, turned: Any, action: Any, mind: Any, worth: Any
) -> None:
    """Weigh one way: the picked numbers, after a special card or NONE, with one of them turned or NONE.

    `action` begins it; with NONE, any of its cards may be next, and without cards it is done.
    """
    if special != NONE:
        hand[special] -= 1
    for card in range(NUMBERS):
        hand[card] -= pick[card]
    if size == 0:
        on_top = np.int64(top(v)) if special == NONE else special
        note(worth, STOP if action == NONE else action, ends(v, seat, hand, on_top, mind))
    elif action == NONE:
        note_steps(v, seat, hand, pick, size, turned, mind, worth)
    else:
        note(worth, action, last_card(v, seat, hand, pick, mind)[1])
    for card in range(NUMBERS):
        hand[card] += pick[card]
    if special != NONE:
        hand[special] += 1


@rule
def turns(v: Any, pick: Any, total: Any) -> Any:
    """Return a card of a way that, if turned, makes its total ten (R10), or NONE."""
    for card in range(NUMBERS):
        if pick[card] > 0 and is_ten(v.numbers, total - 2 * VALUE[card]):
            return np.int64(card)
    return NONE


@rule
def after_aid(
    v: Any, seat: Any, hand: Any, pick: Any, size: Any, start: Any, total: Any, read: Any, mind: Any, worth: Any
) -> None:
    """Weigh the ways that lay an aid before the picked numbers (R9 R10)."""
    for i in range(len(HELP_WITH)):
        value = HELP_WITH[i]
        card = np.int64(ONE + abs(value) - 1)
        if hand[card] > 0 and is_ten(v.numbers, start + value + total):
            weigh(v, seat, hand, pick, size, card, NONE, read if read != NONE else np.int64(HELP + i), mind, worth)
    if hand[SWITCH] > 0 and size > 0 and (is_ten(v.numbers, total - start) or turns(v, pick, start + total) != NONE):
        action = read if read != NONE else np.int64(PLAY_SWITCH)
        weigh(v, seat, hand, pick, size, np.int64(SWITCH), NONE, action, mind, worth)


@rule
def way_from(
    v: Any, seat: Any, hand: Any, pick: Any, size: Any, start: Any, total: Any, read: Any, mind: Any, worth: Any
) -> None:
    """Weigh the ways with the picked numbers from a starting value; `read` is the action that chooses it, or NONE."""
    if is_ten(v.numbers, start + total) and size + v.laid > 0:
        weigh(v, seat, hand, pick, size, NONE, NONE, read, mind, worth)
    if v.laid == 0 and not v.renewed:  # R8 R11
        after_aid(v, seat, hand, pick, size, start, total, read, mind, worth)


@rule
def way_turned(v: Any, seat: Any, hand: Any, pick: Any, size: Any, total: Any, mind: Any, worth: Any) -> None:
    """The same while a change of sign is waiting for its card."""
    start = np.int64(v.total)
    if v.laid == 1 and is_ten(v.numbers, total - start):
        weigh(v, seat, hand, pick, size, NONE, NONE, np.int64(TURN), mind, worth)
    card = turns(v, pick, start + total)
    if card != NONE:
        weigh(v, seat, hand, pick, size, NONE, card, NONE, mind, worth)


@rule
def next_pick(hand: Any, pick: Any) -> Any:
    """Advance to the next choice of numbers, like digits of a counter; return False after the last."""
    free = MOST_NUMBERS
    for card in range(NUMBERS):
        most = min(int(hand[card]), free)
        free -= most
        if pick[card] < most:
            pick[card] += 1
            return True
        pick[card] = 0
    return False


@rule
def walk(v: Any, seat: Any, hand: Any, mind: Any, worth: Any) -> None:
    """Enumerate all ways to make ten, and weigh each."""
    start, pick = total_so_far(v), np.zeros(NUMBERS, np.int64)
    more = True
    while more:
        size, total = np.int64(0), np.int64(0)
        for card in range(NUMBERS):
            size += pick[card]
            total += pick[card] * VALUE[card]
        if v.waits:
            way_turned(v, seat, hand, pick, size, total, mind, worth)
        elif unread(v):
            way_from(v, seat, hand, pick, size, start, total, np.int64(READ_PLUS), mind, worth)
            way_from(v, seat, hand, pick, size, -start, total, np.int64(READ_MINUS), mind, worth)
        else:
            way_from(v, seat, hand, pick, size, start, total, NONE, mind, worth)
        more = next_pick(hand, pick)


@rule
def makes_ten(action: Any) -> Any:
    """Whether an action is a step of a making-ten."""
    return TO_READ <= VERB[action] <= TO_ADD_TURNED or action == STOP


@rule
def mind_of(v: Any, seat: Any, w: Any) -> Any:
    """Return what a player keeps in mind."""
    counts, share = np.zeros(TYPES, np.int16), np.zeros(SPAN)
    unseen(v, seat, counts)
    count_tops(counts, share)
    return counts, np.int64(counts.sum()), np.zeros(SPAN, np.int64), share, w


@rule
def judged(v: Any, seat: Any, allowed: Any, count: Any, w: Any) -> Any:
    """Return the best allowed action with given weights, knowing only a view, and its value."""
    hand, worth, mind = np.zeros(TYPES, np.int64), np.full(SIZE, -2 * WON), mind_of(v, seat, w)
    hand[:] = v.hands[seat]
    for i in range(count):
        if makes_ten(allowed[i]):
            walk(v, seat, hand, mind, worth)
            break
    here = rivals(v, seat, 0, np.int64(v.held[seat]), w)
    best, most = allowed[0], -3 * WON
    for i in range(count):
        action = allowed[i]
        if makes_ten(action):
            value = here + worth[action]
        elif action == DRAW:
            value = here + drawing(v, seat, hand, mind)
        else:
            value = played(v, seat, hand, action, mind) + (0.0 if action == PLAY_SWAP else here)
        if value > most:
            best, most = action, value
    return best, most
