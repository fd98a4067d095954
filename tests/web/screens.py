"""Screens of real tables, the same every time, written into a server's log.

Each game's folder says which there are. The games are played a while by a plain rule, the game's own if it has one;
where that leads nowhere, as kept in tables/.
"""

from server.running import Crafted, Server, craft
from web.folders import Screen, folder_of, part

from brelan import Table
from brelan.core.game import names
from brelan.server import log


def screens_of(game: str) -> dict[str, Screen]:
    """The screens of a game, by `game-screen`."""
    found = part(game, "screens")
    return {f"{game}-{name}": screen for name, screen in found.SCREENS.items()} if found else {}


SCREENS = {name: screen for game in names() for name, screen in screens_of(game).items()}


def step(table: Table, number: int) -> str:
    """What a plain player does: anything, or what the game's folder says."""
    own = getattr(part(table.game.name, "screens"), "step", None)
    allowed = table.allowed()
    return own(table, number) if own and table.seat >= 0 else allowed[number * 7 % len(allowed)]


def kept(game: str, name: str) -> list[str]:
    """The moves that are kept for a screen, if they are."""
    file = folder_of(game) / "tables" / f"{name}.txt"
    return " ".join(file.read_text().split()).split("; ") if file.exists() else []


def table_of(name: str) -> Table:
    """A screen's table before the first move."""
    screen = screens_of(name.partition("-")[0])[name]
    return Table(name.partition("-")[0], seats=screen.seats, seed=screen.seed, **screen.options)


def played(name: str) -> list[log.AnyEntry]:
    """The moves that lead to a screen."""
    game, _, short = name.partition("-")
    screen, told, table = screens_of(game)[name], kept(game, short), table_of(name)
    moves: list[log.AnyEntry] = []
    while not table.over and not (len(moves) >= screen.moves and table.seat == screen.stop_at):
        said, seat = told[len(moves)] if told else step(table, len(moves)), table.position.seat
        table.play(said)
        moves.append(log.Moved(seat, said))
    signals = getattr(part(game, "screens"), "SIGNALS", {}).get(short, [])
    return [*moves, *(log.Signalled(seat, said) for seat, said in signals)]


def laid_out(server: Server, name: str, others: str | None = None) -> Crafted:
    """A screen's table, in the server's log; the other seats are people, who are away, or bots of a level."""
    game = name.partition("-")[0]
    screen = screens_of(game)[name]
    return craft(server, game, [None, *[others] * (screen.seats - 1)], screen.seed, played(name), **screen.options)


def address(server: Server, made: Crafted, seat: int = 0) -> str:
    """The link to a seat of it."""
    return f"{server.address}/t/{made.table}#k={made.keys[seat]}"
