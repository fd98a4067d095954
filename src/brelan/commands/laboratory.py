"""Commands for studying and making games: count, check, build, study, arena, dataset, train, bench, new."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arguments import (
    BotName,
    GameName,
    command,
    game_argument,
    json_option,
    print_json,
    seats_option,
    setting_option,
    typed,
    usual_seats,
)  # fmt: skip
from .progress import progress

if TYPE_CHECKING:
    from ..core.game import Game

again_option = click.option("--seed", type=int, default=0, show_default=True, help="The same seed repeats the games.")


@command(examples=("brelan count thegame --seats 3 --depth 3",))
@game_argument
@seats_option
@again_option
@setting_option
@click.option("--depth", type=click.IntRange(0, 20), default=4, show_default=True, help="The longest line to count.")
@json_option
def count(game: "Game", seats: int | None, seed: int, options: dict[str, str], depth: int, as_json: bool) -> None:
    """Count the lines of play of each length. Two implementations must agree on these numbers."""
    from ..lab.count import lines

    table = usual_seats(game, seats)
    values = game.check_options(table, options)
    found = (lines(game, table, values, seed, deep) for deep in range(depth + 1))
    if as_json:
        print_json(list(found))
        return
    for deep, number in enumerate(found):
        print(deep, number, flush=True)


@command(examples=("brelan check koomi", "brelan check --games 20"))
@click.argument("game", metavar="[GAME]", type=GameName(), required=False)
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="Random games per setup.")
@click.option("--mode", type=click.Choice(("all", "here")), default="all", help="All modes, or only the current one.")
def check(game: "Game | None", games: int, mode: str) -> None:
    """Check that one game, or all games, satisfy the contract.

    A game must give equal results as a library, in WebAssembly, JIT-compiled, bounds-checked and interpreted.
    """
    from ..core.game import game as game_of
    from ..core.game import names
    from ..core.rule import MODE
    from ..lab.contract import check_all_modes, check_here

    for found in [game] if game else map(game_of, names()):
        if mode == "all":
            check_all_modes(found, games)
        else:
            with progress(f"{found.name} {MODE}") as report:
                check_here(found, games, report)


@command(examples=("brelan build", "brelan build mygames/brim --wasm"))
@click.argument("games", metavar="[GAME|FOLDER]...", nargs=-1)
@click.option("--wasm", is_flag=True, help="Also build the WebAssembly module for browsers.")
def build(games: tuple[str, ...], wasm: bool) -> None:
    """Compile games into libraries, if they are missing or their sources changed.

    This needs numba, llvmlite and ziglang: install the extra brelan[build].
    """
    import os

    from ..build.engines import build as compiled
    from ..build.engines import here
    from ..core.game import game, names

    folders = [Path(word).resolve() for word in games if Path(word).is_dir()]
    before = os.environ.get("BRELAN_GAMES", "")
    os.environ["BRELAN_GAMES"] = os.pathsep.join([*(str(folder.parent) for folder in folders), before])
    wanted = [Path(word).resolve().name if Path(word).is_dir() else word for word in games] or names()
    compiled([game(name) for name in wanted], [here(), *(["wasm"] if wasm else [])])


@command(examples=("brelan study joomo --seats 3", "brelan study koomi --every-option --out koomi-study"))
@game_argument
@click.option("--seats", type=int, help="The number of seats (default: every possible number).")
@setting_option
@click.option("--every-option", is_flag=True, help="Also study every other value of every option, one at a time.")
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True, help="Games per setup.")
@click.option("--bot", default="hard", type=click.Choice(("random", "hard")), show_default=True, help="Who plays.")
@again_option
@click.option("--out", metavar="FOLDER", help="The output folder (default: study-GAME); an existing one is resumed.")
def study(
    game: "Game", seats: int | None, options: dict[str, str], every_option: bool, games: int, bot: str, seed: int,
    out: str | None,
) -> None:  # fmt: skip
    """Report on a game for its designer: seats, lengths, results and endings, as a page and as CSV."""
    from ..core.check import setups
    from ..lab.study import run, write

    if every_option:
        table = [setup for setup in setups(game) if seats in (None, setup[0])]
    else:
        counts = range(game.least, game.most + 1) if seats is None else [game.check_seats(seats)]
        table = [(number, game.check_options(number, options)) for number in counts]
    folder = Path(out or f"study-{game.name}")
    with progress(game.name) as report:
        findings = run(game, table, games, bot, seed, folder, report)
    made = f"Seed {seed}, {date.today().isoformat()}, by: {typed()}"
    for file in write(game, findings, folder, bot, made):
        print(file)


@command(examples=(
    "brelan arena joomo hard medium",
    "brelan arena koomi mybot.py:MyBot hard --games 500 --jobs 4",
    "brelan arena koomi --strength STRENGTH.md --seats 3",
))  # fmt: skip
@game_argument
@click.argument("bots", metavar="BOT...", nargs=-1, type=BotName())
@click.option("--bot", "more", multiple=True, type=BotName(), help="Another bot; on its own, it meets medium.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Deals, each played per seating.")
@click.option("--seats", type=int, help="The number of seats (default: one per bot).")
@setting_option
@again_option
@click.option("--talk", is_flag=True, help="Let bots signal, if the game has signals.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="The number of processes.")
@click.option("--limit", default=0.0, help="The most seconds per choice, except the first of a deal (default: none).")
@click.option("--out", metavar="FILE", help="Save every deal to this file; an existing one is resumed.")
@json_option
@click.option("--plot", metavar="FILE", help="Draw the standings (PNG or SVG; needs matplotlib).")
@click.option("--strength", metavar="PAGE", help="Measure each level against the next; write tables to this page.")
@click.option("--ray", metavar="ADDRESS", help="Use a Ray cluster; `local` starts one here.")
def arena(
    game: "Game", bots: tuple[str, ...], more: tuple[str, ...], games: int, seats: int | None, options: dict[str, str],
    seed: int, talk: bool, jobs: int, limit: float, out: str | None, as_json: bool, plot: str | None,
    strength: str | None, ray: str | None,
) -> None:  # fmt: skip
    """Let bots play a match on the same deals with rotated seats. Prints shares, ratings and intervals."""
    from ..bots import player
    from ..core.errors import BadSetup
    from ..lab import arena as hall
    from ..lab import standing
    from ..lab import strength as ladder

    names = [*bots, *more, *(["medium"] if more and len(more) + len(bots) == 1 else [])]
    table = game.check_seats(max(len(names), game.least) if seats is None else seats)
    if len(names) > table:
        raise BadSetup(f"{len(names)} bots do not fit at {table} seats")
    for name in names:
        player(game, name)  # refuses an unknown bot
    if strength:
        ladder.write(Path(strength), ladder.measure(game, table, games, seed, jobs))
        return
    if not names:
        raise BadSetup("name the bots that should play, or use --strength")
    values = game.check_options(table, options)
    match = hall.Match(game.name, game.version, table, values, names, games, seed, limit, talk)
    with progress(f"{game.name}: {', '.join(names)}") as report:
        deals = hall.run(match, jobs, Path(out) if out else None, report, ray)
    standings = hall.standings(match, deals)
    if plot:
        standing.draw(match, standings, Path(plot))
    print(standing.as_json(match, standings) if as_json else standing.as_text(game, match, standings))


@command(examples=(
    "brelan dataset joomo --bots hard --games 100000",
    "brelan dataset thegame --bots hard,medium --games 2000 --views --format jsonl",
))  # fmt: skip
@game_argument
@click.option("--bots", default="hard", show_default=True, help="The bots, seat by seat, separated by commas.")
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True, help="The number of games.")
@click.option("--seats", type=int, help="The number of seats (default: the usual number, or one per bot).")
@setting_option
@again_option
@click.option("--views", is_flag=True, help="Also record every choice: what the seat saw and could do.")
@click.option("--format", "format_", type=click.Choice(("parquet", "jsonl")), default="parquet", show_default=True,
              help="Parquet needs pyarrow.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), help="The number of processes (default: one per core).")
@click.option("--out", metavar="FOLDER", help="The output folder (default: dataset-GAME); an existing one is resumed.")
@click.option("--ray", metavar="ADDRESS", help="Use a Ray cluster; `local` starts one here.")
def dataset(
    game: "Game", bots: str, games: int, seats: int | None, options: dict[str, str], seed: int, views: bool,
    format_: str, jobs: int | None, out: str | None, ray: str | None,
) -> None:  # fmt: skip
    """Play games and record them as data: deals, actions, results and, with --views, what seats saw."""
    import os

    from ..lab.dataset import write
    from ..lab.kept import plan

    names = [name.strip() for name in bots.split(",")]
    table = game.check_seats(max(len(names), usual_seats(game, None)) if seats is None else seats)
    what = plan(game, table, options, names, games, seed, format_, views)
    with progress(f"{game.name}: {', '.join(names)}") as report:
        folders = write(what, Path(out or f"dataset-{game.name}"), jobs or os.cpu_count() or 1, ray, report)
    for folder in folders:
        print(folder)


@command(examples=("brelan train joomo", "brelan train joomo --net two --steps 500 --out trial"))
@game_argument
@click.option("--net", metavar="NAME", help="One of the game's nets (default: all).")
@click.option("--steps", type=click.IntRange(1), default=4000, show_default=True, help="The number of training steps.")
@click.option("--games", type=click.IntRange(1), default=64, show_default=True, help="Rounds in a step's 32 lots.")
@again_option
@click.option("--threads", type=click.IntRange(1), help="Cores to use (default: all); the weights do not depend on it.")
@click.option("--against", is_flag=True, help="Learn to beat the game's own bot instead of itself.")
@click.option("--out", metavar="FOLDER", help="The output folder (default: train-GAME); an existing one is resumed.")
@click.option("--install", is_flag=True, help="Also write the weights to the game's folder.")
def train(
    game: "Game", net: str | None, steps: int, games: int, seed: int, threads: int | None, against: bool,
    out: str | None, install: bool,
) -> None:  # fmt: skip
    """Train a game's nets by self-play on all cores. The same seed gives the same weights."""
    from ..lab.train import Trainer, nets, write

    folder = Path(out or f"train-{game.name}")
    for one in nets(game, net):
        trainer = Trainer(game, one, seed, games, threads, against)
        with progress(f"{game.name}, {one.name}") as report:
            trainer.run(steps, folder, lambda done: report(done, steps))
        for file in write(trainer, steps, [folder, *([game.folder] if install else [])]):
            print(file)


