"""Verified shuffles: the published rule, every chance of a game from it, no card favoured, any change detected."""

import hashlib
import hmac

import numpy as np
import numpy.typing as npt
import pytest

from brelan import Table, replay
from brelan.core import dice
from brelan.core.errors import BadSetup, BrelanError
from brelan.core.game import names
from brelan.core.shuffle import Shuffle, commitment, fresh

SECRET, NUMBERS = "5a" * 32, {0: "01" * 32, 2: "fe" * 32}


def test_the_stream_is_the_published_rule() -> None:
    root = hashlib.sha256(
        b"brelan shuffle 1" + b"\0" + bytes.fromhex(NUMBERS[0]) + b"\2" + bytes.fromhex(NUMBERS[2])
    ).digest()
    block = hmac.new(bytes.fromhex(SECRET), root + (1).to_bytes(8, "big"), hashlib.sha256).digest()
    stream = Shuffle(SECRET, NUMBERS).words(0, 8)
    assert stream[4] == int.from_bytes(block[:8], "big")
    assert stream[7] == int.from_bytes(block[24:], "big")
    assert Shuffle(SECRET, NUMBERS).words(4, 4) == stream[4:]
    assert commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


@pytest.mark.parametrize("name", names())
def test_every_chance_of_a_game_follows_from_it(name: str) -> None:
    """Reshuffles and later rounds too: the game is the one that dice with the whole stream written out would play."""
    shuffle = Shuffle(SECRET, NUMBERS)
    table = Table(name, 3, shuffle=shuffle)
    whole = dice.new(0, shuffle.words(0, 40_000))
    from brelan.core.position import Position

    position = Position(table.game, 3, table.options, whole)
    choice = np.random.default_rng(1)
    while not table.over and len(table.history) < 600:
        action = int(choice.choice(position.actions[: position.count]))
        table.play(action)
        position.play(action)
        assert table.position.rows.tobytes() == position.rows.tobytes()
    assert int(whole[1]) < 40_000
    assert replay(table.notation()).position.rows.tobytes() == position.rows.tobytes()


def test_secret_and_every_number_matter() -> None:
    first = Table("thegame", 3, shuffle=Shuffle(SECRET, NUMBERS)).position.rows.tobytes()
    for other in (
        Shuffle("5b" + SECRET[2:], NUMBERS), Shuffle(SECRET, {0: NUMBERS[0]}), Shuffle(SECRET, {**NUMBERS, 1: SECRET}),
        Shuffle(SECRET, {0: NUMBERS[2], 2: NUMBERS[0]}),
    ):  # fmt: skip
        assert Table("thegame", 3, shuffle=other).position.rows.tobytes() != first


def test_a_changed_file_is_detected() -> None:
    table = Table("koomi", 2, shuffle=Shuffle(SECRET, NUMBERS))
    for _ in range(20):
        table.play(table.allowed()[0])
    text = table.notation()
    for old, new in ((SECRET, "5b" + SECRET[2:]), (NUMBERS[2], "00" + NUMBERS[2][2:]), ("number 2", "number 1")):
        with pytest.raises(BrelanError):
            replay(text.replace(old, new))
    for broken in (text.replace("shuffle 1", "shuffle 2"), text.replace(SECRET, SECRET[2:])):
        with pytest.raises(BrelanError):
            replay(broken)


def test_what_is_no_secret_is_refused() -> None:
    for text in ("", "zz" * 32, "5a" * 31, "5 a" * 32):
        with pytest.raises(BadSetup):
            Shuffle(text)
    with pytest.raises(BadSetup, match="not both"):
        Table("thegame", 2, order=list(range(2, 100)), shuffle=Shuffle(SECRET))


def chi_square(counts: npt.NDArray[np.float64]) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_every_card_is_as_likely_at_every_place_and_beside_every_other() -> None:
    cards, rounds = 20, 4_000
    places, neighbours = np.zeros((cards, cards)), np.zeros((cards, cards))
    for number in range(rounds):
        throws = dice.new(0, Shuffle(fresh(), {0: f"{number:064x}"}).words(0, 64))
        pack = np.arange(cards, dtype=np.int16)
        dice.shuffle(throws, pack, cards)
        places[np.arange(cards), pack] += 1
        neighbours[pack[:-1], pack[1:]] += 1
    # five standard deviations: a fair shuffle fails once in a million runs or so
    freedom = (cards - 1) ** 2
    assert abs(chi_square(places) * (cards - 1) / cards - freedom) < 5 * np.sqrt(2 * freedom)
    pairs = neighbours[~np.eye(cards, dtype=bool)]
    assert not np.diag(neighbours).any()
    assert abs(chi_square(pairs) - pairs.size) < 5 * np.sqrt(2 * pairs.size)
