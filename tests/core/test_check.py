"""The contract catches what it promises to catch, in games broken on purpose."""

import re
import shutil
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brelan.core import check
from brelan.core.errors import BrokenContract
from brelan.core.game import Game, game
from brelan.core.options import Switch
from brelan.core.rule import rule
from brelan.core.sentences import NUMBER, SEAT, Sentence, Sentences, private
from brelan.games.thegame import story
from brelan.games.thegame.story import EVENTS, LAID

RULES = game("thegame").rules
SETUP = (3, game("thegame").check_options(3, {}))


def broken(**changes: Any) -> Game:
    """The Game with some of its rules replaced."""
    rules = types.ModuleType("broken")
    rules.__dict__.update(vars(RULES))
    rules.__dict__.update(changes)
    made = Game(
        "brelan.games.thegame", version=1, seats=(1, 5), options=list(game("thegame").options.values()), team_wins=15
    )
    made.name = f"broken{abs(hash(tuple(changes)))}"
    vars(made)["rules"] = rules
    return made


@rule
def forgetful_deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    old = s.glad[4]
    RULES_DEAL(s, seats, options, dice)
    s.glad[4] = old


@rule
def lavish_legal(s: Any, out: Any) -> Any:
    n = RULES_LEGAL(s, out)
    if n == 3 and out[0] == 0:
        return 2
    return n


@rule
def losing_apply(s: Any, action: Any, dice: Any) -> None:
    RULES_APPLY(s, action, dice)
    if s.down > 3:
        s.laid[0] = s.laid[1]


@rule
def peeking_guess(s: Any, seat: Any, dice: Any) -> None:
    RULES_GUESS(s, seat, dice)
    s.tops[0] += 1


@rule
def short_cards(s: Any, out: Any) -> Any:
    return RULES_CARDS(s, out) - 1


@rule
def boastful_view(s: Any, seat: Any, v: Any) -> None:
    v.owed = 4


@rule
def leaking_view(s: Any, seat: Any, v: Any) -> None:
    v.stock[97] = s.stock[97]


RULES_DEAL, RULES_LEGAL, RULES_APPLY = RULES.deal, RULES.legal, RULES.apply
RULES_GUESS, RULES_CARDS = RULES.guess, RULES.cards


@pytest.mark.parametrize(
    ("changes", "promise", "message"),
    [
        ({"deal": forgetful_deal}, check.dealing_forgets, "glad kept what was there"),
        ({"legal": lavish_legal}, check.lists_agree, "legal equals why_not.*glad 2"),
        ({"LONGEST": 3}, check.games_end, "a game ends in time"),
        ({"apply": losing_apply}, check.cards_stay, "cards are conserved"),
        ({"cards": short_cards}, check.cards_stay, "97 of 98"),
        ({"guess": peeking_guess}, check.guesses_fit, "a guess views back equal.*tops"),
        ({"view": boastful_view}, check.limits_hold, "numbers keep their limits.*step 0, owed: 4 to 4, not 0 to 3"),
        ({"view": leaking_view}, check.limits_hold, "numbers keep their limits.*step 0, stock: .*not -1 to -1"),
    ],
)
def test_a_broken_promise_is_noticed(
    changes: dict[str, Any], promise: Callable[..., None], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "WHOLE", 1 << 30)  # whole games in slow modes, too
    with pytest.raises(BrokenContract, match=message):
        promise(broken(**changes), SETUP, 1)
    promise(game("thegame"), SETUP, 1)


OPEN = Sentences(
    *(Sentence(one.name, **{k: f._replace(private=False) for k, f in one.fields.items()}) for one in EVENTS.list)
)
UNTOLD = Sentence("shuffled")


def changed(sentence: Sentence) -> list[Sentence]:
    """The events of The Game with one of them declared otherwise."""
    return [sentence if one.name == sentence.name else one for one in EVENTS.list]


