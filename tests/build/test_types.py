"""The page's types of a game match its folder."""

import json
import subprocess
from pathlib import Path

import pytest

from brelan.build.types import module
from brelan.core.game import Game, game, names
from brelan.core.node import node
from brelan.core.record import look
from brelan.games.jokrummy.levels import kind_of, length_of, which_of
from brelan.games.jokrummy.rules import HOUSE

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


def test_what_is_packed_into_one_number_is_taken_apart_as_the_rules_do(tmp_path: Path) -> None:
    file, words = tmp_path / "game.ts", [int(word) for word in HOUSE.ravel()]
    file.write_text(module(game("jokrummy")), encoding="utf-8")
    script = "const { parts } = await import(process.argv[1]); const words = JSON.parse(process.argv[2]);"
    script += "process.stdout.write(JSON.stringify(words.map((word) => Object.values(parts.wanted(word)))));"
    command = [node(), "--input-type=module", "--eval", script, str(file), json.dumps(words)]
    told = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert told == [[kind_of(word), which_of(word), length_of(word)] for word in words]


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_the_view_has_the_fields_people_are_shown(found: Game) -> None:
    _, _, rest = module(found).partition("export interface View {\n")
    declared = [line.split()[1].rstrip(":") for line in rest.partition("\n}")[0].splitlines()]
    assert declared == list(look(found.rules.State, found.rules.State.rows(1)[0], found.least))
