"""What can be said for a move: true statements about what the seat can see. The solver counts what is missing."""

from typing import Any

import numpy as np

from ...core.rule import rule
from ...core.sentences import NUMBER, Sentence, Sentences, add, begin, many, named
from .actions import (
    CARD,
    DO_DEAL,
    DO_DISCARD,
    DO_EXTEND,
    DO_GROUP,
    DO_KEEP,
    DO_MORE,
    DO_PUT,
    DO_RUN,
    DO_SET,
    DO_SHOW,
    DO_STOCK,
    DO_SWAP,
    DO_TAKE,
    GROUP,
    VERB,
)
from .asking import may_take
from .cards import GOAL, HIGH_ACE, NAMES, RANK, SUIT, SWAPPING, WILD
from .laying import asks, end_of, fits, hand_of
from .solver import CARD_UNIT, ZERO, missing, number, plus, ranks, without

FEW = 3  # the most cards in hand with which a seat is nearly out
OF_CARDS = named(NAMES)

PHRASES = {
    "steps": Sentences(
        *(Sentence(verb) for verb in ("deal", "swap", "keep", "stock")),
        Sentence("take", card=OF_CARDS),
        Sentence("extend", card=many(OF_CARDS), group=NUMBER),
        *(Sentence(verb, card=many(OF_CARDS)) for verb in ("show", "put", "group", "discard")),
    ),
    "reasons": Sentences(
        *(Sentence(name) for name in ("wins", "out", "must_draw", "ready")),
        *(Sentence(name, card=OF_CARDS) for name in ("completes", "no_help", "not_needed", "safe", "laid_at_once")),
        *(Sentence(name, card=OF_CARDS) for name in ("fits_no_group", "single")),
        *(Sentence(name, count=NUMBER) for name in ("done", "failed", "missing", "nearly_out")),
        Sentence("nearer", card=OF_CARDS, count=NUMBER),
    ),
}
DEAL, SWAP, KEEP, STOCK, TAKE, EXTEND, SHOW, PUT, NEW_SET, DISCARD = (
    PHRASES["steps"].writer(name) for name in PHRASES["steps"].names
)
(
    WINS, OUT, MUST_DRAW, READY, COMPLETES, NO_HELP, NOT_NEEDED, SAFE, LAID_AT_ONCE, FITS_NO_GROUP, SINGLE, DONE,
    FAILED, MISSING, NEARLY_OUT, NEARER,
) = (PHRASES["reasons"].writer(name) for name in PHRASES["reasons"].names)  # fmt: skip


