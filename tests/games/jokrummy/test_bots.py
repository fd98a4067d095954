"""The medium bot of Jok-R-ummy knows something, and the report on the programmes is made with it."""

import pytest

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.jokrummy.balance import DONE, HELD, page, played
from brelan.games.jokrummy.programmes import load

GAME = game("jokrummy")


@pytest.mark.parametrize("options", [{}, {"swap_after": 2}, {"hold": 3}], ids=str)
def test_the_medium_bot_beats_chance(options: dict[str, int]) -> None:
    medium, random, throws = player(GAME, "medium"), player(GAME, "random"), dice.new(1)
    for seed in range(5):
        position = Position(GAME, 3, GAME.check_options(3, options), dice.new(seed))
        while position.count:
            seat = position.seat
            choose = (medium if seat == seed % 3 else random).choose
            position.play(choose(position.view(seat), seat, position.actions[: position.count].copy(), throws))
        assert position.scores()[seed % 3] == 7


def test_easy_programmes_are_done_more_often_than_hard_ones() -> None:
    counts, spans = played(3, 60, seed=1)
    texts = load().texts
    easy, hard = (sum(counts[texts.index(text)] for text in row) for row in (["2xK3", "1xM7"], ["1xS9", "1xK7"]))
    assert easy[DONE] / easy[HELD] > hard[DONE] / hard[HELD]
    assert spans[:, 0].min() >= 3
    assert not counts[texts.index("bonus")].any()


def test_the_report_lists_every_programme() -> None:
    text = page(3)
    assert all(f"`{programme}`" in text for programme in load().texts if programme != "bonus")
