"""Hands stay ascending."""

from bisect import insort

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from brelan.core.hands import holds, insert, remove

ROOM = 8


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 12)), max_size=40))
def test_a_hand_is_a_sorted_list(steps: list[tuple[bool, int]]) -> None:
    rows, counts, plain = np.zeros((2, ROOM), np.int16), np.zeros(2, np.int16), list[int]()
    for puts, card in steps:
        assert bool(holds(rows, counts, 1, card)) == (card in plain)
        if puts and len(plain) < ROOM:
            insert(rows, counts, 1, card)
            insort(plain, card)
        elif not puts:
            remove(rows, counts, 1, card)
            if card in plain:
                plain.remove(card)
        assert rows[1].tolist() == plain + [0] * (ROOM - len(plain))
        assert counts[1] == len(plain)
        assert not rows[0].any()
