"""Dice are fair, always the same, and can be loaded."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brelan.core import dice


def test_a_seed_gives_the_same_words_for_ever() -> None:
    throws = dice.new(7)
    assert [int(dice.word(throws)) for _ in range(2)] == [5960129729172228231, 4946764103020506475]


def test_words_are_those_of_splitmix64() -> None:
    # the first outputs published for the seed 1234567
    throws = np.array([1234567, 0], np.uint64)
    assert [int(dice.word(throws)) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_nothing_depends_on_the_generators_of_others() -> None:
    first = [int(dice.below(throws, 100)) for throws in [dice.new(3)] for _ in range(20)]
    np.random.default_rng().random()
    np.random.seed(0)
    assert [int(dice.below(throws, 100)) for throws in [dice.new(3)] for _ in range(20)] == first


@pytest.mark.parametrize("sides", [1, 2, 3, 7, 98])
def test_every_number_below_is_as_likely(sides: int) -> None:
    throws = dice.new(sides)
    tries = 2000 * sides
    counts = Counter(int(dice.below(throws, sides)) for _ in range(tries))
    assert set(counts) == set(range(sides))
    chi_square = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert chi_square < sides + 5 * (2 * sides) ** 0.5  # five standard deviations


def test_every_order_of_four_cards_is_as_likely() -> None:
    throws = dice.new(4)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = np.arange(4, dtype=np.int16)
        dice.shuffle(throws, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 24 + 5 * 48**0.5


@given(st.permutations(sorted([1, 2, 2, 5, 7, 7, 7, 9])))
def test_a_tape_lays_a_pack_in_any_order(order: list[int]) -> None:
    pack = sorted(order)
    cards = np.array(pack, np.int16)
    throws = dice.new(1, dice.tape_for(pack, order))
    dice.shuffle(throws, cards, len(pack))
    assert cards.tolist() == order


@pytest.mark.parametrize("count", range(1, 8))
def test_a_stock_whose_next_card_is_its_last_is_the_same_turned_round(count: int) -> None:
    cards, stock = np.arange(9, dtype=np.int16), np.arange(9, dtype=np.int16)
    dice.shuffle(dice.new(5), cards, count)
    dice.shuffle_top_last(dice.new(5), stock, count)
    assert stock.tolist() == [*cards[:count][::-1], *range(count, 9)]


@given(st.integers(1, 500), st.data())
def test_a_word_can_be_found_for_every_throw(sides: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, sides - 1))
    throws = dice.new(0, [dice.word_for(value, sides)])
    assert dice.below(throws, sides) == value
    assert throws[1] == 1  # never thrown again


def test_no_word_for_a_number_that_is_not_below() -> None:
    with pytest.raises(ValueError, match="5 is not below 5"):
        dice.word_for(5, 5)


def test_after_the_tape_the_seed_goes_on() -> None:
    throws, plain = dice.new(9, [1, 2]), dice.new(9)
    plain[1] = 2
    assert [int(dice.word(throws)) for _ in range(3)] == [1, 2, int(dice.word(plain))]
