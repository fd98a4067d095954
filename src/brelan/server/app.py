"""Routes, headers, and the doorkeeper: who may come in, how large a message may be, what a page may load."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..bots import LEVELS
from ..core import options as kinds
from ..core.errors import UnknownGame
from ..core.game import Game, game, names
from ..core.text import LANGUAGES, Words
from . import log, messages, protocol
from .hub import Hub
from .limits import Bucket, Limits
from .meters import Meters
from .refusal import Refusal
from .socket import serve_socket
from .store import Store
from .thinking import Thinkers

LOGGER = logging.getLogger("brelan.http")
PAGE = Path(__file__).parents[1] / "web"
STATUS = {"unknown": 404, "setup": 400, "bad_message": 400, "limit": 429, "full": 409, "not_now": 409, "busy": 503}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
Body = TypeVar("Body")


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    addresses: tuple[str, ...] = ()
    pace: float = 0.7
    thinkers: int = 1
    limits: Limits = field(default_factory=Limits)


class Doorkeeper:
    """Checks host, origin and size of everything that comes in, and puts the strict headers on what goes out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.hosts, self.limits = app, settings.hosts, settings.limits
        self.requests = Bucket(*settings.limits.requests_of_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._turn_away(scope, receive, send, refusal)
            return
        await self.app(scope, receive, _dressed(send) if scope["type"] == "http" else send)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if "*" not in self.hosts and _bare(host) not in self.hosts:
            return failure(Refusal("unknown", text="this server does not go by that name"), 421)
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return failure(Refusal("unknown", text="requests from other sites are refused"), 403)
        if not self.requests.allows(address(scope)):
            return failure(Refusal("limit"))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.limits.body:
            return failure(Refusal("bad_message"), 413)
        return None

    @staticmethod
    async def _turn_away(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(4403)
        else:
            await answer(scope, receive, _dressed(send))


def _bare(host: str) -> str:
    """A host without its port."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdigit() else host).lower()


def address(scope: Scope) -> str:
    """Where somebody comes from."""
    client = scope.get("client")
    return client[0] if client else "?"


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return dressed


def answer(value: Any, status: int = 200) -> Response:
    """Something as JSON; nothing of a table is kept by anybody on the way."""
    return Response(messages.encode(value), status, {"cache-control": "no-store"}, "application/json")


def failure(refusal: Refusal, status: int = 0) -> Response:
    """A refusal as JSON."""
    told = messages.Failure(refusal.error, refusal.text, refusal.clause)
    return answer(told, status or STATUS.get(refusal.error, 400))


async def body_of(request: Request, kind: type[Body], most: int) -> Body:
    """The request's body as a message."""
    size, parts = 0, []
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refusal("bad_message")
        parts.append(part)
    try:
        return msgspec.json.decode(b"".join(parts), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_message", text=str(error)[:200]) from error


def bearer(request: Request) -> str | None:
    """The key of a seat, if one was shown."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" and key else None


class App:
    """The server's routes over one hub."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.limits = settings, settings.limits
        self.store = Store(settings.database)
        self.meters = Meters()
        self.hub = Hub(self.store, Thinkers(settings.thinkers), self.meters, settings.limits, settings.pace)
        self.made = Bucket(*settings.limits.tables_of_address)
        self.commands = Bucket(*settings.limits.commands_of_seat)
        self.sockets: Counter[str] = Counter()

    def asgi(self) -> ASGIApp:
        """The application as uvicorn runs it."""
        guarded = self._guarded
        routes: list[Any] = [
            Route("/api/games", guarded(self.games)),
            Route("/api/texts/{game}/{language}", guarded(self.texts)),
            Route("/api/rules/{game}", guarded(self.rules)),
            Route("/api/lan", guarded(self.lan)),
            Route("/api/openapi.json", guarded(self.openapi)),
            Route("/api/tables", guarded(self.make), methods=["POST"]),
            Route("/api/mine", guarded(self.mine), methods=["POST"]),
            Route("/api/tables/{table}", guarded(self.look)),
            Route("/api/tables/{table}/seats", guarded(self.sit), methods=["POST"]),
            Route("/api/tables/{table}/notation", guarded(self.notation)),
            WebSocketRoute("/api/tables/{table}/socket", self.socket),
            Route("/healthz", self.healthz),
            Route("/metrics", self.metrics),
        ]
        if (PAGE / "index.html").exists():
            routes += [
                Route("/", page),
                Route("/t/{table}", page),
                Mount("/", StaticFiles(directory=PAGE)),
            ]
        app = Starlette(routes=routes, lifespan=self.lifespan, exception_handlers={404: _missing, 405: _missing})
        return Doorkeeper(app, self.settings)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[None]:
        """From the first request to the last."""
        sweeper = asyncio.create_task(self._sweep())
        yield
        sweeper.cancel()
        await self.hub.close()
        self.hub.thinkers.close()
        self.store.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.hub.sweep()

    def _guarded(self, handler: Callable[[Request], Any]) -> Callable[[Request], Any]:
        """A handler whose refusals, and only they, reach the client."""

        async def handled(request: Request) -> Response:
            begun = time.perf_counter()
            try:
                response: Response = await handler(request)
            except Refusal as refusal:
                self.meters.refused.labels(refusal.error).inc()
                response = failure(refusal)
            except Exception:
                LOGGER.exception("a request failed", extra={"path": request.url.path})
                response = failure(Refusal("busy"))
            LOGGER.info(
                "request",
                extra={
                    "method": request.method,
                    "path": request.url.path,
                    "status": response.status_code,
                    "ms": round(1000 * (time.perf_counter() - begun), 1),
                },
            )
            return response

        return handled

    # what there is

    async def games(self, _: Request) -> Response:
        """The games, with their options."""
        return answer([facts(game(name)) for name in names()])

    async def texts(self, request: Request) -> Response:
        """The sentences of a game, in a language."""
        name, language = request.path_params["game"], request.path_params["language"]
        if language not in LANGUAGES:
            raise Refusal("unknown")
        words = Words.load(None, language) if name == "common" else known(name).words(language)
        return answer(merged(words))

    async def rules(self, request: Request) -> Response:
        """The clauses of a game."""
        folder = known(request.path_params["game"]).folder
        return PlainTextResponse((folder / "RULES.md").read_text(encoding="utf-8"), media_type="text/markdown")

    async def lan(self, _: Request) -> Response:
        """Addresses by which other devices in the house reach this server."""
        return answer({"addresses": list(self.settings.addresses)})

    async def openapi(self, _: Request) -> Response:
        """The HTTP part, described for programs."""
        return answer(protocol.openapi())

    # tables

    async def make(self, request: Request) -> Response:
        """Make a table."""
        if not self.made.allows(address(request.scope)):
            raise Refusal("limit")
        return answer(await self.hub.make(await body_of(request, messages.MakeTable, self.limits.body)), 201)

    async def sit(self, request: Request) -> Response:
        """Sit down."""
        wanted = await body_of(request, messages.TakeSeat, self.limits.body)
        return answer(await self.hub.sit(request.path_params["table"], wanted))

    async def mine(self, request: Request) -> Response:
        """The tables a device sits at; keys that open nothing are left out."""
        wanted = await body_of(request, messages.Mine, self.limits.body)
        places = []
        for ticket in wanted.tickets:
            with contextlib.suppress(Refusal):
                places.append(await self._place(ticket))
        return answer(places)

    async def _place(self, ticket: messages.Ticket) -> messages.Place:
        live = self.hub.live(ticket.table)
        async with live.lock:
            room = await self.hub.room(live)
            seat = room.seat_of(ticket.key)
            return messages.Place(
                table=room.id, game=room.game.name, seat=seat, names=[chair.name for chair in room.chairs],
                turn=room.turn, your_turn=room.at == seat or room.waits, over=room.over,
                touched=room.recent[-1].time,
            )  # fmt: skip

    async def look(self, request: Request) -> Response:
        """A table as a watcher sees it, or as the seat whose key is shown."""
        key = bearer(request)
        live = self.hub.live(request.path_params["table"])
        async with live.lock:
            room = await self.hub.room(live)
            viewer = -1 if key is None else room.seat_of(key)
            return answer(room.scene(viewer, live.here(len(room.chairs)), live.watchers))

    async def notation(self, request: Request) -> Response:
        """A finished game as text; before the end it would tell the cards."""
        live = self.hub.live(request.path_params["table"])
        async with live.lock:
            room = await self.hub.room(live)
            if room.table is None or not room.over:
                raise Refusal("not_now")
            return PlainTextResponse(room.table.notation(), headers={"cache-control": "no-store"})

    async def socket(self, websocket: WebSocket) -> None:
        """One viewer's line to a table."""
        await serve_socket(self, websocket)

    # operations

    async def healthz(self, _: Request) -> Response:
        """Whether the server can read its log and write to it."""
        try:
            await asyncio.wait_for(asyncio.to_thread(self.store.rows, "healthz"), 2)
        except Exception:
            LOGGER.exception("unhealthy")
            return answer({"status": "the database does not answer"}, 503)
        well = self.store.writer.is_alive()
        return answer({"status": "ok" if well else "the writer has stopped"}, 200 if well else 503)

    async def metrics(self, _: Request) -> Response:
        """Counters for Prometheus."""
        self.meters.rooms.set(len(self.hub.tables))
        return Response(self.meters.text(), media_type="text/plain; version=0.0.4")


async def page(_: Request) -> Response:
    """The web page; its code finds out by itself what to show."""
    return FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})


async def _missing(request: Request, error: Exception) -> Response:
    return failure(Refusal("unknown"), getattr(error, "status_code", 404))


def known(name: str) -> Game:
    """A game by name, or the refusal."""
    try:
        return game(name)
    except UnknownGame as error:
        raise Refusal("unknown") from error


KINDS = {kinds.Switch: "switch", kinds.Number: "number", kinds.Several: "several"}


def facts(found: Game) -> messages.GameFacts:
    """A game as the page needs to know it."""
    options = [_option(option) for option in found.options.values()]
    signals = getattr(found.rules, "SIGNALS", None)
    return messages.GameFacts(
        found.name, found.version, found.least, found.most, found.team, options,
        list(signals.texts) if signals else [], list(LEVELS),
    )  # fmt: skip


def _option(option: kinds.Option) -> messages.OptionFacts:
    kind: Any = next((name for kind, name in KINDS.items() if isinstance(option, kind)), "choice")
    values, default = log.plain({"values": option.values, "default": option.default}).values()
    return messages.OptionFacts(option.name, kind, values, default)


def merged(words: Words) -> dict[str, Any]:
    """A game's texts over the common ones, in one tree."""
    tree: dict[str, Any] = {}
    for catalogue in reversed(words.catalogues):
        _lay_over(tree, catalogue)
    return tree


def _lay_over(tree: dict[str, Any], texts: Any) -> None:
    for key, value in texts.items():
        if isinstance(value, dict):
            below = tree.setdefault(key, {})
            if isinstance(below, dict):
                _lay_over(below, value)
                continue
        tree[key] = value
