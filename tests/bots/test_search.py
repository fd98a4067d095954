"""The search generates and tries whole moves, and beats the policy alone."""

import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from brelan.bots.plan import LONGEST_MOVE
from brelan.bots.search import MOST_MOVES, Budget, Search, SearchPlayer, room_for
from brelan.core import dice
from brelan.core.game import Game, game
from brelan.core.loops.trial import is_new, mark, worth
from brelan.core.position import Position
from brelan.lab.arena import Match, run, standings

from .test_players import some_way

SEARCHED = [game(name) for name in ("joomo", "koomi", "jokrummy")]


def made_up(found: Game, position: Position, wanted: int = 24) -> list[list[int]]:
    """The moves a search would try out here."""
    seat = position.seat
    moves, lengths = np.zeros((wanted, LONGEST_MOVE), np.int16), np.zeros(wanted, np.int64)
    reveals = np.array([found.rules.ACTIONS.reveals(action) for action in range(len(found.rules.ACTIONS))])
    view, allowed = position.view(seat), position.actions[: position.count].copy()
    own = found.engine.policy(view, seat, allowed, len(allowed), dice.new(1))
    given = (view, seat, own, reveals, dice.new(1), *room_for(found))
    count = found.engine.make_up(*given, moves, lengths, np.zeros(wanted, np.uint64))
    return [moves[i, : lengths[i]].tolist() for i in range(count)]


@pytest.mark.parametrize("found", SEARCHED, ids=lambda found: found.name)
def test_moves_are_whole_allowed_and_different(found: Game) -> None:
    several = 0
    for seed in range(6):
        position = some_way(found, 6 + seed, seed)
        if not position.count:
            continue
        moves = made_up(found, position)
        assert len({tuple(move) for move in moves}) == len(moves)
        for move in moves:
            after = position.copy()
            for step, action in enumerate(move):
                assert after.seat == position.seat
                assert after.why_not(action) == 0
                after.play(action)
                assert step == len(move) - 1 or not found.rules.ACTIONS.reveals(action)
            ended = found.rules.ACTIONS.reveals(move[-1]) or after.seat != position.seat or not after.count
            assert ended or len(move) == LONGEST_MOVE
        several += len(moves) > 1
    assert several >= 3


def test_a_move_ends_where_something_is_revealed() -> None:
    found = game("koomi")
    new, options, met = found.rules.ACTIONS.ids["new"], found.check_options(2, {}), 0
    for seed in range(60):
        position = Position(found, 2, options, dice.new(seed))
        if new in position.actions[: position.count]:  # a card is turned up, and the same seat goes on (R11)
            met += 1
            assert [move for move in made_up(found, position, 64) if move[0] == new] == [[new]]
    assert met > 2


def test_the_same_cards_in_another_order_are_one_move_unless_it_ends_otherwise() -> None:
    rows = np.array([[3, 5, 7, 9], [5, 3, 7, 9], [3, 7, 5, 9], [3, 5, 7, 8]], np.int16)
    marks = np.array([mark(row, 4) for row in rows], np.uint64)
    assert marks[0] == marks[1]
    assert len(set(marks.tolist())) == 3
    assert not is_new(marks, 1)
    assert is_new(marks, 2)


def test_a_result_is_worth_its_chance_to_win() -> None:
    won, lost, drawn = (
        worth(np.array(scores), 0, True, 4.0, 0.01) for scores in ([9, 3, 1], [3, 9, 1], [9, 9, 1])
    )  # fmt: skip
    assert lost < 0.1 < 0.4 < drawn < 0.6 < 0.9 < won
    early = [worth(np.array([mine, 5]), 0, False, 4.0, 0.01) for mine in (1, 5, 9)]
    assert early == sorted(early)
    assert early[1] == 0.5
    assert early[2] == pytest.approx(np.e / (1 + np.e) + 0.04)


def test_a_move_is_played_to_its_end_as_planned() -> None:
    found = game("koomi")
    position = some_way(found, 0, 4)
    bot, seat, steps = SearchPlayer(found, 200), position.seat, 0
    while position.count and position.seat == seat:
        allowed = position.actions[: position.count].copy()
        planned = dict(bot.plan)
        action = bot.choose(position.view(seat), seat, allowed, dice.new(3))
        if steps and len(allowed) > 1 and planned:
            assert planned.get(position.view(seat).tobytes(), action) == action
        position.play(action)
        steps += 1
    assert len(bot.plan) <= LONGEST_MOVE


