"""How long bots take depends on the seat, the public number of cards, and chance, and on nothing else."""

import pytest

from brelan import Table
from brelan.core.game import names
from brelan.server.tempo import SPREAD, TEMPERS, held, wait


@pytest.mark.parametrize("game", names())
def test_every_game_tells_how_many_cards_a_seat_holds(game: str) -> None:
    table = Table(game, seats=2, seed=4)
    assert held(table.position.state, 1) == table.view(0)["held"][1] > 0  # as the other seat sees it


def test_more_cards_take_longer_and_chance_stays_within_a_quarter() -> None:
    for seat, temper in enumerate(TEMPERS):
        middle = [wait(1.0, seat, cards, 0.5) for cards in range(14)]
        assert middle == sorted(set(middle))
        assert middle[0] == pytest.approx(temper)
        assert middle[12] == pytest.approx(2 * temper)
        assert wait(1.0, seat, 6, 0.0) == pytest.approx((1 - SPREAD) * middle[6])
        assert wait(1.0, seat, 6, 1.0) == pytest.approx((1 + SPREAD) * middle[6])


def test_without_a_pace_nobody_waits() -> None:
    assert wait(0.0, 1, 13, 1.0) == 0.0


def test_a_game_without_counted_hands_has_a_tempo_too() -> None:
    assert held(object(), 0) == 0
