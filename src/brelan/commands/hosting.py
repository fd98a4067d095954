"""Commands for hosts: serve, site, export, import, backup, sit, doctor."""

import sys
from pathlib import Path

import click

from .arguments import BotName, command, database_option, json_option, print_json, saved_argument

FILES = 64  # open files; fewer are not enough for one table


def _bus(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    from ..core.errors import BadSetup

    if given is not None and not given.startswith(("redis://", "rediss://", "unix://")):
        raise BadSetup(f"the bus must be redis://HOST:PORT, not {given!r}")
    return given


@command(examples=(
    "brelan                                  open the table in the browser",
    "brelan --lan                            also let phones on the same network join",
    "brelan serve --port 9000",
))  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="The port to listen on.")
@click.option("--lan", is_flag=True, help="Let other devices on the network join.")
@click.option("--everywhere", is_flag=True, help="Listen on all addresses, but only for the names given with --name.")
@click.option("--behind", is_flag=True, help="Trust the X-Forwarded-For header of a proxy in front.")
@click.option("--name", "names", multiple=True, help="An additional host name to accept; can be repeated.")
@click.option("--pace", type=click.FloatRange(0), default=0.7, show_default=True,
              help="About how many seconds a bot takes per move.")  # fmt: skip
@click.option("--thinkers", type=click.IntRange(1), default=1, show_default=True,
              help="The number of processes in which bots think.")  # fmt: skip
@click.option("--open", "browser", is_flag=True, help="Open the browser.")
@click.option("--logs", is_flag=True, help="Log every request as a line of JSON.")
@click.option(
    "--bus", metavar="redis://..", callback=_bus, help="Wake other processes on the same database (extra: club)."
)
@click.option("--no-limits", is_flag=True, help="Lift the limits per address, for load tests.")
@database_option
def serve(
    port: int, lan: bool, everywhere: bool, behind: bool, names: tuple[str, ...], pace: float, thinkers: int,
    browser: bool, logs: bool, bus: str | None, no_limits: bool, database: str | None,
) -> None:  # fmt: skip
    """Open the table in the browser. Friends join by link; tables are kept for as long as you like."""
    from ..core.errors import BadSetup
    from ..folders import remove_stale_cache
    from ..server import run
    from ..server.desk import explained, opened
    from ..server.gate import descriptors

    if (most := descriptors()) < FILES:
        raise BadSetup(f"at most {most} files can be open at once: run `ulimit -n 1024` first")
    with opened(database):
        pass  # fail before announcing the server if its database cannot be opened
    with run.listening(port, lan or everywhere) as line:
        line.listen()  # early visitors wait instead of being turned away
        settings = run.settings_for(database, port, lan, list(names), pace, thinkers, no_limits, bus, behind)
        remove_stale_cache()
        run.greet(settings, line.getsockname()[1])
        with explained(settings.database):
            run.serve(settings, line, quiet=not logs, browser=browser)


@command(examples=("brelan site public",))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def site(folder: Path) -> None:
    """Export the page as plain files for any web server. All games then run in the browser, against bots."""
    from ..site import write

    count, size = write(folder)
    print(f"{count} files, {size // 1000} kB, in {folder}: serve them with any web server.")


@command(examples=("brelan export", "brelan export TABLE > game.txt"))
@click.argument("table", required=False)
@click.option("--game", type=click.IntRange(0), default=0, metavar="N", help="Which game (default: the last).")
@database_option
def export(table: str | None, game: int, database: str | None) -> None:
    """Print a table's game as text; without TABLE, list the tables. The text of a running game reveals all cards."""
    from ..server import desk

    if table is None:
        lines = desk.listed(database)
        print("\n".join(lines) if lines else "There are no tables yet: `brelan` opens the table in the browser.")
    else:
        sys.stdout.write(desk.exported(database, table, game))


@command("import", examples=("brelan import game.txt",))
@saved_argument
@click.option("--address", default="http://localhost:8642", show_default=True, help="The server, for the links.")
@database_option
@json_option
def import_(text: str, address: str, database: str | None, as_json: bool) -> None:
    """Open a saved game at a new table. Prints a link for every seat."""
    from ..server import desk

    links = desk.brought_in(database, text, address)
    if as_json:
        print_json(links)
        return
    for seat, link in enumerate(links):
        print(f"seat {seat}: {link}")


@command(examples=("brelan backup ~/backups", "brelan backup /srv/backups --keep 30"))
@click.argument("folder", type=click.Path(file_okay=False))
@click.option("--keep", type=click.IntRange(1), default=14, show_default=True, help="How many copies to keep.")
@database_option
def backup(folder: str, keep: int, database: str | None) -> None:
    """Back up all tables while they are in use, and verify the copy."""
    from ..server import desk

    copy, tables = desk.backed_up(database, Path(folder), keep)
    print(f"{copy}: {tables} tables, all verified")


@command(examples=("brelan sit 'http://localhost:8642/t/TABLE#i=INVITATION' mybot.py:MyBot",))
@click.argument("link")
@click.argument("bot", type=BotName())
@click.option("--name", default="Bot", show_default=True, help="Its name at the table.")
@click.option("--limit", default=5.0, show_default=True, help="The most seconds a choice may take.")
@json_option
def sit(link: str, bot: str, name: str, limit: float, as_json: bool) -> None:
    """Let your bot play at a web table. The link invites it."""
    import asyncio

    from ..bots import player
    from ..client import RefusedByServer, let_play
    from ..core.errors import BadSetup

    try:
        end = asyncio.run(let_play(link, lambda game: player(game, bot), name, limit))
    except RefusedByServer as error:
        wrong = "there is no such table" if error.error == "unknown" else f"the server refused: {error}"
        raise BadSetup(f"{wrong}; copy the whole link from the table's page ({link.partition('#')[0]})") from error
    except OSError as error:  # including TimeoutError
        reason = getattr(error, "reason", error) or "timed out"
        raise BadSetup(f"the server does not respond: {getattr(reason, 'strerror', None) or reason}") from error
    if as_json:
        print_json({"clause": end.clause, "scores": end.scores, "winners": end.winners})
    else:
        print(f"ended by {end.clause}, results {end.scores}, won by seats {end.winners}")


@command(examples=("brelan doctor", "brelan doctor --json"))
@database_option
@json_option
def doctor(database: str | None, as_json: bool) -> int:
    """Check your installation, and say how to fix what is wrong."""
    from ..doctor import examined

    found = examined(database)
    if as_json:
        print_json([finding._asdict() for finding in found])
    else:
        for finding in found:
            print(f"{'ok  ' if finding.well else 'FAIL'}  {finding.what}: {finding.text}")
    return 0 if all(finding.well for finding in found) else 1
