"""What can be said for a move: true things that the seat itself can see. What is missing, the solver says exactly."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.hint import Phrase
from . import GAME
from .cards import GOAL, NAMES, RANK, SUIT, SWAPPING, WILD
from .laying import asks, end_of, fits
from .rules import (
    ACTIONS,
    CARD,
    DO_DISCARD,
    DO_EXTEND,
    DO_PUT,
    DO_RUN,
    DO_SET,
    DO_SHOW,
    DO_STOCK,
    DO_SWAP,
    DO_TAKE,
    GROUP,
    VERB,
    may_take,
)
from .solver import CARD_UNIT, EMPTY, ZERO, plus

FEW = 3  # cards in hand with which one is nearly out


def steps(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What the move is: a programme, an addition or a new set is one step, however many actions it takes."""
    found: list[Phrase] = []
    for part in _parts(actions):
        verb, cards = VERB[part[0]], [NAMES[CARD[action]] for action in part if VERB[action] in (DO_PUT, DO_DISCARD)]
        if verb == DO_TAKE:
            found.append(Phrase("take", {"card": NAMES[view.top]}))
        elif verb == DO_EXTEND:
            found.append(Phrase("extend", {"card": cards, "group": int(GROUP[part[0]])}))
        elif verb in (DO_SET, DO_RUN, DO_PUT):
            found.append(Phrase("put", {"card": cards}))
        else:
            found.append(Phrase(ACTIONS.verbs[verb].name, {"card": cards} if cards else {}))
    return found


def _parts(actions: Sequence[int]) -> list[list[int]]:
    """The actions of a move, those that name and put cards together with the one that began it."""
    parts: list[list[int]] = []
    for action in actions:
        if parts and VERB[action] in (DO_SET, DO_RUN, DO_PUT):
            parts[-1].append(action)
        else:
            parts.append([action])
    return parts


def reasons(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What is good about a move, the strongest first."""
    verbs = [VERB[action] for action in actions]
    if view.phase == SWAPPING:
        return [Phrase("failed", {"count": int(view.failed[seat])})] if verbs[0] == DO_SWAP else []  # R23
    hand = [int(card) for card in view.hands[seat, : view.held[seat]]]
    left = _left(view, hand, actions)
    found = [*_out(left), *_done(view, seat, verbs)]
    if view.laid[seat] or view.kept[seat] == 0:
        found += [*_drawn_late(view, actions), *_nearly_out(left, verbs), *_safe(view, seat, actions)]
        return [*found, *_single(left, actions)]
    if DO_SHOW in verbs or view.shown >= 0:
        return [*found, *_drawn(view, seat, hand, verbs[0]), *_nearly_out(left, verbs)]
    return [*_drawn(view, seat, hand, verbs[0]), *_thrown(view, seat, left, actions)]


def lacking(view: Any, seat: int, hand: Sequence[int]) -> int:
    """How many cards the programme that is nearest to done still lacks: exact, from the solver."""
    cards = EMPTY
    for card in hand:
        cards = plus(cards, SUIT[card], CARD_UNIT[card])
    programmes = view.programmes[seat, : view.kept[seat]]
    return min(int(GAME.engine.missing(cards, asks(view, np.int64(programme), ZERO))) for programme in programmes)


def _left(view: Any, hand: list[int], actions: Sequence[int]) -> list[int]:
    """The hand after the move; of a card drawn face down nothing is known."""
    left = list(hand)
    for action in actions:
        if VERB[action] == DO_TAKE:
            left.append(int(view.top))
        elif VERB[action] in (DO_PUT, DO_DISCARD):
            left.remove(int(CARD[action]))
    return left


def fits_a_group(view: Any, card: int) -> bool:
    """Whether a card could be added to a group that lies (R16)."""
    places = [(int(view.what[group]), int(end_of(view, group, end))) for group in range(view.groups) for end in (0, 1)]
    return any(place > 0 and fits(card, what, place) for what, place in places)


def _done(view: Any, seat: int, verbs: Sequence[int]) -> Iterator[Phrase]:
    if DO_SHOW in verbs or view.shown >= 0:
        count = int(view.done[seat]) + 1
        yield Phrase("wins", {}) if count == GOAL else Phrase("done", {"count": count})  # R20


def _out(left: list[int]) -> Iterator[Phrase]:
    if not left:
        yield Phrase("out", {})  # R18


def _nearly_out(left: list[int], verbs: Sequence[int]) -> Iterator[Phrase]:
    if 0 < len(left) <= FEW and DO_PUT in verbs:
        yield Phrase("nearly_out", {"count": len(left)})


def _drawn(view: Any, seat: int, hand: list[int], verb: int) -> Iterator[Phrase]:
    """What the top discard would do for the programme."""
    if verb == DO_STOCK and not may_take(view):
        yield Phrase("must_draw", {})  # R8
    elif verb in (DO_STOCK, DO_TAKE) and view.top >= 0:
        now, then = lacking(view, seat, hand), lacking(view, seat, [*hand, int(view.top)])
        fields = {"card": NAMES[view.top]}
        if verb == DO_TAKE and then == 0 < now:
            yield Phrase("completes", fields)
        elif verb == DO_TAKE and then < now:
            yield Phrase("nearer", {**fields, "count": then})
        elif verb == DO_STOCK and then == now:
            yield Phrase("no_help", fields)


def _thrown(view: Any, seat: int, left: list[int], actions: Sequence[int]) -> Iterator[Phrase]:
    """What a discard costs, before the programme lies."""
    if VERB[actions[-1]] != DO_DISCARD:
        return
    card, count = int(CARD[actions[-1]]), lacking(view, seat, left)
    if count == lacking(view, seat, [*left, card]):
        yield Phrase("not_needed", {"card": NAMES[card]})
    yield from _safe(view, seat, actions)
    yield Phrase("missing", {"count": count}) if count else Phrase("ready", {})


def _safe(view: Any, seat: int, actions: Sequence[int]) -> Iterator[Phrase]:
    """A discard that the next seat, whose programme lies, cannot add anywhere; not asked after cards were laid."""
    verbs, card = [VERB[action] for action in actions], int(CARD[actions[-1]])
    following = view.laid[(seat + 1) % view.seats]
    if verbs[-1] == DO_DISCARD and DO_PUT not in verbs and following and not fits_a_group(view, card):
        yield Phrase("safe", {"card": NAMES[card]})


def _single(left: list[int], actions: Sequence[int]) -> Iterator[Phrase]:
    """A discard without a partner for a new set (R15)."""
    card = int(CARD[actions[-1]])
    if VERB[actions[-1]] == DO_DISCARD and SUIT[card] != WILD and RANK[card] not in [RANK[other] for other in left]:
        yield Phrase("single", {"card": NAMES[card]})


def _drawn_late(view: Any, actions: Sequence[int]) -> Iterator[Phrase]:
    """What the top discard is good for once the programme lies."""
    card = NAMES[view.top] if view.top >= 0 else ""
    if VERB[actions[0]] == DO_TAKE and f"put {card}" in [ACTIONS.texts[action] for action in actions]:
        yield Phrase("laid_at_once", {"card": card})
    elif VERB[actions[0]] == DO_STOCK and card and may_take(view) and not fits_a_group(view, int(view.top)):
        yield Phrase("fits_no_group", {"card": card})
    elif VERB[actions[0]] == DO_STOCK and not may_take(view):
        yield Phrase("must_draw", {})  # R8
