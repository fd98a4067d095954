"""Files of programmes: errors name their line."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brelan.core.errors import BadSetup, BrelanError
from brelan.core.table import Table
from brelan.games.jokrummy import GAME
from brelan.games.jokrummy.programmes import GROUP, ROOM, load, parse

GOOD = 'programmes = [\n  "bonus", "1xS5",  # two of them\n  "1xK3+2xS4",\n]\n'


def test_a_file_is_read_in_its_order(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    assert load(file).texts == ("bonus", "1xS5", "1xK3+2xS4")
    assert load(file).words.tolist() == [list(parse(text)) for text in load(file).texts]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('programmes = [\n  "1xS5",\n  "1xS2",\n]\n', "line 3: 1xS2: a group has 3 cards or more, not 2"),
        ('programmes = [\n  "2xK8",\n]\n', "line 2: 2xK8: more than 14 cards in all"),
        ('programmes = [\n  "1xS99",\n]\n', "line 2: 1xS99: more than 14 cards in all"),
        ('programmes = [\n\n  "9999999999xK3",\n]\n', "line 3: 9999999999xK3: more than 14 cards in all"),
        ('programmes = [\n  "1xQ5",\n]\n', "line 2: 1xQ5: '1xQ5' is no group; groups are like"),
        ('programmes = ["1xS5",\n"S5"]\n', "line 2: S5: 'S5' is no group"),
        ('programmes = [\n  "1xK3=2",\n]\n', "line 2: 1xK3=2: a set of 2s would have no natural card"),
        ('programmes = [\n  "1xM7",\n  "1xM7",\n]\n', "line 3: 1xM7 was there already, line 2"),
        ('programmes = ["1xK3+", ""]\n', "line 1: 1xK3\\+: '' is no group"),
        ("programmes = [\n  5,\n]\n", "line 1: `programmes` is a list of plain strings"),
        ('programmes = "1xS5"\n', "line 1: there may be"),
        ('# mine\nfast = true\nprogrammes = ["1xS5"]\n', "line 2: there may be"),
        ("duplicates = true\n", "no `programmes`"),
        ('programmes = [\n  "1xS5"\n  "1xS6"\n]\n', "line 3"),
        ('duplicates = true\nprogrammes = [\n' + '"1xS5",\n' * 73 + "]\n", "line 75: more than 72 programmes"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadSetup, match=message) as refusal:
        load(file)
    assert str(file) in str(refusal.value)


def test_duplicates_are_allowed_where_the_file_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("duplicates = true\n" + 'programmes = ["1xM7", "1xM7", "bonus", "bonus"]\n')
    assert load(file).texts == ("1xM7", "1xM7", "bonus", "bonus")


def test_a_file_that_is_not_there_or_is_not_text_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSetup, match="not text"):
        load(tmp_path / "odd.toml")


def test_a_table_takes_a_file_and_tells_its_list_in_the_saved_game(tmp_path: Path) -> None:
    from brelan.core.notation import read

    file = tmp_path / "mine.toml"
    texts = [f"1x{kind}{length}" for kind in "SMK" for length in range(3, 9)]
    file.write_text(f"programmes = {texts}")
    table = Table("jokrummy", 2, seed=1, programmes=file)
    assert table.options["programmes"] == tuple(texts)
    for _ in range(40):
        table.play(table.allowed()[0])
    file.unlink()
    assert read(table.notation()).view(0) == table.view(0)


def test_text_opens_no_file_whoever_wrote_it(tmp_path: Path) -> None:
    from brelan.core.notation import _check_sum, read

    file = tmp_path / "mine.toml"
    file.write_text('programmes = ["password"]')
    with pytest.raises(BadSetup) as told:
        Table("jokrummy", 2, programmes=str(file))
    assert "password" not in str(told.value)
    lines = ["brelan 1", f"game jokrummy {GAME.version}", "seats 2", f"option programmes {file}", "seed 1"]
    with pytest.raises(BrelanError) as said:
        read("\n".join([*lines, f"end 0 {_check_sum(lines)}", ""]))
    assert "password" not in str(said.value)
    assert "is no group" in str(said.value)


@pytest.mark.parametrize("value", [5, [5], "1xS5,1xZ9", "1xS5", None, "no.toml"])
def test_what_is_no_list_is_refused(value: object) -> None:
    with pytest.raises(BadSetup):
        Table("jokrummy", 2, programmes=value)


def test_the_room_of_the_record_is_said_in_the_rules() -> None:
    assert ROOM == 72


@given(st.text("123456789x+SMKCDHJQA=0bonus ", max_size=16) | st.from_regex(GROUP.pattern, fullmatch=True))
def test_r02_the_page_reads_a_programme_as_it_is_read_here(text: str) -> None:
    out = np.zeros(16, np.int16)
    size = GAME.engine.read_programme(np.array([ord(letter) for letter in text], np.int16), out)
    try:
        wanted = parse(text)
    except BadSetup:
        assert size < 0
    else:
        assert tuple(out[:size]) == wanted
