"""The deal of the day is the same for everybody, different every day, and hidden until the day begins."""

import hashlib
import hmac
import os
import stat
from datetime import date
from pathlib import Path

import pytest

from brelan.core.errors import BadSetup
from brelan.core.game import game, names
from brelan.core.outcome import Outcome
from brelan.core.text import LANGUAGES
from brelan.daily import Day, day, fresh_secret, own_secret, result, streak
from brelan.folders import Notes

SECRET = "ab" * 32
NOW = date(2026, 11, 15)


def test_a_seed_is_the_hmac_of_date_and_game_and_of_nothing_else() -> None:
    told = hmac.new(bytes.fromhex(SECRET), b"brelan daily 1 2026-11-15 joomo 1", hashlib.sha256).hexdigest()
    assert day(game("joomo"), now=NOW).seed(SECRET) == int(told[:16], 16)


def test_another_day_another_game_and_another_secret_have_other_cards() -> None:
    days = [day(game(name), f"2026-11-{number:02d}", NOW) for name in names() for number in range(1, 16)]
    seeds = [which.seed(secret) for which in days for secret in (SECRET, fresh_secret())]
    assert len(set(seeds)) == len(seeds) == 2 * 15 * len(names())


def test_today_and_earlier_days_are_open_and_later_ones_are_not() -> None:
    assert day(game("koomi"), now=NOW).date == NOW
    assert day(game("koomi"), "2026-11-15", NOW).date == NOW
    assert day(game("koomi"), "2025-01-01", NOW).date == date(2025, 1, 1)
    for later in ("2026-11-16", "2027-01-01"):
        with pytest.raises(BadSetup, match="until that day begins"):
            day(game("koomi"), later, NOW)


@pytest.mark.parametrize("said", ["", "today", "15.11.2026", "2026-02-30", "2026-11-15T00:00"])
def test_what_is_no_day_is_refused(said: str) -> None:
    with pytest.raises(BadSetup, match="write a day like 2026-11-15"):
        day(game("koomi"), said, NOW)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_can_be_shared_whether_won_or_not(name: str, language: str) -> None:
    found = game(name)
    which, words = day(found, now=NOW), found.words(language)
    others = [7] * (found.least - 1)
    won = result(which, Outcome([20, *others], [0], "R1"), words)
    lost = result(which, Outcome([5, *others], [], "R1"), words)
    assert won != lost
    for said in (won, lost):
        assert said.startswith("Brelan 15.11. " + words("name"))
        assert "\n" not in said


def test_the_game_is_beaten_or_the_cards_laid_are_counted() -> None:
    found = game("thegame")
    which = Day(NOW, found, 1, {})
    assert result(which, Outcome([98], [0], "R15"), found.words()) == "Brelan 15.11. The Game: beaten!"
    assert result(which, Outcome([61], [], "R13"), found.words()) == "Brelan 15.11. The Game: 61 of 98 cards played"


def test_one_s_own_points_come_first() -> None:
    found = game("joomo")
    told = result(day(found, now=NOW), Outcome([14, 21], [1], "R16"), found.words(), seat=1)
    assert told == "Brelan 15.11. Joomo: won, 21 : 14!"


def test_a_machine_keeps_its_secret_to_itself(tmp_path: Path) -> None:
    first = own_secret(tmp_path)
    assert own_secret(tmp_path) == first
    assert len(bytes.fromhex(first)) == 32
    (tmp_path / "other").mkdir()
    assert own_secret(tmp_path / "other") != first
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "daily-secret").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ([], 0),
        (["2026-11-15"], 1),
        (["2026-11-14"], 0),
        (["2026-11-13", "2026-11-14", "2026-11-15"], 3),
        (["2026-11-12", "2026-11-14", "2026-11-15"], 2),
        (["2026-10-31", "2026-11-15"], 1),
    ],
)
def test_days_in_a_row_are_counted(days: list[str], count: int) -> None:
    assert streak(days, NOW) == count


def test_what_is_noted_is_there_again_and_leaves_the_rest_alone(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "days.json")
    notes.keep("joomo", ["2026-11-15"])
    notes.keep("koomi", ["2026-11-14"])
    assert Notes(tmp_path / "days.json").all() == {"joomo": ["2026-11-15"], "koomi": ["2026-11-14"]}
    assert [file.name for file in tmp_path.iterdir()] == ["days.json"]
