"""Reading and writing saved games as text.

    brelan 1                     the version of the notation
    game thegame 1               the game and the version of its rules (an older one if it plays identically)
    seats 3
    option three_cards yes       if it is not the default
    seed 7                       or, if the shuffle can be verified (core/shuffle.py):
    shuffle 1 9f3a..             its rule and its secret
    number 0 c41b..              the number of a seat, one line per seat
    dealer 1                     only with an order, if the first dealer is drawn by lot
    order 41 7 96 ..             only if the order of the pack was given
    0 glad 2                     seat and action; the actions of one move are joined by ;
    - deal                       the dealer's step
    @1 signal 2 hold             a signal
    end 8 3f1c52ab90d4e7f6       the number of moves and a checksum of all lines above

A truncated file has no last line; an edited one has another checksum.
"""

import hashlib
from typing import Any

from .errors import BadNotation, BrelanError, UnknownVersion
from .events import Event
from .game import game
from .shuffle import RULE, Shuffle
from .table import DEALER, Move, Table

FORMAT = 1


def write(table: Table) -> str:
    """Return a table as text."""
    lines = [f"brelan {FORMAT}", f"game {table.game.name} {table.game.version}", f"seats {table.seats}"]
    for name, option in table.game.options.items():
        if table.options[name] != option.default:
            lines.append(f"option {name} {option.text(table.options[name])}")
    lines += _chance(table)
    if table.deal.dealer is not None:
        lines.append(f"dealer {table.deal.dealer}")
    if table.deal.order is not None:
        lines.append(f"order {' '.join(map(str, table.deal.order))}")
    lines += [_move(table, move) for move in table.history]
    return "\n".join([*lines, f"end {len(table.history)} {_check_sum(lines)}", ""])


def _chance(table: Table) -> list[str]:
    shuffle = table.deal.shuffle
    if shuffle is None:
        return [f"seed {table.deal.seed}"]
    numbers = [f"number {seat} {shuffle.numbers[seat]}" for seat in sorted(shuffle.numbers)]
    return [f"shuffle {RULE} {shuffle.secret}", *numbers]


def _move(table: Table, move: Move) -> str:
    if move.signal is not None:
        return f"@{move.seat} {table.said(move)}"
    return f"{'-' if move.seat == DEALER else move.seat} {table.said(move)}"


def _check_sum(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


class Reader:
    """A reader of a saved game, line by line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.place = 0

    def next(self, word: str) -> list[str] | None:
        """Return the words after `word` if the next line begins with it."""
        words = self.lines[self.place].split() if self.place < len(self.lines) else []
        if not words or words[0] != word:
            return None
        self.place += 1
        return words[1:]

    def need(self, word: str, count: int) -> list[str]:
        """Return the words after `word`; raise BadNotation unless the next line has so many of them."""
        words = self.next(word)
        if words is None or len(words) != count:
            raise self.error(
                f"expected a line '{word}' with {count} value{'s' if count > 1 else ''}", ahead=words is None
            )
        return words

    def number(self, text: str) -> int:
        """Return a word as an integer."""
        try:
            return int(text)
        except ValueError:
            raise self.error(f"{text!r} is not a number") from None

    def error(self, message: str, ahead: bool = False) -> BadNotation:
        """Return an error at the line just read, or at the one ahead."""
        return BadNotation(self.place + (1 if ahead else 0), message)


def read(text: str) -> Table:
    """Replay a saved game, checking every move, and return its table.

    Raises BadNotation if the text cannot be read, and UnknownVersion if it needs other rules than these.
    """
    reader = Reader(text)
    if reader.lines[:1] != [f"brelan {FORMAT}"]:
        raise _not_ours(reader)
    last = reader.lines[-1].split()
    if last[:1] != ["end"]:
        raise BadNotation(len(reader.lines), "the game is truncated: the last line must be 'end ..'")
    if last[2:] != [_check_sum(reader.lines[:-1])]:
        raise BadNotation(len(reader.lines), "the game was changed after it was saved: the checksum does not match")
    reader.place = 1
    table = _header(reader)
    for line in reader.lines[reader.place : -1]:
        reader.place += 1
        _replay(table, line, reader)
    if last[1:2] != [str(len(table.history))]:
        raise BadNotation(len(reader.lines), f"the last line must count {len(table.history)} moves")
    return table


def _not_ours(reader: Reader) -> BrelanError:
    words = reader.lines[0].split() if reader.lines else []
    if words[:1] == ["brelan"] and len(words) == 2 and words[1].isdigit():
        return UnknownVersion(f"this game is saved in notation {words[1]}; this program reads notation {FORMAT}")
    return BadNotation(1, f"this is not a saved game: the first line must be 'brelan {FORMAT}'")


def _header(reader: Reader) -> Table:
    name, version = reader.need("game", 2)
    found = game(name)
    found.check_version(reader.number(version))
    seats = reader.number(reader.need("seats", 1)[0])
    options: dict[str, Any] = {}
    while (words := reader.next("option")) is not None:
        if len(words) != 2 or words[0] in options:
            raise reader.error("an option line has a name and a value, once per option")
        options[words[0]] = words[1]
    shuffle = _shuffle(reader)
    seed = reader.number(reader.need("seed", 1)[0]) if shuffle is None else 0
    dealer, order = reader.next("dealer"), reader.next("order")
    lot = None if dealer is None else reader.number(" ".join(dealer))
    pack = None if order is None else [reader.number(card) for card in order]
    return Table(found, seats, seed, order=pack, dealer=lot, shuffle=shuffle, **options)


def _shuffle(reader: Reader) -> Shuffle | None:
    words = reader.next("shuffle")
    if words is None:
        return None
    if len(words) != 2:
        raise reader.error("a shuffle line has a rule and a secret")
    if words[0] != str(RULE):
        raise UnknownVersion(f"this game was shuffled by rule {words[0]}; this program knows rule {RULE}")
    numbers: dict[int, str] = {}
    while (added := reader.next("number")) is not None:
        if len(added) != 2 or not 0 <= reader.number(added[0]) < 256 or int(added[0]) in numbers:
            raise reader.error("a number line has a seat and its number, once per seat")
        numbers[int(added[0])] = added[1]
    try:
        return Shuffle(words[1], numbers)
    except BrelanError as error:
        raise reader.error(str(error)) from error


def play_line(table: Table, line: str) -> list[Event]:
    """Play one line of a saved game, a seat and its move or signal, and return what happened."""
    mover, _, said = line.partition(" ")
    signal, seat = mover.startswith("@"), mover.lstrip("@")
    if seat != "-" and not seat.isdigit():
        raise BadNotation(0, f"{seat!r} is not a number")
    number = DEALER if seat == "-" else int(seat)
    return table.signal(number, said) if signal else table.play(said, number)


def _replay(table: Table, line: str, reader: Reader) -> None:
    try:
        play_line(table, line)
    except BadNotation as error:
        raise reader.error(str(error)) from None
    except BrelanError as error:
        raise reader.error(f"{line!r} cannot be played: {error}") from error
