"""Hints: a whole allowed move, based only on what its seat can see."""

from typing import Any

import pytest

from brelan.bots import Player, SearchPlayer, player
from brelan.core import dice
from brelan.core.errors import IllegalAction
from brelan.core.game import Game, game, names
from brelan.core.position import Position, guess_from
from brelan.core.table import DEALER, Table
from brelan.core.text import LANGUAGES

GAMES = [game(name) for name in names()]
TRIALS = 64
by_name = pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)


def some_way(found: Game, moves: int, seed: int) -> Table:
    """A table some moves into a game played by hints."""
    table = Table(found, min(found.least + 2, found.most), seed=seed)
    bot = player(found, "hard")
    while not table.over and (moves > 0 or table.seat == DEALER):
        table.play(table.hint(bot).actions)
        moves -= 1
    return table


def elsewhere(table: Table, seed: int) -> Table:
    """The same table with other hidden cards."""
    other = Table(table.game, table.seats, seed=table.deal.seed, **table.options)
    other.position = table.position.copy()
    seat = table.seat
    other.position.rows = guess_from(table.game, table.position.view(seat), seat, dice.new(seed))
    return other


def adviser(found: Game, level: str) -> Player:
    """A player that says the same from the same dice; of the champion one with few trials."""
    return SearchPlayer(found, TRIALS) if level == "champion" else player(found, level, timed=False)


@pytest.mark.parametrize("level", ["medium", "hard", "champion"])
@by_name
def test_a_hint_is_the_same_whatever_lies_hidden(found: Game, level: str) -> None:
    differed = 0
    for seed in (1, 4) if level == "champion" else range(6):
        table = some_way(found, 3 * seed + 1, seed)
        if table.over:
            continue
        other = elsewhere(table, seed)
        differed += other.position.rows.tobytes() != table.position.rows.tobytes()
        hints = [one.hint(adviser(found, level), throws=dice.new(seed)) for one in (table, other)]
        assert hints[0] == hints[1]
        for language in LANGUAGES:
            assert len({found.words(language).hint(hint) for hint in hints}) == 1
        assert table.warnings(hints[0].actions) == other.warnings(hints[0].actions)
    assert differed


@by_name
def test_a_hint_is_a_whole_move_that_may_be_played(found: Game) -> None:
    table = some_way(found, 0, 4)
    bot = player(found, "hard")
    for _ in range(30):
        if not table.over:
            hint = table.hint(bot)
            assert hint.seat == table.position.seat
            assert len(hint.reasons) <= 2
            table.play(hint.actions)
            assert table.over or table.seat != hint.seat or table.history[-1].reveals


class Watcher:
    """Chooses as another does, and remembers what it was shown."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.views: list[bytes] = []

    def choose(self, view: Any, seat: int, allowed: Any, throws: dice.Dice) -> int:
        """What the other chooses."""
        self.views.append(view.tobytes())
        return int(self.bot.choose(view, seat, allowed, throws))


@by_name
def test_later_steps_see_what_they_would_see_at_the_table(found: Game) -> None:
    longest = 0
    for seed in range(8):
        table = some_way(found, 2 * seed + 1, seed)
        if table.over:
            continue
        watcher = Watcher(player(found, "hard"))
        hint = table.hint(watcher)
        position: Position = table.position.copy()
        for view, action in zip(watcher.views, hint.actions, strict=False):
            assert position.view(hint.seat).tobytes() == view
            position.play(found.rules.ACTIONS.ids[action])
        longest = max(longest, len(hint.actions))
    assert longest > 1 or found.name == "joomo"  # there a move is one action


def test_a_choice_is_clear_if_it_stays_the_same_and_close_if_not() -> None:
    table = Table("thegame", 2, seed=7, starter=0)
    assert table.hint(player(table.game, "hard")).sure == "clear"
    assert table.hint(player(table.game, "random")).sure == "close"
    said = table.game.words().hint(table.hint(player(table.game, "random")))
    assert said.endswith("Another move would be nearly as good.")


@pytest.mark.parametrize(("certain", "sure"), [(True, "clear"), (False, "close")])
def test_an_adviser_that_measures_its_choices_says_whether_one_is_clear(certain: bool, sure: str) -> None:
    """A search that is asked again answers as it planned: that it agrees with itself says nothing."""
    table = Table("joomo", 2, seed=1)
    adviser = Watcher(player(table.game, "hard"))
    adviser.certain = certain  # type: ignore[attr-defined]
    assert table.hint(adviser).sure == sure
    assert adviser.views[-1] == adviser.views[0]  # what it measured last is the hint's first choice


def test_one_action_alone_is_clear_and_the_dealer_needs_no_reason() -> None:
    table = Table("joomo", 2, seed=1)
    while table.seat != DEALER:
        hint = table.hint(player(table.game, "random"))
        assert hint.sure == "clear" or len(table.allowed()) > 1
        table.play(hint.actions)
    hint = table.hint(player(table.game, "random"))
    assert (hint.seat, hint.actions, hint.reasons, hint.sure) == (DEALER, ["deal"], [], "clear")
    assert table.game.words("de").hint(hint) == "Gib die nächste Runde."


def test_a_hint_is_for_the_seat_at_turn_and_changes_nothing() -> None:
    table = Table("thegame", 2, seed=7, starter=0)
    bot = player(table.game, "hard")
    before = table.position.rows.tobytes(), table.position.dice.tobytes(), len(table.history)
    assert table.hint(bot, 0) == table.hint(bot)
    assert (table.position.rows.tobytes(), table.position.dice.tobytes(), len(table.history)) == before
    with pytest.raises(IllegalAction) as refused:
        table.hint(bot, 1)
    assert refused.value.clause == "T1"
    while not table.over:
        table.play(table.allowed()[0])
    with pytest.raises(IllegalAction) as refused:
        table.hint(bot)
    assert refused.value.clause == "T3"


class Decided:
    """Takes the first of its actions that is allowed."""

    def __init__(self, found: Game, actions: list[str]) -> None:
        self.wanted: list[int] = [found.rules.ACTIONS.ids[action] for action in actions]

    def choose(self, view: Any, seat: int, allowed: Any, throws: dice.Dice) -> int:
        """The first that is allowed."""
        return next(action for action in self.wanted if action in allowed.tolist())


def test_a_hint_is_a_sentence_and_plain_data() -> None:
    table = Table("thegame", 2, seed=7, starter=0)
    hint = table.hint(Decided(table.game, ["end", "lay 94 2", "lay 93 2"]))
    assert hint.data() == {
        "seat": 0,
        "actions": ["lay 94 2", "lay 93 2", "end"],
        "steps": [{"key": "lay", "fields": {"card": [94, 93], "pile": 2, "count": 2}}, {"key": "end", "fields": {}}],
        "reasons": [{"key": "near", "fields": {"count": 7}}],
        "sure": "clear",
    }
    assert [table.game.words(language).hint(hint) for language in LANGUAGES] == [
        "Play 94, 93 on the first falling pile, in this order, then end your turn: the piles move just 7 steps in all.",
        "Posez 94, 93 sur la première pile descendante, dans cet ordre, puis finissez votre tour : "
        "les piles n’avancent que de 7 pas en tout.",
        "Leg 94, 93 in dieser Reihenfolge auf den ersten absteigenden Stapel, dann beende deinen Zug – "
        "die Stapel rücken zusammen nur 7 Schritte weiter.",
    ]
