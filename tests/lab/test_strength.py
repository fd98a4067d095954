"""Strength pages: who plays whom, what a row says, sections that replace older ones."""

from pathlib import Path

import numpy as np
import pytest

from brelan.cli import main
from brelan.core.game import game
from brelan.lab.arena import Deal, Match
from brelan.lab.strength import ladder, row, seconds_a_move, section, time_row, write


def test_every_level_meets_the_next_and_a_champion_sits_among_mediums() -> None:
    two, four = (ladder(game("joomo"), seats, 100, 1) for seats in (2, 4))
    assert [match.bots for match in two] == [
        ["champion", "hard"], ["hard", "medium"], ["medium", "easy"], ["easy", "random"],
    ]  # fmt: skip
    assert [match.bots for match in four[:4]] == [match.bots for match in two]
    assert four[4].bots == ["champion", "medium", "medium", "medium"]
    assert [match.deals for match in two] == [5, 100, 100, 100]


def test_levels_that_play_alike_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    same = game("koomi")
    monkeypatch.setattr(same.part("bots"), "TRIALS", 0)
    assert [match.bots for match in ladder(same, 4, 100, 1)] == [
        ["hard", "medium"],
        ["medium", "easy"],
        ["easy", "random"],
    ]
    assert "champion plays as hard" in section(same, 4, 1, [], {})
    rummy = game("jokrummy")  # its champion tries no moves out either, but is another player
    assert ladder(rummy, 2, 100, 1)[0].bots == ["champion", "hard"]
    assert "plays as hard" not in section(rummy, 2, 1, [], {})


def test_a_line_counts_what_all_seats_of_a_bot_won_together() -> None:
    options = game("joomo").check_options(4, {})
    match = Match("joomo", 1, 4, options, ["hard", "medium"], 2, 0)
    first_wins = [[20, 1, 2, 3], [1, 20, 2, 3]]  # bots sit 0101, 1010
    deals = [Deal(0, first_wins, [16] * 2), Deal(1, first_wins, [16] * 2)]
    assert row(match, deals) == "| hard | medium | 2 | 4 | 100.0% (13.0% to 100.0%) | 50% | no |"
    alone = Match("joomo", 1, 4, options, ["champion", "medium", "medium", "medium"], 2, 0)
    third = [[2, 20, 1, 3]] * 4  # the winner's chair is the champion's once in four rotations
    assert row(alone, [Deal(0, third, [16] * 4), Deal(1, third, [16] * 4)]).endswith(
        "| 25.0% (0.0% to 90.1%) | 25% | no |"
    )


def test_times_are_of_moves_with_a_choice() -> None:
    taken = seconds_a_move(game("joomo"), 2, "medium", 7, 1)
    assert taken.shape == (7,)
    assert (taken > 0).all()
    assert time_row(game("joomo"), "medium", np.array([0.001, 0.003])) == "| medium | 2 | 2.00 | 3.0 | 3.0 | - |"
    assert time_row(game("joomo"), "champion", taken).endswith(" kB |")


def test_a_new_section_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    page = tmp_path / "STRENGTH.md"
    write(page, section(game("koomi"), 2, 1, [], {}))
    write(page, section(game("joomo"), 2, 1, [], {}))
    write(page, section(game("koomi"), 2, 9, [], {}))
    text = page.read_text()
    assert text.startswith("# Strength\n")
    assert text.index("## joomo, 2 seats") < text.index("## koomi, 2 seats")
    assert text.count("## koomi") == 1
    assert "--seed 9" in text


def test_a_team_is_measured_by_what_it_beats(tmp_path: Path) -> None:
    page = tmp_path / "STRENGTH.md"
    assert main(["arena", "thegame", "--seats", "2", "--games", "8", "--strength", str(page)]) == 0
    lines = [line for line in page.read_text().splitlines() if line.startswith("| ")]
    assert [line.split(" | ")[0] for line in lines] == ["| talk", "| silent", "| signals", "| free talk"]


def test_somebody_has_to_play() -> None:
    assert main(["arena", "joomo"]) == 2
