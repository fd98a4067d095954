"""How the end of a turn looks to the seat that ends it: inputs of a net, without hidden cards.

Green and red are alike but for their sign: a hand whose sum is negative is looked at in a mirror.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .actions import CARD, DRAW, PARTNER, PLAY_NEW, PLAY_SWAP, STOP, TO_LOOSE, TO_RESET, VERB
from .asking import top
from .cards import ALL, GREEN, NONE, NUMBERS, RED, REDS, TWO, TYPES
from .chances import SPAN, count_sums, count_tops, goes_later, goes_whole, lays, lays_on, sizes, whole
from .sight import unseen

MIRROR = np.array([[*range(TYPES)], [*range(NUMBERS - 1, -1, -1), *range(NUMBERS, GREEN), RED, GREEN]])
ENDED, DRAWN, RENEWED, SWAPPED = range(4)  # how a turn ends; a new card does not end it, but what it shows is luck
FAR, MANY, MOST_HELD, MOST_SIZE = 22, 10, 12, 8  # totals, kinds of special cards (none, one of eight, several), cards
TOPS, NEXT_SIZES = TWO + 2, 5  # numbers, aids, and those that count 0; sizes of the next hand: 1, 2, 3, up to 5, more

# inputs
TOTAL = 0  # of the numbers in hand, for every kind of special card with them; once more if a card is drawn
HELD = TOTAL + 2 * MANY * FAR  # number cards, the same
KIND = HELD + 2 * MOST_HELD  # each special card
SEVERAL = KIND + TYPES - NUMBERS  # special cards beyond the first
NUMBER = SEVERAL + 1  # each number
REACH = NUMBER + NUMBERS  # the most cards that make ten from each value
OUT = REACH + 2 * REDS + 1  # the chance to go out on the next top,
LATER = OUT + 1  # and on the one after
TOP = LATER + 1  # each card, by the size of the next hand
HERE = TOP + TOPS * NEXT_SIZES  # the hand goes out on this top
LAY_HERE = HERE + 1  # the most cards it lays there
LOSES, SAFE = LAY_HERE + 1, LAY_HERE + 2  # the next seat's hand is known, and goes out or not
HOW = SAFE + 1  # four
VEILED = HOW + 4  # cards of the hand that are not known after a swap
UNSEEN = VEILED + MOST_SIZE + 1  # each card
STOCK = UNSEEN + TYPES  # its size,
REMADE, FEWER = STOCK + 1, STOCK + 2  # whether it was remade, and whether some numbers are left out
OTHER = FEWER + 1  # for each other seat, by turn, its number of cards


def inputs(seats: int) -> int:
    """Return the number of inputs of a table with so many seats."""
    return OTHER + (seats - 1) * MOST_SIZE


@rule
def put(places: Any, values: Any, n: Any, place: Any, value: Any) -> Any:
    """Write an input and return how many there are."""
    places[n] = place
    values[n] = value
    return n + 1


@rule
def held_by(v: Any, seat: Any, moved: Any, turn: Any, own: Any) -> Any:
    """Return the cards of the seat that comes `turn` seats later; `moved` is 1 after a swap."""
    other = (seat + turn + moved) % v.seats
    return own if other == seat else np.int64(v.held[other])


@rule
def put_table(v: Any, seat: Any, moved: Any, own: Any, mirror: Any, counts: Any, places: Any, values: Any) -> Any:
    """Write what does not depend on the hand and the top, and return the number of inputs."""
    n = 0
    for turn in range(1, v.seats):
        held = min(held_by(v, seat, moved, turn, own), MOST_SIZE)
        n = put(places, values, n, OTHER + (turn - 1) * MOST_SIZE + max(held, 1) - 1, 1.0)
    for card in range(TYPES):
        if counts[card] > 0:
            n = put(places, values, n, UNSEEN + MIRROR[mirror, card], counts[card] * 0.3)
    n = put(places, values, n, STOCK, v.left * 0.02)
    if v.remade:
        n = put(places, values, n, REMADE, 1.0)
    if v.numbers != ALL:
        n = put(places, values, n, FEWER, 1.0)
    return n


@rule
def mirrored(hand: Any) -> Any:
    """Whether a hand is looked at in a mirror."""
    return 1 if sizes(hand)[1] < 0 else 0


@rule
def out_when_drawn(v: Any, hand: Any, mind: Any) -> Any:
    """Return the chance that a hand goes out on a coming top with one more card."""
    counts, hidden, _, share = mind
    chance = 0.0
    for card in range(TYPES):
        if counts[card] > 0:
            hand[card] += 1
            chance += counts[card] * goes_whole(hand, share, v.numbers)
            hand[card] -= 1
    return chance / max(1, hidden)


@rule
def put_hand(v: Any, hand: Any, veiled: Any, how: Any, mirror: Any, mind: Any, places: Any, values: Any, n: Any) -> Any:
    """Write a hand, and return the number of inputs; afterwards, the sums in mind are of this hand."""
    _, _, most, share = mind
    cards, total, specials, special = sizes(hand)
    drawn = 1 if how == DRAWN else 0
    count_sums(hand, most)
    if veiled > 0:
        n = put(places, values, n, VEILED + min(veiled, MOST_SIZE), 1.0)
    else:
        kind = 0 if specials == 0 else MIRROR[mirror, special] - NUMBERS + 1 if specials == 1 else MANY - 1
        n = put(places, values, n, TOTAL + (drawn * MANY + kind) * FAR + min(abs(total), FAR - 1), 1.0)
        n = put(places, values, n, HELD + drawn * MOST_HELD + min(cards, MOST_HELD - 1), 1.0)
        n = put(places, values, n, OUT, out_when_drawn(v, hand, mind) if drawn else goes_whole(hand, share, v.numbers))
        n = put(places, values, n, LATER, goes_later(hand, share, most, v.numbers))
    for card in range(TYPES):
        if hand[card] > 0:
            start = NUMBER if card < NUMBERS else KIND - NUMBERS
            n = put(places, values, n, start + MIRROR[mirror, card], hand[card] * 0.5)
    if specials > 1:
        n = put(places, values, n, SEVERAL, (specials - 1) * 0.5)
    for start in range(-REDS, REDS + 1):
        laid = lays(most, v.numbers, start)
        if laid > 0:
            n = put(places, values, n, REACH + REDS + (-start if mirror else start), laid * 0.3)
    return put(places, values, n, HOW + how, 1.0)


@rule
def here_when_drawn(v: Any, hand: Any, card: Any, mind: Any) -> Any:
    """Return the chance that a hand goes out on this top with one more card."""
    counts, hidden, _, _ = mind
    chance = 0.0
    for more in range(TYPES):
        if counts[more] > 0:
            hand[more] += 1
            chance += counts[more] * whole(hand, v.numbers, card)
            hand[more] -= 1
    return chance / max(1, hidden)


@rule
def put_top(
    v: Any, seat: Any, hand: Any, veiled: Any, how: Any, mirror: Any, card: Any, mind: Any, places: Any, values: Any,
    n: Any,
) -> Any:  # fmt: skip
    """Write a top, after its hand, and return the number of inputs."""
    if how == RENEWED:
        return n
    _, _, most, _ = mind
    moved = 1 if how == SWAPPED else 0
    held = held_by(v, seat, moved, 1, np.int64(v.held[seat] - moved))
    size = min(held, 4) - 1 if held < 6 else 4
    n = put(places, values, n, TOP + max(size, 0) * TOPS + min(MIRROR[mirror, card], TOPS - 1), 1.0)
    laid = lays_on(most, v.numbers, card)
    if laid > 0:
        n = put(places, values, n, LAY_HERE, laid * 0.3)
    if veiled == 0:
        out = here_when_drawn(v, hand, card, mind) if how == DRAWN else 1.0 if whole(hand, v.numbers, card) else 0.0
        if out > 0:
            n = put(places, values, n, HERE, out)
    return n + put_next(v, seat, moved, held, card, places, values, n)


@rule
def put_next(v: Any, seat: Any, moved: Any, held: Any, card: Any, places: Any, values: Any, n: Any) -> Any:
    """Write whether the next seat goes out on this top, if its hand is known; return how many inputs that takes."""
    other, hand, seen = (seat + 1 + moved) % v.seats, np.zeros(TYPES, np.int64), 0
    for kind in range(TYPES):
        known = v.hands[other, kind] if other == seat or v.open_hands else v.known[other, kind]
        hand[kind] = max(0, known)
        seen += hand[kind]
    if other == seat:
        hand[CARD[PLAY_SWAP]] -= 1
        seen -= 1
    if seen < held:
        return 0
    put(places, values, n, LOSES if whole(hand, v.numbers, card) else SAFE, 1.0)
    return 1


@rule
def received(v: Any, seat: Any, hand: Any) -> Any:
    """Write what is known of the hand that a swap brings, and return how many of its cards are not."""
    other = (seat + 1) % v.seats
    veiled = np.int64(v.held[other])
    for card in range(TYPES):
        hand[card] = max(0, v.hands[other, card] if v.open_hands else v.known[other, card])
        veiled -= hand[card]
    return veiled


@rule
def ended_by(action: Any) -> Any:
    """Return how an action ends a turn, or -1 if it does not."""
    if action == DRAW:
        return DRAWN
    if action == PLAY_NEW:
        return RENEWED
    if action == PLAY_SWAP:
        return SWAPPED
    return ENDED if action == STOP or (TO_RESET <= VERB[action] <= TO_LOOSE) else -1


@rule
def features(v: Any, seat: Any, action: Any, places: Any, values: Any) -> Any:
    """Write the inputs of an action that ends a turn as places and values, and return how many; 0 if it does not."""
    how, counts, hand = ended_by(action), np.zeros(TYPES, np.int16), np.zeros(TYPES, np.int64)
    if how < 0:
        return 0
    hand[:] = v.hands[seat]
    card = np.int64(top(v))
    for laid in (CARD[action], PARTNER[action]):
        if laid != NONE:
            hand[laid] -= 1
            card = np.int64(laid)
    own, veiled = hand.sum(), np.int64(0)
    if own == 0:
        return 0
    if how == SWAPPED:
        veiled = received(v, seat, hand)
    unseen(v, seat, counts)
    share = np.zeros(SPAN)
    count_tops(counts, share)
    mind = (counts, np.int64(counts.sum()), np.zeros(SPAN, np.int64), share)
    mirror = mirrored(hand)
    n = put_table(v, seat, 1 if how == SWAPPED else 0, own, mirror, counts, places, values)
    n = put_hand(v, hand, veiled, how, mirror, mind, places, values, n)
    return put_top(v, seat, hand, veiled, how, mirror, card, mind, places, values, n)


@rule
def standing(s: Any, seat: Any) -> Any:
    """Return 1 for a win, divided among those who share it, and 0 before the end."""
    if s.ended == 0:
        return 0.0
    fewest, winners = 1000, 0
    for other in range(s.seats):
        fewest = min(fewest, int(s.held[other]))
    for other in range(s.seats):
        winners += 1 if s.held[other] == fewest else 0
    return 1.0 / winners if s.held[seat] == fewest else 0.0
