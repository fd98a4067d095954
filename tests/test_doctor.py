"""`brelan doctor` finds what is wrong, and commands report it in one line, never as a traceback."""

import os
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

from brelan.commands.hosting import FILES
from brelan.core.game import game, names
from brelan.doctor import examined
from brelan.folders import remove_stale_cache
from brelan.server import facts, messages
from brelan.server.run import listening

ROOT = Path(__file__).parents[1]
NOWHERE = "postgresql://localhost:1/x"
HOME = "/proc/brelan"  # where nobody can write, not even root
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from brelan.cli import main
sys.exit(main({arguments!r}))
"""


BOTS = """
class Bare: pass
class Broken:
    def __init__(self, game): raise RuntimeError("no luck")
class Mute:
    def __init__(self, game): pass
class Fails(Mute):
    def choose(self, view, seat, allowed, dice): return 1 / 0
class Wrong(Mute):
    def choose(self, view, seat, allowed, dice): return 9999
"""


def run(*arguments: str, code: str = "", before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`brelan ARGUMENTS`, or a program, in a shell where something was done before."""
    called = ["-c", code] if code else ["-m", "brelan", *arguments]
    shell = ["sh", "-c", f'{before} exec "$@"', "sh", sys.executable, *called]
    return subprocess.run(
        shell, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, env={**os.environ, **environment}
    )


def found(*arguments: str, what: str, before: str = "", code: str = "", **environment: str) -> str:
    """What the doctor says of one thing; it looked at everything."""
    told = run("doctor", *arguments, before=before, code=code, **environment)
    assert "Traceback" not in told.stderr + told.stdout, told.stderr
    for thing in ("Python", "folder", "page", "engine koomi", "database", "port", "open files", "GPU"):
        assert f"  {thing}: " in told.stdout, told.stdout + told.stderr
    return next(line for line in told.stdout.splitlines() if f"  {what}: " in line)


def test_a_home_that_cannot_be_written_to() -> None:
    assert found(what="folder", BRELAN_DATA=HOME).startswith("FAIL  folder: cannot make the folder /proc/brelan")


def test_psycopg_missing() -> None:
    code = WITHOUT.format(name="psycopg", arguments=["doctor", "--database", NOWHERE])
    assert "psycopg is missing: pip install 'brelan[club]'" in found(what="database", code=code)


def test_postgresql_down(tmp_path: Path) -> None:
    said = found("--database", NOWHERE, what="database", BRELAN_DATA=str(tmp_path))
    assert said.startswith("FAIL  database: cannot use the database postgresql://localhost:1/x")
    assert said.endswith("is it running?")


def test_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(b"this is no database, but long enough to look like one" * 100)
    assert found("--database", str(tmp_path / "bad.db"), what="database").startswith("FAIL  database: cannot use")


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        finding = next(one for one in examined(None, port) if one.what == "port")
    assert not finding.well
    assert "use --port to choose another" in finding.text


@pytest.mark.parametrize(("games", "ours"), [(None, True), (b"[]", False), (b'[{"name": "thegame"}]', False)])
def test_a_brelan_at_the_port_is_known_by_what_it_answers(games: bytes | None, ours: bool) -> None:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(messages.encode([facts.facts(game(name)) for name in names()]) if games is None else games)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        finding = next(one for one in examined(None, other.server_port) if one.what == "port")
        other.shutdown()
    assert finding.well == ours


def test_too_few_open_files(tmp_path: Path) -> None:
    said = found(what="open files", before="ulimit -n 64;", BRELAN_DATA=str(tmp_path))
    assert said.startswith("FAIL  open files: at most 64")
    assert said.endswith("run `ulimit -n 1024` first")


@pytest.mark.parametrize("files", [8, FILES - 1])
def test_a_server_that_could_not_carry_a_table_does_not_begin(files: int, tmp_path: Path) -> None:
    told = run("serve", "--port", "0", before=f"ulimit -n {files};", BRELAN_DATA=str(tmp_path))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == f"brelan: at most {files} files can be open at once: run `ulimit -n 1024` first\n"


def test_no_gpu(tmp_path: Path) -> None:
    code = WITHOUT.format(name="numba_cuda", arguments=["doctor"])
    said = found(what="GPU", code=code, BRELAN_DATA=str(tmp_path))
    assert said == (
        "ok    GPU: none can be used (numba_cuda is missing: pip install 'brelan[gpu]'); "
        "only `brelan bench --gpu` needs one"
    )


def test_what_a_driver_says_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise ImportError("Error at driver init:\n\nNo library.\n:")

    monkeypatch.setitem(sys.modules, "brelan.lab.gpu", SimpleNamespace(device_name=broken))
    finding = next(one for one in examined(None) if one.what == "GPU")
    assert finding.text.startswith("none can be used (Error at driver init: No library);")


