"""How the steps of a turn change the record. Compiled with the rules."""

from typing import Any

from ...core.hands import insert, remove
from ...core.rule import rule
from .actions import DO_SET, LOW_OF, RANK_OF, SUIT_OF, VERB
from .cards import HIGH_END, LAST_TURN, LAYING, LOW_END, NAMING, NOTHING, PUTTING, SAME_RANK, SUIT, WILD
from .dealing import begin_turn, count_done, drop_programme, finish_round, throw
from .laying import next_group
from .levels import length_of
from .programmes import SLOTS


@rule
def lose(s: Any, card: Any) -> None:
    """Remove a card from the acting hand; if the seat was known to have one like it, this may have been it."""
    remove(s.hands, s.held, s.seat, card)
    remove(s.known, s.known_held, s.seat, card)


@rule
def found(s: Any, what: Any, low: Any, length: Any) -> None:
    """Begin a new group."""
    group = s.groups
    s.groups += 1
    s.what[group] = what
    s.low[group] = low
    s.high[group] = low if what == SAME_RANK else low - 1
    s.whose[group] = s.seat
    s.length = length
    s.phase = PUTTING


@rule
def lay(s: Any, card: Any, group: Any, end: Any) -> None:
    """Move a card from the acting hand to an end of a group."""
    lose(s, card)
    s.log[s.down] = card
    s.spots[s.down] = 2 * group + end
    s.down += 1
    if s.what[group] != SAME_RANK:
        if end == LOW_END:
            s.low[group] -= 1
        else:
            s.high[group] += 1


@rule
def complete(s: Any) -> None:
    """Complete the programme."""
    seat, programme = s.seat, s.shown
    drop_programme(s, seat, s.slot)
    s.laid[seat] = 1
    s.slot = s.shown = NOTHING
    s.named = 0
    count_done(s, seat, programme)


@rule
def all_laid(s: Any) -> Any:
    """Whether every seat has laid a programme this round."""
    for seat in range(s.seats):
        if s.laid[seat] == 0:
            return False
    return True


@rule
def put(s: Any, card: Any) -> None:
    """Put the next card of the group being laid."""
    lay(s, card, s.groups - 1, HIGH_END)
    s.placed += 1
    if SUIT[card] != WILD:
        s.natural = 1
    if s.placed < s.length:
        return
    s.length = s.placed = 0
    if s.natural_each != 0:
        s.natural = 0
    s.phase = LAYING
    if s.shown != NOTHING:
        if s.named < SLOTS and s.wanted[s.shown, s.named] != 0:
            s.phase = NAMING
            return
        complete(s)
    s.natural = 0
    if s.ended == 0:  # R20
        if s.held[s.seat] == 0:
            finish_round(s, 18)  # R18
        elif all_laid(s):
            finish_round(s, 19)  # R19


@rule
def extend(s: Any, card: Any) -> None:
    """Put a card at the chosen end of a group."""
    lay(s, card, s.growing, s.end)
    s.growing = s.end = 0
    s.phase = LAYING
    if s.held[s.seat] == 0:
        finish_round(s, 18)  # R18


@rule
def discard(s: Any, card: Any) -> None:
    """Discard and end the turn."""
    lose(s, card)  # R7
    throw(s, card)
    s.turns += 1
    if s.held[s.seat] == 0:
        finish_round(s, 18)  # R18
    elif s.turns == LAST_TURN:
        finish_round(s, 21)  # R21
    else:
        begin_turn(s, (s.seat + 1) % s.seats)


@rule
def take(s: Any) -> None:
    """Move the top discard to a hand, seen by everybody. It may be discarded again (R22)."""
    s.thrown -= 1
    insert(s.hands, s.held, s.seat, s.top)
    insert(s.known, s.known_held, s.seat, s.top)
    s.discards[s.thrown] = 0
    s.top = s.discards[s.thrown - 1] if s.thrown > 0 else NOTHING
    s.phase = LAYING


@rule
def name(s: Any, action: Any) -> None:
    """Name the next group of a programme."""
    length = length_of(next_group(s))
    s.named += 1
    s.more = 0
    if VERB[action] == DO_SET:
        found(s, SAME_RANK, RANK_OF[action], length)
    else:
        found(s, SUIT_OF[action], LOW_OF[action], length)
