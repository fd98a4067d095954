"""Whether guessed worlds are uniform: chi-square against all possible worlds."""

from collections import Counter
from collections.abc import Hashable, Iterable

SIGMAS = 5.0  # dice are seeded, so a test either always passes or always fails


def assert_even(worlds: Iterable[Hashable], sample: Iterable[Hashable]) -> None:
    """Every world comes up as often as any other, and no other ever does."""
    counts, everything = Counter(sample), set(worlds)
    assert set(counts) <= everything, f"no such world: {next(iter(set(counts) - everything))}"
    expected = counts.total() / len(everything)
    assert expected >= 20, "too few guesses to tell"
    square = sum((counts[world] - expected) ** 2 / expected for world in everything)
    freedom = len(everything) - 1
    assert square <= freedom + SIGMAS * (2 * freedom) ** 0.5, f"chi-square {square:.0f}, {freedom} degrees of freedom"
