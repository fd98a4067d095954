"""95 % confidence intervals, honest even at 0 and 100 % and with few values."""

from typing import Any, NamedTuple

import numpy as np

SURE = 1.96  # standard errors on either side: 95 %
ADDED = (0.0, 0.0, 1.0, 1.0)  # two losses and two wins (Agresti and Coull): ten wins of ten are not certainty


class Share(NamedTuple):
    """A share of games, with its interval."""

    mean: float
    low: float
    high: float

    def times(self, count: int) -> "Share":
        """Return the combined share of so many seats."""
        return Share(*(min(1.0, value * count) for value in self))

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"


def share(values: np.ndarray[Any, Any], most: float = 1.0) -> Share:
    """Return the share of games won, from one value of 0 to `most` per independent unit."""
    more = np.append(np.asarray(values, float), np.array(ADDED) * most)
    middle, wide = float(more.mean()), sure(more)
    return Share(float(np.mean(values)), max(0.0, middle - wide), min(most, middle + wide))


def sure(values: np.ndarray[Any, Any]) -> float:
    """Return the half-width of a mean's interval; few values make it wider (Student's t, by its expansion)."""
    free = len(values) - 1
    if free < 1:
        return float("inf")
    wide = SURE + (SURE**3 + SURE) / (4 * free) + (5 * SURE**5 + 16 * SURE**3 + 3 * SURE) / (96 * free**2)
    return float(wide * np.std(values, ddof=1) / len(values) ** 0.5)
