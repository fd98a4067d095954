"""Rules: plain Python for callers, compiled inside loops, the same everywhere."""

import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from brelan.core.kinds import Int, Ints, Words, signature
from brelan.core.maths import exp, power
from brelan.core.rule import can_compile, jit, lowest_bit, rule


@rule
def half(number: Any) -> Any:
    return number // 2


@rule
def halves(numbers: Ints) -> Int:
    total = 0
    for i in range(numbers.size):
        total += half(numbers[i])
    return total


def test_a_rule_calls_another_plain_and_compiled() -> None:
    numbers = np.arange(10)
    assert halves(numbers) == jit(halves)(numbers) == 20
    assert can_compile()  # else the second was the first


@pytest.mark.parametrize("x", [0.0, 1.0, -1.0, 0.3, -17.25, 80.5, -699.0, 699.0, 1e-9])
def test_the_exponential_is_right_within_two_units_in_the_last_place_in_every_mode(x: float) -> None:
    for way in (exp, jit(exp)):
        assert abs(way(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x))
    assert exp(x) == jit(exp)(x)


def test_the_exponential_stays_what_it_is_at_the_ends() -> None:
    assert exp(1e6) == exp(700.0) < math.inf
    assert exp(-1e6) == exp(-700.0) > 0


def test_a_power_is_a_product() -> None:
    assert power(0.5, 3) == 0.125
    assert power(2.0, 0) == 1.0


@pytest.mark.parametrize("word", [1, 6, 1 << 40, -(1 << 62)])
def test_the_lowest_bit_is_the_same_compiled(word: int) -> None:
    @rule
    def place(number: Any) -> Any:
        return lowest_bit(number)

    assert place(word) == jit(place)(np.int64(word)) == int(word & -word).bit_length() - 1


def test_the_kinds_of_a_loop_are_its_annotations() -> None:
    def loop(numbers: Ints, seat: Int, dice: Words) -> Int: ...

    def nameless(numbers: Ints, seat: Any) -> None: ...

    assert signature(loop) == (["i1", "i0", "w1"], "i0")
    assert signature(halves) == (["i1"], "i0")
    with pytest.raises(TypeError, match="seat has no kind"):
        signature(nameless)


def test_an_unknown_mode_is_refused_by_name() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import brelan.core.rule"], env={**os.environ, "BRELAN_MODE": "quick"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert "BRELAN_MODE is 'quick'; it may be native, wasm" in run.stderr
