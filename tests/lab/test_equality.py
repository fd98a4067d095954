"""Engines give the same results in every mode; the long comparison is `make equal`."""

import pytest

from brelan.core.check import setups
from brelan.core.game import game, names
from brelan.core.rule import MODE
from brelan.lab import equality
from brelan.lab.walk import Walk


@pytest.mark.parametrize("name", names())
@pytest.mark.skipif(MODE != "native", reason="the modes are compared from here")
@pytest.mark.long
def test_library_and_webassembly_answer_alike(name: str) -> None:
    found = [one for mode in ("native", "wasm") for one in equality.answered(name, mode, 1)]
    assert equality.differences(found) == []
    assert len(found) == 2 * len(setups(game(name)))
    asked = {entry for one in found for entry in one["calls"]}
    own = game(name).part("entries")
    assert asked == set(game(name).engine.loops) - {entry.__name__ for entry in (own.ENTRIES if own else ())}


def test_a_difference_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("joomo")
    setup = setups(found)[0]
    walks = [Walk(found, setup) for _ in range(2)]
    real = found.engine.score
    for walk in walks:
        walk.play(3, costly=False)
        monkeypatch.setattr(found.engine, "score", lambda rows, i, out: (real(rows, i, out), out.__iadd__(1))[0])
    answers = [
        {"game": "joomo", "setup": "two", "mode": mode, "digests": walk.digests}
        for mode, walk in zip(("native", "wasm"), walks, strict=True)
    ]
    assert equality.differences(answers) == ["joomo, two: score differs between native and wasm"]
    assert len(equality.differences([*answers, {**answers[0], "setup": "three"}])) > 2  # one mode has not answered


@pytest.mark.skipif(MODE != "native", reason="the modes are compared from here")
def test_an_answer_of_webassembly_that_differs_has_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("joomo")
    real, walk = found.engine.score, equality.Beside(found, setups(found)[0])
    monkeypatch.setattr(found.engine, "score", lambda rows, i, out: (real(rows, i, out), out.__iadd__(1))[0])
    walk.play(0, costly=False)
    walk.close()
    assert walk.wrong == {"score"}
    assert "step" in walk.digests
    assert "score" not in walk.digests
