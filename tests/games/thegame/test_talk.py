"""The Game's bot signals honestly, from its view alone, and usefully."""

import numpy as np
import pytest

from brelan.bots import signals
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.core.table import Table
from brelan.games.thegame.bots import say
from brelan.games.thegame.ending import heed
from brelan.games.thegame.plan import EDGE, survey
from brelan.games.thegame.talk import held_piles
from brelan.lab.batch import Batch

GAME = game("thegame")
RULES = GAME.rules
TEXTS = RULES.SIGNALS.texts


def table(seats: int, seed: int = 1, free_talk: bool = False) -> Position:
    return Position(GAME, seats, GAME.check_options(seats, {"starter": 0, "free_talk": free_talk}), dice.new(seed))


def says(hand: list[int], tops: tuple[int, ...], free_talk: bool = False) -> list[str]:
    """What seat 1 of three says with such a hand, where nothing has been said and laid."""
    position = table(3, free_talk=free_talk)
    s = position.state
    s.tops[:] = tops
    s.hands[1] = 0
    s.hands[1, : len(hand)] = hand
    s.held[1] = len(hand)
    return [TEXTS[signal] for signal in signals(GAME, position.view(1), 1)]


def test_a_step_back_a_near_card_and_two_cards_ten_apart_are_reasons_to_ask() -> None:
    tops = (40, 1, 100, 100)
    assert "signal 0 gentle" in says([30, 60, 61, 62, 63, 64], tops)
    assert "signal 0 gentle" in says([41, 60, 61, 62, 63, 64], tops)
    assert "signal 0 gentle" in says([42, 60, 61, 62, 63, 64], tops)
    assert says([60, 61, 62, 63, 64, 65], tops) == []


def test_free_talk_tells_a_step_back_and_only_free_talk_does() -> None:
    hand, tops = [30, 60, 61, 62, 63, 64], (40, 1, 100, 100)
    assert "signal 0 back" in says(hand, tops, free_talk=True)
    assert not [said for said in says(hand, tops) if "back" in said or "good" in said]


def wander(position: Position, steps: int, seed: int) -> None:
    """Play some random steps."""
    throws = dice.new(seed)
    for _ in range(steps):
        if position.count:
            position.play(int(position.actions[dice.below(throws, position.count)]))


@pytest.mark.parametrize("free_talk", [False, True])
def test_equal_views_say_the_same_whatever_lies_hidden(free_talk: bool) -> None:
    spoken = 0
    for seed in range(30):
        position = table(4, seed, free_talk)
        wander(position, seed % 8, seed)
        for seat in range(4):
            view = position.view(seat)
            again = position.copy()
            again.rows = guess_from(GAME, view, seat, dice.new(seed + 50))
            assert again.rows.tobytes() != position.rows.tobytes()
            said = signals(GAME, view, seat)
            assert said == signals(GAME, again.view(seat), seat)
            spoken += len(said)
    assert spoken > 30


@pytest.mark.parametrize("free_talk", [False, True])
def test_bots_say_only_what_is_allowed_and_new(free_talk: bool) -> None:
    for seed in range(20):
        position = table(5, seed, free_talk)
        wander(position, seed % 6, seed)
        if position.over:
            continue
        for seat in range(5):
            for signal in signals(GAME, position.view(seat), seat):
                assert GAME.engine.why_not_signal(position.rows, 0, seat, signal) == 0
                GAME.engine.signal(position.rows, 0, seat, signal)
            assert signals(GAME, position.view(seat), seat) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r09_from_a_request_no_single_card_follows(seats: int) -> None:
    """Of all hands that would ask for gentleness, no card is in all, nor in most of them."""
    random = np.random.default_rng(seats)
    out = np.zeros(len(TEXTS), np.int16)
    for tops in ((40, 12, 90, 61), (77, 30, 70, 25), (5, 50, 95, 52)):
        position = table(seats)
        s = position.state
        s.tops[:] = tops
        asking: dict[int, list[set[int]]] = {pile: [] for pile in range(4)}
        for _ in range(2000):
            hand = np.sort(random.choice(np.arange(2, 100), int(s.held[1]), replace=False))
            s.hands[1, : len(hand)] = hand
            for signal in out[: say(position.view(1)[0], 1, out)]:
                if RULES.WHAT[signal] == RULES.GENTLE:
                    asking[int(RULES.ON[signal])].append(set(hand.tolist()))
        for hands in asking.values():
            if len(hands) >= 50:
                shares = sorted(
                    (sum(card in hand for hand in hands) / len(hands) for card in range(2, 100)), reverse=True
                )
                assert shares[0] < 0.6
                assert shares[1] > 0.2  # another card is as good a reason
        assert sum(len(hands) >= 50 for hands in asking.values()) >= 3


