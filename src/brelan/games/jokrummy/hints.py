"""Arrangements, proposed by the solver: how near a hand is to a programme, and how to lay it well."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.hands import remove
from . import GAME
from .actions import ACTIONS, CARD, DO_DISCARD, MORE, VERB
from .cards import ANY_SUIT, EXTENDING, HAND, LAYING, NAMING, PUTTING, SAME_RANK, SUIT, WILD
from .groups import named
from .laying import asks, fits, hand_of
from .levels import LEVELS, MIXED, SET, at, insert, kind_of, length_of
from .rules import MOST
from .solver import CARD_UNIT, CHOICE_BITS, CHOICE_MASK, EMPTY, EVERY, FIRM, NO, ZERO, eased, has_natural, plus

ENOUGH = 200  # arrangements looked at for the one that lays most cards
NO_DICE = np.zeros(2, np.uint64)  # nothing is thrown while laying


class Planned(NamedTuple):
    """A group: its suit, ANY_SUIT or SAME_RANK; its places; a card for each, None where one is missing."""

    what: int
    places: list[int]
    cards: list[int | None]


def plan(cards: Sequence[int], words: Sequence[int], each: bool) -> list[Planned]:
    """The groups of a programme, in their order, with as few cards missing as can be; empty for a bonus.

    `each`: every group needs a natural card, not only the programme (R9).
    """
    hand, levels = packed(cards), ZERO
    for word in filter(None, words):
        levels = insert(levels, np.int64(word | (not each)))
    if levels == 0:
        return []
    for more in range(0 if has_natural(hand, levels) else 1, HAND + 1):
        for some in range(1 << LEVELS):
            easier = eased(levels, np.int64(some)) if some.bit_count() <= more else 0
            if easier and _choices(hand, easier, int(hand[WILD]) + more) != NO:
                wilds = next(count for count in range(2 * HAND) if _choices(hand, easier, count) != NO)
                return _filled(list(cards), words, int(easier), _choices(hand, easier, wilds), each)
    return []


def _choices(hand: Any, levels: Any, wilds: int) -> int:
    """An arrangement of a hand's natural cards and so many wilds: the fewer these are, the more natural cards lie."""
    return int(GAME.engine.arrange((*hand[:WILD], wilds), levels, ZERO, FIRM))


def packed(cards: Sequence[int]) -> Any:
    """Cards as the solver sees a hand."""
    hand = EMPTY
    for card in cards:
        hand = plus(hand, SUIT[card], CARD_UNIT[card])
    return hand


def _namings(words: Sequence[int], levels: int, choices: int) -> dict[int, int]:
    """The naming of every group of a programme, by its place there."""
    free = [(int(at(levels, depth)), choices >> CHOICE_BITS * depth & CHOICE_MASK) for depth in range(LEVELS)]
    found = {}
    for place, word in enumerate(words):
        if word:
            level = next(level for level in free if level[0] & ~1 == word)
            free.remove(level)
            found[place] = level[1]
    return found


def _filled(hand: list[int], words: Sequence[int], levels: int, choices: int, each: bool) -> list[Planned]:
    """Cards for named groups: natural ones in the solver's order of groups, then wilds where they lack."""
    planned: dict[int, Planned] = {}
    namings = _namings(words, levels, choices)
    for place in sorted(namings, key=lambda place: words[place]):
        length, (what, low) = length_of(words[place]), what_is(words[place], namings[place])
        places = [low] * length if what == SAME_RANK else list(range(low, low + length))
        cards: list[int | None] = []
        for spot in places:
            fitting = [card for card in hand if SUIT[card] != WILD and fits(card, what, spot)]
            cards.append(fitting[0] if fitting else None)
            if fitting:
                hand.remove(fitting[0])
        planned[place] = Planned(what, places, cards)
    wilds = [card for card in hand if SUIT[card] == WILD]
    natural = any(card is not None for group in planned.values() for card in group.cards)
    for place in sorted(planned):
        cards = planned[place].cards
        lacks_natural = all(card is None for card in cards) if each else not natural
        natural = True
        for i in range(1 if lacks_natural else 0, len(cards)):  # R9: a natural card is missing first
            if cards[i] is None and wilds:
                cards[i] = wilds.pop()
    return [planned[place] for place in sorted(planned)]


