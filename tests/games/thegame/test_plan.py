"""What a plan looks up is what walking through the cards would find."""

import numpy as np
import pytest

from brelan.core import dice
from brelan.games.thegame.plan import BACK, EDGE, FAR, UNKNOWN, hoped, look_back, measure, paper, reached, survey
from brelan.games.thegame.rules import HAND, HIGHEST, LOWEST, PILES, STEP_BACK

from .test_champion import table


@pytest.mark.parametrize("seed", range(6))
def test_steps_back_are_looked_up_as_they_are_found_card_by_card(seed: int) -> None:
    position, throws = table(2, seed, 10), dice.new(seed)
    view, seat = position.view(position.seat)[0], position.seat
    sheet, backs = np.zeros((3, EDGE), np.int64), np.zeros((2, 3, EDGE), np.int64)
    survey(view, seat, *sheet)
    _, coming, held = sheet
    for top in range(LOWEST, HIGHEST + 1):
        for way, step in enumerate((-STEP_BACK, STEP_BACK)):
            look_back(top, way, coming, held, backs)
            card = top + step
            remains = LOWEST <= card <= HIGHEST and coming[card] > coming[card - 1]
            known = (1 << held[card] if held[card] >= 0 else UNKNOWN) if remains else 0
            assert backs[way, BACK, top] == known
            for _ in range(20):
                used = dice.below(throws, 1 << HAND)
                assert reached(top, way, used, coming, held, backs) == hoped(top, step, used, coming, held)


def test_distances_count_the_cards_between_and_who_takes_a_card() -> None:
    position = table(2, 3, 8)
    view, seat = position.view(position.seat)[0], position.seat
    desk = paper()
    sheet, near, backs = desk[0], desk[6], desk[7]
    survey(view, seat, sheet[0], sheet[1], sheet[2])
    measure(view, seat, sheet, near, backs)
    hand = [int(card) for card in view.hands[seat, : view.held[seat]]]
    away = {int(card) for card in view.laid[: view.down]}
    for pile in range(PILES):
        top = int(view.tops[pile])
        for place, card in enumerate(hand):
            ahead = card > top if pile < 2 else card < top
            between = [one for one in range(min(top, card) + 1, max(top, card)) if one not in away]
            least = near[pile // 2, top, place]
            assert bool(near[2 + pile // 2, top, place]) == ahead
            if ahead:
                assert least == len([one for one in between if LOWEST <= one <= HIGHEST])
            else:
                assert (least < 0) == (abs(card - top) == STEP_BACK)
                assert least < 0 or least > FAR
