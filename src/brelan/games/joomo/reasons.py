"""What can be said for a move: true statements about what the seat can see. Here, a move is one action."""

from typing import Any

from ...core.rule import rule
from ...core.sentences import NUMBER, Sentence, Sentences, add, begin, many
from .cards import ASIDE, HAND, NOBODY, is_double, tens_of
from .rules import CARD, DEAL, FIRST_CAP, FIVE_ON, PASS, PLACE, in_gap, why_not_lay

NARROW = 4  # the most numbers in a narrow gap
FEW = 2  # the most cards in hand with which the marker is near
EDGE = 5  # the outer fifth of the cards on either side

PHRASES = {
    "steps": Sentences(
        Sentence("lead", card=NUMBER),
        Sentence("limit", card=NUMBER),
        Sentence("lay", card=NUMBER),
        Sentence("double", card=NUMBER),
        Sentence("cap", card=NUMBER, covered=NUMBER),
        Sentence("pass"),
        Sentence("deal"),
    ),
    "reasons": Sentences(
        Sentence("nothing_fits"),
        Sentence("saves_doubles", card=many(NUMBER), count=NUMBER),
        Sentence("cheap"),
        Sentence("contested", count=NUMBER),
        Sentence("takes", count=NUMBER),
        Sentence("marker"),
        Sentence("sheds_ten"),
        Sentence("closes"),
        Sentence("narrow", count=NUMBER),
        Sentence("shrinks", count=NUMBER, before=NUMBER),
        Sentence("race", count=NUMBER),
        Sentence("far_out"),
        Sentence("follows", count=NUMBER),
        Sentence("keeps_doubles", card=many(NUMBER), count=NUMBER),
        Sentence("one_rival"),
    ),
}
LEAD, LIMIT, LAY, DOUBLE, CAP, DO_PASS, DO_DEAL = (PHRASES["steps"].writer(name) for name in PHRASES["steps"].names)
(
    NOTHING_FITS, SAVES_DOUBLES, CHEAP, CONTESTED, TAKES, MARKER, SHEDS_TEN, CLOSES, IS_NARROW, SHRINKS, RACE, FAR_OUT,
    FOLLOWS, KEEPS_DOUBLES, ONE_RIVAL,
) = (PHRASES["reasons"].writer(name) for name in PHRASES["reasons"].names)  # fmt: skip


@rule
def steps(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Describe the move."""
    action, n = actions[0], 0
    if action == PASS:
        return DO_PASS(out, n)
    if action == DEAL:
        return DO_DEAL(out, n)
    if action >= FIRST_CAP:
        return CAP(out, n, FIVE_ON(action), view.limits[PLACE(action)])
    card = CARD(action)
    if view.limited == 0:
        return LEAD(out, n, card)
    if view.limited == 1:
        return LIMIT(out, n, card)
    return LAY(out, n, card) if in_gap(view, card) else DOUBLE(out, n, card)  # R6


@rule
def reasons(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Write what is good about a move, strongest first."""
    action, n = actions[0], 0
    others = rivals(view, seat)
    if action == PASS:
        return passing(view, seat, others, out, n)
    card = CARD(action) if action < FIRST_CAP else FIVE_ON(action)
    left = view.held[seat] - 1
    low, high = limits_after(view, action, card)
    if others == 0:
        n = TAKES(out, n, max(view.worth, 1) + tens_of(card))  # R8
    if left == 0 and view.marker == NOBODY:
        n = MARKER(out, n)  # R13
    if tens_of(card):
        n = SHEDS_TEN(out, n)  # R15
    if view.limited == 1 or action >= FIRST_CAP:
        n = gap(view, high - low - 1, out, n)
    if 0 < left <= FEW and view.marker == NOBODY:
        n = RACE(out, n, left)  # R13
    if view.limited == 0 and lies_far_out(view, card):
        n = FAR_OUT(out, n)
    n = kept(view, seat, card, low, high, out, n)
    return ONE_RIVAL(out, n) if others == 1 and view.seats > 2 else n


@rule
def rivals(view: Any, seat: Any) -> Any:
    """Return how many other seats still have a turn in this trick (R7)."""
    found = 0
    for other in range(view.seats):
        if other != seat and not view.passed[other] and view.held[other]:
            found += 1
    return found


@rule
def limits_after(view: Any, action: Any, card: Any) -> Any:
    """Return the limits in force after a card is laid, the lower first; equal if there is only one."""
    first, second = view.limits[0], view.limits[1]
    if action >= FIRST_CAP:  # R10 R11
        first, second = view.limits[1 - PLACE(action)], card
    elif view.limited < 2:  # R4 R5
        first, second = view.limits[0] if view.limited else card, card
    return min(first, second), max(first, second)


@rule
def passing(view: Any, seat: Any, others: Any, out: Any, n: Any) -> Any:
    """Write reasons for passing."""
    fitting = doubles = 0
    for i in range(view.held[seat]):
        if not why_not_lay(view, view.hands[seat, i]):
            fitting += 1
            doubles += 1 if is_double(view.hands[seat, i]) else 0
    if fitting == 0:
        return NOTHING_FITS(out, n)
    if fitting == doubles:
        at = SAVES_DOUBLES(out, n, fitting)  # R9
        n = list_doubles(view, seat, NOBODY, out, at)
    if view.worth == 1:
        n = CHEAP(out, n)
    return CONTESTED(out, n, others) if others else n


@rule
def list_doubles(view: Any, seat: Any, card: Any, out: Any, at: Any) -> Any:
    """List the doubles of a hand, except one card."""
    n = begin(out, at)
    for i in range(view.held[seat]):
        if is_double(view.hands[seat, i]) and view.hands[seat, i] != card:
            n = add(out, at, n, view.hands[seat, i])
    return n


@rule
def gap(view: Any, width: Any, out: Any, n: Any) -> Any:
    """Write how narrow the gap is, if this card is one of its limits."""
    before = abs(view.limits[0] - view.limits[1]) - 1
    if width == 0:
        return CLOSES(out, n)
    if width <= NARROW:
        return IS_NARROW(out, n, width)
    return SHRINKS(out, n, width, before) if view.limited == 2 and width < before else n


@rule
def lies_far_out(view: Any, card: Any) -> Any:
    """Whether a card is far out, so that it would rarely fit into a gap."""
    count = HAND * view.seats + ASIDE
    return min(card, count - 1 - card) < count // EDGE


@rule
def kept(view: Any, seat: Any, card: Any, low: Any, high: Any, out: Any, n: Any) -> Any:
    """Write which cards can follow into the gap (R6), and which doubles remain for later (R9)."""
    following = doubles = 0
    for i in range(view.held[seat]):
        other = view.hands[seat, i]
        if other != card:
            following += 1 if low < other < high else 0
            doubles += 1 if is_double(other) else 0
    if following > 0:
        n = FOLLOWS(out, n, following)
    if doubles == 0 or is_double(card):
        return n
    at = KEEPS_DOUBLES(out, n, doubles)
    return list_doubles(view, seat, card, out, at)