def fewest_wilds(view: Any, slot: int = 0) -> list[str]:
    """The actions that lay a programme with the fewest wilds; empty if it cannot be laid. `view` holds one record."""
    rows = view.copy()
    s = rows.view(np.recarray)[0]
    hand, levels = hand_of(s, s.seat), asks(s, np.int64(s.programmes[s.seat, slot]), ZERO)
    for wilds in range(int(hand[WILD]) + 1):
        if GAME.engine.whole((*hand[:WILD], wilds), levels):
            for card in [card for card in s.hands[s.seat, : s.held[s.seat]].tolist() if SUIT[card] == WILD][wilds:]:
                remove(s.hands, s.held, s.seat, card)
            return _laid(rows, slot, lambda action: True)
    return []


def most_cards(view: Any, slot: int = 0) -> list[str]:
    """The actions that lay a programme, and then everything that can be added; the most cards of those looked at."""
    s = view.view(np.recarray)[0]
    best: list[str] = []
    for namings in _arrangements(s, slot):
        rows = view.copy()
        actions = [*_laid(rows, slot, namings.__contains__), *_added(rows)]
        if _cards(actions) > _cards(best):
            best = actions
    return best or fewest_wilds(view, slot)


def _cards(actions: list[str]) -> int:
    return sum(action.startswith("put") for action in actions)


def _arrangements(s: Any, slot: int) -> Iterator[set[str]]:
    """Sets of namings, as actions, with which a programme can be laid, a natural card in every group."""
    words, levels = [int(word) for word in s.wanted[s.programmes[s.seat, slot]]], ZERO
    for word in words:
        levels = insert(levels, np.int64(word))
    hand = hand_of(s, s.seat)
    last = CHOICE_BITS * (sum(word > 0 for word in words) - 1)
    choices = GAME.engine.arrange(hand, levels, ZERO, EVERY)
    for _ in range(ENOUGH):
        if choices == NO:
            return
        found = _namings(words, int(levels), choices)
        yield {named(*what_is(words[place], naming)) for place, naming in found.items()}
        choices = GAME.engine.arrange(hand, levels, choices + (1 << last), EVERY)


def what_is(word: int, naming: int) -> tuple[int, int]:
    """The suit, ANY_SUIT or SAME_RANK of a group so named, and its lowest place or rank."""
    if kind_of(word) == SET:
        return SAME_RANK, naming
    return ANY_SUIT if kind_of(word) == MIXED else naming >> 4, naming & 15


def _laid(rows: Any, slot: int, wanted: Callable[[str], bool]) -> list[str]:
    """Lay a programme on a record of one's own, natural cards first; return the actions."""
    actions, allowed = [f"show {slot}"], _after(rows, ACTIONS.ids[f"show {slot}"])
    while (phase := rows["phase"][0]) in (NAMING, PUTTING):
        plain = [a for a in allowed if a != MORE]  # what is beyond the programme is added later
        better = [a for a in plain if (wanted(ACTIONS.texts[a]) if phase == NAMING else SUIT[CARD[a]] != WILD)]
        action = (better or plain)[0]
        actions.append(ACTIONS.texts[action])
        allowed = _after(rows, action)
    return actions


def _added(rows: Any) -> list[str]:
    """Add on a record of one's own whatever a bot would; return the actions."""
    actions: list[str] = []
    out = np.zeros(MOST, np.int16)
    while rows["phase"][0] in (LAYING, EXTENDING, PUTTING):
        count = GAME.engine.legal(rows, 0, out)
        action = GAME.engine.policy(rows, int(rows["seat"][0]), out, count, NO_DICE)
        if VERB[action] == DO_DISCARD:
            break
        actions.append(ACTIONS.texts[action])
        _after(rows, action)
    return actions


def _after(rows: Any, action: int) -> list[int]:
    """Play an action; what is allowed next."""
    out = np.zeros(MOST, np.int16)
    count = GAME.engine.step(rows, 0, action, NO_DICE, out)
    return [int(action) for action in out[:count]]
