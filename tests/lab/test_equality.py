"""Engines answer alike on whatever they run; the long comparison is `make equal`."""

import pytest

from brelan.core.check import setups
from brelan.core.game import game, names
from brelan.core.rule import MODE
from brelan.lab import equality


@pytest.mark.parametrize("name", names())
@pytest.mark.skipif(MODE != "native", reason="the modes are compared from here")
def test_library_and_webassembly_answer_alike(name: str) -> None:
    found, wrong = equality.compare(name, 1, ("native", "wasm"))
    assert wrong == []
    asked = set(found["calls"])
    own = game(name).part("entries")
    assert asked == set(game(name).engine.loops) - {entry.__name__ for entry in (own.ENTRIES if own else ())}


def test_a_difference_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("joomo")
    setup = setups(found)[0]
    walks = [equality.Walk(found, setup) for _ in range(2)]
    real = found.engine.score
    for walk in walks:
        walk.play(3, costly=False)
        monkeypatch.setattr(found.engine, "score", lambda rows, i, out: (real(rows, i, out), out.__iadd__(1))[0])
    assert [name for name in walks[0].digests if walks[0].digests[name] != walks[1].digests[name]] == ["score"]