@command(examples=("brelan bench koomi", "brelan bench koomi --gpu"))
@game_argument
@seats_option
@click.option("--gpu", is_flag=True, help="Measure the GPU, and compare its games with the CPU's.")
@click.option("--write", "page", metavar="FILE", help="Append the figures to a results page.")
@json_option
def bench(game: "Game", seats: int | None, gpu: bool, page: str | None, as_json: bool) -> None:
    """Measure speed: random play on one core, a Python loop, cold start, record size."""
    from ..lab.bench import measure, measure_gpu, write

    figures = (measure_gpu if gpu else measure)(game, usual_seats(game, seats))
    if as_json:
        print_json(figures)
    else:
        for name, figure in figures.items():
            print(f"{name:<42} {figure}")
    if page:
        write(Path(page), figures)


@command(examples=("brelan new brim", "brelan new brim --into ~/games"))
@click.argument("name", metavar="GAME")
@click.option("--into", metavar="FOLDER", default=".", help="The project to write to (default: this folder).")
def new(name: str, into: str) -> None:
    """Create the folder of a new game. You can play it at once, then make it your own."""
    from ..core.game import names
    from ..folders import add_game_folder, own_folder
    from ..template import lay_out

    own_folder()  # where the game is registered: fail before writing anything
    written = lay_out(name, Path(into))
    if name not in names():  # outside this package
        add_game_folder(next(path for path in written if path.name == "rules.py").parents[1])
    print(*written, f"Play it: brelan play {name}", sep="\n")
