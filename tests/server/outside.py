"""Private PostgreSQL and Redis servers, on free local ports in temporary folders."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from .running import free_port

PATIENCE = 60.0


def program(name: str) -> str | None:
    """Where a program is: Debian keeps PostgreSQL's out of the way."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(places[-1]) if places else shutil.which(name)


def until(fact: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end, what
        time.sleep(0.05)


class Redis:
    """A Redis that can be stopped, started again, and emptied."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"redis://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Redis":
        """Start it."""
        command = [program("redis-server") or "", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--dir", str(self.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(lambda: self.say("PING") == "PONG", "Redis does not come up")
        return self

    def say(self, *words: str) -> str:
        """A command, and its answer."""
        line = [program("redis-cli") or "", "-p", str(self.port), *words]
        return subprocess.run(line, capture_output=True, text=True).stdout.strip()

    def stop(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Postgres:
    """A PostgreSQL cluster for one test. It refuses to run as root, so root lends it to another user."""

    def __init__(self) -> None:
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="brelan-pg-")), free_port()
        self.address = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None
        self.prefix: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def start(self) -> "Postgres":
        """Make the cluster and start it; commits are durable as in real life."""
        data = str(self.folder / "data")
        make = [*self.prefix, program("initdb") or "", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, cwd=self.folder)
        run = [program("postgres") or "", "-D", data, "-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1"]
        with (self.folder / "log").open("wb") as stream:
            self.process = subprocess.Popen([*self.prefix, *run], stdout=stream, stderr=stream, cwd=self.folder)
        ready = [program("pg_isready") or "", "-h", "127.0.0.1", "-p", str(self.port)]
        until(lambda: subprocess.run(ready, capture_output=True).returncode == 0, "PostgreSQL does not come up")
        return self

    def say(self, statement: str) -> str:
        """A statement, and its answer."""
        line = [program("psql") or "", self.address, "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
        return subprocess.run(line, input=statement, capture_output=True, text=True, check=True).stdout.strip()

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # at once: it does not wait for those who are connected
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def missing() -> list[str]:
    """Programs these tests need and do not find."""
    needed = ("postgres", "initdb", "pg_dump", "pg_restore", "psql", "redis-server", "redis-cli", "sqlite3")
    return [name for name in needed if program(name) is None]
