"""What can be said for a move: true statements about what the seat can see."""

from typing import Any

import numpy as np

from ...core.rule import rule
from ...core.sentences import NUMBER, Sentence, Sentences, add, begin, joined, many, named
from .actions import (
    ACTIONS,
    CARD,
    COUNTS,
    DRAW,
    PARTNER,
    SIGN,
    TO_GREEN,
    TO_NEW,
    TO_READ,
    TO_RED,
    TO_RESET,
    TO_SWAP,
    TURN,
    VERB,
)
from .asking import top
from .bots import chance
from .cards import ALL, NAMES, NO_GREEN, NUMBERS, ONE, SWITCH, TWO, TYPES, VALUE
from .line import add_terms, spell_equation
from .sight import unseen
from .sums import TEN
from .ways import hands_that_go
from .weighing import makes_ten

FARTHEST = 135 + 9  # R1 R10: all green cards, and a red one turned
OF_CARDS = named(NAMES)
ONLY_DRAW = np.array([DRAW], np.int16)
TENS = np.array([action for action in range(len(ACTIONS.texts)) if makes_ten(action)], np.int16)

PHRASES = {
    "steps": Sentences(
        Sentence("make", card=many(OF_CARDS), sum=joined(spell_equation)),
        Sentence("stop"),
        Sentence("draw"),
        *(Sentence(verb, card=OF_CARDS) for verb in ("new", "swap", "reset", "green", "red", "loose")),
    ),
    "reasons": Sentences(
        Sentence("wins"),
        Sentence("only_way"),
        Sentence("longest", count=NUMBER),
        Sentence("hard_top", card=OF_CARDS),
        Sentence("keeps", card=many(OF_CARDS)),
        Sentence("no_ten"),
        Sentence("small_hand", count=NUMBER),
        Sentence("zero"),
        Sentence("new_top"),
        Sentence("two_cards"),
        Sentence("likelier", count=NUMBER, other=NUMBER),
        Sentence("stays", card=OF_CARDS),
    ),
}
MAKE, DO_STOP, DO_DRAW, NEW, SWAP, RESET, GREEN, RED, LOOSE = (
    PHRASES["steps"].writer(name) for name in PHRASES["steps"].names
)
WINS, ONLY_WAY, LONGEST, HARD_TOP, KEEPS, NO_TEN, SMALL_HAND, ZERO, NEW_TOP, TWO_CARDS, LIKELIER, STAYS = (
    PHRASES["reasons"].writer(name) for name in PHRASES["reasons"].names
)


