"""Saved games read back as written; truncated or edited ones are reported in one line."""

from pathlib import Path

import pytest

from brelan.core.errors import BadNotation, BadSetup, BrelanError, UnknownGame, UnknownVersion
from brelan.core.notation import _check_sum, read
from brelan.core.table import Table


def saved() -> str:
    table = Table("thegame", 3, seed=7, three_cards=True, order=None)
    table.signal(2, "signal 1 hold")
    for _ in range(3):
        table.play("glad 1")
    table.play(table.allowed()[0])
    return table.notation()


def signed(*lines: str, moves: int = 0) -> str:
    """A saved game with a right check sum, whatever it says."""
    return "\n".join([*lines, f"end {moves} {_check_sum(list(lines))}", ""])


def test_a_game_is_written_as_lines() -> None:
    lines = saved().splitlines()
    assert lines[:6] == [
        "brelan 1",
        "game thegame 1",
        "seats 3",
        "option three_cards yes",
        "seed 7",
        "@2 signal 1 hold",
    ]
    assert lines[6:9] == ["0 glad 1", "1 glad 1", "2 glad 1"]
    assert lines[-1].startswith("end 5 ")


def test_what_is_written_is_read_again() -> None:
    assert read(saved()).notation() == saved()


@pytest.mark.parametrize(("name", "scores"), [("jokrummy", [3, 7]), ("koomi", [-3, 0, -3])])
def test_a_game_saved_by_version_1_is_played_again_move_by_move(name: str, scores: list[int]) -> None:
    text = (Path(__file__).parent / "saved" / f"{name}-1.txt").read_text(encoding="utf-8")
    again = read(text)
    assert again.outcome is not None
    assert again.outcome.scores == scores
    assert again.notation().splitlines()[1] == f"game {name} 2"


def test_an_order_is_written_too() -> None:
    table = Table("thegame", 1, seed=3, order=list(range(2, 100)))
    again = read(table.notation())
    assert again.view(0) == table.view(0)
    assert "order 2 3 4" in table.notation()


def test_every_truncation_is_noticed() -> None:
    lines = saved().splitlines(keepends=True)
    for count in range(len(lines)):
        with pytest.raises(BrelanError):
            read("".join(lines[:count]))
    for count in range(0, len(saved()) - 2, 3):
        with pytest.raises(BrelanError):
            read(saved()[:count])


def test_every_edited_line_is_noticed() -> None:
    lines = saved().splitlines()
    for number in range(len(lines)):
        edited = [*lines[:number], lines[number] + "0", *lines[number + 1 :], ""]
        with pytest.raises(BrelanError):
            read("\n".join(edited))


HEAD = ("brelan 1", "game thegame 1", "seats 3", "seed 7")


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", BadNotation, "not a saved game"),
        ("hello\n", BadNotation, "not a saved game"),
        ("brelan 2\n", UnknownVersion, "saved in notation 2"),
        (signed("brelan 1"), BadNotation, "line 2: expected a line 'game'"),
        (signed("brelan 1", "game chess 1"), UnknownGame, "no game 'chess'"),
        (signed("brelan 1", "game thegame 9"), UnknownVersion, "version 9 of thegame; this program has 1"),
        (signed("brelan 1", "game thegame 1", "seats many"), BadNotation, "line 3: 'many' is not a number"),
        (signed("brelan 1", "game thegame 1", "seats 9", "seed 7"), BadSetup, "1 to 5 seats, not 9"),
        (signed("brelan 1", "game thegame 1", "seats 3", "option a b c", "seed 1"), BadNotation, "line 4: an option"),
        (signed("brelan 1", "game thegame 1", "seats 3", "option fast yes", "seed 1"), BadSetup, "no option fast"),
        (signed(*HEAD, "order 1 2 x"), BadNotation, "line 5: 'x' is not a number"),
        (signed(*HEAD, "0 fly", moves=1), BadNotation, "line 5: '0 fly' cannot be played: there is no action 'fly'"),
        (signed(*HEAD, "1 glad 0", moves=1), BadNotation, "line 5: '1 glad 0' cannot be played: T1"),
        (signed(*HEAD, "x glad 0", moves=1), BadNotation, "line 5: 'x' is not a number"),
        (signed(*HEAD, "0 glad 0", moves=2), BadNotation, "line 6: the last line must count 1 moves"),
        (signed(*HEAD, "@7 signal 0 hold", moves=1), BadNotation, "line 5: .* no seat 7"),
        (signed(*HEAD, "", "0 glad 0", moves=1), BadNotation, "line 5"),
    ],
)
def test_what_cannot_be_read_is_said_exactly(text: str, kind: type[BrelanError], message: str) -> None:
    with pytest.raises(kind, match=message):
        read(text)
