"""Games saved by other versions of the rules replay identically, or are refused with the reason.

Tables on a server are in server/test_room.py, test_hub.py and test_tables.py, what the page says of them in web.
"""

from pathlib import Path

import pytest
from pocket.page_table import told
from test_games import GAMES

from brelan.cli import main
from brelan.core.game import Game, game
from brelan.core.notation import _check_sum, read
from brelan.core.table import Table

OLD = sorted((Path(__file__).parent / "core" / "saved").glob("*.txt"))


def of_version(found: Game, version: int) -> str:
    """A game that says it was played by this version."""
    table = Table(found, seed=1)
    table.play(table.allowed()[0])
    *lines, _ = table.notation().splitlines()
    lines[1] = f"game {found.name} {version}"
    return "\n".join([*lines, f"end 1 {_check_sum(lines)}", ""])


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_a_game_of_an_older_version_is_told_again_in_the_terminal_and_the_page(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = file.read_text(encoding="utf-8")
    again, (name, version) = read(text), file.stem.split("-")
    end = again.outcome
    assert end is not None
    assert int(version) < game(name).version
    assert main(["replay", str(file), "--lang", "en"]) == 0
    results = ", ".join(map(str, end.scores)).replace("-", "−")
    assert f"moves: {len(again.history)}. Ended by {end.clause}, results {results}" in capsys.readouterr().out
    (answer,) = told(again.game, [{"job": "golden", "text": text}])
    assert (answer["outcome"]["scores"], answer["outcome"]["winners"]) == (end.scores, end.winners)
    assert answer["notation"] == again.notation()


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_a_game_of_a_version_nobody_here_can_play_is_refused_by_its_number(
    found: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for version in (found.replays - 1, found.version + 1):
        file = tmp_path / "saved.txt"
        file.write_text(of_version(found, version), encoding="utf-8")
        said = f"this game was played by version {version} of {found.name}; this "
        for command in (["replay"], ["play", "--resume"], ["review"], ["hint"]):
            assert main([*command, str(file)]) == 2
            error = capsys.readouterr().err
            assert (error.startswith(f"brelan: {said}program has {found.version}"), error.count("\n")) == (True, 1)
        with pytest.raises(AssertionError, match=f"{said}page has {found.version}"):
            told(found, [{"job": "golden", "text": file.read_text(encoding="utf-8")}])
    file.write_text(of_version(found, found.replays), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert len(told(found, [{"job": "golden", "text": file.read_text(encoding="utf-8")}])) == 1


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_a_table_kept_on_a_device_by_rules_nobody_here_can_play_says_so(found: Game) -> None:
    versions = [found.replays - 1, found.replays, found.version, found.version + 1]
    assert told(found, [{"job": "kept", "versions": versions}]) == [["outdated", "", "", "outdated"]]
