"""Tables: a refused move changes nothing, and everybody learns of an accepted one what they may know."""

from typing import Any

import pytest
from steps import steps

import brelan
from brelan.core.errors import BadSetup, IllegalAction, UnknownGame
from brelan.core.table import Table


def people(**more: Any) -> Table:
    return Table("thegame", 2, seed=7, starter=0, **more)  # seat 0 holds 15 29 33 68 88 93 94


def state(table: Table) -> tuple[bytes, int, int]:
    return table.position.rows.tobytes(), len(table.history), len(table.events)


@pytest.mark.parametrize(
    "said",
    [
        "lay 15 0",
        {"verb": "lay", "card": 15, "pile": 0},
        ["lay 15 0"],
        [{"verb": "lay", "card": 15, "pile": 0}],
        "lay 15 0;",
    ],
)
def test_an_action_can_be_said_in_several_ways(said: Any) -> None:
    table = people()
    table.play(said)
    assert table.view(0)["tops"] == [15, 1, 100, 100]


@pytest.mark.parametrize(
    ("held", "winners"), [([0, 2, 1], [0]), ([3, 1, 1], [1, 2]), ([2, 2, 2], [0, 1, 2]), ([2, 1, 0], [2])]
)
def test_those_with_the_highest_result_have_won(held: list[int], winners: list[int]) -> None:
    table = Table("koomi", 3, seed=1)
    table.position.state.held[:3], table.position.state.ended = held, 18
    table.position.refresh()
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == (winners, [-cards for cards in held])


@pytest.mark.parametrize(("ended", "winners"), [(15, [0, 1]), (13, [])])
def test_a_team_wins_or_loses_together(ended: int, winners: list[int]) -> None:
    table = people()
    table.position.state.ended = ended
    table.position.refresh()
    assert table.outcome is not None
    assert table.outcome.winners == winners


def test_a_move_of_several_actions_is_taken_whole() -> None:
    table = people()
    events = table.play("lay 15 0; lay 29 0; end")
    assert [event.name for event in events] == ["laid", "laid", "drew"]
    assert (table.seat, len(table.history)) == (1, 1)


@pytest.mark.parametrize(
    ("said", "clause", "step"),
    [
        ("lay 14 0", "T2", 0),
        ("lay 15 0; lay 12 0", "T2", 1),
        ("lay 29 0; lay 15 0", "R5", 1),
        ("lay 88 3; lay 15 0; end; end", "T8", 3),
        ("lay 15 0; end", "R4", 1),
        ("fly 3", "T4", 0),
        ("", "T4", 0),
        ([], "T4", 0),
        ("glad 1", "R3", 0),
    ],
)
def test_a_refusal_names_the_clause_and_the_step_and_changes_nothing(said: Any, clause: str, step: int) -> None:
    table = people()
    before = state(table)
    with pytest.raises(IllegalAction) as refusal:
        table.play(said)
    assert (refusal.value.clause, refusal.value.step) == (clause, step)
    assert state(table) == before
    assert table.why_not(said) == clause


def test_only_the_seat_at_turn_acts() -> None:
    table = people()
    with pytest.raises(IllegalAction, match="T1"):
        table.play("lay 15 0", seat=1)
    table.play("lay 15 0", seat=0)


def test_a_move_does_not_go_on_into_another_seat_or_past_a_card_drawn() -> None:
    table = people()
    hand = table.position.state.hands[1].tolist()
    assert table.why_not(f"lay 15 0; lay 29 0; end; lay {hand[0]} 0") == "T8"
    alone = Table("thegame", 1, seed=7)
    cards = alone.view(0)["hands"][0]
    low, high = cards[0], cards[1]
    assert alone.why_not(f"lay {low} 0; lay {high} 0; end; lay {cards[2]} 0") == "T8"


def test_after_the_end_nothing_is_played() -> None:
    table = people()
    for _ in steps(lambda: not table.over):
        table.play(table.allowed()[0])
    assert table.seat == -1
    assert table.allowed() == []
    with pytest.raises(IllegalAction, match="T3"):
        table.play("end", seat=0)


def test_the_last_move_can_be_taken_back_unless_a_card_was_drawn() -> None:
    table = people()
    table.play("lay 15 0")
    before = state(table)
    table.play("lay 29 0")
    table.take_back()
    assert state(table) == before
    table.play("lay 29 0; end")
    assert not table.can_take_back()
    with pytest.raises(IllegalAction, match="T9"):
        table.take_back()


