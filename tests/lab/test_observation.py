"""Observations contain a seat's view and nothing else, and their page describes every number."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from adapters.tables import Case, cases, label

from brelan.adapters.page import meanings, page
from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import Game, game, names
from brelan.core.position import Position, guess_from
from brelan.lab.observation import Observer, pieces
from brelan.lab.tables import Tables

GAMES = [game(name) for name in names()]
PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


def positions(case: Case, seed: int, every: int = 3, most: int = 120) -> Iterator[Position]:
    """Some positions of a random game, its end included if it comes soon."""
    name, seats, options = case
    position = Position(game(name), seats, options, dice.new(seed))
    choice = dice.new(seed + 1)
    for number in range(most):
        if number % every == 0 or not position.count:
            yield position
        if not position.count:
            return
        position.play(int(position.actions[dice.below(choice, position.count)]))


def test_the_page_is_what_the_code_prints() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(GAMES)


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_every_piece_has_a_meaning_and_the_pieces_fill_the_vector(found: Game) -> None:
    told, place = meanings(found), 0
    for name, piece in pieces(found).items():
        assert len(re.sub(r"\b[RT]\d+\b", "", told[name]).split()) >= 2, (
            f"{found.name}: {name} says only {told[name]!r}"
        )
        assert piece.first == place
        place += piece.size
    assert place == Observer(found).size


@pytest.mark.parametrize("case", cases(), ids=label)
def test_the_vector_is_the_view_number_by_number(case: Case) -> None:
    observer = Observer(game(case[0]))
    for position in positions(case, 1):
        for seat in range(-1, case[1]):
            vector, view = observer.vector(position, seat), position.view(seat)[0]
            assert np.flatnonzero(observer.pieces["me"].of(vector)).tolist() == ([] if seat < 0 else [seat])
            for name, field in game(case[0]).rules.State.fields.items():
                if field.shown:
                    assert np.array_equal(observer.pieces[name].of(vector), view[name]), name
                else:
                    assert np.all(view[name] == -1), name
            assert np.all(vector >= observer.low)
            assert np.all(vector <= observer.high)


@pytest.mark.parametrize("case", cases(), ids=label)
def test_what_a_seat_cannot_see_changes_nothing_it_is_told(case: Case) -> None:
    found, different = game(case[0]), 0
    observer, throws = Observer(found), dice.new(3)
    for position in positions(case, 2):
        for seat in range(case[1]):
            other = position.copy()
            other.rows = guess_from(found, position.view(seat), seat, throws)
            other.refresh()
            different += other.rows.tobytes() != position.rows.tobytes()
            assert np.array_equal(observer.vector(other, seat), observer.vector(position, seat))
            assert np.array_equal(observer.mask(other, seat), observer.mask(position, seat))
    assert different, "the guesses were all right: nothing was tested"


@pytest.mark.parametrize("case", cases(), ids=label)
def test_the_mask_is_of_the_seat_at_turn_alone(case: Case) -> None:
    observer = Observer(game(case[0]))
    for position in positions(case, 4):
        for seat in range(case[1]):
            mine = position.actions[: position.count].tolist() if seat == position.seat else []
            assert np.flatnonzero(observer.mask(position, seat)).tolist() == mine


RARE = {  # limits that few games reach, or none in our lifetime
    "jokrummy": "rounds turns closed ended left turned thrown down groups more length placed programmes_left failed "
    "wanted low spots pool known_held growing many readers stock_readers high kept done finished held shown programmes "
    "phase programme_stock",
    "joomo": "rounds ended lying gone won points tricks tens worth tied",
    "koomi": "turns passes total remade ended laid turned left down began done held without dealer",
    "thegame": "ended signals left down",
}


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_bounds_hold_in_many_games_and_are_reached_where_they_can_be(found: Game) -> None:
    observer = Observer(found)
    least, most = np.full(observer.size, 1e9), np.full(observer.size, -1e9)
    for number, (seats, options) in enumerate(setups(found)):
        players = [["learner"] * seats, ["hard", *["learner"] * (seats - 1)] if seats > 1 else ["learner"]] * 16
        tables = Tables(found, seats, options, players, number, threads=1)
        tables.deal()
        for _ in range(100):
            least, most = np.minimum(least, tables.seen.min(0)), np.maximum(most, tables.seen.max(0))
            tables.step(tables.sample())
    assert np.all(least >= observer.low)
    assert np.all(most <= observer.high)
    assert max(abs(observer.low).max(), observer.high.max()) < 32767, "a field says no limits"
    loose = {
        name
        for name, piece in observer.pieces.items()
        if (piece.of(least).min(), piece.of(most).max()) != (piece.least, piece.most)
    }
    assert loose <= set(RARE[found.name].split()), "a limit that is never reached"
