"""The Game's policy: it plans whole turns, searches the ending, and talks."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from ...core.net import Net
from ...core.rule import rule
from .ending import NO_WAY, best_turn, way_out
from .features import INPUTS
from .plan import BEST, EDGE, HAND_OVER, STEP_BITS, STEPS, WEIGHTS, paper, plan, stage, survey
from .rules import CARD, END, FIRST_LAY, GLAD, LAY, PILE, PILES
from .talk import BINDING, FORBIDDEN, changes, held_piles, laid, moved, talking, touches, wishes

# by talk (none, signals, free talk) and number of seats; places as in plan.py and talk.py
TUNED = np.array(list(tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8")).values()))
TRIALS = 0  # the general search does not help; champion.py weighs whole turns
NETS = (Net("team", (1, 1, 2, 3, 4, 5), INPUTS),)  # of the champion; alone is hardest, and practised twice as often
LEARNT = ("free_talk", "three_cards", "one_card_fewer")  # options used in training
GLAD_AT, WILLING_AT = 8, 20  # the most that the two nearest cards may be from the starts
WORLDS = 48  # sampled deals of the hidden cards near the end


@rule
def gladness(v: Any, seat: Any) -> Any:
    """Return from 0 to 2 how cheaply the two best cards could be laid."""
    best, second = 1000, 1000
    for i in range(v.held[seat]):
        near = min(v.hands[seat, i] - v.tops[0], v.tops[2] - v.hands[seat, i])
        if near < best:
            best, second = near, best
        elif near < second:
            second = near
    return 2 if best + second <= GLAD_AT else 1 if best + second <= WILLING_AT else 0


@rule
def first_of(turn: Any) -> Any:
    """Return the first step of a turn."""
    return turn[STEPS] & ((1 << STEP_BITS) - 1)


@rule
def first_step(v: Any, seat: Any, w: Any, worlds: Any) -> Any:
    """Return the first step of the best turn: place in hand * PILES + pile, or HAND_OVER to end it."""
    desk = paper()
    sheet, asked, turns = desk[0], desk[1], desk[BEST]
    survey(v, seat, sheet[0], sheet[1], sheet[2])
    if v.left == 0 and v.seats <= 2:
        step = way_out(v, seat, sheet[1], sheet[2])
        if step != NO_WAY:
            return step
    wishes(v, seat, w, asked)
    now = np.zeros(WEIGHTS)
    stage(v, w, now)
    found = plan(v, seat, now, desk)
    if v.left == 0:
        best = best_turn(v, seat, turns, found, worlds, sheet) if found > 1 and v.seats > 2 else 0
        return first_of(turns[best])
    step, spent, held = first_of(turns[0]), moved(v, turns[0]), held_piles(v, seat)
    if touches(v, turns[0], held):  # is there another way?
        for pile in range(PILES):
            asked[0, pile] += FORBIDDEN if (held >> pile) & 1 else 0.0
        plan(v, seat, now, desk)
        if not touches(v, turns[0], held) and moved(v, turns[0]) <= spent + BINDING * laid(turns[0]):
            return first_of(turns[0])
    return step


@rule
def obvious(v: Any, seat: Any, action: Any) -> Any:
    """Return 1 for what nobody overlooks: ending the turn, or a step back."""
    if action == END:
        return 1
    if action < FIRST_LAY:
        return 0
    top, card = v.tops[PILE(action)], CARD(action)
    return 1 if (card < top if PILE(action) < PILES // 2 else card > top) else 0


@rule
def chosen(v: Any, seat: Any, allowed: Any, count: Any, w: Any, worlds: Any) -> Any:
    """Choose among the allowed actions, using so many sampled deals of the hidden cards near the end."""
    if allowed[0] < FIRST_LAY:
        return GLAD(gladness(v, seat))
    if count == 1:
        return allowed[0]
    step = first_step(v, seat, w, worlds)
    return END if step == HAND_OVER else LAY(v.hands[seat, step // PILES], step % PILES)


@rule
def weighed(v: Any, seat: Any, allowed: Any, count: Any, w: Any) -> Any:
    """Choose among the allowed actions with given weights, for tuning."""
    return chosen(v, seat, allowed, count, w, 0)


@rule
def tuned(v: Any) -> Any:
    """Return the weights for this table, by its talk so far and its seats."""
    return TUNED[1 + v.free_talk if talking(v) else 0, v.seats - 1]


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    action = chosen(v, seat, allowed, count, tuned(v), WORLDS)
    for i in range(count):
        if allowed[i] == action:
            return action
    return nearest(v, allowed, count)  # a careless level overlooked it


@rule
def nearest(v: Any, allowed: Any, count: Any) -> Any:
    """Return the lay that moves its pile least, or the end of the turn if it is available."""
    best, least = allowed[0], 1000
    for i in range(count):
        if allowed[i] < FIRST_LAY or allowed[i] == END:
            return allowed[i]
        top, card = v.tops[PILE(allowed[i])], CARD(allowed[i])
        moved = card - top if PILE(allowed[i]) < PILES // 2 else top - card
        if moved < least:
            best, least = allowed[i], moved
    return best


@rule
def say(v: Any, seat: Any, out: Any) -> Any:
    """Write the signals the seat would give now, knowing only a view, and return how many."""
    return weighed_say(v, seat, TUNED[1 + v.free_talk, v.seats - 1], out)


@rule
def weighed_say(v: Any, seat: Any, w: Any, out: Any) -> Any:
    """The same with given weights, for tuning."""
    sheet, stake = np.zeros((3, EDGE), np.int64), np.zeros((2, PILES))
    survey(v, seat, sheet[0], sheet[1], sheet[2])
    return changes(v, seat, sheet[1], sheet[2], w, stake, out)
