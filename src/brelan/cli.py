"""The command `brelan`: its subcommands, and how their errors are reported."""

import os
import sys
from collections.abc import Sequence

# before importing anything an older Python cannot parse
if sys.version_info < (3, 11):  # noqa: UP036
    print("brelan: Brelan needs Python 3.11 or newer, not " + sys.version.split()[0], file=sys.stderr)
    sys.exit(2)

import click
from click.shell_completion import get_completion_class, shell_complete

from . import __version__
from .commands import hosting, laboratory, paper, playing, saved
from .commands.arguments import command

COMPLETE = "_BRELAN_COMPLETE"  # set by a shell that wants completions
EXTRAS = {  # packages that only some commands need, and the extra that installs them
    "numba": "build", "llvmlite": "build", "ziglang": "build", "numba_cuda": "gpu", "psycopg": "club", "redis": "club",
    "ray": "ray", "matplotlib": "plots", "torch": "train", "pyarrow": "data",
}  # fmt: skip
SHELLS = ("bash", "zsh", "fish")
FIRST_STEPS = """\
First steps:
  brelan                           open the table in the browser
  brelan --lan                     also let phones on the same network join
  brelan play thegame              play The Game with two bots
  brelan learn joomo               learn Joomo step by step
  brelan rules thegame R7          read a clause

`brelan COMMAND --help` explains each command, with examples.
"""


class Brelan(click.Group):
    """The group of all commands; without a command, the table opens in the browser."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read `brelan --lan` as `brelan serve --open --lan`."""
        own = {name for parameter in self.get_params(context) for name in parameter.opts}
        bare = not args or (args[0].startswith("-") and args[0] not in own)
        if bare and not context.resilient_parsing:  # a completing shell wants the commands
            args = ["serve", "--open", *args]
        return super().parse_args(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by kind, each with a short description."""
        for title, kind in KINDS.items():
            with formatter.section(title):
                formatter.write_dl([(str(one.name), one.get_short_help_str()) for one in kind])

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first steps."""
        formatter.write(f"\n{FIRST_STEPS}")


@click.group(cls=Brelan)
@click.version_option(__version__, message="brelan %(version)s")
def brelan() -> None:
    """The table for four card games: exact rules, bots, a laboratory."""


@command(examples=(
    'eval "$(brelan completion bash)"        in ~/.bashrc',
    "brelan completion fish > ~/.config/fish/completions/brelan.fish",
))  # fmt: skip
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a completion script for your shell. It completes commands, games and bots."""
    kind = get_completion_class(shell)
    assert kind is not None
    print(kind(brelan, {}, "brelan", COMPLETE).source())


KINDS: dict[str, tuple[click.Command, ...]] = {
    "Play": (hosting.serve, playing.play, playing.daily, playing.learn, playing.games, playing.rules, paper.print_),
    "Saved games": (saved.replay, saved.review, saved.hint, saved.verify),
    "Host": (hosting.site, hosting.export, hosting.import_, hosting.backup, hosting.sit, hosting.doctor),
    "Study and make games": (
        laboratory.arena, laboratory.dataset, laboratory.train, laboratory.study, laboratory.bench, laboratory.count,
        laboratory.check, laboratory.build, laboratory.new, completion,
    ),
}  # fmt: skip
for kind in KINDS.values():
    for one in kind:
        brelan.add_command(one)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; for bad input, print one line on standard error and return 2."""
    from .core.errors import BrelanError
    from .folders import game_folders
    from .spelling import ready

    ready(sys.stdout, sys.stderr)

    known = os.environ.get("BRELAN_GAMES")
    os.environ["BRELAN_GAMES"] = os.pathsep.join([*([known] if known else []), *game_folders()])
    if COMPLETE in os.environ:
        return shell_complete(brelan, {}, "brelan", COMPLETE, os.environ[COMPLETE])
    try:
        with brelan.make_context("brelan", list(sys.argv[1:] if arguments is None else arguments)) as context:
            return int(brelan.invoke(context) or 0)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "brelan"
        print(f"brelan: {error.format_message()} (`{path} --help` explains)", file=sys.stderr)
        return 2
    except BrelanError as error:
        print(f"brelan: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(str(error.name).partition(".")[0])
        if extra is None:
            raise
        print(f"brelan: {error.name} is missing: pip install 'brelan[{extra}]'", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone
        sys.stdout = None
        return 0
    except OSError as error:  # an unwritable folder, a full disk, too many open files
        place = f" ({error.filename})" if error.filename else ""
        print(f"brelan: {error.strerror or error}{place}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
