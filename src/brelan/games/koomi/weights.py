"""Weights for the end of a turn: places as in chances.py, rows for two, three, and four or more seats.

Fitted by logistic regression to which ends of turns led to a win in thousands of games, in two iterations.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .chances import READY

TUNED = np.array([
    [-0.15, -0.22, -0.18, -0.08, -0.05, -0.01, 0, 0.03, 0.04, 0.02,  # so many numbers
     0.05, 0.08, 0.12, -0.04, -0.34, -0.07, -0.01, -0.06, -0.16,  # specials
     2.24, 0.01, 1.09, 0.04,  # out, lay
     -0.78, 0.20, 1.25,  # what the next seat can do
     -0.70, -0.21, 0.03, 0.07, 0.01, 0.19,  # its cards
     0, 0, 0, 0, 0, 0,  # those of others
     0.26, 0],
    [0.12, 0.01, -0.01, 0.01, 0, -0.06, -0.17, -0.23, -0.31, -0.50,  # so many numbers
     0.12, 0.11, 0.09, 0.04, -0.01, -0.09, -0.12, -0.05, -0.25,  # specials
     2.38, 0.07, 0.82, 0.04,  # out, lay
     -0.86, 0.17, 1.03,  # what the next seat can do
     -0.55, -0.28, -0.10, -0.08, -0.08, -0.05,  # its cards
     -0.60, -0.30, -0.06, -0.06, -0.07, -0.05,  # those of others
     -1.02, 0],
    [0.13, 0, 0.03, 0.04, 0.02, -0.02, -0.17, -0.21, -0.38, -0.53,  # so many numbers
     0.11, 0.11, 0.23, 0.11, -0.02, 0.10, -0.02, -0.03, -0.37,  # specials
     2.30, 0.08, 0.62, 0.02,  # out, lay
     -0.55, 0.05, 0.55,  # what the next seat can do
     -0.52, -0.32, -0.07, -0.06, -0.08, -0.05,  # its cards
     -0.69, -0.49, -0.25, -0.26, -0.25, -0.25,  # those of others
     -0.82, 0],
])  # fmt: skip
WARY = TUNED.copy()  # for whoever minds what the other seat did last
WARY[0, READY] = -0.8


@rule
def row(v: Any) -> Any:
    """Return the row of weights for so many seats."""
    return min(int(v.seats), 4) - 2