def test_an_event_that_leaks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    check.nothing_leaks(game("thegame"), SETUP, 1)
    monkeypatch.setattr(story, "EVENTS", OPEN)
    with pytest.raises(BrokenContract, match="equal views see equal events"):
        check.nothing_leaks(game("thegame"), SETUP, 1)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([*EVENTS.list, UNTOLD], "no text events.shuffled in en.toml"),
        ([one for one in EVENTS.list if one.name != "beaten"], "events.beaten in en.toml matches no declaration"),
        (
            changed(Sentence("laid", seat=SEAT, card=NUMBER)),
            "events.laid in en.toml uses pile, which is not declared",
        ),
        (
            changed(Sentence("laid", seat=SEAT, card=private(NUMBER), pile=NUMBER)),
            "events.laid in en.toml uses card",
        ),
        (changed(Sentence("result")), "events.result in en.toml uses count"),
    ],
)
def test_what_has_no_text_or_not_its_fields_is_noticed(
    events: list[Sentence], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check.all_is_said(game("thegame"))
    monkeypatch.setattr(story, "EVENTS", Sentences(*events))
    with pytest.raises(BrokenContract, match=message):
        check.all_is_said(game("thegame"))


def lacking(folder: Path, line: str = "", language: str = "*") -> Game:
    """Koomi without the first line like this in its texts, of one language or of all."""
    found = game("koomi")
    shutil.copytree(found.folder / "text", folder / "text")
    for file in (folder / "text").glob(f"{language}.toml"):
        text, dropped = re.subn(line, "", file.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        assert dropped == 1
        file.write_text(text, encoding="utf-8")
    made = Game(
        found.package, version=found.version, seats=(2, 6), options=[*found.options.values()], passes=found.passes
    )
    vars(made)["folder"] = folder
    return made


KOOMI = (3, game("koomi").check_options(3, {}))


@pytest.mark.parametrize(
    ("line", "language", "message"),
    [
        (r"^summary = .*$", "*", "no text summary in en.toml"),
        (r"^unshuffled = .*$", "*", "no text options.unshuffled in en.toml"),
        (r"^unshuffled = .*$", "de", "no text options.unshuffled in de.toml"),
        (r"^small_red = .*$", "*", "no text names.numbers.small_red in en.toml"),
        (r"^addturned = .*$", "fr", "no text actions.addturned in fr.toml"),
        (r"^two_cards = .*$", "fr", "no text reasons.two_cards in fr.toml"),
        (r"^hands_moved_all = .*$", "de", "the languages differ: de page.hands_moved_all"),
        (r"^R18 = .*$", "en", "the languages differ: de clauses.R18"),
    ],
)
def test_a_text_that_is_missing_is_noticed(line: str, language: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BrokenContract, match=re.escape(f"koomi: {message}")):
        check.check(lacking(tmp_path, line, language))


def test_a_clause_without_a_text_is_noticed_where_it_refuses_something(tmp_path: Path) -> None:
    check.clauses_have_texts(game("koomi"), KOOMI, 1)
    with pytest.raises(BrokenContract, match=r"koomi: no text for R8 in en\.toml"):
        check.clauses_have_texts(lacking(tmp_path, r"^R8 = .*$"), KOOMI, 1)


def test_an_option_without_a_text_and_a_text_without_an_option_are_noticed(tmp_path: Path) -> None:
    check.all_is_said(lacking(tmp_path / "whole"))
    more = lacking(tmp_path / "more")
    more.options["quick"] = Switch("quick")
    with pytest.raises(BrokenContract, match=r"koomi: no text options\.quick in en\.toml"):
        check.all_is_said(more)
    fewer = lacking(tmp_path / "fewer")
    del fewer.options["unshuffled"]
    with pytest.raises(BrokenContract, match=r"koomi: options\.unshuffled in en\.toml matches no declaration"):
        check.all_is_said(fewer)


@rule
def undeclared(out: Any, n: Any) -> Any:
    return LAID(out, n, 0, 17, 2, 5)


def test_a_field_that_nobody_declared_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="positional argument"):
        undeclared(np.zeros(8, np.int16), 0)


def test_setups_cover_every_seat_count_and_value() -> None:
    found = check.setups(game("thegame"))
    assert {seats for seats, _ in found} == {1, 2, 3, 4, 5}
    assert {options["starter"] for seats, options in found if seats == 3} == {-1, 0, 1, 2}
