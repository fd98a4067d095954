"""Records: the word of a field decides who sees it."""

import numpy as np
import pytest

from brelan.core.record import HIDDEN, Record, look, owner, public, remembered, secret


class Small(Record):
    """Two seats, three cards each."""

    turn = public()
    held = public(2)
    hands = owner(2, 3, count="held")
    seen = remembered(2)
    stock = secret(4, small=True)


def test_fields_are_signed_and_the_record_has_no_holes() -> None:
    kinds = {np.dtype(field.dtype).kind for field in Small.fields.values()}
    assert kinds == {"i"}
    assert Small.dtype.itemsize == 2 * (1 + 2 + 6 + 2) + 4
    with pytest.raises(TypeError, match="leaves a hole"):
        type("Odd", (Record,), {"flag": public(small=True), "turn": public()})


def test_a_mask_lets_through_what_the_words_say() -> None:
    masks = Small.masks(2)
    for seat, hands in ((0, [True, False]), (1, [False, True]), (2, [False, False])):
        seen = np.zeros(1, Small.dtype)
        seen.view(np.int8)[:] = masks[seat].astype(np.int8)
        assert seen["turn"][0] != 0
        assert (seen["seen"][0] != 0).all()
        assert (seen["stock"][0] == 0).all()
        assert [bool((row != 0).all()) for row in seen["hands"][0]] == hands


def test_a_look_leaves_out_what_is_hidden_or_only_remembered() -> None:
    row = Small.rows(1)[0]
    row.held = [2, 1]
    row.hands[0] = [4, 5, 0]
    row.hands[1] = HIDDEN
    row.stock = HIDDEN
    assert look(Small, row, 2) == {"turn": 0, "held": [2, 1], "hands": [[4, 5], None]}
