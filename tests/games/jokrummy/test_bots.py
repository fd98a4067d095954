"""Jok-R-ummy's medium bot is competent, and produces the balance report."""

from typing import Any

import numpy as np
import pytest

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.jokrummy.balance import DONE, HELD, page, played
from brelan.games.jokrummy.bots import beside, collects, feeds
from brelan.games.jokrummy.cards import DRAWING
from brelan.games.jokrummy.programmes import load

from .test_rules import cards, laid, table

GAME = game("jokrummy")


def choice(position: Position) -> str:
    seat = position.seat
    view, allowed = position.view(seat), position.actions[: position.count].copy()
    return str(GAME.rules.ACTIONS.texts[GAME.engine.policy(view, seat, allowed, len(allowed), dice.new(0))])


def drawing(hand: str, programme: str, top: str) -> Position:
    """Seat 0 is to draw, with this card on the discards."""
    position = table(hand, programme)
    s = position.state
    s.phase, s.top, s.thrown, s.discards[0] = DRAWING, cards(top)[0], 1, cards(top)[0]
    position.refresh()
    return position


@pytest.mark.parametrize(
    ("hand", "programme", "chosen"),
    [
        ("5D 6D 7D 8D 9D KC", "1xS5", "show 0"),  # what can be laid is laid
        ("5D 6D 7D 8D KC KS", "1xS5", "discard KC"),  # one card from a run: it stays together
        ("KC KD KH 7H 8H QS QD", "2xK3", "discard 7H"),  # company is of the kind that is asked for
        ("KC KD KH QS QD 7H", "2xK3", "discard 7H"),  # two sets nearly: the odd card goes
        ("3S 4S 5S 9H JK JK", "1xS7", "discard 9H"),  # never a wild
        ("3S 4S 9S QH QD QC", "1xS5", "discard QC"),  # a set is of no use for a run
    ],
)
def test_it_works_towards_its_programme(hand: str, programme: str, chosen: str) -> None:
    assert choice(table(hand, programme)) == chosen


@pytest.mark.parametrize(("top", "chosen"), [("9D", "take"), ("KH", "stock"), ("JK", "take"), ("2C", "take")])
def test_it_takes_the_top_discard_if_that_brings_it_nearer(top: str, chosen: str) -> None:
    assert choice(drawing("5D 6D 7D 8D KC", "1xS5", top)) == chosen


def test_once_its_programme_lies_it_adds_what_fits_before_it_discards() -> None:
    assert choice(laid("10S 4H 6C")).startswith("extend")
    assert choice(laid("4H 4C 4D 6C")) == "group 4"


def test_it_does_not_feed_the_next_seat() -> None:
    position = laid("KH 6C 9D")
    s = position.state
    s.known_held[1], s.known[1, 0] = 1, cards("7C")[0]
    view = position.view(0)[0]
    assert [int(feeds(view, 0, card)) for card in cards("6C 9D JK")] == [1, 0, 20]
    s.laid[1], s.held[1] = 1, 2
    view = position.view(0)[0]
    assert [int(feeds(view, 0, card)) for card in cards("6C 10S")] == [0, 4]  # 10S fits the run that lies


def test_cards_that_go_together() -> None:
    king, ace, three, other = (cards(name)[0] for name in ("KS", "AS", "3S", "AH"))
    assert beside(king, ace)
    assert beside(ace, three)
    assert not beside(king, other)
    position = table("5D 6D")
    position.state.known_held[1], position.state.known[1, 0] = 1, king
    view = position.view(0)[0]
    assert [bool(collects(view, 1, card)) for card in (ace, three, other)] == [True, False, False]


@pytest.mark.parametrize("options", [{}, {"hold": 3}], ids=str)
def test_it_answers_what_it_was_asked_also_when_half_is_hidden(options: dict[str, Any]) -> None:
    throws = dice.new(5)
    position = Position(GAME, 3, GAME.check_options(3, options), throws)
    for _ in range(1500):
        if not position.count:
            return
        allowed: Any = position.actions[: position.count].copy()
        allowed = np.array([action for action in allowed if dice.below(throws, 2)] or allowed, np.int16)
        seat = position.seat
        chosen = (
            allowed[0] if seat < 0 else GAME.engine.policy(position.view(seat), seat, allowed, len(allowed), throws)
        )
        assert chosen in allowed
        position.play(int(chosen))


@pytest.mark.parametrize("options", [{}, {"swap_after": 2}, {"hold": 3}], ids=str)
def test_the_bot_beats_chance(options: dict[str, int]) -> None:
    hard, random, throws = player(GAME, "hard"), player(GAME, "random"), dice.new(1)
    for seed in range(5):
        position = Position(GAME, 3, GAME.check_options(3, options), dice.new(seed))
        while position.count:
            seat = position.seat
            choose = (hard if seat == seed % 3 else random).choose
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
