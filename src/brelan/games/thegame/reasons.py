"""What can be said for and against a move: true statements about what the seat can see."""

from typing import Any

import numpy as np

from ...core.rule import rule
from ...core.sentences import NUMBER, Sentence, Sentences, add, begin, many
from .rules import CARD, CARDS, END, FIRST_LAY, HOLD, HOW, PILE, PILES, STEP_BACK, fits

NEAR = 4  # the most steps per card that count as few
FAR = 6  # the least steps at which the nearest card counts as far away
MOST_LAID = 3  # the most cards of a move that is compared with all others
FOREVER = 1000

PHRASES = {
    "steps": Sentences(
        Sentence("glad", how=NUMBER),
        Sentence("lay", card=many(NUMBER), pile=NUMBER, count=NUMBER),
        Sentence("end"),
    ),
    "reasons": Sentences(
        Sentence("beats"),
        Sentence("only"),
        Sentence("back", card=NUMBER),
        Sentence("leaves", pile=NUMBER),
        Sentence("keeps_back", card=NUMBER, pile=NUMBER),
        Sentence("no_more"),
        Sentence("start", count=NUMBER),
        Sentence("near", count=NUMBER),
        Sentence("least", count=NUMBER),
        Sentence("far", count=NUMBER),
    ),
    "warnings": Sentences(Sentence("strands"), Sentence("asked", pile=NUMBER)),
}
GLAD, LAY, STOP = (PHRASES["steps"].writer(name) for name in PHRASES["steps"].names)
BEATS, ONLY, STEPS_BACK, LEAVES, KEEPS_BACK, NO_MORE, START, IS_NEAR, IS_LEAST, IS_FAR = (
    PHRASES["reasons"].writer(name) for name in PHRASES["reasons"].names
)
STRANDS, ASKED = (PHRASES["warnings"].writer(name) for name in PHRASES["warnings"].names)