@rule
def steps(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Describe the move: a programme, an addition or a new set is one step, however many actions it takes."""
    n = end = 0
    while end < actions.size:
        first = end
        end += 1
        while end < actions.size and VERB[actions[end]] in (DO_MORE, DO_SET, DO_RUN, DO_PUT):
            end += 1
        verb = VERB[actions[first]]
        if verb in (DO_DEAL, DO_SWAP, DO_KEEP, DO_STOCK, DO_TAKE):
            n = drawn_step(view, verb, out, n)
        else:
            n = laid_step(actions, first, end, out, n)
    return n


@rule
def drawn_step(view: Any, verb: Any, out: Any, n: Any) -> Any:
    """Write a step without own cards."""
    if verb == DO_DEAL:
        return DEAL(out, n)
    if verb == DO_SWAP:
        return SWAP(out, n)
    if verb == DO_KEEP:
        return KEEP(out, n)
    return STOCK(out, n) if verb == DO_STOCK else TAKE(out, n, view.top)


@rule
def laid_step(actions: Any, first: Any, end: Any, out: Any, n: Any) -> Any:
    """Write a step that lays or discards cards, with all of them."""
    verb = VERB[actions[first]]
    if verb == DO_EXTEND:
        at = EXTEND(out, n, GROUP[actions[first]])
    elif verb == DO_SHOW:
        at = SHOW(out, n)
    elif verb == DO_GROUP:
        at = NEW_SET(out, n)
    elif verb == DO_DISCARD:
        at = DISCARD(out, n)
    else:
        at = PUT(out, n)
    n = begin(out, at)
    for i in range(first, end):
        if VERB[actions[i]] in (DO_PUT, DO_DISCARD):
            n = add(out, at, n, CARD[actions[i]])
    return n


@rule
def reasons(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Write what is good about a move, strongest first."""
    n, verb = 0, VERB[actions[0]]
    if view.phase == SWAPPING:
        return FAILED(out, n, view.failed[seat]) if verb == DO_SWAP else n  # R23
    cards, left = hand_after(view, seat, actions)
    shows = has(actions, DO_SHOW) or view.shown >= 0
    late = view.laid[seat] != 0 or view.kept[seat] == 0
    if late or shows:
        if cards == 0:
            n = OUT(out, n)  # R18
        if shows:
            n = done(view, seat, out, n)
    if late:
        n = drawn_late(view, actions, out, n)
        n = nearly_out(cards, actions, out, n)
        n = safe(view, seat, actions, out, n)
        return single(left, actions, out, n)
    n = drawn(view, seat, verb, out, n)
    return nearly_out(cards, actions, out, n) if shows else thrown(view, seat, left, actions, out, n)


@rule
def has(actions: Any, verb: Any) -> Any:
    """Whether one of the actions is of that kind."""
    for action in actions:
        if VERB[action] == verb:
            return True
    return False


@rule
def hand_after(view: Any, seat: Any, actions: Any) -> Any:
    """Return how many cards are left after the move, and which; a card drawn face down is unknown."""
    cards, left = view.held[seat] + 0, hand_of(view, seat)
    for action in actions:
        if VERB[action] == DO_TAKE:
            cards += 1
            left = with_card(left, view.top)
        elif VERB[action] in (DO_PUT, DO_DISCARD):
            cards -= 1
            left = without(left, CARD[action])
    return cards, left


@rule
def with_card(hand: Any, card: Any) -> Any:
    """Return a hand with one more card, as the solver sees it."""
    return plus(hand, SUIT[card], CARD_UNIT[card])


@rule
def lacking(view: Any, seat: Any, hand: Any) -> Any:
    """Return exactly how many cards the nearest programme still lacks, from the solver."""
    least = HIGH_ACE
    for slot in range(view.kept[seat]):
        least = min(least, missing(hand, asks(view, np.int64(view.programmes[seat, slot]), ZERO)))
    return least


@rule
def fits_a_group(view: Any, card: Any) -> Any:
    """Whether a card could be added to a group on the table (R16)."""
    for group in range(view.groups):
        for end in range(2):
            place = end_of(view, group, end)
            if place > 0 and fits(card, view.what[group], place):
                return True
    return False


@rule
def done(view: Any, seat: Any, out: Any, n: Any) -> Any:
    """Write that a programme is completed (R20)."""
    count = view.done[seat] + 1
    return WINS(out, n) if count == GOAL else DONE(out, n, count)


@rule
def nearly_out(cards: Any, actions: Any, out: Any, n: Any) -> Any:
    """Write that few cards are left after laying some."""
    return NEARLY_OUT(out, n, cards) if 0 < cards <= FEW and has(actions, DO_PUT) else n


@rule
def drawn(view: Any, seat: Any, verb: Any, out: Any, n: Any) -> Any:
    """Write what the top discard does for the programme."""
    if verb == DO_STOCK and not may_take(view):
        return MUST_DRAW(out, n)  # R8
    if verb not in (DO_STOCK, DO_TAKE) or view.top < 0:
        return n
    hand = hand_of(view, seat)
    now, then = lacking(view, seat, hand), lacking(view, seat, with_card(hand, view.top))
    if verb == DO_TAKE and then < now:
        return COMPLETES(out, n, view.top) if then == 0 else NEARER(out, n, view.top, then)
    return NO_HELP(out, n, view.top) if verb == DO_STOCK and then == now else n


@rule
def thrown(view: Any, seat: Any, left: Any, actions: Any, out: Any, n: Any) -> Any:
    """Write what a discard costs before the programme is laid."""
    last = actions[actions.size - 1]
    if VERB[last] != DO_DISCARD:
        return n
    count = lacking(view, seat, left)
    if count == lacking(view, seat, with_card(left, CARD[last])):
        n = NOT_NEEDED(out, n, CARD[last])
    n = safe(view, seat, actions, out, n)
    return MISSING(out, n, count) if count > 0 else READY(out, n)


@rule
def safe(view: Any, seat: Any, actions: Any, out: Any, n: Any) -> Any:
    """Write that the next seat, with its programme laid, cannot add the discard anywhere; not after laying cards."""
    last = actions[actions.size - 1]
    if VERB[last] != DO_DISCARD or has(actions, DO_PUT) or view.laid[(seat + 1) % view.seats] == 0:
        return n
    return n if fits_a_group(view, CARD[last]) else SAFE(out, n, CARD[last])


@rule
def single(left: Any, actions: Any, out: Any, n: Any) -> Any:
    """Write that a discard has no partner for a new set (R15)."""
    last = actions[actions.size - 1]
    card = CARD[last]
    if VERB[last] != DO_DISCARD or SUIT[card] == WILD or number(ranks(left), RANK[card]) > 0:
        return n
    return SINGLE(out, n, card)


@rule
def drawn_late(view: Any, actions: Any, out: Any, n: Any) -> Any:
    """Write what the top discard is good for after the programme is laid."""
    verb, top = VERB[actions[0]], view.top
    if verb == DO_TAKE:
        for action in actions:
            if VERB[action] == DO_PUT and CARD[action] == top:
                return LAID_AT_ONCE(out, n, top)
    if verb != DO_STOCK:
        return n
    if not may_take(view):
        return MUST_DRAW(out, n)  # R8
    return n if top < 0 or fits_a_group(view, top) else FITS_NO_GROUP(out, n, top)
