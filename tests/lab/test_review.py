"""Reviews are fair and reproducible, and find what went wrong."""

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from brelan.bots import SearchPlayer, player
from brelan.bots.judge import Estimate, Judge, Moment, estimate, gained
from brelan.core import dice
from brelan.core.errors import BadSetup, IllegalAction
from brelan.core.game import Game, game, names
from brelan.core.lesson import lesson
from brelan.core.position import guess_from
from brelan.core.table import DEALER, Move, Table
from brelan.core.text import LANGUAGES
from brelan.lab.review import review
from brelan.lab.review_page import Telling

GAMES = [game(name) for name in names()]
by_name = pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
WORLDS = 12
TRIALS = 120


@cache
def judge(name: str, level: str = "medium", worlds: int = WORLDS) -> Judge:
    strong = SearchPlayer(game(name), TRIALS) if level == "champion" else player(game(name), level, timed=False)
    return Judge(game(name), strong, worlds)


def some_way(found: Game, moves: int, seed: int) -> Table:
    """A table some moves into a game of medium bots."""
    table, bot = Table(found, max(2, found.least), seed=seed), player(found, "medium")
    while not table.over and (moves > 0 or table.seat == DEALER):
        table.play(table.hint(bot).actions)
        moves -= 1
    return table


def blunder() -> Table:
    """The lesson of Koomi, but the learner draws where four cards would have won."""
    script = lesson(game("koomi"))
    assert script is not None
    table = script.table(6)
    table.play("draw")
    return table


def test_what_looks_like_a_mistake_by_chance_is_not_marked() -> None:
    """In twenty worlds it is clearly better to lay 19 than to pass; in eighty fresh ones it is not."""
    table, judge = Table("joomo", 2, seed=2), Judge(game("joomo"), player(game("joomo"), "hard"), 20)
    for card in (16, 20, 11, 18, 22):
        table.play(f"lay {card}")
    position, texts = table.position, table.game.rules.ACTIONS.texts
    lines = [[], [texts.index("pass")], [texts.index("lay 19")]]
    values = judge._tried(position.view(1), 1, lines, dice.new(5 + (1 << 80)), 20)
    moment = judge.judge(position, 5, Move(1, (texts.index("pass"),)), 0)
    assert gained(values).clear
    assert moment.better.actions == ["lay 19"]
    assert not moment.marked


@by_name
def test_no_mark_changes_when_only_hidden_cards_change(found: Game) -> None:
    differed = 0
    for seed in range(4):
        table = some_way(found, 2 * seed + 1, seed)
        if table.over:
            continue
        seat, actions = table.seat, table.game.rules.ACTIONS
        move = Move(seat, (actions.ids[table.allowed()[-1]],))
        view = table.position.view(seat)
        others = guess_from(found, view, seat, dice.new(seed + 100))
        differed += others.tobytes() != table.position.rows.tobytes()
        elsewhere = table.position.copy()
        elsewhere.rows = others
        told = [judge(found.name).judge(position, 3, move, 5) for position in (table.position, elsewhere)]
        assert told[0] == told[1]
    assert differed


def dealt(found: Game, order: list[int]) -> Table:
    """A table with its cards in an order."""
    return Table(found, 2, order=order, dealer=0 if found.draws_dealer else None)


def twins(found: Game, count: int, throws: dice.Dice) -> tuple[Table, Table] | None:
    """Two games with the same moves, the last of them by a seat that saw the same in both, but with other cards."""
    pack = np.zeros(512, np.int16)
    order = pack[: found.rules.pack(2, found.codes(found.check_options(2, {})), pack)].tolist()
    shuffled = np.array(order, np.int16)
    dice.shuffle(throws, shuffled, len(order))
    first = dealt(found, shuffled.tolist())
    while len(first.history) < count and not first.over:
        first.play(first.allowed()[len(first.history) % len(first.allowed())])
    for _ in range(200):
        i, j = (int(dice.below(throws, len(order))) for _ in range(2))
        other = shuffled.copy()
        other[[i, j]] = other[[j, i]]
        second = dealt(found, other.tolist())
        with suppress(IllegalAction):
            second.replay(first.history[:-1])
            before = dealt(found, shuffled.tolist())
            before.replay(first.history[:-1])
            views = [table.position.view(first.history[-1].seat).tobytes() for table in (before, second)]
            if views[0] == views[1] and before.position.rows.tobytes() != second.position.rows.tobytes():
                second.replay(first.history[-1:])
                return first, second
    return None


