"""Koomi's policy learned the game by self-play (`brelan train koomi`): a net predicts the chance of winning.

The winner lays the last cards together, so what counts is their sum. The size of a hand hardly matters: nine cards go
out as well as two if their sum is right, and a hand whose sum is wrong, 0 or beyond 19, fits no top at all. The policy
enumerates all ways to make ten and asks the net what each leaves (features.py). `mind` holds what a player keeps in
mind: what is unseen, the net, its buffers, and its first layer with what all ends of this turn have in common.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ...core.net import ONE as UNITS
from ...core.net import Net, add_up, answer, paper, value
from ...core.rule import rule
from .actions import (
    ACTIONS,
    ADD,
    ADD_TURNED,
    CARD,
    HELP,
    HELP_WITH,
    PARTNER,
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
from .cards import NONE, NUMBERS, ONE, SWITCH, TYPES, VALUE
from .chances import SPAN, count_tops, is_ten
from .features import ENDED, ended_by, features, inputs, mirrored, put_hand, put_table, put_top
from .features import standing as standing
from .sight import SEATS, unseen

SIZE = len(ACTIONS.texts)
MOST_NUMBERS = 12  # the most numbers of a hand that are searched for ways
TRIALS = 1000  # for a champion; four times as many hardly improved its choices (benchmarks/STRENGTH.md)
WON = 2.0  # more than the value of any end
NETS = (Net("two", (2,), inputs(2)), Net("more", (3, 4, 5, 6), inputs(SEATS)))
(HEAD, ROWS, SCALES), (MORE_HEAD, MORE_ROWS, MORE_SCALES) = (net.load(Path(__file__).parent) for net in NETS)
LEARNT, TABLE = ("numbers",), {"more_seats": True}  # options used in training, and those it always has
LASTING = 0.8  # how much of a result a seat's earlier turns learn from; the rest is what the net said of its next one


@rule
def reflect(v: Any, seat: Any, counts: Any, net: Any) -> Any:
    """Return what a player keeps in mind while it thinks: what is unseen, and the net with its first layer begun."""
    unseen(v, seat, counts)
    share, tables = np.zeros(SPAN), np.zeros((2, UNITS), np.float32)
    count_tops(counts, share)
    head, rows, scales = net
    places, values, one, two = paper()
    for mirror in range(2):
        n = put_table(v, seat, 0, np.int64(v.held[seat]), mirror, counts, places, values)
        add_up(head, rows, scales, places, values, n, tables[mirror])
    seen = counts, np.int64(counts.sum()), np.zeros(SPAN, np.int64), share
    return seen, net, (places, values, one, two), tables, np.zeros(UNITS, np.float32)


@rule
def take_up(v: Any, hand: Any, how: Any, mind: Any) -> Any:
    """Give a hand to the net, and return whether it is looked at in a mirror."""
    seen, (_, rows, scales), (places, values, _, _), tables, handed = mind
    mirror = mirrored(hand)
    n = put_hand(v, hand, np.int64(0), how, mirror, seen, places, values, 0)
    add_up(tables[mirror], rows, scales, places, values, n, handed)
    return mirror


@rule
def leaves(v: Any, seat: Any, hand: Any, how: Any, mirror: Any, card: Any, mind: Any) -> Any:
    """Return the value of a turn's final top after the hand the net was given."""
    seen, (head, rows, scales), (places, values, one, two), _, handed = mind
    n = put_top(v, seat, hand, np.int64(0), how, mirror, card, seen, places, values, 0)
    add_up(handed, rows, scales, places, values, n, one)
    return np.float64(answer(head, one, two))


@rule
def ends(v: Any, seat: Any, hand: Any, how: Any, card: Any, mind: Any) -> Any:
    """Return the value of ending a turn with this hand and this top."""
    if hand.sum() == 0:
        return WON  # R17
    return leaves(v, seat, hand, how, take_up(v, hand, how, mind), card, mind)


# without a ten


@rule
def played(v: Any, seat: Any, hand: Any, action: Any, mind: Any) -> Any:
    """Return the value of drawing, or of playing a joker or a loose aid on its own."""
    if action == PLAY_SWAP and v.held[seat] > 1:
        _, (head, rows, scales), (places, values, one, two), _, _ = mind
        n = features(v, seat, action, places, values)
        return np.float64(value(head, rows, scales, places, values, n, one, two))
    card = np.int64(top(v))
    for laid in (CARD[action], PARTNER[action]):
        if laid != NONE:
            hand[laid] -= 1
            card = np.int64(laid)
    worth = ends(v, seat, hand, ended_by(action), card, mind)
    for laid in (CARD[action], PARTNER[action]):
        if laid != NONE:
            hand[laid] += 1
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
    mirror = take_up(v, hand, ENDED, mind)
    best, first, second = NONE, -WON, -WON
    for card in range(NUMBERS):
        if pick[card] > 0:
            value = leaves(v, seat, hand, ENDED, mirror, np.int64(card), mind)
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
        note(worth, STOP if action == NONE else action, ends(v, seat, hand, ENDED, on_top, mind))
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
def preferred(v: Any, seat: Any, allowed: Any, count: Any, net: Any, sheet: Any) -> Any:
    """Return the best allowed action, knowing only a view, and its value."""
    counts, hand, worth = np.zeros(TYPES, np.int16), np.zeros(TYPES, np.int64), np.full(SIZE, -2 * WON)
    hand[:] = v.hands[seat]
    mind = reflect(v, seat, counts, net)
    for i in range(count):
        if makes_ten(allowed[i]):
            walk(v, seat, hand, mind, worth)
            break
    best, most = allowed[0], -3 * WON
    for i in range(count):
        action = allowed[i]
        value = worth[action] if makes_ten(action) else played(v, seat, hand, action, mind)
        if value > most:
            best, most = action, value
    return best, most


@rule
def net_for(seats: Any) -> Any:
    """Return the net for so many seats."""
    return (HEAD, ROWS, SCALES) if seats == 2 else (MORE_HEAD, MORE_ROWS, MORE_SCALES)


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    if count == 1:
        return allowed[0]
    return preferred(v, seat, allowed, count, net_for(v.seats), 0)[0]


@rule
def chance(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Return the acting seat's chance of winning, knowing only a view."""
    return min(1.0, max(0.0, preferred(v, seat, allowed, count, net_for(v.seats), 0)[1]))
