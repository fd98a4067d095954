"""A move that revealed something, in whatever way, is final; any other can be taken back, at once and exactly."""

import random

import pytest
from steps import steps

from brelan import Table
from brelan.core.game import names
from brelan.core.light import foreseen, told_alike, touched
from brelan.core.table import THOROUGH, TOLD, UNDONE, tell
from brelan.games.joomo.cards import tens_of

SEEDS = range(6)


def test_the_move_that_ends_a_round_of_joomo_is_final_unless_all_tens_had_been_seen() -> None:
    """What the others hold is told by the score alone: no verb says so, no event is for one seat."""
    final = []
    for seed in range(12):
        table, throws = Table("joomo", seats=4, seed=seed), random.Random(seed)
        while table.seat >= 0:
            assert len(table.history) < 200
            table.play(throws.choice(table.allowed()))
        last, state = table.history[-1], table.position.state
        own = state.hands[last.seat, : state.held[last.seat]]
        seen = sum(tens_of(int(card)) for card in [*state.taken[: state.gone], *own])
        assert not last.reveals
        assert table.can_take_back(THOROUGH) == (seen == 5)
        before = table._restored(table.before[-1])
        assert foreseen(before, last.actions, THOROUGH) == (seen == 5)  # by view and score
        assert told_alike(before, last.actions, tell, TOLD) == (seen == 5)  # and by what is told
        final.append(seen < 5)
    assert 3 < sum(final) < 12


@pytest.mark.parametrize("name", names())
def test_a_move_that_shows_nothing_can_be_taken_back(name: str) -> None:
    """Derived from worlds that are guessed: no plain move is taken for a peek."""
    throws, asked = random.Random(1), 0
    for seed in SEEDS:
        table = Table(name, seats=3, seed=seed)
        for _ in range(60):
            if table.over:
                break
            seat = table.seat
            table.play(throws.choice(table.allowed()))
            if seat >= 0 <= table.seat and not table.history[-1].reveals:
                assert table.can_take_back(THOROUGH), table.notation()
                asked += 1
    assert asked > 60


@pytest.mark.parametrize("name", names())
def test_what_is_taken_back_was_never_played(name: str) -> None:
    throws, back = random.Random(2), 0
    for seed in SEEDS:
        table = Table(name, seats=3, seed=seed)
        for _ in range(80):
            if table.over:
                break
            table.play(throws.choice(table.allowed()))
            while throws.random() < 0.4 and table.can_take_back():
                table.take_back()
                back += 1
        again = Table(name, seats=3, seed=seed)
        again.replay(table.history)
        assert table.position.rows.tobytes() == again.position.rows.tobytes()
        assert table.position.dice.tolist() == again.position.dice.tolist()
        assert (table.allowed(), table.events, table.history) == (again.allowed(), again.events, again.history)
    assert back > 20


@pytest.mark.parametrize("name", names())
def test_a_card_that_is_drawn_is_seen_to_come_from_what_was_hidden(name: str) -> None:
    """Were no verb marked and no event for one seat, it would be found all the same."""
    found, touching, throws = 0, 0, random.Random(3)
    for seed in SEEDS:
        table = Table(name, seats=3, seed=seed)
        for _ in range(80):
            if table.over:
                break
            before = table.position.copy()
            table.play(throws.choice(table.allowed()))
            if before.seat >= 0 and any(event.owner for event in table.events[-3:]) and table.history[-1].reveals:
                drew = touched(before, table.position) or not foreseen(before, table.history[-1].actions, THOROUGH)
                assert drew, table.notation()
                found += 1
                touching += touched(before, table.position)
    assert found > 3 or name == "joomo"
    assert touching > 3 or name != "jokrummy"  # elsewhere what was hidden stays where it was, with a mark further on


def test_so_many_moves_can_be_taken_back_and_no_more() -> None:
    table = Table("joomo", seats=6, seed=1)
    for _ in range(UNDONE + 5):
        table.play(table.allowed()[-1])
        assert table.seat >= 0
    for _ in range(UNDONE):
        table.take_back()
    assert not table.can_take_back()


def test_what_was_asked_of_one_move_is_asked_again_of_the_next() -> None:
    table, throws = Table("joomo", seats=4, seed=0), random.Random(0)
    for _ in steps(lambda: table.seat >= 0):
        table.play(throws.choice(table.allowed()))
        assert table.can_take_back(THOROUGH) == (table.seat >= 0)  # the end of the round shows what others hold