@pytest.mark.parametrize("level", ["medium", "hard", "champion"])
@pytest.mark.parametrize("found", [found for found in GAMES if found.one_pack], ids=lambda found: found.name)
@pytest.mark.long
def test_two_games_that_looked_the_same_to_a_seat_give_the_same_judgement_of_its_move(found: Game, level: str) -> None:
    compared, throws = 0, dice.new(7)
    for count in (1, 2, 3, 5, 8, 9, 12):
        pair = twins(found, count, throws)
        told = [review(table, judge(found.name, level))[-1:] for table in pair or ()]
        if pair and told[0] and told[0][0].number == count - 1:
            assert told[0] == told[1]
            compared += 1
    assert compared >= 3


@by_name
def test_the_same_seed_says_the_same_and_another_one_nearly(found: Game) -> None:
    table = some_way(found, 3, 1)
    first, again, other = (review(table, judge(found.name), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first
    assert [moment.number for moment in first] == [moment.number for moment in other]
    assert first != other


def test_a_win_that_was_missed_is_marked_with_its_reason() -> None:
    moments = review(blunder(), judge("koomi", "hard", 40), seat=0)
    missed = moments[-1]
    assert missed.actions == ["draw"]
    assert missed.marked
    assert missed.better.actions[0] == "switch"
    assert missed.gain.mean == pytest.approx(1 - missed.after.mean)
    assert "wins" in [reason.key for reason in missed.better.reasons]


def test_a_wild_jump_in_the_game_is_marked_and_cards_are_what_counts() -> None:
    table = Table("thegame", 1, seed=4)
    hand = table.view(0)["hands"][0]
    table.play(f"lay {max(hand)} 0")
    (moment,) = review(table, judge("thegame", "hard", 40))
    assert moment.marked
    assert moment.gain.mean > 1
    assert moment.before.mean > moment.after.mean > 2


def test_what_a_strong_player_would_do_too_gains_nothing() -> None:
    table = some_way(game("joomo"), 6, 3)
    for moment in review(table, judge("joomo")):
        if moment.actions == moment.better.actions:
            assert moment.gain == Estimate(0.0, 0.0)
            assert not moment.marked


def test_chances_are_what_they_are_where_all_is_known() -> None:
    (moment,) = review(blunder(), judge("koomi", "hard", 40), seat=0)[-1:]
    assert moment.before == Estimate(1.0, 0.0)  # the policy wins at once, in every world


def test_how_sure_a_mean_is_and_when_a_gain_is_clear() -> None:
    assert tuple(estimate(np.array([0.0, 1.0, 1.0, 0.0]))) == pytest.approx((0.5, 0.288675), abs=1e-6)
    missed = review(blunder(), judge("koomi", "hard", 40), seat=0)[-1]
    assert replace(missed, gain=Estimate(0.07, 0.03)).marked
    assert not replace(missed, gain=Estimate(0.05, 0.03)).marked
    assert not replace(missed, gain=Estimate(-0.5, 0.03)).marked


def test_one_seat_or_all() -> None:
    table = some_way(game("joomo"), 6, 3)
    assert {moment.seat for moment in review(table, judge("joomo"))} == {0, 1}
    assert {moment.seat for moment in review(table, judge("joomo"), seat=1)} == {1}


def test_progress_is_told_to_the_end() -> None:
    table, told = some_way(game("joomo"), 4, 3), []
    review(table, judge("joomo"), report=lambda done, all_: told.append((done, all_)))
    assert told[-1] == (len(table.history), len(table.history))


def test_one_world_is_not_enough() -> None:
    with pytest.raises(BadSetup, match="two worlds"):
        Judge(game("joomo"), player(game("joomo"), "medium"), 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_is_told_in_lines_and_as_a_page_that_loads_nothing(language: str) -> None:
    found = game("koomi")
    moments: list[Moment] = review(blunder(), judge("koomi", "hard", 40))
    telling = Telling(found, moments, found.words(language), "hard", 40)
    lines, page = telling.lines(), telling.page()
    assert telling.better(moments[-1]) in "\n".join(lines)
    assert any(bar in lines[2] for bar in "▁▂▃▄▅▆▇█")
    assert page.count("<svg") == len(telling.seats())
    assert page.count('class="mark"') == len(telling.marked()) > 0
    assert not re.search(r"https?:|<script|<link|@import|url\(", page)
    assert f'lang="{language}"' in page


def test_numbers_are_written_as_the_language_writes_them() -> None:
    for name, said in (("thegame", ("61.5", "61,5")), ("koomi", ("61%", "61 %"))):
        found, value = game(name), 61.5 if game(name).team else 0.6149
        written = [Telling(found, [], found.words(language), "hard", 8).amount(value) for language in ("en", "de")]
        assert tuple(written) == said


def test_where_nothing_was_better_that_is_said() -> None:
    found = game("joomo")
    moments = [moment for moment in review(some_way(found, 4, 3), judge("joomo")) if not moment.marked]
    assert moments
    assert found.words()("review.nothing", bot="medium") in Telling(found, moments, found.words(), "medium", 8).lines()