def test_an_old_python() -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT / "src")!r})
sys.version_info, sys.version = (3, 9, 18, "final", 0), "3.9.18 (main)"
from brelan.cli import main
"""
    told = run(code=code)
    assert told.returncode == 2
    assert told.stderr == "brelan: Brelan needs Python 3.11 or newer, not 3.9.18\n"


@pytest.mark.parametrize(
    ("arguments", "data", "message"),
    [
        (["serve", "--port", "0"], HOME, "cannot make the folder /proc/brelan"),
        (["learn", "joomo"], HOME, "cannot make the folder /proc/brelan"),
        (["daily", "joomo"], HOME, "cannot make the folder /proc/brelan"),
        (
            ["serve", "--port", "0", "--database", NOWHERE],
            "",
            "cannot use the database postgresql://localhost:1/x",
        ),
        (["export", "--database", NOWHERE], "", "cannot use the database postgresql://localhost:1/x"),
        (["sit", "http://127.0.0.1:1/t/x#i=y", "easy"], "", "the server does not respond"),
        (["sit", "http://[/t/x#i=y", "easy"], "", "http://[ is not a valid address"),
        (["sit", "http://a:b/t/x#i=y", "easy"], "", "http://a:b is not a valid address"),
        (["sit", "nonsense", "easy"], "", "a link looks like http://localhost:8642/t/TABLE#i=INVITATION"),
        (["sit", "{other}/t/x#i=y", "easy"], "", "is not a Brelan server of this version"),
        (["serve", "--port", "{port}"], "", "Address already in use; use --port to choose another"),
        (["serve", "--port", "0", "--database", "mysql://x/y"], "", "the database must be a file or postgresql://"),
        (["serve", "--port", "0", "--bus", "nonsense"], "", "the bus must be redis://HOST:PORT, not 'nonsense'"),
        (["serve", "--port", "0", "--thinkers", "0"], "", "0 is not in the range x>=1"),
        (["export", "nothing"], "", "there is no table nothing; `brelan export` lists them"),
        (["play", "--resume", "last"], "", "no game was played here yet"),
        (["train", "koomi"], "", "koomi has no net; it has: none"),
        (["new", "brim", "--into", "{tmp}"], HOME, "cannot make the folder /proc/brelan"),
        (["arena", "joomo", "{bots}:Bare", "easy"], "", "a bot is made with the game: __init__(game)"),
        (["arena", "joomo", "{bots}:Broken", "easy"], "", "RuntimeError: no luck (guests.py, line 4)"),
        (["arena", "joomo", "{bots}:Mute", "easy"], "", "needs a method choose(view, seat, allowed, dice)"),
        (["arena", "joomo", "{bots}:Fails", "easy"], "", "ZeroDivisionError: division by zero (guests.py, line 8)"),
        (["play", "joomo", "--bot", "{bots}:Fails", "--seed", "5"], "", "(guests.py, line 8)"),
        (["play", "joomo", "--bot", "{bots}:Wrong", "--seed", "5"], "", "Wrong chose 9999, which is not among its"),
        (["review", "joomo-77"], "", "there is no game joomo-77; `brelan games --mine` lists yours"),
        (["rules", "joomo", "T10"], "", "joomo has no clause T10; it has R1 to R"),
    ],
)
def test_commands_say_it_in_one_line(arguments: list[str], data: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "guests.py").write_text(BOTS)
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:  # somebody's server, but no Brelan
        threading.Thread(target=other.serve_forever, daemon=True).start()
        place = {"tmp": tmp_path, "bots": tmp_path / "guests.py", "port": other.server_port}
        place["other"] = f"http://127.0.0.1:{other.server_port}"
        told = run(*(word.format(**place) for word in arguments), BRELAN_DATA=data or str(tmp_path))
        other.shutdown()
    assert told.returncode == 2, told.stderr
    assert message in told.stderr
    assert told.stderr.startswith("brelan: ")
    assert told.stderr.count("\n") == 1, told.stderr
    assert "is open at" not in told.stdout  # nothing was promised before
    assert not (tmp_path / "games" / "brim").exists()


@pytest.mark.parametrize(
    ("name", "arguments", "extra"),
    [
        ("psycopg", ["serve", "--port", "0", "--database", NOWHERE], "club"),
        ("numba_cuda", ["bench", "joomo", "--gpu"], "gpu"),
        ("numba", ["bench", "joomo", "--gpu"], "gpu"),
        ("matplotlib", ["arena", "joomo", "easy", "random", "--games", "1", "--plot", "x.png"], "plots"),
    ],
)
def test_a_missing_extra_is_named(name: str, arguments: list[str], extra: str, tmp_path: Path) -> None:
    told = run(code=WITHOUT.format(name=name, arguments=arguments), BRELAN_DATA=str(tmp_path))
    assert told.returncode == 2, told.stderr
    assert f"pip install 'brelan[{extra}]'" in told.stderr
    assert "Traceback" not in told.stderr


def test_export_of_nothing_says_so(tmp_path: Path) -> None:
    assert "There are no tables yet" in run("export", BRELAN_DATA=str(tmp_path)).stdout


def test_a_stale_cache_is_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRELAN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache" / "abc").mkdir(parents=True)
    (tmp_path / "cache" / "own.txt").touch()
    assert remove_stale_cache() is None
    assert (tmp_path / "cache" / "own.txt").exists()
    (tmp_path / "cache" / "abc" / "rules.deal-1.py311.nbi").touch()
    assert remove_stale_cache() == tmp_path / "cache"
    assert not (tmp_path / "cache").exists()


def test_two_servers_never_share_a_port_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)  # an option we can ask for
    with listening(0, lan=False) as line:
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert not line.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
