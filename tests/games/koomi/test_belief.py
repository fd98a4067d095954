"""What a seat did last is remembered, and says something about its hand."""

import numpy as np
import pytest

from brelan.bots import player
from brelan.bots.search import BELIEVED, IMAGINED, room_for
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.games.koomi.belief import credit
from brelan.games.koomi.cards import NONE
from brelan.games.koomi.chances import goes_out, ready, sizes

from .test_rules import play, table

GAME = game("koomi")
PLAIN = " ".join(f"{value:+d}" for value in range(-9, 10) if value)


def remembered(position: Position) -> list[tuple[int, int]]:
    s = position.state
    return [(int(s.began[seat]), int(s.done[seat])) for seat in range(s.seats)]


def test_a_draw_and_a_ten_are_remembered_by_the_discards_before_and_after() -> None:
    position = play(table(["+2 +5 +1", "-1 -9 -8", "+1 +1"], "+8", under="+3 +4"), "add +2", "stop")
    assert remembered(position) == [(3, 4), (0, 0), (0, 0)]
    play(position, "draw")
    assert remembered(position) == [(3, 4), (4, 4), (0, 0)]


def test_of_a_new_card_only_what_follows_is_remembered() -> None:
    position = play(table(["new +5 +1", "-1 -9"], "+8", stock="switch +9 +2"), "new")
    assert int(position.state.laid) == 0
    assert remembered(play(position, "add +1", "stop"))[0] == (4, 5)  # after +8, new, switch, +9


@pytest.mark.parametrize(("action", "laid"), [("reset", 1), ("green +5", 2)])
def test_jokers_are_remembered_with_their_numbers(action: str, laid: int) -> None:
    position = play(table(["reset green +5 +1", "-1 -9"], "+8"), action)
    assert remembered(position)[0] == (1, 1 + laid)


def test_nothing_is_remembered_once_hands_have_moved_or_the_discards_are_turned_over() -> None:
    position = play(table(["+2 +5", "swap -9", "+1 +1"], "+8"), "add +2", "stop")
    assert remembered(play(position, "swap")) == [(0, 0)] * 3
    position = play(table(["+2 +5", "-4 -9", "+1 +1"], "+8", stock="", under="+4 +4"), "add +2", "stop", "draw")
    assert remembered(position) == [(0, 0), (1, 1), (0, 0)]


def believed(hand: str, position: Position) -> float:
    """How likely seat 1 is to do what it did, with this hand left."""
    world = position.copy()
    s = world.state
    s.hands[1] = table(["", hand]).state.hands[1]
    s.held[1] = s.hands[1].sum()
    return float(credit(world.view(1)[0], 1, np.zeros(GAME.rules.MOST, np.int16)))


def after_a_ten() -> Position:
    """Seat 1 has laid +1 on +9 and has two cards left; seat 0 is to play."""
    position = table(["+3 +6 -2 -4", "+1 +5 +4"], "+9", stock=PLAIN, under="+2")
    position.state.seat = 1
    position.refresh()
    return play(position, "add +1", "stop")


def test_a_hand_that_goes_out_on_its_own_ten_is_likelier_than_one_that_does_not() -> None:
    position = after_a_ten()
    assert believed("+5 +4", position) > 0.9 > 0.3 > believed("+9 +9", position)


def test_a_draw_says_nothing() -> None:
    position = play(table(["+3 +4", "-6"], "+8", stock="-5 -6 -7"), "draw", "draw")
    assert believed("+2 +2", position) == believed("-6 -6", position) == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_where_nothing_is_learnt_all_worlds_are_alike(seats: int) -> None:
    position = table(["+3 +6", "+1 +5 +4", "+1 +1"][:seats], "+9", stock=PLAIN)
    play(position, "draw", "add +1", "stop", *["draw"] * (3 - seats))
    likely, luck = np.zeros(IMAGINED), np.zeros(BELIEVED, np.uint64)
    given = position.view(position.seat), position.seat, np.uint64(7), dice.new(1), *room_for(GAME), likely, luck
    assert int(GAME.engine.imagine(*given)) == 0


def out_on_top(hand: np.ndarray, card: int) -> bool:
    _, total, specials, special = sizes(hand)
    return bool(specials < 2 and goes_out(hand, 0, special if specials else NONE, total, np.int64(card)))


def test_worlds_in_which_a_ten_makes_sense_are_imagined_more_often() -> None:
    position = after_a_ten()
    view, top = position.view(0), int(position.state.discards[position.state.down - 1])
    likely, luck = np.zeros(IMAGINED), np.zeros(BELIEVED, np.uint64)
    size = int(GAME.engine.imagine(view, 0, np.uint64(7), dice.new(1), *room_for(GAME), likely, luck))
    assert size == BELIEVED
    shares = []
    for seeds in (luck, np.arange(BELIEVED, dtype=np.uint64) << np.uint64(8)):
        hands = [guess_from(GAME, view, 0, np.array([one, 0], np.uint64))["hands"][0, 1] for one in seeds]
        shares.append(np.mean([out_on_top(hand.astype(np.int64), top) for hand in hands]))
    assert shares[0] > 2 * shares[1] > 0


def test_the_chance_to_win_is_smaller_on_the_next_seats_own_ten() -> None:
    position = after_a_ten()
    assert ready(position.state, 0)
    told = [float(GAME.engine.chance(position.view(0), 0, position.actions[:1], 1))]
    position.state.done[1] = 0
    assert not ready(position.state, 0)
    told.append(float(GAME.engine.chance(position.view(0), 0, position.actions[:1], 1)))
    assert told[0] < told[1] - 0.1


def test_the_champion_does_not_leave_a_ten_to_the_seat_that_laid_it() -> None:
    draws, forgetful = 0, 0
    for seed in range(12):
        position = after_a_ten()
        position.state.stock[: position.state.left] = np.roll(position.state.stock[: position.state.left], seed)
        for known in (True, False):
            if not known:
                position.state.done[1] = 0
            bot = player(GAME, "champion", timed=False)
            chosen = bot.choose(position.view(0), 0, position.actions[: position.count].copy(), dice.new(seed))
            drew = chosen == 0
            draws, forgetful = draws + (drew and known), forgetful + (drew and not known)
    assert draws < forgetful
