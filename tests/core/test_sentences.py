"""Sentences written as numbers are read as declared."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brelan.core.events import Event
from brelan.core.rule import rule
from brelan.core.sentences import (
    NUMBER,
    SEAT,
    Sentence,
    Sentences,
    add,
    begin,
    joined,
    letters,
    many,
    named,
    private,
    put,
    put_number,
    text,
)

COLON, PLUS = letters(":"), letters((" + ",))


@rule
def spell_pair(cells: Any, out: Any) -> Any:
    return put_number(out, put(out, put_number(out, 0, cells[0]), COLON, 0), cells[1])


@rule
def spell_terms(cells: Any, out: Any) -> Any:
    n = 0
    for place in range(cells.size):
        n = put_number(out, put(out, n, PLUS, 0) if place else n, cells[place])
    return n


COLOUR, PAIR = named(("red", "green")), text(spell_pair, 2)
EVENTS = Sentences(
    Sentence("ended"),
    Sentence("drew", seat=SEAT, cards=private(many(PAIR)), count=NUMBER),
    Sentence("painted", colour=COLOUR, sum=joined(spell_terms)),
)
ENDED, DREW, PAINTED = (EVENTS.writer(name) for name in EVENTS.names)
PAIRS = st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), max_size=4)


@given(st.integers(0, 5), PAIRS, st.integers(0, 1), st.lists(st.integers(-9, 9), max_size=5))
def test_a_row_is_read_as_it_was_declared(
    seat: int, pairs: list[tuple[int, int]], colour: int, sum_: list[int]
) -> None:
    out = np.full(64, -77, np.int16)
    at = DREW(out, ENDED(out, 0), seat, len(pairs))
    n = begin(out, at)
    for number in (number for pair in pairs for number in pair):
        n = add(out, at, n, number)
    at = PAINTED(out, n, colour)
    n = begin(out, at)
    for term in sum_:
        n = add(out, at, n, term)
    ended, drew, painted = (Event.of(*said) for said in EVENTS.read(out[:n].tolist()))
    texts = [f"{one}:{two}" for one, two in pairs]
    assert ended.seen_by(-1) == {"event": "ended"}
    assert drew.seen_by(seat) == {"event": "drew", "seat": seat, "count": len(pairs), "cards": texts}
    assert drew.seen_by(seat + 1) == {"event": "drew", "seat": seat, "count": len(pairs)}
    assert painted.public == {"colour": ("red", "green")[colour], "sum": " + ".join(map(str, sum_))}
    assert (out[n:] == -77).all()


def test_a_declaration_that_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="a private field belongs to a seat"):
        Sentence("drew", cards=private(NUMBER))
    with pytest.raises(TypeError, match="names a seat"):
        Sentence("won", who=SEAT)
    with pytest.raises(TypeError, match="two sentences of one name"):
        Sentences(Sentence("won"), Sentence("won"))
