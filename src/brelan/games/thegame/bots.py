"""What a careful player of The Game knows: spend little, step back when you can, leave a held pile alone."""

from typing import Any

from ...core.rule import rule
from .rules import CARD, END, FIRST_LAY, GENTLE, GLAD, HOLD, PILE, STEP_BACK, fits

CHEAP = 3  # an extra card this close to the top is worth laying
HELD = 20  # what laying on a pile that somebody asked to leave counts besides
ASKED_GENTLY = 5
NEVER = 1000


@rule
def cost(v: Any, seat: Any, card: Any, pile: Any) -> Any:
    """How far a card moves a pile on; a step back is a gain."""
    spent = card - v.tops[pile] if pile < 2 else v.tops[pile] - card
    if spent < 0:
        return spent
    for other in range(v.seats):
        if other != seat:
            if v.signals[other, pile] == HOLD:
                spent += HELD
            elif v.signals[other, pile] == GENTLE and spent > CHEAP:
                spent += ASKED_GENTLY
    return spent


@rule
def opens_step_back(v: Any, seat: Any, card: Any, pile: Any) -> Any:
    """Whether, once this card lies, the seat could step back on it with another card of its hand."""
    back = card - STEP_BACK if pile < 2 else card + STEP_BACK
    for i in range(v.held[seat]):
        if v.hands[seat, i] == back and not fits(v.tops[pile], back, pile):
            return True
    return False


@rule
def gladness(v: Any, seat: Any) -> Any:
    """0 to 2: how cheaply the two best cards could be laid."""
    best, second = NEVER, NEVER
    for i in range(v.held[seat]):
        near = min(v.hands[seat, i] - v.tops[0], v.tops[2] - v.hands[seat, i])
        if near < best:
            best, second = near, best
        elif near < second:
            second = near
    return 2 if best + second <= 8 else 1 if best + second <= 20 else 0


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing a view and nothing else."""
    if allowed[0] < FIRST_LAY:
        return GLAD(gladness(v, seat))
    best, least = END, NEVER
    for i in range(count):
        action = allowed[i]
        if action != END:
            spent = cost(v, seat, CARD(action), PILE(action))
            if opens_step_back(v, seat, CARD(action), PILE(action)):
                spent -= STEP_BACK
            if spent < least:
                best, least = action, spent
    if allowed[count - 1] == END and least > CHEAP:
        return END
    return best
