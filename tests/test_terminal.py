"""The table in the terminal, played as a person would: by typing."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from brelan.core.game import game
from brelan.core.notation import read
from brelan.core.table import Table
from brelan.prompting import Choices
from brelan.terminal import Terminal


def play(lines: list[str], language: str = "en", people: int = 1, table: Table | None = None) -> tuple[Table, str]:
    """Type the lines, then ask for hints and follow them to the end."""
    table = table or Table("thegame", 3, seed=3, starter=0)  # seat 0 holds 2 20 56 86 98 99
    console = Console(record=True, width=90, force_terminal=False, quiet=False, file=io.StringIO())
    typed = iter(lines)

    def read_line(prompt: str, choices: Choices) -> str:
        console.print(prompt, end="")
        try:
            line = next(typed)
        except StopIteration:
            raise EOFError from None
        console.print(line)
        return line

    terminal = Terminal(table, game("thegame").words(language), console, people, "medium", read_line)
    finished = terminal.run()
    assert finished == table.over
    return table, console.export_text()


def test_a_move_by_its_full_or_short_name() -> None:
    table, text = play(["lay 2 0", "99 2"])
    assert table.view(0)["tops"] == [2, 1, 99, 100]
    assert "You play 2 on the first climbing pile." in text


def test_a_refusal_says_why_and_the_game_goes_on() -> None:
    table, text = play(["lay 3 0", "lay 20 0", "2 0", "dance", "end"])
    assert "That’s not allowed. T2: That card is not in your hand." in text
    assert "That’s not allowed. R5: On a climbing pile" in text
    assert "I don’t understand “dance”" in text
    assert "That’s not allowed. R4: You still have cards to play" in text
    assert len(table.history) == 1


@pytest.mark.parametrize(
    ("language", "sentence"), [("fr", "Votre main :"), ("de", "Deine Hand:"), ("en", "Your hand:")]
)
def test_the_table_speaks_three_languages(language: str, sentence: str) -> None:
    _, text = play(["?", "hint", "rules"], language)
    assert sentence in text
    assert "lay 2 0" in text
    assert "**R16**" in text


def test_hint_undo_signal_and_save(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    table, text = play(
        ["undo", "lay 2 0", "undo", "hint", "signal 0 hold", "signal 9 hold", f"save {file}", "save /no/where"]
    )
    assert "(type: lay " in text
    assert "\nPlay " in text  # the same as a sentence
    assert "Taken back." in text
    assert "Could not write /no/where" in text
    assert read(file.read_text()).notation() == table.notation()
    assert len(table.history) == 1


def test_two_people_share_the_screen_without_seeing_each_other() -> None:
    table = Table("thegame", 2, seed=7, starter=0)
    _, text = play(["15 0; 29 0; end", "", "quit"], people=2, table=table)
    first, _, second = text.partition("Press Enter")
    assert "33" in first
    hand = " ".join(f" {card}  " for card in table.position.state.hands[1, :7])
    assert hand.split()[0] in second
    assert " 68 " not in second


def test_a_whole_game_by_hints_ends_with_the_result() -> None:
    table = Table("thegame", 1, seed=3)
    lines: list[str] = []
    probe = Table("thegame", 1, seed=3)
    while not probe.over:
        lines.append(probe.allowed()[-1])
        probe.play(lines[-1])
    table, text = play(lines, table=table)
    assert "The game is over (R13)." in text
    assert "Nobody wins this time." in text


def test_a_move_that_strands_the_team_is_warned_of_once_and_then_played() -> None:
    table = Table("thegame", 2, seed=7, starter=0)
    s = table.position.state
    s.hands[0, :7] = [41, 50, 0, 0, 0, 0, 0]
    s.held[0], s.tops = 2, [40, 95, 5, 4]  # after 50 the 41 fits nowhere
    table.position.refresh()
    table, text = play(["lay 50 0", "lay 50 0"], table=table)
    assert text.count("Careful: after this") == 1
    assert "Type it again to play it anyway." in text
    assert "The game is over (R13)." in text
