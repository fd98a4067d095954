"""The champion's advice in one line."""

import brelan
from brelan.bots import player
from brelan.core.hint import Hint


def test_the_champion_is_asked_by_default_and_says_the_same_twice_when_it_is_not_timed() -> None:
    table = brelan.Table("koomi", seats=2, seed=4)
    hint = brelan.hint(table, timed=False)
    assert isinstance(hint, Hint)
    assert hint == brelan.hint(table, table.seat, "champion", timed=False)
    assert table.why_not(hint.actions) == ""


def test_another_level_may_be_asked() -> None:
    table = brelan.Table("thegame", seats=2, seed=7, starter=0)
    assert brelan.hint(table, level="hard") == table.hint(player(table.game, "hard"))