def test_a_hand_that_refills_by_itself_is_not_taken_back() -> None:
    table = people()
    for card in (15, 29, 33, 68, 88, 93):
        table.play(f"lay {card} 0")
    table.play("lay 94 0")  # the last card: the turn ends and seven cards are drawn
    assert not table.can_take_back()


def test_nothing_to_take_back_at_the_start_nor_after_a_signal() -> None:
    table = people()
    assert not table.can_take_back()
    table.play("lay 15 0")
    table.signal(1, "signal 0 hold")
    assert not table.can_take_back()


def test_a_signal_is_seen_by_all_and_told() -> None:
    table = people()
    assert [event.seen_by(0) for event in table.signal(1, "signal 2 hold")] == [
        {"event": "signalled", "seat": 1, "pile": 2, "what": "hold"}
    ]
    assert table.view()["signals"][1] == [0, 0, 1, 0]
    with pytest.raises(IllegalAction, match="R9"):
        table.signal(1, "signal 2 hold")  # it says so already
    with pytest.raises(BadSetup, match="no seat 2"):
        table.signal(2, "signal 2 hold")
    assert len(table.events) == 1


def test_a_log_undoes_a_move_however_long_ago_it_was_kept() -> None:
    table = people()
    table.play("lay 15 0")
    table.signal(1, "signal 0 hold")
    before = state(table)
    table.play("lay 29 0; end")
    table.before.clear()
    table.undo()
    assert state(table) == before
    assert [table.said(move) for move in table.history] == ["lay 15 0", "signal 0 hold"]


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    table = people()
    drew = table.play("lay 15 0; lay 29 0; end")[-1]
    assert drew.seen_by(0)["cards"]
    for viewer in (1, -1):
        assert drew.seen_by(viewer) == {"event": "drew", "seat": 0, "count": 2}


def test_a_view_holds_no_card_of_others() -> None:
    table = people()
    assert table.view(0)["hands"] == [[15, 29, 33, 68, 88, 93, 94], None]
    assert table.view()["hands"] == [None, None]
    assert "stock" not in table.view(0)
    with pytest.raises(BadSetup, match="no seat 2"):
        table.view(2)


def test_an_order_of_cards_can_be_laid() -> None:
    order = [*range(99, 1, -1)]
    table = Table("thegame", 3, seed=1, order=order, starter=0)
    assert table.view(0)["hands"][0] == [94, 95, 96, 97, 98, 99]
    with pytest.raises(BadSetup, match="each of the 98 cards"):
        Table("thegame", 3, seed=1, order=order[1:])
    with pytest.raises(BadSetup, match="first dealer"):
        Table("thegame", 3, seed=1, order=order, dealer=1)


def test_a_game_that_shuffles_more_than_one_pack_takes_no_order() -> None:
    with pytest.raises(BadSetup, match="can only be dealt from a seed"):
        Table("jokrummy", 2, seed=1, order=list(range(108)), dealer=0)


@pytest.mark.parametrize(
    ("name", "seats", "options", "message"),
    [
        ("thegame", 0, {}, "1 to 5 seats, not 0"),
        ("thegame", 6, {}, "1 to 5 seats, not 6"),
        ("thegame", True, {}, "1 to 5 seats"),
        ("thegame", 3, {"colour": 1}, "has no option colour"),
        ("thegame", 3, {"three_cards": 7}, "must be one of no, yes, not 7"),
        ("thegame", 3, {"starter": "five"}, "must be one of -1, 0, 1"),
    ],
)
def test_a_table_that_cannot_be_is_refused(name: str, seats: int, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        Table(name, seats, **options)


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownGame, match=r"there are: .*thegame"):
        brelan.Table("chess")


def test_a_table_without_a_seed_is_another_each_time() -> None:
    assert Table("thegame", 3).deal.seed != Table("thegame", 3).deal.seed


def test_the_facade_is_small_and_lists_the_games() -> None:
    assert "thegame" in brelan.game_names()
    assert brelan.game("thegame").name == "thegame"
    with pytest.raises(AttributeError):
        brelan.nothing  # type: ignore[attr-defined]  # noqa: B018
