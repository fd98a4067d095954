"""A room on its own: what follows from its entries, and what a command changes."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from brelan.core.errors import UnknownVersion
from brelan.core.game import game
from brelan.core.shuffle import commitment
from brelan.server import log, messages
from brelan.server.refusal import Refusal
from brelan.server.room import STAND_IN, TAKE_BACKS, Room
from brelan.server.store import Row


def room(*entries: log.AnyEntry) -> Room:
    """A room with these entries."""
    made = Room("table")
    for number, entry in enumerate(entries):
        made.take_in(Row(number, None, 1.0, log.encode(entry)))
    return made


def made(name: str, seats: int, version: int = 0, **options: str) -> list[log.AnyEntry]:
    """A table at which everybody sits."""
    table = log.Made(name, version or game(name).version, [None] * seats, options, True, log.hashed("invitation"))
    return [table, *(log.Sat(seat, f"Seat {seat}", log.hashed(f"key {seat}")) for seat in range(seats))]


def play(one: Room, move: str) -> None:
    one.do(one.at, messages.Play("id", one.turn, move), 1.0)


def over(one: Room) -> None:
    """Play to the end, whatever comes first: to draw is, mostly."""
    while not one.over:
        play(one, one.playing().allowed()[-1])


def series(seats: int, version: int = 0, **options: str) -> list[int]:
    """Who begins in four games of Koomi at one table."""
    one, first = room(*made("koomi", seats, version, **options)), list[int]()
    for number in range(4):
        one.take_in(Row(one.number + 1, None, 1.0, log.encode(log.Dealt(number))))
        first.append(one.at)
        play(one, "draw")
        if one.may_take_back(first[-1]):
            one.do(first[-1], messages.TakeBack("back"), 1.0)
        over(one)
    return first


def test_koomi_r4_another_seat_deals_every_game_of_a_series() -> None:
    assert series(3) == [1, 2, 0, 1]
    assert series(2, dealt_by="1") == [0, 1, 0, 1]


def test_options_are_shown_alike_before_and_after_the_deal() -> None:
    entries = made("koomi", 3, more_seats="yes", without="reset")
    before, after = (room(*some).scene(-1, [False] * 3, 0).options for some in (entries, [*entries, log.Dealt(1)]))
    assert (before["more_seats"], before["without"]) == (True, ["reset"])
    assert before == after


def test_a_table_of_an_older_version_goes_on_as_it_began_or_is_refused_by_name() -> None:
    assert series(3, version=1) == [1, 1, 1, 1]  # what is in its log was played so
    for version in (0, 3):
        with pytest.raises(UnknownVersion, match=f"version {version} of koomi; this program has 2"):
            room(log.Made("koomi", version, [None] * 2, {}, True, log.hashed("invitation")))


def test_a_game_that_is_taken_back_keeps_its_dealer() -> None:
    one: Any = room(*made("koomi", 3, dealt_by="1"), log.Dealt(1))
    while not one.may_take_back(one.at if not one.playing().history else one.playing().history[-1].seat):
        moves = [move for move in one.playing().allowed() if move != "draw"]
        play(one, moves[0] if moves else "draw")
    seat, before = one.playing().history[-1].seat, len(one.playing().history)
    one.do(seat, messages.TakeBack("back"), 1.0)
    assert (len(one.playing().history), one.playing().view()["dealer"]) == (before - 1, 1)


def refused(one: Room, seat: int, command: Any, here: Sequence[bool] = ()) -> str:
    """The error by which a command is refused, which changes nothing; an empty string if it is carried out."""
    before = (one.number, one.turn, one.votes.copy(), one.muted.copy())
    try:
        one.do(seat, command, 1.0, here)
    except Refusal as refusal:
        assert (one.number, one.turn, one.votes, one.muted) == before
        return refusal.error
    return ""


def said(one: Room) -> str:
    """The last entry as it was written."""
    return log.encode(one.recent[-1].entry).decode()


def at_thegame(seats: int = 2) -> Room:
    return room(*made("thegame", seats, starter="0"), log.Dealt(7))  # seat 0 holds 15 29 33 68 88 93 94


def test_only_the_seat_at_turn_plays_and_what_is_written_is_its_move() -> None:
    one = at_thegame()
    assert refused(one, 1, messages.Play("a", one.turn, "lay 15 0")) == "not_yours"
    assert refused(one, -1, messages.Play("a", one.turn, "lay 15 0")) == "not_yours"
    assert refused(one, 0, messages.Play("a", one.turn + 1, "lay 15 0")) == "stale"
    assert refused(one, 0, messages.Play("a", one.turn, "lay 15 0; lay 29 0")) == ""
    assert said(one) == '{"what":"moved","seat":0,"move":"lay 15 0; lay 29 0"}'
    assert refused(one, 0, messages.Play("b", one.turn, "lay 33 0")) == ""
    assert said(one) == '{"what":"moved","seat":0,"move":"lay 33 0"}'


def test_a_seat_takes_back_its_own_last_move_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    one = at_thegame()
    assert refused(one, 0, messages.TakeBack("a")) == "not_now"
    for _ in range(TAKE_BACKS):
        play(one, "lay 15 0")
        assert refused(one, 1, messages.TakeBack("a")) == "not_now"
        assert refused(one, 0, messages.TakeBack("a")) == ""
    play(one, "lay 15 0")
    assert refused(one, 0, messages.TakeBack("a")) == "not_now"
    play(one, "lay 29 0; end")
    play(one, next(move for move in one.playing().allowed() if move.startswith("lay")))
    assert refused(one, 1, messages.TakeBack("a")) == ""  # each has its own
    assert refused(one, 1, messages.TakeBack("a")) == "not_now"  # the other's, and it drew cards
    without = room(
        msgspec.structs.replace(made("thegame", 2, starter="0")[0], take_back=False), *made("thegame", 2)[1:]
    )
    without.take_in(Row(without.number + 1, None, 1.0, log.encode(log.Dealt(7))))
    play(without, "lay 15 0")
    assert refused(without, 0, messages.TakeBack("a")) == "not_now"


def test_talk_leaves_room_for_the_game_and_a_table_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brelan.server.room.ASIDE", 6)
    one = at_thegame()
    while one.aside[1] < 6:
        assert refused(one, 1, messages.Say("a", "well")) == ""
    for beside in (messages.Say("a", "well"), messages.Signal("a", "signal 0 hold"), messages.Rename("a", "Zoe")):
        assert refused(one, 1, beside) == "limit"
    assert refused(one, 0, messages.Say("a", "well")) == ""  # others may
    assert refused(one, 1, messages.Leave("a")) == "limit"
    play(one, "lay 15 0; lay 29 0; end")
    play(one, one.playing().allowed()[0])  # and a move is no talk
    one.take_in(Row(one.number + 1, None, 1.0, log.encode(log.Left(1))))
    assert refused(one, 1, messages.Signal("a", "signal 1 hold")) == ""  # a bot signals
    assert refused(one, 1, messages.Return("a")) == ""
    monkeypatch.setattr("brelan.server.room.LONGEST", one.number)
    assert refused(one, one.at, messages.Play("a", one.turn, one.playing().allowed()[0])) == "limit"


def vote(about: log.About, whom: int | None, yes: bool = True) -> messages.Vote:
    return messages.Vote("vote", about, yes, whom)


HERE = [True, True, True, True]


def test_whoever_is_muted_by_more_than_half_of_the_others_is_not_heard_until_they_say_so_again() -> None:
    one = at_thegame(4)
    assert refused(one, 2, vote("mute", 2), HERE) == "not_yours"  # not about oneself
    assert refused(one, 0, vote("mute", 4), HERE) == "not_now"
    assert refused(one, 0, vote("mute", None), HERE) == "not_now"
    assert refused(one, 0, vote("mute", 2), HERE) == ""
    assert (one.muted, [(poll.yes, poll.asked) for poll in one.polls()]) == (set(), [([0], [1, 3])])
    assert refused(one, 1, vote("mute", 2), HERE) == ""
    assert (one.muted, one.polls(), one.chairs[2].level) == ({2}, [], None)
    assert refused(one, 2, messages.Say("a", "well")) == "muted"
    assert refused(one, 2, messages.Rename("a", "Zoe")) == "muted"
    assert refused(one, 1, messages.Say("a", "well")) == ""
    assert [(entry.what, entry.text) for entry in one.seen(0, one.number - 1)] == [("said", "well")]
    for seat in (0, 3):
        assert refused(one, seat, vote("mute", 2), HERE) == ""
    assert one.muted == set()
    assert refused(one, 2, messages.Rename("a", "Zoe")) == ""
    assert [(entry.what, entry.text) for entry in one.seen(0, one.number - 1)] == [("named", "Zoe")]


def test_half_of_the_others_against_it_close_a_vote() -> None:
    one = at_thegame(5)
    for seat, yes in ((0, True), (1, False), (3, True)):
        assert refused(one, seat, vote("mute", 2, yes), [True] * 5) == ""
        assert len(one.polls()) == 1
    assert refused(one, 4, vote("mute", 2, False), [True] * 5) == ""
    assert (one.muted, one.polls()) == (set(), [])


def test_a_bot_plays_for_somebody_away_once_more_than_half_of_the_others_want_it_and_time_was_given() -> None:
    one, here = at_thegame(4), [True, True, False, True]
    assert refused(one, 0, vote("bot", 1), here) == "not_now"  # who is here plays
    assert refused(one, 0, vote("bot", 2), here) == ""
    assert one.voted_out() == []
    assert refused(one, 3, vote("bot", 2), here) == ""
    assert (one.voted_out(), one.chairs[2].level) == ([2], None)  # until `Left` says so
    one.take_in(Row(one.number + 1, None, 1.0, log.encode(log.Left(2))))
    assert (one.voted_out(), one.polls(), one.chairs[2].level) == ([], [], STAND_IN)
    assert refused(one, 0, messages.Return("a")) == "not_now"
    assert refused(one, 2, messages.Return("a")) == ""
    assert (one.chairs[2].level, one.chairs[2].person) == (None, True)


def test_half_is_not_more_than_half() -> None:
    one, here = at_thegame(3), [True, True, False]
    assert refused(one, 0, vote("bot", 2), here) == ""
    assert one.voted_out() == []
    assert refused(one, 0, vote("mute", 2), here) == ""
    assert one.muted == set()


@pytest.mark.parametrize("back", [log.Returned(2), log.Here(2), log.Left(2)])
def test_whoever_is_back_or_gone_is_voted_about_no_longer(back: log.AnyEntry) -> None:
    one = at_thegame(5)
    assert refused(one, 0, vote("bot", 2), [True, True, False, True, True]) == ""
    one.take_in(Row(one.number + 1, None, 1.0, log.encode(back)))
    assert one.polls() == []


def test_a_vote_of_older_logs_takes_effect_at_once() -> None:
    one = room(*made("thegame", 3), log.Voted(0, "bot", True, 2), log.Voted(1, "bot", True, 2))
    assert (one.chairs[2].level, one.votes) == (STAND_IN, {})


def test_one_sits_where_nobody_does_and_seat_0_lets_bots_sit_there() -> None:
    one = room(*made("thegame", 4)[:2], log.Sat(2, "Cleo", log.hashed("key 2")))
    assert (one.free_seat(None), one.free_seat(3)) == (1, 3)
    with pytest.raises(Refusal, match="full"):
        one.free_seat(2)
    assert refused(one, 2, messages.Fill("a", 1, "easy")) == "not_yours"
    assert refused(one, 0, messages.Fill("a", 2, "easy")) == "not_now"
    assert refused(one, 0, messages.Fill("a", 4, "easy")) == "not_now"
    assert refused(one, 0, messages.Fill("a", 1, "easy")) == ""
    assert (one.free_seat(None), one.chairs[1].level) == (3, "easy")
    assert refused(one, 1, messages.Return("a")) == "not_now"  # nobody's seat
    daily = room(log.Made("joomo", game("joomo").version, [None, None], {}, True, "", "2026-01-01", 5))
    with pytest.raises(Refusal, match="full"):  # the deal of a day is for one
        daily.free_seat(None)


def test_between_rounds_anybody_goes_on_and_those_tied_may_share() -> None:
    one = room(*made("joomo", 2), log.Dealt(1))
    assert refused(one, 0, messages.GoOn("a", one.turn)) == "not_now"
    while one.at >= 0:
        play(one, one.playing().allowed()[0])
    assert (one.waits, one.over, one.end()) == (True, False, None)
    assert refused(one, 0, vote("share", None)) == "not_now"  # nobody is tied at 20
    assert refused(one, 1, messages.GoOn("a", one.turn + 1)) == "stale"
    one.playing().position.state.points[:2], one.playing().position.state.tied = 20, 1
    one.playing().position.refresh()
    assert one.may_share
    assert refused(one, 0, vote("share", None)) == ""
    assert not one.over
    assert refused(one, 1, messages.GoOn("a", one.turn)) == ""
    assert (one.polls(), one.waits, said(one)) == ([], False, '{"what":"moved","seat":-1,"move":"deal"}')


def test_a_win_shared_by_all_is_an_end() -> None:
    one = room(*made("joomo", 2), log.Dealt(1))
    while one.at >= 0:
        play(one, one.playing().allowed()[0])
    one.playing().position.state.points[:2], one.playing().position.state.tied = 20, 1
    one.playing().position.refresh()
    for seat in (0, 1):
        assert (one.over, one.waits) == (False, True)
        assert refused(one, seat, vote("share", None)) == ""
    end = one.end()
    assert (one.over, one.at, one.waits, one.may_share) == (True, -1, False, False)
    assert end is not None
    assert (end.winners, end.clause, end.shared) == ([0, 1], "R17", True)
    assert refused(one, 0, messages.GoOn("a", one.turn)) == "not_now"
    assert refused(one, 0, messages.Rematch("a")) == ""
    assert refused(one, 1, messages.Rematch("a")) == "not_now"


SECRETS = [f"{number:064x}" for number in range(3)]


def test_cards_are_dealt_once_all_have_committed_and_told_and_without_those_who_withhold() -> None:
    one = room(*made("thegame", 3))
    (committed,) = one.due()
    assert isinstance(committed, log.Committed)
    one.do(-1, committed, 1.0)
    assert one.due() == []
    assert refused(one, 0, messages.AddNumber("a", SECRETS[0])) == "not_now"  # nobody tells before all committed
    for seat in range(3):
        assert one.due() == []
        assert refused(one, seat, messages.Commit("a", commitment(SECRETS[seat]))) == ""
        assert refused(one, seat, messages.Commit("b", commitment(SECRETS[2 - seat]))) == "not_now"
    assert one.due() == [log.Closed()]
    one.do(-1, log.Closed(), 1.0)
    assert refused(one, 0, messages.AddNumber("a", SECRETS[1])) == "not_now"  # not the one committed to
    for seat in (0, 2):
        assert refused(one, seat, messages.AddNumber("a", SECRETS[seat])) == ""
        assert refused(one, seat, messages.AddNumber("b", SECRETS[seat])) == "not_now"
    assert one.due() == []
    assert one.due(hurry=True) == [log.Withheld(1)]
    one.do(-1, log.Withheld(1), 1.0)
    one.do(-1, one.due()[0], 1.0)
    assert refused(one, 1, messages.Commit("a", commitment(SECRETS[1]))) == "not_now"  # once is enough
    for seat in (0, 2):
        assert one.due() == []
        assert refused(one, seat, messages.Commit("a", commitment(SECRETS[seat]))) == ""
    assert one.due() == [log.Closed()]
    one.do(-1, log.Closed(), 1.0)
    for seat in (0, 2):
        assert refused(one, seat, messages.AddNumber("a", SECRETS[seat])) == ""
    assert one.due() == [log.Dealt()]
    one.do(-1, log.Dealt(), 1.0)
    shuffle = one.playing().deal.shuffle
    assert shuffle is not None
    assert shuffle.numbers == {0: SECRETS[0], 2: SECRETS[2]}


def test_in_a_hurry_a_deal_goes_on_without_those_who_have_not_committed() -> None:
    one = room(*made("thegame", 2))
    one.do(-1, one.due()[0], 1.0)
    assert refused(one, 1, messages.Commit("a", commitment(SECRETS[1]))) == ""
    assert (one.due(), one.due(hurry=True)) == ([], [log.Closed()])
    one.do(-1, log.Closed(), 1.0)
    assert refused(one, 0, messages.Commit("a", commitment(SECRETS[0]))) == "not_now"
    assert refused(one, 1, messages.AddNumber("a", SECRETS[1])) == ""
    assert one.due() == [log.Dealt()]
