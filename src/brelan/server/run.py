"""Starting a server: where it listens, which host names it accepts, what it prints."""

import json
import logging
import socket
import sys
import threading
import time
import webbrowser
from typing import Any

import segno
import uvicorn

from ..core.errors import BadSetup
from ..folders import own_folder
from .alerts.sealing import available
from .app import App
from .doorkeeper import Settings
from .gate import descriptors, gate
from .limits import Limits
from .store import address_of

PORT = 8642
PLAIN = frozenset(vars(logging.makeLogRecord({})))  # attributes of every log record


def database(given: str | None) -> str:
    """Return the address of the database, creating its folder."""
    if given is None:
        given = str(own_folder() / "tables.db")
    return address_of(given)


def house_addresses() -> list[str]:
    """Return this machine's addresses on the local network, without sending anything."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                place = str(probe.getsockname()[0])
        except OSError:
            continue
        found.append(f"[{place}]" if family == socket.AF_INET6 else place)
    return found


class JsonLines(logging.Formatter):
    """Formats log records as lines of JSON. Bodies, keys and query strings are never included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in PLAIN and name != "color_message"},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def speakable(record: logging.LogRecord) -> bool:
    """Remove what a client wrote from uvicorn's own lines: socket addresses, bytes that are not text."""
    if "Invalid UTF-8" in str(record.msg):
        record.exc_info, record.levelno, record.levelname = None, logging.INFO, "INFO"
    return '"WebSocket %s"' not in str(record.msg)


def log_to(stream: Any, quiet: bool) -> None:
    """Send structured logs to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(speakable)
    for name in ("brelan", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING if quiet else logging.INFO)


def settings_for(
    given: str | None, port: int, lan: bool, names: list[str], pace: float, thinkers: int, wide: bool = False,
    bus: str | None = None, behind: bool = False,
) -> Settings:  # fmt: skip
    """Return the settings given on the command line."""
    hosts = {"localhost", "127.0.0.1", "[::1]", *(name.lower() for name in names)}
    addresses: list[str] = []
    if lan:
        found = house_addresses()
        hosts |= {*found, socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        addresses = [f"http://{place}:{port}" for place in found]
    limits = Limits.wide() if wide else Limits()
    return Settings(database(given), frozenset(hosts), tuple(addresses), pace, thinkers, bus, limits, behind)


def greet(settings: Settings, port: int) -> None:
    """Print where the table is, with a QR code for phones."""
    print(f"Brelan is open at http://localhost:{port}", flush=True)
    for place in settings.addresses:
        print(f"In the same house:  {place}", flush=True)
    if not available():
        print("No alerts when it is somebody's turn: pip install 'brelan[push]'", flush=True)
    if settings.addresses:
        segno.make(settings.addresses[0], error="m").terminal(compact=True)
        print("Anybody in this network can come in. Ctrl-C closes.", flush=True)
    else:
        print("Only this machine can come in; --lan opens it to the house. Ctrl-C closes.", flush=True)


def listening(port: int, lan: bool) -> socket.socket:
    """Return a listening socket; raise BadSetup if the port is taken."""
    line = socket.socket()
    # on Windows, SO_REUSEADDR would let two servers share a port; elsewhere it only shortens the wait after one ends
    line.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
    try:
        line.bind(("0.0.0.0" if lan else "127.0.0.1", port))
    except (OSError, OverflowError) as error:
        line.close()
        raise BadSetup(f"cannot listen on port {port}: {error}; use --port to choose another") from error
    return line


def serve(settings: Settings, line: socket.socket, quiet: bool = True, browser: bool = False) -> None:
    """Serve until stopped, finishing what was begun."""
    log_to(sys.stderr, quiet)
    descriptors()
    app = App(settings)
    config = uvicorn.Config(
        app.asgi(), http=gate(settings.limits, settings.behind), ws="websockets-sansio", ws_max_size=64 * 1024,
        ws_per_message_deflate=False, log_config=None, access_log=False, server_header=False,
        timeout_graceful_shutdown=10, ws_ping_interval=25.0, ws_ping_timeout=25.0, proxy_headers=False,
    )  # fmt: skip
    if browser:
        threading.Timer(1.0, webbrowser.open, [f"http://localhost:{line.getsockname()[1]}"]).start()
    uvicorn.Server(config).run([line])
