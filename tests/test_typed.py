"""Users of the package get its types: mypy runs outside this tree."""

import os
import subprocess
import sys
from pathlib import Path

USER = """
import brelan
from brelan.bots import Player, player

table: brelan.Table = brelan.Table("thegame", seats=2, seed=7, starter=0)
names: list[str] = brelan.game_names()
bot: Player = player(brelan.game("joomo"), "hard")
said: list[str] = [event.name for event in table.play("lay 15 0; lay 29 0; end")]
"""


def test_a_program_of_somebody_else_is_checked_strictly(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(USER)
    wrong.write_text(f"{USER}number: int = table.notation()\nbrelan.tables()\n")
    place = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    told = [
        subprocess.run([*command, file.name], cwd=tmp_path, env=place, capture_output=True, text=True).stdout
        for file in (right, wrong)
    ]
    assert told[0] == "Success: no issues found in 1 source file\n"
    assert (
        'wrong.py:9: error: Incompatible types in assignment (expression has type "str", variable has type "int")'
        in told[1]
    )
    assert 'wrong.py:10: error: Module has no attribute "tables"' in told[1]
