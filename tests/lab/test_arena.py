"""Matches do not depend on the number of processes, can be resumed, and are fair to every seat; third-party bots."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from brelan.cli import main
from brelan.core.game import game
from brelan.lab.arena import Deal, Match, lineup, play_deal, rotations, run, standings
from brelan.lab.interval import share
from brelan.lab.result import arena

OPTIONS = game("joomo").check_options(2, {})


def match(deals: int = 6, bots: tuple[str, ...] = ("medium", "random")) -> Match:
    return Match("joomo", 1, 2, OPTIONS, list(bots), deals, 5)


def test_the_number_of_processes_does_not_matter() -> None:
    assert run(match(), jobs=1) == run(match(), jobs=3)


def test_a_ray_cluster_plays_the_same_match(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    again = [sys.executable, "-W", "ignore", "-m", "brelan", "arena", "joomo", "medium", "random", "--seed", "5"]
    again += ["--games", "6", "--jobs", "2", "--ray", "local", "--out", str(file)]
    subprocess.run(again, check=True, timeout=300)
    played = [Deal(**json.loads(line)) for line in file.read_text().splitlines()[1:]]
    assert sorted(played, key=lambda deal: deal.number) == run(match())


def test_a_match_of_our_levels_is_the_same_again() -> None:
    assert run(match(1, ("hard", "easy"))) == run(match(1, ("hard", "easy")))


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    whole = run(match(), file=file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:4]) + '\n{"number": 3, "sco')  # three deals, and one cut off
    seen: list[int] = []
    assert run(match(), file=file, report=lambda done, all_: seen.append(done)) == whole
    assert seen[0] == 3
    assert sorted(file.read_text().splitlines()) == sorted(lines)


def test_seats_are_rotated_and_every_bot_sits_everywhere() -> None:
    four = Match("joomo", 1, 4, game("joomo").check_options(4, {}), ["a", "b", "b", "b"], 1, 0)
    assert [lineup(four, rotation).index(0) for rotation in range(4)] == [0, 3, 2, 1]
    pairs = Match("joomo", 1, 4, game("joomo").check_options(4, {}), ["a", "b"], 1, 0)
    assert lineup(pairs, 0) == [0, 1, 0, 1]


def test_no_lineup_is_played_twice_and_every_bot_sits_at_every_seat() -> None:
    for seats in range(2, 7):
        for bots in range(1, seats + 1):
            match = Match("koomi", 1, seats, {}, [f"bot {n}" for n in range(bots)], 1, 1)
            lineups = [tuple(lineup(match, rotation)) for rotation in range(rotations(match))]
            assert len(set(lineups)) == len(lineups)
            assert all({one[seat] for one in lineups} == set(range(bots)) for seat in range(seats))
    assert rotations(Match("koomi", 1, 4, {}, ["a", "b"], 1, 1)) == 2


def test_the_same_cards_are_dealt_to_every_rotation() -> None:
    deal = play_deal(match(1, ("medium", "medium")), 0)
    assert len(deal.scores) == 2
    assert deal.scores[0] == deal.scores[1]


def test_standings_count_wins_draws_and_ratings() -> None:
    deals = [Deal(0, [[20, 10], [10, 20]], [16, 16]), Deal(1, [[20, 10], [20, 10]], [16, 16])]
    first, second = standings(match(2), deals)
    assert (first.bot, first.won, second.won) == ("medium", 0.75, 0.25)
    assert first.games == 4
    assert (first.score, second.score) == (17.5, 12.5)
    assert first.rating == pytest.approx(-second.rating)
    assert first.rating > 0


@pytest.mark.parametrize(
    ("name", "seats", "deals", "said"),
    [("thegame", 1, 1, "1 seat, 1 deal, 1 game,"), ("joomo", 2, 3, "2 seats, 3 deals, 3 games,")],
)
def test_one_is_not_said_in_the_plural(name: str, seats: int, deals: int, said: str) -> None:
    played = arena(name, "random", games=deals, seats=seats)
    assert said in str(played)
    assert said.rpartition(" ")[0].rpartition(" ")[0] in played._repr_html_()


def test_few_deals_make_wide_intervals() -> None:
    deals = [Deal(number, [[20, 10], [10, 20] if number % 2 else [20, 10]], [16, 16]) for number in range(8)]
    first = standings(match(8), deals)[0]
    shares = [0.5, 1.0] * 4 + [0, 0, 1, 1]  # what the first bot won of each deal, two losses and two wins
    error = (sum((share - 2 / 3) ** 2 for share in shares) / 11 / 12) ** 0.5
    assert first.won_high - 2 / 3 == pytest.approx(2.201 * error, rel=0.01)  # 11 degrees of freedom
    assert 2 / 3 - first.won_low == pytest.approx(2.201 * error, rel=0.01)


@pytest.mark.parametrize(("winner", "low", "high"), [(0, 0.65, 1.0), (1, 0.0, 0.35)])
def test_all_of_ten_is_not_all_for_ever(winner: int, low: float, high: float) -> None:
    scores = [[20, 10], [10, 20]] if winner == 0 else [[10, 20], [20, 10]]
    deals = [Deal(number, scores, [16, 16]) for number in range(10)]
    own = next(one for one in standings(match(10), deals) if one.bot == match(10).bots[0])
    assert own.won == 1 - winner
    assert own.won_low == pytest.approx(low, abs=0.02)
    assert own.won_high == pytest.approx(high, abs=0.02)
    assert own.rating_sure > 50  # drawn from ten equal deals alone it would be 0


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    random = np.random.default_rng(1)
    for truth in (0.02, 0.5, 0.97):
        samples = random.random((2000, 40)) < truth
        held = [low <= truth <= high for _, low, high in map(share, samples)]
        assert np.mean(held) > 0.93, truth


def test_a_better_bot_stands_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "joomo", "random", "medium", "--games", "20", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [one["bot"] for one in result["standings"]] == ["medium", "random"]
    assert result["standings"][0]["won_low"] > 0.5


BOT = """
class First:
    def __init__(self, game):
        self.game = game

    def choose(self, view, seat, allowed, dice):
        assert (view[0].hands[1 - seat] == -1).all()
        return int(allowed[0])
