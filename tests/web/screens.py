"""Screens of real tables, the same every time, written into a server's log.

The games are played a while by a plain rule; where that leads nowhere (Jok-R-ummy), as kept in tables/.
"""

from pathlib import Path
from typing import Any, NamedTuple

from server.running import Crafted, Server, craft

from brelan import Table
from brelan.server import log

DEALER = -1
KEPT = Path(__file__).parent / "tables"


class Screen(NamedTuple):
    """A table after so many moves, and then on until a seat is asked (or the dealer), or the game is over."""

    game: str
    seats: int
    seed: int
    moves: int
    stop_at: int = 0
    options: dict[str, Any] = {}


ALONG = 10_000  # to the end
CROWDED = ",".join(["3xK3", "2xK3"] * 30)  # what five of six seats soon lay: twenty groups, the most there can be
SCREENS = {
    "thegame-start": Screen("thegame", 2, 7, 0),
    "thegame-alone": Screen("thegame", 1, 3, 9),
    "thegame-middle": Screen("thegame", 3, 5, 26, options={"free_talk": True}),
    "thegame-five": Screen("thegame", 5, 11, 60),
    "thegame-end": Screen("thegame", 3, 5, ALONG),
    "joomo-two": Screen("joomo", 2, 3, 7),
    "joomo-middle": Screen("joomo", 4, 8, 30),
    "joomo-six": Screen("joomo", 6, 3, 20),
    "joomo-pad": Screen("joomo", 4, 8, 40, DEALER),
    "joomo-end": Screen("joomo", 3, 4, ALONG),
    "koomi-start": Screen("koomi", 3, 4, 0),
    "koomi-read": Screen("koomi", 2, 10, 1),
    "koomi-sum": Screen("koomi", 2, 5, 9),
    "koomi-open": Screen("koomi", 4, 8, 30, options={"open_hands": True, "numbers": "small_red"}),
    "koomi-six": Screen("koomi", 6, 3, 24, options={"more_seats": True}),
    "koomi-end": Screen("koomi", 3, 4, ALONG),
    "jokrummy-two": Screen("jokrummy", 2, 3, 60),
    "jokrummy-ready": Screen("jokrummy", 3, 7, 135),
    "jokrummy-twins": Screen("jokrummy", 2, 1, 118),
    "jokrummy-six": Screen("jokrummy", 6, 5, 176),
    "jokrummy-crowded": Screen("jokrummy", 6, 1, 205, options={"programmes": CROWDED}),
    "jokrummy-round": Screen("jokrummy", 4, 4, 300, DEALER),
    "jokrummy-end": Screen("jokrummy", 2, 3, ALONG),
}


def step(table: Table, number: int) -> str:
    """What a plain player does: in The Game the smallest step, then the end of the turn; elsewhere anything."""
    allowed = table.allowed()
    if table.game.name != "thegame" or table.seat < 0:
        return allowed[number * 7 % len(allowed)]
    if "end" in allowed and number % 3:
        return "end"
    tops: list[int] = table.view(0)["tops"]

    def stride(text: str) -> int:
        verb, *fields = text.split()
        if verb != "lay":
            return 100
        card, pile = map(int, fields)
        return card - tops[pile] if pile < 2 else tops[pile] - card

    return min(allowed, key=stride)


def kept(name: str) -> list[str]:
    """The moves that are kept for a screen, if they are."""
    file = KEPT / f"{name}.txt"
    return " ".join(file.read_text().split()).split("; ") if file.exists() else []


def played(name: str) -> list[log.AnyEntry]:
    """The moves that lead to a screen."""
    screen, told = SCREENS[name], kept(name)
    table = Table(screen.game, seats=screen.seats, seed=screen.seed, **screen.options)
    moves: list[log.AnyEntry] = []
    while not table.over and not (len(moves) >= screen.moves and table.seat == screen.stop_at):
        said, seat = told[len(moves)] if told else step(table, len(moves)), table.position.seat
        table.play(said)
        moves.append(log.Moved(seat, said))
    if screen.options.get("free_talk"):
        moves += [log.Signalled(1, "signal 0 hold"), log.Signalled(2, "signal 2 back")]
    return moves


def laid_out(server: Server, name: str, others: str | None = None) -> Crafted:
    """A screen's table, in the server's log; the other seats are people, who are away, or bots of a level."""
    screen = SCREENS[name]
    return craft(
        server, screen.game, [None, *[others] * (screen.seats - 1)], screen.seed, played(name), **screen.options
    )


def address(server: Server, made: Crafted, seat: int = 0) -> str:
    """The link to a seat of it."""
    return f"{server.address}/t/{made.table}#k={made.keys[seat]}"