@rule
def steps(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Describe the move, grouping cards for one pile."""
    n = i = 0
    while i < actions.size:
        action = actions[i]
        i += 1
        if action < FIRST_LAY:
            n = GLAD(out, n, HOW(action))
        elif action == END:
            n = STOP(out, n)
        else:
            first, pile = i - 1, PILE(action)
            while i < actions.size and lays(actions[i]) and PILE(actions[i]) == pile:
                i += 1
            at = LAY(out, n, pile, i - first)
            n = begin(out, at)
            for k in range(first, i):
                n = add(out, at, n, CARD(actions[k]))
    return n


@rule
def reasons(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Write what is good about a move, strongest first."""
    tops = np.empty(PILES, np.int64)
    used = after(view, seat, actions, tops)
    count = laid_in(actions)
    if count == 0 and view.asked < view.seats:
        return START(out, 0, nearest_two(view, seat))  # R3
    if count > 0 and view.down + count == CARDS:
        return BEATS(out, 0)  # R15
    n = 0
    if count > 0:
        if owed(view) > 0 and fitting(view, seat, 0, view.tops) == 1:
            n = ONLY(out, n)
        n = spent(view, seat, actions, count, out, n)
        n = spared(view, seat, actions, used, tops, out, n)
    return stopped(view, seat, used, tops, count, out, n)


@rule
def warnings(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Write what is bad about a move: it strands the team although another would not (R13), or ignores a request."""
    tops = np.empty(PILES, np.int64)
    used = after(view, seat, actions, tops)
    count, due, n = laid_in(actions), owed(view), 0
    if count == 0:
        return n
    if can_finish(view, seat, 0, view.tops, due) and not can_finish(view, seat, used, tops, max(due - count, 0)):
        n = STRANDS(out, n)
    for pile in range(PILES):
        if held_by_others(view, seat, pile) and lays_on(actions, pile):
            n = ASKED(out, n, pile)
    return n


# the move


@rule
def lays(action: Any) -> Any:
    """Whether it lays a card."""
    return FIRST_LAY <= action < END


@rule
def laid_in(actions: Any) -> Any:
    """Return how many cards are laid."""
    count = 0
    for action in actions:
        count += 1 if lays(action) else 0
    return count


@rule
def lays_on(actions: Any, pile: Any) -> Any:
    """Whether a card is laid on a pile."""
    for action in actions:
        if lays(action) and PILE(action) == pile:
            return True
    return False


@rule
def after(view: Any, seat: Any, actions: Any, tops: Any) -> Any:
    """Write the tops after the move and return the cards it used, one bit per place in hand."""
    used = 0
    for pile in range(PILES):
        tops[pile] = view.tops[pile]
    for action in actions:
        if lays(action):
            tops[PILE(action)] = CARD(action)
            for i in range(view.held[seat]):
                used |= 1 << i if view.hands[seat, i] == CARD(action) else 0
    return used


# questions about the rest of a hand


@rule
def owed(view: Any) -> Any:
    """Return what the turn owes; the last seat to say how gladly it starts may continue at once (R3)."""
    return view.owed if view.asked == view.seats else view.minimum


@rule
def distance(top: Any, card: Any, pile: Any) -> Any:
    """Return how far a card moves a pile; a step back is -10."""
    return card - top if pile < 2 else top - card


@rule
def fitting(view: Any, seat: Any, used: Any, tops: Any) -> Any:
    """Return in how many ways an unused card fits a pile."""
    found = 0
    for i in range(view.held[seat]):
        for pile in range(PILES):
            if used >> i & 1 == 0 and fits(tops[pile], view.hands[seat, i], pile):
                found += 1
    return found


@rule
def least(view: Any, seat: Any, used: Any, tops: Any, count: Any, enough: Any) -> Any:
    """Return the least the piles move if so many unused cards are laid; FOREVER if that is impossible.

    The search stops at `enough` or less.
    """
    tried, gone, spent = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64)
    piles = np.zeros((count + 1, PILES), np.int64)
    piles[0] = tops
    gone[0] = used
    level, best = 0, FOREVER
    while level >= 0 and best > enough:
        if level == count:
            best = min(best, spent[level])
            level -= 1
        elif tried[level] == view.held[seat] * PILES:
            level -= 1
        else:
            i, pile = tried[level] // PILES, tried[level] % PILES
            card, top = view.hands[seat, i], piles[level, pile]
            tried[level] += 1
            if gone[level] >> i & 1 == 0 and fits(top, card, pile):
                piles[level + 1] = piles[level]
                piles[level + 1, pile] = card
                gone[level + 1] = gone[level] | 1 << i
                spent[level + 1] = spent[level] + distance(top, card, pile)
                level += 1
                tried[level] = 0
    return best


@rule
def can_finish(view: Any, seat: Any, used: Any, tops: Any, due: Any) -> Any:
    """Whether the unused cards can pay what the turn owes, or can all be laid."""
    left = 0
    for i in range(view.held[seat]):
        left += 1 if used >> i & 1 == 0 else 0
    return least(view, seat, used, tops, min(due, left), FOREVER - 1) < FOREVER


@rule
def held_by_others(view: Any, seat: Any, pile: Any) -> Any:
    """Whether somebody else asked to leave a pile alone (R9)."""
    for other in range(view.seats):
        if other != seat and view.signals[other, pile] == HOLD:
            return True
    return False


@rule
def nearest_two(view: Any, seat: Any) -> Any:
    """Return how far away the two nearest cards are, which decides how gladly a seat starts (R3)."""
    first = second = FOREVER
    for i in range(view.held[seat]):
        card = view.hands[seat, i]
        far = min(distance(view.tops[0], card, 0), distance(view.tops[2], card, 2))
        if far < first:
            first, second = far, first
        else:
            second = min(second, far)
    return first + second


# reasons


@rule
def spent(view: Any, seat: Any, actions: Any, count: Any, out: Any, n: Any) -> Any:
    """Write steps back, and how far all the piles move."""
    total = 0
    tops = np.empty(PILES, np.int64)
    tops[:] = view.tops
    for action in actions:
        if lays(action):
            far = distance(tops[PILE(action)], CARD(action), PILE(action))
            if far == -STEP_BACK:
                n = STEPS_BACK(out, n, CARD(action))  # R7
            total += far
            tops[PILE(action)] = CARD(action)
    if 0 < total <= NEAR * count:
        return IS_NEAR(out, n, total)
    if count <= MOST_LAID and total > 0 and least(view, seat, 0, view.tops, count, total - 1) >= total:
        return IS_LEAST(out, n, total)
    return n


@rule
def spared(view: Any, seat: Any, actions: Any, used: Any, tops: Any, out: Any, n: Any) -> Any:
    """Write a pile left alone on request (R9) although a card of the move fits, and a step back kept for later."""
    for pile in range(PILES):
        if held_by_others(view, seat, pile) and not lays_on(actions, pile) and could_lie(view, actions, pile):
            n = LEAVES(out, n, pile)
    for i in range(view.held[seat]):
        for pile in range(PILES):
            card = view.hands[seat, i]
            if used >> i & 1 == 0 and distance(tops[pile], card, pile) == -STEP_BACK:
                n = KEEPS_BACK(out, n, card, pile)
    return n


@rule
def could_lie(view: Any, actions: Any, pile: Any) -> Any:
    """Whether one of the laid cards fitted a pile before."""
    for action in actions:
        if lays(action) and fits(view.tops[pile], CARD(action), pile):
            return True
    return False


@rule
def stopped(view: Any, seat: Any, used: Any, tops: Any, count: Any, out: Any, n: Any) -> Any:
    """Write why not to lay another card once nothing is owed."""
    if used == (1 << int(view.held[seat])) - 1 or count < owed(view):
        return n
    if fitting(view, seat, used, tops) == 0:
        return NO_MORE(out, n)
    near = least(view, seat, used, tops, 1, -FOREVER)
    return IS_FAR(out, n, near) if near >= FAR else n