@pytest.mark.parametrize("wish", ["hold", "back"])
def test_sampled_hands_give_everybody_a_reason_for_what_was_said(wish: str) -> None:
    """Seat 1 asked for pile 0, whose step back is 30: with `back` it has it, with `hold` that or the next card."""
    position = table(3, free_talk=True)
    s = position.state
    s.tops[:] = (40, 1, 100, 100)
    s.signals[1, 0] = {"hold": RULES.HOLD, "back": RULES.BACK}[wish]
    sheet = np.zeros((3, EDGE), np.int16)
    view = position.view(0)[0]
    survey(view, 0, *sheet)
    for seed in range(20):
        hands = np.zeros((5, 8), np.int16)
        hands[1, :6], hands[2, :6] = [60, 61, 62, 63, 64, 65], [30, 41, 70, 71, 72, 73]
        heed(view, 0, hands, sheet[1], dice.new(seed))
        assert sorted(hands[1:3, :6].ravel()) == [30, 41, 60, 61, 62, 63, 64, 65, 70, 71, 72, 73]
        assert set(hands[1, :6].tolist()) & ({30} if wish == "back" else {30, 41})


@pytest.mark.many
@pytest.mark.parametrize(("seats", "free_talk"), [(2, True), (3, True), (3, False)])
def test_signals_help(seats: int, free_talk: bool) -> None:
    options = GAME.check_options(seats, {"free_talk": free_talk})
    silent, talking = (Batch(GAME, seats, options, "hard", talk=talk).play(200, seed=8) for talk in (False, True))
    gain = (talking.clauses == 15).mean() - (silent.clauses == 15).mean()
    assert gain > 0.0  # measured on 20,000 decks: 0.04 and more
    again = Batch(GAME, seats, options, "hard", talk=True).play(60, seed=8, threads=3)
    assert np.array_equal(again.steps, talking.steps[:60])


@pytest.mark.parametrize("free_talk", [False, True])
def test_a_held_pile_is_left_alone_nine_times_in_ten_where_another_costs_little(free_talk: bool) -> None:
    """A person holds the pile a bot would have used, where a card moves another pile by at most five numbers more."""
    followed = cases = 0
    for seed in range(6):
        position = table(2, 40 + seed, free_talk)
        while position.count:
            seat, allowed = position.seat, position.actions[: position.count].copy()
            chosen = int(GAME.engine.policy(position.view(seat), seat, allowed, len(allowed), dice.new(1)))
            if position.state.left and chosen != RULES.END and cheap_elsewhere(position, chosen):
                pile = int(RULES.PILE(chosen))
                position.state.signals[1 - seat, pile] = RULES.HOLD
                other = int(GAME.engine.policy(position.view(seat), seat, allowed, len(allowed), dice.new(1)))
                position.state.signals[1 - seat, pile] = RULES.NONE
                cases += 1
                followed += other == RULES.END or int(RULES.PILE(other)) != pile
            position.play(chosen)
    assert cases > 200
    assert followed > 0.9 * cases


def cheap_elsewhere(position: Position, action: int) -> bool:
    """Whether a card could be laid on another pile for at most five numbers more."""
    others = [int(other) for other in position.actions[: position.count] if other != RULES.END]
    most = steps_on(position, action) + 5
    return any(RULES.PILE(other) != RULES.PILE(action) and steps_on(position, other) <= most for other in others)


def steps_on(position: Position, action: int) -> int:
    """By how many numbers a card moves its pile on."""
    pile, card = int(RULES.PILE(action)), int(RULES.CARD(action))
    top = int(position.state.tops[pile])
    return card - top if pile < 2 else top - card


def test_who_holds_everything_binds_nobody() -> None:
    position = table(2, 3)
    for pile in range(3):
        position.state.signals[1, pile] = RULES.HOLD
    assert held_piles(position.view(0)[0], 0) == 0
    position.state.signals[1, 2] = RULES.NONE
    assert held_piles(position.view(0)[0], 0) == 0b11
    assert held_piles(position.view(1)[0], 1) == 0  # its own wishes are no wishes of others


def test_everybody_hears_that_a_held_pile_was_used() -> None:
    people = Table("thegame", 3, seed=2, starter=0)
    people.signal(0, "signal 0 hold")  # one's own request is no reason
    card = people.view(0)["hands"][0][0]
    assert [event.name for event in people.play(f"lay {card} 0")] == ["laid"]
    people = Table("thegame", 3, seed=2, starter=0)
    people.signal(2, "signal 0 hold")
    assert [event.name for event in people.play(f"lay {card} 0")] == ["laid", "overruled"]