def test_the_plan_is_for_its_own_views_alone() -> None:
    found = game("joomo")
    bot, tempting = SearchPlayer(found, 100), 0
    for seed in range(30):
        position = some_way(found, 3 + seed % 10, seed)
        view, seat, allowed = position.view(position.seat), position.seat, position.actions[: position.count].copy()
        tempting += any(action in allowed for action in bot.plan.values())  # what was planned elsewhere could be done
        fresh = SearchPlayer(found, 100).choose(view, seat, allowed, dice.new(1))
        assert bot.choose(view, seat, allowed, dice.new(1)) == fresh
    assert tempting


@pytest.mark.long
def test_a_search_is_better_than_its_policy(tmp_path: Path) -> None:
    file = tmp_path / "trying.py"
    file.write_text(
        "from brelan.bots import SearchPlayer\n"
        "class Trying(SearchPlayer):\n"
        "    def __init__(self, game):\n"
        "        super().__init__(game, 300)\n"
    )
    found = game("joomo")
    match = Match("joomo", found.version, 2, found.check_options(2, {}), [f"{file}:Trying", "medium"], 30, 3)
    best = standings(match, run(match))[0]
    assert best.bot.endswith("Trying")
    assert best.won > 0.6


@pytest.mark.parametrize("found", SEARCHED, ids=lambda found: found.name)
def test_memory_is_bounded_and_stated(found: Game) -> None:
    bot = SearchPlayer(found, 200)
    before = bot.memory
    position = some_way(found, 5, 2)
    for _ in range(3):
        bot.choose(position.view(position.seat), position.seat, position.actions[: position.count], dice.new(1))
    assert bot.memory == before < 128 * 1024
    assert sum(len(view) for view in bot.plan) <= LONGEST_MOVE * found.rules.State.dtype.itemsize
    assert bot.gains.shape[1] == MOST_MOVES


def test_a_budget_is_used_up_by_the_scarcer_of_trials_and_time() -> None:
    counted = Budget(100, float("inf"))
    counted.done = 25
    assert (counted.used(), counted.left(), counted.left(0.5)) == (0.25, 75, 25)
    timed = Budget(1_000_000, 0.01)
    timed.done = 1
    time.sleep(0.02)
    assert timed.used() > 1
    assert timed.before_a_look() == 1


def tried(position: Position, short: bool, worlds: int) -> npt.NDArray[np.float64]:
    """What trials of the policy's own move in Koomi bring, played on to the seat's next turn or to the end."""
    found, seat, room = position.game, position.seat, room_for(position.game)
    allowed = position.actions[: position.count].copy()
    own = found.engine.policy(position.view(seat), seat, allowed, len(allowed), dice.new(1))
    gains, scores = np.zeros((worlds, 1)), np.zeros(position.seats, np.int64)
    moves, lengths = np.full((1, LONGEST_MOVE), own, np.int16), np.ones(1, np.int64)
    found.engine.try_out(
        position.view(seat), seat, False, 0.0, short, np.uint64(5), np.zeros(0, np.uint64), 0, moves, lengths,
        np.zeros(1, np.int64), 0, worlds, dice.new(2), *room, scores, gains,
    )  # fmt: skip
    if short:  # of the last trial
        assert room[0]["seat"][0] == seat or room[0]["ended"][0]
    return gains[:, 0]


def test_a_chance_told_at_the_next_turn_stands_for_the_rest_of_the_game() -> None:
    found = game("koomi")
    deals = [Position(found, 4, found.check_options(4, {}), dice.new(seed)) for seed in range(12)]
    short, long = (np.array([tried(position, kind, 400) for position in deals]) for kind in (True, False))
    assert short.mean(axis=1) == pytest.approx(long.mean(axis=1), abs=0.08)
    assert short.std(axis=1).mean() < 0.6 * long.std(axis=1).mean()  # what it is good for: fewer trials tell as much


@pytest.mark.parametrize(
    ("gain", "spread", "chosen", "certain"),
    [
        (0.10, 0.3, 1, True),
        (0.10, 0.3, 0, False),  # the better one was not chosen
        (-0.10, 0.3, 0, True),
        (-0.005, 0.01, 0, False),  # measured well, but it hardly matters
        (0.10, 2.0, 1, False),  # it would matter, but it is not known
    ],
)
def test_a_choice_is_certain_by_a_margin(gain: float, spread: float, chosen: int, certain: bool) -> None:
    position = some_way(game("joomo"), 5, 2)
    player = SearchPlayer(game("joomo"), 100)
    search = Search(player, position.view(position.seat), position.seat, [0], dice.new(1))
    search.picks, search.worlds = np.array([0, 1]), 400
    search.sums, search.squares = np.array([0.0, 400 * gain]), np.array([0.0, 400 * (gain**2 + spread**2)])
    assert search.certain(chosen) == certain
