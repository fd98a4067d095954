"""A small net as rules: the value of a position from a few nonzero inputs, the same in every mode.

It has two hidden layers with ReLU. Its weights are a head, everything but the first layer, and a scaled row
of the first layer for every input: rows are small integers when stored, and 32-bit
numbers in training. Sums use a fixed order and 32 bits, so every engine gets the same bits.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .rule import rule

Weights = npt.NDArray[np.float32]

ONE, TWO = 96, 32  # units of the hidden layers
WIDE = 256  # the most nonzero inputs of a position
SECOND = ONE  # places of the weights; the biases of the first layer come before
SECOND_ADDS = SECOND + ONE * TWO
LAST = SECOND_ADDS + TWO
LAST_ADDS = LAST + TWO
FIRST = LAST_ADDS + 1
LEVELS = 40  # of a stored weight of the first layer, on each side of 0: fewer make a smaller page
BITS = 6  # of the other stored weights, besides sign and exponent, for the same reason
MOST_ERROR = 3.0  # the most a single position may count in training


class Net(NamedTuple):
    """A game's net: its name, its seat counts, and its number of inputs."""

    name: str
    seats: tuple[int, ...]
    inputs: int

    @property
    def size(self) -> int:
        """The number of weights."""
        return FIRST + self.inputs * ONE

    def file(self, folder: Path) -> Path:
        """The file of its weights."""
        return folder / f"{self.name}.npz"

    def load(self, folder: Path) -> tuple[Weights, npt.NDArray[np.int8], Weights]:
        """Return its weights for `value`, rows in 8 bits; all 0 if it was never trained for these inputs."""
        file = self.file(folder)
        if file.exists():
            with np.load(file) as kept:
                if kept["scales"].size == self.inputs:
                    return kept["head"].astype(np.float32), kept["rows"], kept["scales"]
        return np.zeros(FIRST, np.float32), np.zeros(self.inputs * ONE, np.int8), np.zeros(self.inputs, np.float32)

    def save(self, folder: Path, weights: Weights) -> None:
        """Save its weights: rows of the first layer as small integers with their scales, the rest in 16 bits."""
        rows = weights[FIRST:].reshape(self.inputs, ONE)
        scales = np.maximum(np.abs(rows).max(axis=1), 1e-9).astype(np.float32) / np.float32(LEVELS)
        whole = np.rint(rows / scales[:, None]).astype(np.int8).ravel()
        parts, powers = np.frexp(weights[:FIRST])
        head = np.ldexp(np.rint(np.ldexp(parts, BITS)), powers - BITS).astype(np.float16)
        np.savez_compressed(self.file(folder), head=head, rows=whole, scales=scales)

    def start(self, folder: Path) -> Weights:
        """Return its weights for training."""
        head, rows, scales = self.load(folder)
        return np.concatenate([head, rows * np.repeat(scales, ONE)]).astype(np.float32)


@rule
def paper() -> Any:
    """Return a net's buffers: the places and values of inputs, and its hidden layers."""
    return np.zeros(WIDE, np.int32), np.zeros(WIDE, np.float32), np.zeros(ONE, np.float32), np.zeros(TWO, np.float32)


@rule
def put(places: Any, values: Any, n: Any, place: Any, value: Any) -> Any:
    """Write an input and return how many there are."""
    places[n] = place
    values[n] = value
    return n + 1


@rule
def value(head: Any, rows: Any, scales: Any, places: Any, values: Any, count: Any, one: Any, two: Any) -> Any:
    """Return the net's value of `count` inputs."""
    for j in range(ONE):
        one[j] = head[j]
    for k in range(count):
        place = places[k]
        start, x = ONE * int(place), values[k] * scales[place]
        row = rows[start : start + ONE]
        for j in range(ONE):
            one[j] += np.float32(row[j]) * x
    for i in range(TWO):
        two[i] = head[SECOND_ADDS + i]
    for j in range(ONE):
        x = one[j]
        if x > 0:
            start = SECOND + TWO * j
            row = head[start : start + TWO]
            for i in range(TWO):
                two[i] += row[i] * x
    total = head[LAST_ADDS]
    for i in range(TWO):
        if two[i] > 0:
            total += head[LAST + i] * two[i]
    return total


@rule
def learn(
    w: Any, told: Any, places: Any, values: Any, count: Any, target: Any, one: Any, two: Any, gradient: Any
) -> Any:  # fmt: skip
    """Add to `gradient` the step from the net's last value towards a target, and return the squared error.

    `one` and `two` are as left by `value`.
    """
    error = np.float32(min(max(told - target, -MOST_ERROR), MOST_ERROR))
    gradient[LAST_ADDS] += error
    for i in range(TWO):
        gradient[LAST + i] += error * max(two[i], np.float32(0))
        two[i] = error * w[LAST + i] if two[i] > 0 else np.float32(0)
        gradient[SECOND_ADDS + i] += two[i]
    for j in range(ONE):
        x, blame = one[j], np.float32(0)
        if x > 0:
            row, change = (
                w[SECOND + TWO * j : SECOND + TWO * j + TWO],
                gradient[SECOND + TWO * j : SECOND + TWO * j + TWO],
            )
            for i in range(TWO):
                change[i] += x * two[i]
                blame += row[i] * two[i]
        one[j] = blame
        gradient[j] += blame
    for k in range(count):
        start, x = FIRST + ONE * places[k], values[k]
        change = gradient[start : start + ONE]
        for j in range(ONE):
            change[j] += x * one[j]
    return error * error


def choosing(features: Any) -> Any:
    """Return a rule `preferred(v, seat, allowed, count, net, sheet)`: the action with the highest value, and that
    value."""

    @rule
    def preferred(v: Any, seat: Any, allowed: Any, count: Any, net: Any, sheet: Any) -> Any:
        places, values, one, two = sheet
        head, rows, scales = net
        best, most = allowed[0], np.float32(-1e9)
        for i in range(count):
            size = features(v, seat, allowed[i], places, values)
            told = value(head, rows, scales, places, values, size, one, two)
            if told > most:
                best, most = allowed[i], told
        return best, most

    return preferred
