"""Records: a field's declaration decides who sees it."""

import numpy as np
import pytest

from brelan.core.record import HIDDEN, Field, Record, look, owner, public, remembered, secret


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


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_a_view_holds_what_the_words_let_through_and_nothing_else(seat: int) -> None:
    rows, views = Small.rows(1), Small.rows(1)
    rows.view(np.int8)[:] = np.arange(1, 1 + rows.nbytes)
    views.view(np.int8)[:] = 77  # what was there before
    Small.redact()(rows[0], seat, views[0])
    for name in ("turn", "held", "seen"):
        assert np.array_equal(views[name], rows[name])
    assert (views["stock"] == HIDDEN).all()
    for row in range(2):
        assert np.array_equal(views["hands"][0, row], rows["hands"][0, row] if row == seat else [HIDDEN] * 3)


def test_a_look_leaves_out_what_is_hidden_or_only_remembered() -> None:
    row = Small.rows(1)[0]
    row.held = [2, 1]
    row.hands[0] = [4, 5, 0]
    row.hands[1] = HIDDEN
    row.stock = HIDDEN
    assert look(Small, row, 2) == {"turn": 0, "held": [2, 1], "hands": [[4, 5], None]}


@pytest.mark.parametrize(
    ("field", "shown", "limits"),
    [
        (public(most=9), True, (0, 9)),
        (remembered(least=-3, most=9), True, (-3, 9)),
        (owner(2, most=9), True, (HIDDEN, 9)),
        (owner(2, least=-3, most=9), True, (-3, 9)),
        (public(), True, (-(2**15), 2**15 - 1)),
        (public(small=True), True, (-128, 127)),
        (secret(2), False, (HIDDEN, HIDDEN)),
        (secret(2, most=9), True, (HIDDEN, 9)),
    ],
)
def test_a_field_says_whether_it_is_shown_and_between_which_numbers(
    field: Field, shown: bool, limits: tuple[int, int]
) -> None:
    assert (field.shown, field.limits) == (shown, limits)


def test_a_view_in_a_row_leaves_out_what_is_never_shown() -> None:
    rows, flat = Small.rows(1), np.full(14, 99)
    rows.view(np.int16)[:] = np.arange(1, 14)
    assert Small.flatten()(rows[0], flat, 2) == 13
    assert flat.tolist() == [99, 99, *range(1, 12), 99]
