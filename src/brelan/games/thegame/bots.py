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
    [35.21, 14.13, 7.72, 3.094, 1.645, -3.341, -3.289, -3.338, -8.087, 5.294, 0.8523,
     -0.04051, 0.8205, 4.269, 5.723, 12.98, 40.82, -10.77, 1.57, 6.143, 1.835],
    [115.2, 36.04, 17.46, 6.089, 6.193, -0.1817, -9.869, -4.632, 9.616, 32.58, 1.091,
     -0.93, 3.143, 12.63, 6.809, -22.31, 56.61, -38.45, 2.305, 12.88, 3.226],
    [33.94, 17, 7.933, 3.139, 2.227, -1.817, -3.43, -4.312, -9.491, 11.94, 0.06712,
     -0.1105, 0.7196, 5.341, 5.085, 8.385, 27.83, -12.03, 0.941, 6.135, 3.198],
    [46.05, 23.02, 11.05, 3.884, -0.1329, 0.1626, -0.3099, -2.507, -15.43, 16.51, 0.7717,
     0.04416, 0.4286, 4.159, 4.557, 21.53, -5.1, -11.61, 1.502, 4.937, 2.757],
])  # fmt: skip
PACE = 250  # games played on, a second
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
