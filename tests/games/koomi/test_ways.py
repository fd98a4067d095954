"""The solver finds every way to make ten, and nothing else."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brelan.core.game import game
from brelan.core.table import Table
from brelan.games.koomi.cards import NAMES, VALUE
from brelan.games.koomi.ways import good_tops, longest, openness, unseen_numbers, ways, ways_from

GAME = game("koomi")


def test_the_rulebooks_faulty_example_has_five_ways() -> None:
    found = ways_from(["+4", "+3", "-3", "-8", "-7", "switch"], "+8")
    assert sorted(way.sum for way in found) == [
        "8 + 3 - 8 + 3 + 4 = 10",
        "8 + 7 - 8 + 3 = 10",
        "8 + 8 - 7 - 3 + 4 = 10",
        "8 - 3 - 8 - 7 = -10",
        "8 - 8 - 7 - 3 = -10",
    ]
    assert sum("switch" not in way.cards for way in found) == 1


def test_the_rulebooks_first_example_is_among_the_ways_but_not_the_longest() -> None:
    found = ways_from(["+8", "+6", "+5", "-7", "-3", "one"], "-5")
    assert "-5 + 1 + 6 + 8 = 10" in [way.sum for way in found]
    assert [way.sum for way in longest(found)] == ["-5 - 1 - 3 + 5 + 6 + 8 = 10"]


def test_a_way_can_be_played_with_any_of_its_numbers_last() -> None:
    table = Table("koomi", 2, seed=5)
    found = list(ways(table.position.view(table.seat)[0]))
    assert found
    for way in found:
        for card in way.tops:
            again = Table("koomi", 2, seed=5)
            again.play(way.ending_with(card))
            s = again.position.state
            assert NAMES[s.discards[s.down - 1]] == card
    with pytest.raises(ValueError, match="cannot be the last card"):
        found[0].ending_with("reset")


def test_a_good_top_is_hard_to_go_on_from() -> None:
    assert openness("reset") < openness("+8") < openness("two")
    found = ways_from(["two", "+1", "+1", "-9"], "+8")
    best = good_tops(found)
    assert [top for _, top in best][-1] == "two"
    numbers = [3] * 18
    numbers[NAMES.index("+9")] = 0  # every +9 is seen: nobody answers a 1 with it
    assert openness("+1", numbers) < openness("+1")


def test_what_is_unseen_is_counted() -> None:
    table = Table("koomi", 2, seed=5)
    counts = unseen_numbers(table.position.view(0)[0], 0)
    s = table.position.state
    seen = s.hands[0, :18].sum() + sum(card < 18 for card in s.discards[: s.down])
    assert sum(counts) == 54 - seen


def by_trying(hand: list[str], top: str) -> set[tuple[object, ...]]:
    """Every way by trying everything: subsets, signs and turned cards."""
    size = int(VALUE[NAMES.index(top)])
    starts = {size, -size} if top in ("one", "two") else {size}
    numbers = [int(card) for card in hand if card[0] in "+-"]
    found: set[tuple[object, ...]] = set()
    for start, count in product(starts, range(len(numbers) + 1)):
        for cards in combinations(sorted(numbers), count):
            if count and start + sum(cards) in (10, -10):
                found.add((start, "", 0, cards))
            for aid, value in (("one", 1), ("one", -1), ("two", 2), ("two", -2)):
                if aid in hand and start + value + sum(cards) in (10, -10):
                    found.add((start, aid, value, cards))
            if "switch" in hand:
                if -start + sum(cards) in (10, -10):
                    found.add((start, "switch", "top", cards))
                found |= {
                    (start, "switch", card, cards) for card in cards if start + sum(cards) - 2 * card in (10, -10)
                }
    return found


@settings(max_examples=150)
@given(
    st.lists(st.sampled_from([*NAMES[:18], "one", "two", "switch", "reset"]), min_size=1, max_size=8),
    st.sampled_from([*NAMES[:18], "one", "two", "swap", "reset"]),
)
def test_all_distinct_ways_are_found_once(hand: list[str], top: str) -> None:
    hand = [card for card in NAMES for _ in range(min(hand.count(card), 3 if card[0] in "+-" else 2))]
    found = ways_from(hand, top)
    assert len(set(found)) == len(found) == len(by_trying(hand, top))


def test_options_change_what_ten_is() -> None:
    assert len(ways_from(["+4", "+6", "-4", "-6"], "reset")) == 2
    assert [way.sum for way in ways_from(["+4", "+6", "-4", "-6"], "reset", "no_green")] == ["0 - 6 - 4 = -10"]
