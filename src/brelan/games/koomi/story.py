"""What happened at the table, derived from the record before and after an action."""

from typing import Any

from ...core.rule import rule
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, add, begin, joined, many, named, private
from .actions import (
    CARD,
    COUNTS,
    DRAW,
    PARTNER,
    PLAY_NEW,
    PLAY_SWAP,
    STOP,
    TO_ADD_TURNED,
    TO_GREEN,
    TO_READ,
    TO_RED,
    TO_SWITCH,
    TURN,
    VERB,
)
from .asking import top
from .cards import NAMES, TYPES, VALUE
from .line import add_terms, spell_equation, spell_sum

OF_CARDS = named(NAMES)
EVENTS = Sentences(
    Sentence("mixed"),
    Sentence("turned_over"),
    Sentence("passed", seat=SEAT),
    Sentence("drew", seat=SEAT, count=NUMBER, cards=private(many(OF_CARDS))),
    Sentence("read", seat=SEAT, sum=joined(spell_sum), total=NUMBER),
    Sentence("laid", seat=SEAT, sum=joined(spell_sum), total=NUMBER, card=OF_CARDS),
    Sentence("laid_turned", seat=SEAT, sum=joined(spell_sum), total=NUMBER, card=OF_CARDS),
    Sentence("switched", seat=SEAT, sum=joined(spell_sum), total=NUMBER, card=OF_CARDS),
    Sentence("turned", seat=SEAT, sum=joined(spell_sum), total=NUMBER),
    Sentence("made", seat=SEAT, sum=joined(spell_equation), total=NUMBER),
    Sentence("matched", seat=SEAT, card=OF_CARDS, number=OF_CARDS),
    Sentence("played", seat=SEAT, card=OF_CARDS),
    Sentence("turned_up", seat=SEAT, cards=many(OF_CARDS)),
    Sentence("received", seat=SEAT, count=NUMBER, cards=private(many(OF_CARDS))),
    Sentence("won", seat=SEAT),
    Sentence("fewest", winners=many(SEAT), count=NUMBER),
)
(
    MIXED, TURNED_OVER, PASSED, DREW, READ, LAID, LAID_TURNED, SWITCHED, TURNED, MADE, MATCHED, PLAYED, TURNED_UP,
    RECEIVED, WON, FEWEST,
) = (EVENTS.writer(name) for name in EVENTS.names)  # fmt: skip


@rule
def tell(old: Any, action: Any, new: Any, out: Any) -> Any:
    """Write the events of one action and return how many numbers that takes."""
    mixed, n = new.remade > old.remade, 0  # R16
    if mixed:
        n = TURNED_OVER(out, n) if new.unshuffled else MIXED(out, n)
    if action == DRAW:
        n = drew(old, new, out, n)
    elif action == STOP:
        n = made(old, action, out, MADE(out, n, old.seat, old.total))
    elif VERB[action] <= TO_ADD_TURNED:
        n = counted(old, action, new, out, n)
    else:
        n = played(old, action, new, 1 if mixed else old.down + 1, out, n)
    return ended(new, out, n)


@rule
def drew(old: Any, new: Any, out: Any, n: Any) -> Any:
    """Write that a card was drawn (R15), or that none was left (R18)."""
    seat = old.seat
    if new.passes > old.passes:
        return PASSED(out, n, seat)
    at = DREW(out, n, seat, 1)
    n = begin(out, at)
    for card in range(TYPES):
        if new.hands[seat, card] > old.hands[seat, card]:
            n = add(out, at, n, card)
    return n


@rule
def counted(old: Any, action: Any, new: Any, out: Any, n: Any) -> Any:
    """Write a step of a making-ten, with the sum so far; the last card of a hand ends it (R17)."""
    verb, seat, card = VERB[action], old.seat, CARD[action]
    total = new.total
    if not new.begun:
        total = (old.total if old.begun else VALUE[top(old)]) + COUNTS[action]
    if verb == TO_READ:
        n = READ(out, n, seat, total)
    elif verb == TO_SWITCH:
        n = SWITCHED(out, n, seat, total, card)
    elif action == TURN:
        n = TURNED(out, n, seat, total)
    elif verb == TO_ADD_TURNED:
        n = LAID_TURNED(out, n, seat, total, card)
    else:
        n = LAID(out, n, seat, total, card)
    if new.begun:
        return add_terms(new, out, n, begin(out, n))
    return made(old, action, out, MADE(out, made(old, action, out, n), seat, total))


@rule
def made(old: Any, action: Any, out: Any, at: Any) -> Any:
    """Write the numbers of a finished making-ten as a list."""
    n = begin(out, at)
    if old.begun:
        n = add_terms(old, out, at, n)
    else:
        n = add(out, at, n, VALUE[top(old)])
    return n if action == STOP else add(out, at, n, COUNTS[action])


@rule
def played(old: Any, action: Any, new: Any, first: Any, out: Any, n: Any) -> Any:
    """Write a joker or a loose aid; what it turned up starts at `first`."""
    if VERB[action] in (TO_GREEN, TO_RED):
        return MATCHED(out, n, old.seat, CARD[action], PARTNER[action])  # R12
    n = PLAYED(out, n, old.seat, CARD[action])
    if action == PLAY_NEW and new.ended == 0:  # R11
        at = TURNED_UP(out, n, old.seat)
        n = begin(out, at)
        for i in range(first, new.down):
            n = add(out, at, n, new.discards[i])
    if action == PLAY_SWAP and new.ended != 17:  # R14
        for seat in range(new.seats):
            n = received(new, seat, out, n)
    return n


@rule
def received(new: Any, seat: Any, out: Any, n: Any) -> Any:
    """Write the hand a seat received."""
    at = RECEIVED(out, n, seat, new.held[seat])
    n = begin(out, at)
    for card in range(TYPES):
        for _ in range(new.hands[seat, card]):
            n = add(out, at, n, card)
    return n


@rule
def ended(new: Any, out: Any, n: Any) -> Any:
    """Write how the game ended, if it did."""
    if new.ended == 17:
        return WON(out, n, new.seat)
    if new.ended != 18:
        return n
    fewest = new.held[0]
    for seat in range(new.seats):
        fewest = min(fewest, new.held[seat])
    at = FEWEST(out, n, fewest)
    n = begin(out, at)
    for seat in range(new.seats):
        if new.held[seat] == fewest:
            n = add(out, at, n, seat)
    return n
