"""Actions: id, notation and fields are three names for the same thing."""

import pytest

from brelan.core.actions import NONE, Actions, Verb
from brelan.core.errors import IllegalAction
from brelan.core.game import game, names

ACTIONS = Actions(
    Verb("add", value=[-2, -1, 1, 2]),
    Verb("cap", card=(5, 15), place={0: "first", 1: "second"}),
    Verb("draw", reveals=True),
)


@pytest.mark.parametrize("name", names())
def test_every_action_of_every_game_goes_there_and_back(name: str) -> None:
    actions = game(name).rules.ACTIONS
    assert len(set(actions.texts)) == len(actions)
    for action, text in enumerate(actions.texts):
        assert actions.parse(text) == actions.parse(actions.describe(action)) == actions.parse(action) == action


def test_ids_run_through_the_list_the_last_field_fastest() -> None:
    assert ACTIONS.texts == (
        "add -2", "add -1", "add 1", "add 2",
        "cap 5 first", "cap 5 second", "cap 15 first", "cap 15 second", "draw",
    )  # fmt: skip


def test_columns_take_an_id_apart_and_tables_put_it_together() -> None:
    value, place, add, cap = (
        ACTIONS.column("value"),
        ACTIONS.column("place"),
        ACTIONS.table("add"),
        ACTIONS.table("cap"),
    )
    assert [value[add[v]] for v in (-2, -1, 1, 2)] == [-2, -1, 1, 2]
    assert add[0] == NONE
    assert place[cap[15, 1]] == 1
    assert ACTIONS.table("draw") == 8
    with pytest.raises(KeyError):
        ACTIONS.column("colour")


def test_named_values_are_spoken_by_name() -> None:
    assert ACTIONS.describe(5) == {"verb": "cap", "card": 5, "place": "second"}
    assert ACTIONS.parse({"verb": "cap", "card": 5, "place": "second"}) == 5
    assert ACTIONS.parse("  cap   5 second ") == 5


@pytest.mark.parametrize(
    "said",
    ["", "add", "add 3", "fly", "cap 5 third", 9, -1, True, 1.0, {"verb": "add"}, {"value": 1},
     {"verb": "add", "value": 1, "more": 2}, {"verb": ["add"], "value": 1}, {"verb": "add", "value": True},
     {"verb": "add", "value": None}],
)  # fmt: skip
def test_what_is_no_action_is_refused_as_such(said: object) -> None:
    with pytest.raises(IllegalAction) as refusal:
        ACTIONS.parse(said)  # type: ignore[arg-type]
    assert refusal.value.clause == "T4"


def test_only_what_shows_something_reveals() -> None:
    assert [ACTIONS.reveals(action) for action in (0, 8)] == [False, True]
