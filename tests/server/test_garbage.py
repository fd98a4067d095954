"""The server collects garbage while nobody is waiting."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from brelan.server import garbage
from brelan.server.garbage import Broom


class Knot:
    """Refers to itself: nothing frees it but looking for it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def broom() -> Iterator[Broom]:
    before = gc.get_threshold()
    broom = Broom()
    broom.begin()
    yield broom
    gc.set_threshold(*before)
    gc.unfreeze()


def old_knot() -> weakref.ref[Knot]:
    """Garbage that has lived a while, so that only looking through everything finds it."""
    knot = Knot()
    gc.collect(1)
    return weakref.ref(knot)


def test_garbage_is_found_once_nobody_waits(broom: Broom, monkeypatch: pytest.MonkeyPatch) -> None:
    knot = old_knot()
    broom.hear()
    assert not broom.sweep()
    assert knot() is not None
    monkeypatch.setattr(garbage, "QUIET", 0.0)
    assert broom.sweep()
    assert knot() is None


def test_a_server_that_is_never_quiet_sweeps_now_and_then(broom: Broom, monkeypatch: pytest.MonkeyPatch) -> None:
    knot = old_knot()
    monkeypatch.setattr(garbage, "OVERDUE", 0.0)
    broom.hear()
    assert broom.sweep()
    assert knot() is None


def test_nothing_is_looked_through_in_the_middle_of_play(broom: Broom) -> None:
    looked: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looked.append(info["generation"])

    gc.callbacks.append(note)
    try:
        kept = [[number] for number in range(1_000_000)]  # more than a thousand tables make in a minute
    finally:
        gc.callbacks.remove(note)
    assert len(kept) == 1_000_000
    assert looked  # what is new is looked through as ever
    assert 2 not in looked
