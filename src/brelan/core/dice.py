"""The only source of randomness: a counter-based generator with the same numbers in every mode and on a GPU.

Dice are an array of unsigned 64-bit words: a key, a counter and, optionally, a tape. Word i comes
from the tape while it lasts, and is then mixed from key and counter. A tape lets a fixed order of cards,
or external words, go through the same shuffle as any other game.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .rule import rule, wrapping

Dice = npt.NDArray[np.uint64]

HEADER = 2  # key and counter, before the tape
ONE = np.uint64(1)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
BITS_27, BITS_30, BITS_31, BITS_32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
LOW_32 = np.uint64(0xFFFFFFFF)


def new(seed: int, tape: Sequence[int] = ()) -> Dice:
    """Return dice for a seed of any size; the same seed always gives the same game."""
    key = int.from_bytes(hashlib.sha256(f"brelan {seed}".encode()).digest()[:8], "big")
    return np.array([key, 0, *tape], dtype=np.uint64)


def word_for(value: int, sides: int) -> int:
    """Return a word for a tape that makes `below(dice, sides)` return `value`."""
    if not 0 <= value < sides:
        raise ValueError(f"{value} is not below {sides}")
    # the middle of the interval of words that give this value: never rejected
    return ((2 * value + 1) << 63) // sides


def tape_for(pack: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return the words that make `shuffle` turn the pack into the given order."""
    cards, words = list(pack), []
    for place, card in enumerate(order[:-1]):
        other = cards.index(card, place)
        words.append(word_for(other - place, len(cards) - place))
        cards[place], cards[other] = cards[other], cards[place]
    return words


@wrapping
def mix(key: Any, counter: Any) -> Any:
    """Return one word of splitmix64: number `counter` in the stream of `key`."""
    z = key + (counter + ONE) * GOLDEN
    z = (z ^ (z >> BITS_30)) * MIX_1
    z = (z ^ (z >> BITS_27)) * MIX_2
    return z ^ (z >> BITS_31)


@rule
def word(dice: Any) -> Any:
    """Return the next word."""
    counter = dice[1]
    dice[1] = counter + ONE
    if HEADER + counter < dice.size:
        return dice[HEADER + np.int64(counter)]
    return mix(dice[0], counter)


@rule
def below(dice: Any, sides: Any) -> Any:
    """Return a number from 0 to sides - 1, all exactly equally likely."""
    n = np.uint64(sides)
    product = (word(dice) >> BITS_32) * n
    if (product & LOW_32) < n:  # reject the rare words that would favour some numbers
        least = ((LOW_32 - n) + ONE) % n
        while (product & LOW_32) < least:
            product = (word(dice) >> BITS_32) * n
    return np.int64(product >> BITS_32)


@rule
def shuffle(dice: Any, cards: Any, count: Any) -> None:
    """Shuffle the first `count` cards, all orders equally likely; the first place is fixed first."""
    for place in range(count - 1):
        other = place + below(dice, count - place)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card


@rule
def shuffle_top_last(dice: Any, cards: Any, count: Any) -> None:
    """Shuffle a stock whose next card is the last."""
    shuffle(dice, cards, count)
    for place in range(count // 2):
        card = cards[place]
        cards[place] = cards[count - 1 - place]
        cards[count - 1 - place] = card
