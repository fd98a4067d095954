"""What happened at the table, derived from the record before and after an action."""

from typing import Any

from ...core.outcome import list_best
from ...core.rule import rule
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, add, begin, many, named, private, text
from .actions import CARD, DO_DEAL, DO_DISCARD, DO_KEEP, DO_PUT, DO_SHOW, DO_STOCK, DO_SWAP, DO_TAKE, VERB
from .cards import DRAWING, LAYING, NAMES, NOTHING, SAME_RANK
from .groups import spell_standing
from .programmes import SLOTS, spell_programme

OF_CARDS, STANDING = named(NAMES), text(spell_standing, 3)
PROGRAMME = text(spell_programme, SLOTS)
EVENTS = Sentences(
    Sentence("begins", seat=SEAT, round=NUMBER),
    Sentence("swapped", seat=SEAT),
    Sentence("kept", seat=SEAT),
    Sentence("bonus", seat=SEAT, count=NUMBER),
    Sentence("received", seat=SEAT, count=NUMBER, programme=private(many(PROGRAMME))),
    Sentence("turned_up", card=OF_CARDS),
    Sentence("turned_over", count=NUMBER),
    Sentence("drew", seat=SEAT, card=private(OF_CARDS)),
    Sentence("took", seat=SEAT, card=OF_CARDS),
    Sentence("showed", seat=SEAT, programme=PROGRAMME),
    Sentence("added", seat=SEAT, card=STANDING, group=NUMBER),
    Sentence("laid_set", seat=SEAT, cards=many(STANDING), group=NUMBER),
    Sentence("laid_run", seat=SEAT, cards=many(STANDING), group=NUMBER),
    Sentence("completed", seat=SEAT, programme=PROGRAMME, count=NUMBER),
    Sentence("discarded", seat=SEAT, card=OF_CARDS),
    Sentence("went_out", seat=SEAT),
    Sentence("all_laid"),
    Sentence("too_long"),
    Sentence("won", winners=many(SEAT), count=NUMBER),
)
(
    BEGINS, SWAPPED, KEPT, BONUS, RECEIVED, TURNED_UP, TURNED_OVER, DREW, TOOK, SHOWED, ADDED, LAID_SET, LAID_RUN,
    COMPLETED, DISCARDED, WENT_OUT, ALL_LAID, TOO_LONG, WON,
) = (EVENTS.writer(name) for name in EVENTS.names)  # fmt: skip


@rule
def tell(old: Any, action: Any, new: Any, out: Any) -> Any:
    """Write the events of one action and return how many numbers that takes."""
    n, verb, seat = 0, VERB[action], old.seat
    if verb in (DO_DEAL, DO_SWAP, DO_KEEP):
        n = round_begun(old, verb, new, out, n)
    elif verb == DO_STOCK:
        if new.turned > old.turned:
            n = TURNED_OVER(out, n, new.left + 1)  # R21
        n = DREW(out, n, seat, gained(old, new, seat))
    elif verb == DO_TAKE:
        n = TOOK(out, n, seat, old.top)
    elif verb == DO_SHOW:
        words = new.wanted[new.shown]
        n = SHOWED(out, n, seat, words[0], words[1], words[2], words[3])
    elif verb == DO_PUT:
        n = put(old, new, out, n)
    elif verb == DO_DISCARD:
        n = DISCARDED(out, n, seat, CARD[action])
    return ended(old, new, out, n)


@rule
def gained(old: Any, new: Any, seat: Any) -> Any:
    """Return the card that a hand gained; both hands are ascending."""
    i = 0
    while i < old.held[seat] and new.hands[seat, i] == old.hands[seat, i]:
        i += 1
    return new.hands[seat, i]


@rule
def round_begun(old: Any, verb: Any, new: Any, out: Any, n: Any) -> Any:
    """Write programmes, bonus cards and, if they were dealt, the cards."""
    if verb == DO_DEAL:
        n = BEGINS(out, n, new.dealer, new.rounds)
    elif verb == DO_SWAP:
        n = SWAPPED(out, n, old.seat)  # R23
    else:
        n = KEPT(out, n, old.seat)
    for i in range(1, new.seats + 1):
        seat = (new.dealer + i) % new.seats
        for done in range(old.done[seat], new.done[seat]):
            n = BONUS(out, n, seat, done + 1)
        first = 0 if verb == DO_SWAP and seat == old.seat else old.kept[seat]
        if new.kept[seat] > first:
            n = received(new, seat, first, out, n)
    return TURNED_UP(out, n, new.top) if new.phase in (DRAWING, LAYING) else n  # R6


@rule
def received(new: Any, seat: Any, first: Any, out: Any, n: Any) -> Any:
    """Write the programmes of a seat from an index on (R5)."""
    at = RECEIVED(out, n, seat, new.kept[seat] - first)
    n = begin(out, at)
    for slot in range(first, new.kept[seat]):
        for k in range(SLOTS):
            n = add(out, at, n, new.wanted[new.programmes[seat, slot], k])
    return n


@rule
def put(old: Any, new: Any, out: Any, n: Any) -> Any:
    """Write that a card was added, or a group or programme completed."""
    seat = old.seat
    group = new.spots[new.down - 1] // 2
    what = new.what[group]
    if old.length == 0:  # an addition
        at_high_end = old.end != 0 and what != SAME_RANK
        place = new.high[group] if at_high_end else new.low[group]
        n = ADDED(out, n, seat, what, new.log[new.down - 1], place, group)
    elif old.placed + 1 == old.length:
        at = LAID_SET(out, n, seat, group) if what == SAME_RANK else LAID_RUN(out, n, seat, group)
        n = group_cards(new, group, out, at)
    if old.shown != NOTHING and new.shown == NOTHING:
        words = old.wanted[old.shown]
        n = COMPLETED(out, n, seat, words[0], words[1], words[2], words[3], new.done[seat])
    return n


@rule
def group_cards(s: Any, group: Any, out: Any, at: Any) -> Any:
    """List the cards of a group, low to high, each with what the group is and its place."""
    n = begin(out, at)
    place = s.low[group]
    step = 0 if s.what[group] == SAME_RANK else 1
    for i in range(2 * s.down):  # cards put at its low end, last first, then those at its high end
        k = s.down - 1 - i if i < s.down else i - s.down
        if s.spots[k] == 2 * group + (0 if i < s.down else 1):
            n = add(out, at, n, s.what[group])
            n = add(out, at, n, s.log[k])
            n = add(out, at, n, place)
            place += step
    return n


@rule
def ended(old: Any, new: Any, out: Any, n: Any) -> Any:
    """Write how the round and the game ended, if they did."""
    if new.closed and not old.closed:
        if new.closed == 18:
            n = WENT_OUT(out, n, old.seat)
        elif new.closed == 19:
            n = ALL_LAID(out, n)
        else:
            n = TOO_LONG(out, n)  # R21
    if new.ended == 0:
        return n
    at = WON(out, n, 0)
    n = list_best(new.done, new.seats, out, at)  # R20 R21
    out[at - 1] = out[at]  # their number
    return n
