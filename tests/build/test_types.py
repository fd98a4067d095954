"""The page's types of a game say what its folder says."""

import json
import subprocess
from pathlib import Path

import pytest

from brelan.build.types import module
from brelan.core.game import Game, game, names
from brelan.core.node import node
from brelan.core.record import look

GAMES = [game(name) for name in names()]
BUILDS = """
const made = await import(process.argv[1]);
const rows = JSON.parse(process.argv[2]);
const said = rows.map(({ verb, ...fields }) => made.action[verb](...Object.values(fields)));
const again = said.map(made.readAction).map(({ verb, ...fields }) => made.action[verb](...Object.values(fields)));
process.stdout.write(JSON.stringify([said, again]));
"""


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_actions_built_in_the_page_are_notation_and_are_read_again(found: Game, tmp_path: Path) -> None:
    file, listed = tmp_path / "game.ts", found.rules.ACTIONS
    file.write_text(module(found), encoding="utf-8")
    rows = [listed.describe(action) for action in range(len(listed))]
    command = [node(), "--input-type=module", "--eval", BUILDS, str(file), json.dumps(rows)]
    said, again = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert said == again == list(listed.texts)


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_the_view_has_the_fields_people_are_shown(found: Game) -> None:
    _, _, rest = module(found).partition("export interface View {\n")
    declared = [line.split()[1].rstrip(":") for line in rest.partition("\n}")[0].splitlines()]
    assert declared == list(look(found.rules.State, found.rules.State.rows(1)[0], found.least))
