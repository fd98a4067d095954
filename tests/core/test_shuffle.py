"""Verifiable shuffles: they follow the published rule, drive all chance, favour no card, and reveal any change."""

import hashlib
import hmac

import numpy as np
import numpy.typing as npt
import pytest

from brelan import Table, replay
from brelan.core import dice
from brelan.core.errors import BadNotation, BadSetup, BrelanError
from brelan.core.game import names
from brelan.core.notation import _check_sum
from brelan.core.shuffle import Shuffle, commitment, fresh
from brelan.core.table import AHEAD, Deal

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


def test_words_are_written_on_before_they_run_out() -> None:
    deal, stream = Deal(0, shuffle=Shuffle(SECRET, NUMBERS)), Shuffle(SECRET, NUMBERS).words(0, 16_384)
    throws = dice.new(0)
    for thrown in range(0, 8 * AHEAD, AHEAD - 1):
        throws[1] = thrown
        throws = deal.feed(throws)
        written = throws[dice.HEADER :].tolist()
        assert written == stream[: len(written)]
        assert len(written) - thrown >= AHEAD
    assert deal.feed(throws) is throws
    assert Deal(0).feed(plain := dice.new(0)) is plain


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([f"shuffle 1 {SECRET} 2"], 4),
        ([f"shuffle 1 {SECRET[2:]}"], 4),
        ([f"shuffle 1 {SECRET}", "number 1"], 5),
        ([f"shuffle 1 {SECRET}", f"number 256 {SECRET}"], 5),
        ([f"shuffle 1 {SECRET}", f"number -1 {SECRET}"], 5),
        ([f"shuffle 1 {SECRET}", f"number x {SECRET}"], 5),
        ([f"shuffle 1 {SECRET}", f"number 1 {SECRET}", f"number 1 {SECRET}"], 6),
        ([f"shuffle 1 {SECRET}", "number 1 5a"], 5),
    ],
)
def test_a_shuffle_that_cannot_be_read_is_said_by_its_line(lines: list[str], line: int) -> None:
    text = ["brelan 1", "game thegame 1", "seats 2", *lines]
    with pytest.raises(BadNotation, match=f"line {line}: "):
        replay("\n".join([*text, f"end 0 {_check_sum(text)}"]))


def test_a_seat_up_to_255_may_add_a_number_once() -> None:
    numbers = [f"number {seat} {SECRET}" for seat in (255, 0)]
    text = ["brelan 1", "game thegame 1", "seats 2", f"shuffle 1 {SECRET}", *numbers]
    again = replay("\n".join([*text, f"end 0 {_check_sum(text)}"]))
    assert again.deal.shuffle == Shuffle(SECRET, {0: SECRET, 255: SECRET})


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
