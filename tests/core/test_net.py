"""A net as rules: its value follows from its weights, its gradient from calculus, and its file is small."""

from pathlib import Path

import numpy as np
import pytest

from brelan.core.game import game, names
from brelan.core.net import (
    BITS,
    FIRST,
    LAST,
    LAST_ADDS,
    LEVELS,
    ONE,
    SECOND,
    SECOND_ADDS,
    TWO,
    Net,
    learn,
    paper,
    value,
)

NET = Net("some", (2,), 5)
MOST = 150_000  # bytes of all nets of a game
LEARNT = [game(name) for name in names() if hasattr(game(name).part("bots"), "NETS")]


def some_weights(seed: int = 1) -> np.ndarray:
    return (np.random.default_rng(seed).standard_normal(NET.size) * 0.3).astype(np.float32)


def parts(weights: np.ndarray) -> tuple[np.ndarray, ...]:
    """Weights as a net takes them while it learns."""
    return weights[:FIRST], weights[FIRST:], np.ones(NET.inputs, np.float32)


def told(net: tuple[np.ndarray, ...], places: list[int], values: list[float]) -> float:
    sheet = paper()
    sheet[0][: len(places)], sheet[1][: len(values)] = places, values
    return float(value(*net, *sheet[:2], len(places), *sheet[2:]))


def test_a_value_is_what_the_layers_make_of_the_inputs() -> None:
    w = some_weights()
    inputs = np.array([0, 1.0, 0, 0.5, 0], np.float32)
    one = np.maximum(w[:ONE] + inputs @ w[FIRST:].reshape(5, ONE), 0)
    two = np.maximum(w[SECOND_ADDS:LAST] + one @ w[SECOND:SECOND_ADDS].reshape(ONE, TWO), 0)
    assert told(parts(w), [1, 3], [1.0, 0.5]) == pytest.approx(float(w[LAST_ADDS] + two @ w[LAST:LAST_ADDS]), rel=1e-4)


def test_a_gradient_points_where_the_error_falls() -> None:
    w, target = some_weights(), 0.7
    sheet, gradient = paper(), np.zeros(NET.size, np.float32)
    sheet[0][:2], sheet[1][:2] = [1, 3], [1.0, 0.5]
    now = value(*parts(w), *sheet[:2], 2, *sheet[2:])
    square = learn(w, now, *sheet[:2], 2, target, *sheet[2:], gradient)
    error = min(max(told(parts(w), [1, 3], [1.0, 0.5]) - target, -3), 3)
    assert square == pytest.approx(error**2, rel=1e-4)
    for place in (0, 7, SECOND + 40, SECOND_ADDS + 3, LAST + 5, LAST_ADDS, FIRST + ONE + 2, FIRST + 3 * ONE + 9):
        more = w.copy()
        more[place] += 0.01
        slope = (told(parts(more), [1, 3], [1.0, 0.5]) - told(parts(w), [1, 3], [1.0, 0.5])) / 0.01
        assert gradient[place] == pytest.approx(error * slope, rel=0.05, abs=0.02)
    assert not gradient[FIRST : FIRST + ONE].any()  # an input that was 0 learns nothing


def test_weights_are_kept_small_and_a_net_of_another_size_starts_anew(tmp_path: Path) -> None:
    w = some_weights()
    assert not NET.start(tmp_path).any()
    NET.save(tmp_path, w)
    head, rows, scales = NET.load(tmp_path)
    assert rows.dtype == np.int8
    assert head == pytest.approx(w[:FIRST], rel=1 / 2**BITS, abs=1e-6)
    assert not (head.view(np.uint32) & ((1 << (24 - BITS)) - 1)).any()  # so many zeros are packed away
    largest = np.abs(w[FIRST:]).reshape(5, ONE).max(axis=1)
    assert np.abs(rows.reshape(5, ONE)).max(axis=1).tolist() == [LEVELS] * 5
    assert scales == pytest.approx(largest / LEVELS)
    assert (np.abs(NET.start(tmp_path) - w)[FIRST:].reshape(5, ONE).max(axis=1) < largest / LEVELS * 0.51).all()
    assert told((head, rows, scales), [1, 3], [1.0, 0.5]) == pytest.approx(
        told(parts(NET.start(tmp_path)), [1, 3], [1.0, 0.5]), abs=1e-4
    )
    assert not NET._replace(inputs=6).start(tmp_path).any()


@pytest.mark.parametrize("found", LEARNT, ids=lambda found: found.name)
def test_the_nets_of_a_game_are_trained_small_and_say_how_they_were_made(found) -> None:  # type: ignore[no-untyped-def]
    nets = found.part("bots").NETS
    assert sum(net.file(found.folder).stat().st_size for net in nets) <= MOST
    assert {seats for net in nets for seats in net.seats} == set(range(found.least, found.most + 1))
    for net in nets:
        assert net.start(found.folder).any()
        assert f"--net {net.name}" in (found.folder / f"{net.name}.toml").read_text()