"""


def test_a_bot_from_outside_sits_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    plot = tmp_path / "plot.png"
    assert main(["arena", "joomo", f"{file}:First", "medium", "--games", "3", "--plot", str(plot)]) == 0
    assert main(["arena", "joomo", "--bot", f"{file}:First", "--games", "1", "--json"]) == 0
    assert "mybot.py:First" in capsys.readouterr().out
    assert plot.read_bytes().startswith(b"\x89PNG")


FAULTY = """
import time

class Cheat:
    def __init__(self, game): ...

    def choose(self, view, seat, allowed, dice):
        return -1

class Sleeper(Cheat):
    def choose(self, view, seat, allowed, dice):
        time.sleep(0.05)
        return int(allowed[0])
"""


@pytest.mark.parametrize(
    ("bot", "limit", "message"),
    [
        ("Cheat", "0", "Cheat chose -1, which is not among its allowed actions"),
        ("Sleeper", "0.02", "s for a choice; the limit is 0.02 s"),
    ],
)
def test_a_bot_is_held_to_the_rules_and_its_time(
    bot: str, limit: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    assert main(["arena", "joomo", f"{file}:{bot}", "medium", "--games", "1", "--limit", limit]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["joomo", "genius"], "there is no bot 'genius'"),
        (["joomo", "nowhere.py:Bot"], "cannot load the bot nowhere.py:Bot"),
        (["joomo", "json:Bot"], "cannot load the bot json:Bot"),
        (["joomo", "random", "--games", "0"], "is not in the range x>=1"),
        (["joomo", "random", "random", "random", "--seats", "2"], "3 bots do not fit at 2 seats"),
        (["joomo", "random", "--seats", "9"], "2 to 6 seats"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_another_match_does_not_go_into_the_same_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--out", str(tmp_path / "m.jsonl"), "--games", "1"]
    assert main(["arena", "joomo", "random", "random", *where]) == 0
    assert main(["arena", "joomo", "random", "medium", *where]) == 2
    assert "belongs to another match" in capsys.readouterr().err
