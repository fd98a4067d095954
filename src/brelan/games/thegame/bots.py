"""What a strong player of The Game knows: the whole turn is planned, and the end is searched."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .ending import HAND_OVER, NO_WAY, way_out
from .plan import plan
from .rules import END, FIRST_LAY, GLAD, LAY, PILES

# by the number of seats, places as in plan.py; tuned by lab/tune.py
TUNED = np.array([
    [21.42, 11.65, 6.735, 2.483, 1.561, -3.222, -3.297, 0.556, -11.13, 8.587, 3.886,
     -0.0341, 0.6927, 4.448, 3.694, 31.71, 49.65, -8.628, 0.7784, 7.706, 2.085],
    [21.76, 10.46, 6.063, 2.39, 1.82, -2.897, -3.869, -2.506, -9.43, 9.227, 0.7183,
     -0.0352, 0.5016, 4.51, 5.419, 28.6, 45.63, -7.67, 0.7267, 6.867, 1.793],
    [21.76, 10.46, 6.063, 2.39, 1.82, -2.897, -3.869, -2.506, -9.43, 9.227, 0.7183,
     -0.0352, 0.5016, 4.51, 5.419, 28.6, 45.63, -7.67, 0.7267, 6.867, 1.793],
    [21.76, 10.46, 6.063, 2.39, 1.82, -2.897, -3.869, -2.506, -9.43, 9.227, 0.7183,
     -0.0352, 0.5016, 4.51, 5.419, 28.6, 45.63, -7.67, 0.7267, 6.867, 1.793],
    [21.76, 10.46, 6.063, 2.39, 1.82, -2.897, -3.869, -2.506, -9.43, 9.227, 0.7183,
     -0.0352, 0.5016, 4.51, 5.419, 28.6, 45.63, -7.67, 0.7267, 6.867, 1.793],
])  # fmt: skip
GLAD_AT, WILLING_AT = 8, 20  # how far the two nearest cards may be from the bases


@rule
def gladness(v: Any, seat: Any) -> Any:
    """0 to 2: how cheaply the two best cards could be laid."""
    best, second = 1000, 1000
    for i in range(v.held[seat]):
        near = min(v.hands[seat, i] - v.tops[0], v.tops[2] - v.hands[seat, i])
        if near < best:
            best, second = near, best
        elif near < second:
            second = near
    return 2 if best + second <= GLAD_AT else 1 if best + second <= WILLING_AT else 0


@rule
def weighed(v: Any, seat: Any, allowed: Any, count: Any, w: Any) -> Any:
    """Choose among the allowed actions with given weights, knowing a view and nothing else."""
    if allowed[0] < FIRST_LAY:
        return GLAD(gladness(v, seat))
    if count == 1:
        return allowed[0]
    step = way_out(v, seat) if v.left == 0 and v.seats <= 2 else NO_WAY
    if step == HAND_OVER:
        return END
    if step == NO_WAY:
        step = plan(v, seat, w)
    return END if step < 0 else LAY(v.hands[seat, step // PILES], step % PILES)


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing a view and nothing else."""
    action = weighed(v, seat, allowed, count, TUNED[v.seats - 1])
    for i in range(count):
        if allowed[i] == action:
            return action
    return allowed[0]  # somebody careless did not see it
