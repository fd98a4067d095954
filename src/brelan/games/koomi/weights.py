"""What counts how much at the end of a turn: places as in chances.py, rows by two, three, four and more seats.

Found by playing thousands of games and asking which ends of turns were won from (logistic regression), then again.
"""

import numpy as np

TUNED = np.array([
    [-0.22, -0.27, -0.19, -0.16, -0.14, -0.09, 0.02, 0.08, 0.16, 0.14,  # so many numbers
     0.10, 0.09, 0.09, -0.10, -0.15, 0.05, -0.16, -0.13, -0.08,  # specials
     2.36, 0, 1.12, 0.04,  # out, lay
     -0.33, 0.05, 0.52,  # what the next seat can do
     -0.87, -0.31, -0.02, 0.08, 0.02, 0.43,  # its cards
     0, 0, 0, 0, 0, 0,  # those of others
     0.67],
    [0, -0.07, -0.03, -0.02, -0.05, -0.08, -0.11, -0.14, -0.15, -0.30,  # so many numbers
     0.12, 0.09, 0.15, 0.01, 0, 0.06, -0.05, -0.06, -0.16,  # specials
     2.33, 0.06, 0.85, 0.03,  # out, lay
     -0.25, 0.03, 0.46,  # what the next seat can do
     -0.76, -0.36, -0.05, 0.01, 0, 0.22,  # its cards
     -0.38, -0.30, -0.14, -0.14, -0.14, -0.15,  # those of others
     0.06],
    [0.21, 0.14, 0.13, 0.13, 0.04, -0.07, -0.25, -0.35, -0.46, -0.74,  # so many numbers
     0.14, 0.10, 0.20, 0.11, 0.14, 0.07, 0.06, 0.02, -0.23,  # specials
     2.30, 0.12, 0.59, 0.03,  # out, lay
     -0.17, 0, 0.39,  # what the next seat can do
     -0.66, -0.41, -0.09, -0.06, -0.02, 0,  # its cards
     -0.76, -0.59, -0.27, -0.27, -0.28, -0.29,  # those of others
     -0.55],
])  # fmt: skip
