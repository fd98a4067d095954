"""What The Game's net is told of a turn: all that its seat knows, and the same of tables that are alike."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from brelan.bots import player, speak
from brelan.core import dice
from brelan.core.game import game
from brelan.core.net import WIDE, paper
from brelan.core.position import Position
from brelan.games.thegame.features import (
    AHEAD,
    BACK,
    BACKS,
    FEWER,
    HOPELESS,
    INPUTS,
    KEPT,
    LOST,
    MOVED,
    NUMBERS,
    OWES,
    OWN_AHEAD,
    OWN_LOST,
    OWN_THERE,
    TIGHT,
    UNSEEN_AHEAD,
    WISH,
    WISHES,
    features,
)
from brelan.games.thegame.plan import EDGE, ROW, USED, survey
from brelan.games.thegame.rules import PILES

GAME = game("thegame")
STARTS = (1, 1, 100, 100)


def table(hand: Sequence[int], tops: Sequence[int], gone: Sequence[int] = (), **options: Any) -> Position:
    """A table of two at which seat 0 holds these cards, and others have been laid."""
    position = Position(GAME, 2, GAME.check_options(2, {"starter": 0, **options}), dice.new(1))
    s = position.state
    s.held[0], s.hands[0], s.tops[:] = len(hand), 0, tops
    s.hands[0, : len(hand)] = sorted(hand)
    s.down = len(gone)
    s.laid[: len(gone)] = gone
    return position


def told(position: Position, after: Sequence[int] | None = None, laid: Sequence[int] = ()) -> dict[int, float]:
    """The inputs of a turn that lays some cards and leaves these tops."""
    seat = position.seat
    view, turn = position.view(seat)[0], np.zeros(ROW, np.int64)
    turn[:4] = view.tops if after is None else after
    for card in laid:
        turn[USED] |= 1 << view.hands[seat].tolist().index(card)
    sheet, (places, values, _, _) = np.zeros((5, EDGE), np.int64), paper()
    survey(view, seat, sheet[0], sheet[1], sheet[2])
    count = features(view, seat, turn, 100.0, sheet, places, values)
    assert count <= WIDE
    found = dict(zip(places[:count].tolist(), values[:count].tolist(), strict=True))
    assert len(found) == count, "an input is written twice"
    assert all(0 <= place < INPUTS for place in found)
    return found


def test_cards_ahead_are_told_by_whose_they_are() -> None:
    found = told(table([4, 30, 60, 61, 62, 63, 64], STARTS, gone=[2]))
    assert UNSEEN_AHEAD + 0 not in found  # 2 has been laid
    assert UNSEEN_AHEAD + 1 in found  # 3 is unseen
    assert UNSEEN_AHEAD + 2 not in found  # 4 is one's own
    assert OWN_THERE + 2 in found
    assert UNSEEN_AHEAD + AHEAD + 1 in found  # the other climbing pile is at the same place
    assert OWN_THERE + OWN_AHEAD + 2 in found


def test_cards_laid_in_the_turn_are_gone_and_the_rest_is_kept() -> None:
    position = table([4, 9, 60, 61, 62, 63, 64], STARTS)
    found = told(position, (4, 1, 100, 100), [4])
    assert found[KEPT + 6] == 1
    assert OWN_THERE + 3 * OWN_AHEAD + 4 in found  # the 9, five ahead of the 4: the pile with least room comes last
    assert OWN_THERE + 2 * OWN_AHEAD + 7 in found  # and eight ahead of its twin


def test_steps_back_are_told() -> None:
    found = told(table([30, 60, 61, 62, 63, 64, 65], (40, 1, 100, 100)))
    last = BACK + 3 * BACKS  # the pile with least room comes last
    assert last in found  # one's own 30
    assert last + 1 not in found
    assert last + 3 in found  # and then the unseen 20


def test_lost_cards_are_counted() -> None:
    found = told(table([20, 50, 51, 52, 53, 54, 55], (90, 80, 30, 10), gone=[70, 40]))
    assert found[LOST + 9] == 1  # most of those between 30 and 80
    assert OWN_LOST + 4 in found
    assert HOPELESS + 9 in found  # no card ten back
    assert told(table([20, 21, 22, 23, 24, 25, 26], STARTS))[LOST + 0] == 1


def test_counts_and_distances_stay_in_their_places() -> None:
    found = told(table([40, 50, 51, 52, 53, 54, 55], (98, 1, 3, 3)))
    assert found[TIGHT + 11] == 1  # only one pile takes nearly all cards
    assert UNSEEN_AHEAD + PILES * AHEAD - 1 not in found
    assert UNSEEN_AHEAD + AHEAD - 1 in told(table([40, 50, 51, 52, 53, 54, 55], STARTS))  # the 13, twelve ahead
    near, back = NUMBERS + 12, told(table([30, 60, 61, 62, 63, 64, 65], (40, 1, 100, 100)))
    assert told(table([4, 60, 61, 62, 63, 64, 65], STARTS))[near] == pytest.approx(3 * 0.05)
    assert back[near] == pytest.approx(-5 * 0.05)  # a step back is nearer than any


def test_wishes_are_told_by_who_has_them_and_whether_the_turn_touches_the_pile() -> None:
    position = table([4, 30, 60, 61, 62, 63, 64], STARTS)
    assert not {place for place in told(position) if WISH <= place < MOVED + 4}
    position.state.signals[1, 1] = 2  # gentle on the second climbing pile
    position.state.signals[0, 2] = 2  # what a seat says itself is no wish
    assert {place for place in told(position) if WISH <= place < MOVED + 4} == {WISH + WISHES}
    touched = told(position, (1, 4, 100, 100), [4])
    assert {place for place in touched if WISH <= place < MOVED + 4} == {WISH + 3 * WISHES + 3, MOVED + 3}


def test_options_are_told() -> None:
    cases: list[dict[str, Any]] = [{}, {"three_cards": True}, {"one_card_fewer": True}]
    plain, three, fewer = (told(table([4, 5, 6, 7, 8, 9], STARTS, **more)) for more in cases)
    assert OWES in three
    assert FEWER in fewer
    assert not {OWES, FEWER} & plain.keys()


def flip(card: Any, order: Sequence[int]) -> int:
    """A card where directions changed places; the same where only the piles of a direction did."""
    return int(101 - card if order[0] > 1 else card)


@pytest.mark.parametrize("talk", [False, True])
def test_tables_that_are_alike_look_alike(talk: bool) -> None:
    """Two piles of a direction may change places, and all numbers may be turned around."""
    hard = player(GAME, "hard")
    for seed in range(6):
        position = Position(GAME, 3, GAME.check_options(3, {"starter": 0, "free_talk": talk}), dice.new(seed))
        while position.count and position.state.down < 20 + 8 * seed:
            if talk:
                speak(position, position.seat)
            view = position.view(position.seat)
            position.play(int(hard.choose(view, position.seat, position.actions[: position.count].copy(), dice.new(0))))
        if not position.count:
            continue
        found = told(position)
        for order in ((1, 0, 3, 2), (2, 3, 0, 1)):
            other = position.copy()
            s, old = other.state, position.state
            s.tops[:] = [flip(old.tops[pile], order) for pile in order]
            s.signals[:] = old.signals[:, list(order)]
            s.laid[: s.down] = [flip(card, order) for card in old.laid[: s.down]]
            for seat in range(3):
                held = int(s.held[seat])
                s.hands[seat, :held] = sorted(flip(card, order) for card in old.hands[seat, :held])
            assert told(other) == pytest.approx(found), (seed, order)


def test_what_lies_hidden_is_not_told() -> None:
    position = table([4, 30, 60, 61, 62, 63, 64], STARTS)
    found = told(position)
    for seed in range(3):
        assert told(position.guessed(0, dice.new(seed))) == found
