"""Mathematics as rules: C libraries differ in `exp`, and a choice must not depend on that."""

import math
from typing import Any

from .rule import rule

LEAST, MOST = -700.0, 700.0  # clamped beyond these: no overflow, no subnormal numbers
PER_TWO = 1 / math.log(2)
TWO_HIGH = 0.6931471805582987  # the logarithm of 2 in two parts: multiples of the first are exact
TWO_LOW = 1.6465949582897082e-12
TERMS = 14  # terms of the series: the next is below the last bit


@rule
def exp(x: Any) -> Any:
    """Return e to the power of x, within two units in the last place, the same everywhere."""
    x = min(max(x, LEAST), MOST)
    twos = math.floor(x * PER_TWO + 0.5)
    rest = (x - twos * TWO_HIGH) - twos * TWO_LOW
    total = 1.0
    for term in range(TERMS, 0, -1):
        total = 1.0 + total * rest / term
    base = 2.0 if twos > 0 else 0.5
    left = abs(twos)
    while left > 0:  # powers of two are exact
        if left % 2 == 1:
            total *= base
        base *= base
        left //= 2
    return total


@rule
def power(base: Any, times: Any) -> Any:
    """Return a number raised to an integer power."""
    total = 1.0
    for _ in range(times):
        total *= base
    return total