@rule
def steps(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Describe the move."""
    action, n = actions[0], 0
    if makes_ten(action):
        return made(view, actions, out) if laid_in(actions) else DO_STOP(out, n)
    verb, card = VERB[action], CARD[action]
    if action == DRAW:
        return DO_DRAW(out, n)
    if verb == TO_NEW:
        return NEW(out, n, card)
    if verb == TO_SWAP:
        return SWAP(out, n, card)
    if verb == TO_RESET:
        return RESET(out, n, card)
    if verb == TO_GREEN:
        return GREEN(out, n, PARTNER[action])
    return RED(out, n, PARTNER[action]) if verb == TO_RED else LOOSE(out, n, card)


@rule
def made(view: Any, actions: Any, out: Any) -> Any:
    """Write a making-ten: its cards, and its sum."""
    at = MAKE(out, 0)
    n = begin(out, at)
    for action in actions:
        if CARD[action] >= 0:
            n = add(out, at, n, CARD[action])
    at = n
    n = begin(out, at)
    if view.begun:
        n = add_terms(view, out, at, n)
    else:
        n = add(out, at, n, VALUE[top(view)] * (SIGN[actions[0]] if VERB[actions[0]] == TO_READ else 1))  # R7
    for action in actions:
        if action == TURN:
            out[at + 1] = -out[at + 1]  # R10
        elif COUNTS[action] != 0:
            n = add(out, at, n, COUNTS[action])
    return n


@rule
def reasons(view: Any, seat: Any, actions: Any, out: Any) -> Any:
    """Write what is good about a move, strongest first."""
    n, count = 0, laid_in(actions)
    if count == view.held[seat]:
        return WINS(out, n)  # R17
    ways, most = tens(view, seat)
    if not makes_ten(actions[0]):
        return other(view, seat, actions[0], ways, out, n)
    if not view.begun:
        if ways == 1:
            n = ONLY_WAY(out, n)
        elif count == most:
            n = LONGEST(out, n, count)
    n = hard_top(view, seat, actions, out, n)
    return kept(view, seat, actions, out, n)


@rule
def laid_in(actions: Any) -> Any:
    """Return how many cards leave the hand."""
    count = 0
    for action in actions:
        count += (1 if CARD[action] >= 0 else 0) + (1 if PARTNER[action] >= 0 else 0)
    return count


# all ways to make ten at once


@rule
def tens(view: Any, seat: Any) -> Any:
    """Return the number of ways to make ten from the top, and the most cards one of them lays."""
    ways, most = sums(view.hands[seat])
    size, found, longest = VALUE[top(view)], 0, 0
    for sign in range(1, -2 if top(view) in (ONE, TWO) else 0, -2):  # R7
        for target in range(TEN, -TEN - 1, -2 * TEN):
            if (target > 0 and view.numbers == NO_GREEN) or (target < 0 and view.numbers not in (ALL, NO_GREEN)):
                continue  # R6 R19
            rest = target - sign * size
            found, longest = also(found, longest, ways[0, rest], most[0, rest])
            if view.renewed:
                continue  # R11
            for aid in range(-2, 3):
                if aid != 0 and view.hands[seat, ONE + abs(aid) - 1] > 0:  # R9
                    found, longest = also(found, longest, ways[0, rest - aid], most[0, rest - aid] + 1)
            if view.hands[seat, SWITCH] > 0:  # R10: the top is turned, or one of the cards
                back = target + sign * size
                found, longest = also(found, longest, ways[0, back], most[0, back] + 1)
                found, longest = also(found, longest, ways[1, rest], most[1, rest] + 1)
    return found, longest


@rule
def also(found: Any, longest: Any, ways: Any, cards: Any) -> Any:
    """Add further ways to make ten, if there are any."""
    return found + ways, max(longest, cards) if ways > 0 else longest


@rule
def sums(hand: Any) -> Any:
    """Return for every sum the number of ways to make it and the most cards, with none turned or one (R10)."""
    ways, most = (
        np.zeros((2, 2 * FARTHEST + 1), np.int64),
        np.zeros((2, 2 * FARTHEST + 1), np.int64),
    )  # from 0 both ways
    ways[0, 0] = 1
    for card in range(NUMBERS):
        if hand[card] > 0:
            ways, most = with_cards(ways, most, VALUE[card], hand[card])
    return ways, most


@rule
def with_cards(ways: Any, most: Any, value: Any, copies: Any) -> Any:
    """Return the same with some more cards of one number."""
    more, longer = np.zeros_like(ways), np.zeros_like(most)
    for turned in range(2):
        for sum_ in range(-FARTHEST, FARTHEST + 1):
            if ways[turned, sum_] > 0:
                for turns in range(2 - turned):
                    for plain in range(copies - turns + 1):
                        to = sum_ + (plain - turns) * value
                        more[turned + turns, to] += ways[turned, sum_]
                        cards = most[turned, sum_] + plain + turns
                        longer[turned + turns, to] = max(longer[turned + turns, to], cards)
    return more, longer


# reasons


@rule
def hard_top(view: Any, seat: Any, actions: Any, out: Any, n: Any) -> Any:
    """Whether the last card is the hardest for the next seat among those that could have come last."""
    if view.numbers != ALL or view.laid:
        return n
    counts = np.zeros(TYPES, np.int16)
    unseen(view, seat, counts)
    least, most, last = 1 << 30, -1, -1
    card = -1
    for action in actions:
        if 0 <= CARD[action] < NUMBERS:
            card = CARD[action]
            last = hands_that_go(card, counts)
            least, most = min(least, last), max(most, last)
    return HARD_TOP(out, n, card) if last == least < most else n


@rule
def kept(view: Any, seat: Any, actions: Any, out: Any, n: Any) -> Any:
    """Write the special cards that stay in the hand."""
    first = n
    for card in range(NUMBERS, TYPES):
        left = view.hands[seat, card]
        for action in actions:
            left -= 1 if CARD[action] == card else 0
        if left > 0:
            if n == first:
                first = KEEPS(out, n)
                n = begin(out, first)
            n = add(out, first, n, card)
    return n


@rule
def other(view: Any, seat: Any, action: Any, ways: Any, out: Any, n: Any) -> Any:
    """Write reasons for drawing, or for playing a special card."""
    if ways == 0:
        n = NO_TEN(out, n)
    elif action == DRAW:
        return stays(view, seat, out, likelier(view, seat, out, n))
    following, verb = view.held[(seat + 1) % view.seats], VERB[action]
    if verb == TO_SWAP and following < view.held[seat] - 1:
        n = SMALL_HAND(out, n, following)  # R14
    if verb == TO_RESET:
        return ZERO(out, n)
    if verb == TO_NEW:
        return NEW_TOP(out, n)
    return TWO_CARDS(out, n) if verb in (TO_GREEN, TO_RED) else n


@rule
def likelier(view: Any, seat: Any, out: Any, n: Any) -> Any:
    """Write how likely a win is after a draw and after a ten, in hundredths, if the draw is better."""
    drawn = int(100 * chance(view, seat, ONLY_DRAW, 1) + 0.5)
    made = int(100 * chance(view, seat, TENS, len(TENS)) + 0.5)
    return LIKELIER(out, n, drawn, made) if drawn > made else n


@rule
def stays(view: Any, seat: Any, out: Any, n: Any) -> Any:
    """Write that the top stays, if it is harder for the next seat than any number the hand could leave."""
    counts = np.zeros(TYPES, np.int16)
    unseen(view, seat, counts)
    if view.numbers != ALL or top(view) >= NUMBERS:
        return n
    now = hands_that_go(top(view), counts)
    for card in range(NUMBERS):
        if view.hands[seat, card] > 0 and hands_that_go(card, counts) <= now:
            return n
    return STAYS(out, n, top(view))
