"""The clauses of brim, one test each at least."""

import pytest

from brelan import IllegalAction, Table
from brelan.core import check
from brelan.core.game import game

OPTIONS = game("brim").check_options(2, {})
ORDER = [20, 4, 5, 10, 3, 2, *(card for card in range(1, 20) if card not in (2, 3, 4, 5, 10))]  # top first, by seats


def dealt(brim: int = 30) -> Table:
    """Two seats: 4, 5, 20 against 2, 3, 10."""
    return Table("brim", 2, seed=1, order=ORDER, brim=brim)


def test_r01_twenty_cards_one_each() -> None:
    check.cards_stay(game("brim"), (2, OPTIONS), 1)


def test_r02_three_cards_to_each_seat() -> None:
    assert dealt().view(0)["hands"] == [[4, 5, 20], None]
    assert dealt().view(1)["hands"] == [None, [2, 3, 10]]


def test_r03_the_brim_may_be_reached_but_not_passed() -> None:
    table = dealt()
    table.play("lay 20")
    table.play("lay 3")
    table.play("lay 4")
    assert table.view(0)["filled"] == 27
    with pytest.raises(IllegalAction, match="R3: That card would make the cup overflow"):
        table.play("lay 10")
    table.play("lay 2")
    full = dealt(brim=20)
    full.play("lay 20")
    assert full.view(0)["filled"] == full.view(0)["brim"] == 20


def test_r04_who_lays_the_last_card_that_fits_wins() -> None:
    table = dealt()
    table.play("lay 20")
    table.play("lay 10")
    assert table.outcome is not None
    assert (table.outcome.clause, table.outcome.winners, table.outcome.scores) == ("R4", [1], [0, 1])
