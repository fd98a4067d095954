"""The server's routes."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ..core.game import game, names
from ..core.text import COMMON, LANGUAGES, catalogue
from ..daily import fresh_secret
from . import messages, protocol, wire
from .alerts import Alerts
from .alerts.routes import AlertRoutes
from .bus import News, bus_at
from .doorkeeper import Doorkeeper, Settings, address, answer, failure
from .facts import dealt_today, facts, known, seed_of
from .forgetting import forget
from .handover import Handovers
from .hub import Hub
from .lessons import taught, tried
from .limits import Bucket
from .meters import Meters
from .page import PAGE, PageFiles
from .past import Finished, Telling, finished, number_of, viewer_of
from .printing import printed
from .reading import bearer, body_of
from .refusal import Refusal, need
from .school import School
from .school.routes import ClassRoutes
from .socket import ClassPlace, Outbox, TablePlace, serve_socket
from .store import Store
from .thinking import Thinkers

LOGGER = logging.getLogger("brelan.http")
UNTOLD = 9  # games without a difficulty come last
HEALTH = 2.0  # seconds for which a health check stays valid
SWEEP = 30.0  # seconds between looks for what may be forgotten
GLANCE = 2.0  # seconds between polls for what other processes wrote


class App:
    """The server's routes over one hub."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.limits = settings, settings.limits
        self.store = Store(settings.database)
        self.meters = Meters()
        self.bus = bus_at(settings.bus)
        self.hub = Hub(self.store, Thinkers(settings.thinkers), self.meters, settings.limits, settings.pace, self.bus)
        self.school = School(self.hub)
        self.telling = Telling()
        self.classes = ClassRoutes(self.school, settings.limits)
        self.alerts = Alerts(self.hub, settings.near)
        self.handovers = Handovers(self.store)
        self.parts = (self, self.classes, AlertRoutes(self.alerts, settings.limits))
        self.made = Bucket(*settings.limits.tables_of_address)
        self.commands = Bucket(*settings.limits.commands_of_seat)
        self.sockets: Counter[str] = Counter()  # by address, or by class
        self.behind: Counter[str] = Counter()  # by address, those of classes too
        self.files = PageFiles()
        self.checked = (-HEALTH, "")  # the time and result of the last health check
        self.checking = asyncio.Lock()

    def asgi(self) -> ASGIApp:
        """The application as uvicorn runs it."""
        routes: list[Any] = [self._route(route) for route in wire.ROUTES]
        routes += [WebSocketRoute(wire.SOCKET, self.socket), WebSocketRoute(wire.CLASS_SOCKET, self.class_socket)]
        if (PAGE / "index.html").exists():
            routes += [
                Route("/", self.page),
                *(Route(path, self.table_page) for path in ("/t/{table}", "/class", "/class/{code}")),
                Mount("/", self.files),
            ]
        app = Starlette(routes=routes, lifespan=self.lifespan, exception_handlers={404: _missing, 405: _missing})
        return Doorkeeper(app, self.settings)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[None]:
        """Start and stop what runs beside the requests."""
        self.hub.broom.begin()
        tasks = [asyncio.create_task(self._sweep())]
        if self.settings.bus is not None:
            tasks += [asyncio.create_task(self.bus.run(self._hear)), asyncio.create_task(self._look_around())]
        yield
        for task in tasks:
            task.cancel()
        await self.hub.close()
        self.hub.thinkers.close()
        self.alerts.close()
        self.store.close()

    async def _hear(self, news: News) -> None:
        await self.hub.hear(news)
        await self.school.hear(news)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.hub.sweep()
            try:
                await self.school.sweep()
                await self.handovers.sweep()
            except Exception:
                LOGGER.exception("what is over could not be looked for")

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            try:
                await self.hub.look_around()
                await self.school.look_around()
            except Exception:
                LOGGER.exception("the database does not answer")

    def _route(self, route: wire.Route) -> Route:
        handler = next(getattr(part, route.name) for part in self.parts[::-1] if hasattr(part, route.name))
        operation = not route.path.startswith("/api/")  # requested every few seconds: not worth logging
        return Route(route.path, handler if operation else self._guarded(handler), methods=[route.method.upper()])

    def _guarded(self, handler: Callable[[Request], Any]) -> Callable[[Request], Any]:
        """Wrap a handler so that only refusals reach the client, never other errors."""

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

    # games and pages

    async def games(self, _: Request) -> Response:
        """The games with their options, easy ones first."""
        return answer(sorted(map(facts, map(game, names())), key=lambda one: (one.difficulty or UNTOLD, one.name)))

    async def texts(self, request: Request) -> Response:
        """The sentences of a game, in a language."""
        name, language = request.path_params["game"], request.path_params["language"]
        if language not in LANGUAGES:
            raise Refusal("unknown")
        return answer(catalogue(COMMON if name == "common" else known(name).folder / "text", language))

    async def rules(self, request: Request) -> Response:
        """The clauses of a game."""
        folder = known(request.path_params["game"]).folder
        return PlainTextResponse((folder / "RULES.md").read_text(encoding="utf-8"), media_type="text/markdown")

    async def lesson(self, request: Request) -> Response:
        """The first lesson of a game."""
        return answer(await asyncio.to_thread(taught, request.path_params["game"]))

    async def attempt(self, request: Request) -> Response:
        """A learner's attempt at a step of a lesson."""
        self._count(request)
        wanted = await body_of(request, messages.Attempt, self.limits.body)
        return answer(await asyncio.to_thread(tried, request.path_params["game"], wanted))

    def _count(self, request: Request) -> None:
        """Refuse an address that makes too many requests outside tables."""
        if not self.commands.allows(f"ask {address(request.scope)}"):
            raise Refusal("limit")

    async def daily(self, request: Request) -> Response:
        """The deal of today."""
        return answer(dealt_today(request.path_params["game"]))

    async def print(self, request: Request) -> Response:
        """A printable page."""
        self._count(request)
        return await asyncio.to_thread(printed, request.path_params, request.query_params)

    async def lan(self, _: Request) -> Response:
        """Addresses by which other devices on the network reach this server."""
        return answer(messages.Addresses(list(self.settings.addresses)))

    async def openapi(self, _: Request) -> Response:
        """The HTTP API as OpenAPI."""
        return answer(protocol.openapi())

    # tables

    async def make(self, request: Request) -> Response:
        """Create a table."""
        if not self.made.allows(address(request.scope)):
            raise Refusal("limit")
        wanted = await body_of(request, messages.MakeTable, self.limits.body)
        if wanted.past is not None:
            return answer(await self.hub.go_on_from(wanted, wanted.past), 201)
        return answer(await self.hub.make(wanted, await self._seed(wanted)), 201)

    async def _seed(self, wanted: messages.MakeTable) -> int | None:
        """The seed of the cards, for a deal of the day."""
        if not wanted.daily:
            return None
        return seed_of(wanted, await asyncio.to_thread(self.store.fact, "daily", fresh_secret()))

    async def sit(self, request: Request) -> Response:
        """Sit down."""
        wanted = await body_of(request, messages.TakeSeat, self.limits.body)
        return answer(await self.hub.sit(request.path_params["table"], wanted))

    async def mine(self, request: Request) -> Response:
        """The tables at which a device has seats; invalid keys are ignored."""
        wanted = await body_of(request, messages.Mine, self.limits.body)
        places = []
        for ticket in wanted.tickets:
            with contextlib.suppress(Refusal):
                places.append(await self._place(ticket))
        return answer(places)

    async def _place(self, ticket: messages.Ticket) -> messages.Place:
        live = self.hub.live(ticket.table)
        async with live.lock:
            room = await self.hub.room(live, fresh=True)
            seat = room.seat_of(ticket.key)
            return messages.Place(
                table=room.id, game=room.game.name, seat=seat, names=[chair.name for chair in room.chairs],
                levels=[chair.level for chair in room.chairs], turn=room.turn,
                your_turn=room.at == seat or room.waits, over=room.over, touched=room.recent[-1].time,
            )  # fmt: skip

    async def hand_over(self, request: Request) -> Response:
        """Keep a sealed profile for a while."""
        need(self.made.allows(f"hand {address(request.scope)}"), "limit")
        wanted = await body_of(request, messages.HandOver, self.limits.body)
        return answer(messages.HandedOver(await self.handovers.make(wanted.body)), 201)

    async def take_over(self, request: Request) -> Response:
        """Take it, once."""
        self._count(request)
        await body_of(request, messages.TakeOver, self.limits.body)
        return answer(messages.HandOver(await self.handovers.take(request.path_params["id"])))

    async def forget(self, request: Request) -> Response:
        """Forget somebody at their tables; keys that open nothing are passed over."""
        self._count(request)
        wanted, count = await body_of(request, messages.Mine, self.limits.body), 0
        for ticket in wanted.tickets:
            with contextlib.suppress(Refusal):
                await forget(self.hub, ticket)
                count += 1
        return answer(messages.Forgotten(count))

    async def look(self, request: Request) -> Response:
        """A table as the key's seat sees it, or without a key as a watcher sees it."""
        key = bearer(request)
        live = self.hub.live(request.path_params["table"])
        async with live.lock:
            room = await self.hub.room(live, fresh=True)
            viewer = -1 if key is None else room.seat_of(key)
            return answer(room.scene(viewer, live.here(len(room.chairs)), live.watchers(room)))

    async def sight(self, request: Request) -> Response:
        """What a seat may know, for advice and bots on its own device."""
        live = self.hub.live(request.path_params["table"])
        async with live.lock:
            room = await self.hub.room(live, fresh=True)
            seat = room.seat_of(bearer(request) or "")
            if room.table is None:
                raise Refusal("not_now")
            position = room.table.position
            allowed = [int(action) for action in position.actions[: position.count if room.at == seat else 0]]
            return answer(messages.Sight(room.turn, position.view(seat).tobytes(), allowed))

    async def notation(self, request: Request) -> Response:
        """A finished game as text; before the end it would reveal the cards."""
        live = self.hub.live(request.path_params["table"])
        async with live.lock:
            room = await self.hub.room(live, fresh=True)
            if room.table is None or not room.over:
                raise Refusal("not_now")
            found = finished(room, room.games).opened()
            return PlainTextResponse(found.table.notation(), headers={"cache-control": "no-store"})

    async def review(self, request: Request) -> Response:
        """A finished game, move by move."""
        found = await self._finished(request)
        viewer = viewer_of(request.path_params["seat"], found)
        if found.closed:
            await self._own(request, viewer)
        told = await self.telling.tell(found, viewer)
        return Response(told, headers={"cache-control": "no-store"}, media_type="application/json")

    async def _own(self, request: Request, viewer: int | None) -> None:
        """Refuse to show today's deal from a seat without that seat's key."""
        key = bearer(request)
        need(key is not None, "today")
        live = self.hub.live(request.path_params["table"])
        async with live.lock:
            room = await self.hub.room(live)
            need(room.seat_of(key or "") == viewer, "today")

    async def _finished(self, request: Request) -> Finished:
        if not self.commands.allows(f"review {address(request.scope)}"):
            raise Refusal("limit")
        return await self.hub.finished(request.path_params["table"], number_of(request.path_params["number"]))

    async def page(self, request: Request) -> Response:
        """The web page, whose code decides what to show."""
        return await self.files.get_response("index.html", request.scope)

    async def table_page(self, request: Request) -> Response:
        """The same page one level down, with its addresses based at the root."""
        return await self.files.get_response("table.html", request.scope)

    async def socket(self, websocket: WebSocket) -> None:
        """One viewer's socket to a table."""
        await serve_socket(self, websocket, lambda: TablePlace(self, websocket.path_params["table"]))

    async def class_socket(self, websocket: WebSocket) -> None:
        """The line of a teacher or a child to a class."""
        await serve_socket(self, websocket, lambda: ClassPlace(self, websocket.path_params["code"]))

    def recount(self, line: Outbox, name: str) -> None:
        """Count a socket for a class instead of an address."""
        if self.sockets[name] >= self.limits.sockets_of_class:
            raise Refusal("full")
        self.uncount(line)
        line.counted = name
        self.sockets[name] += 1

    def uncount(self, line: Outbox) -> None:
        """A socket does not count any more."""
        self.sockets[line.counted] -= 1
        if not self.sockets[line.counted]:
            del self.sockets[line.counted]

    # operations

    async def healthz(self, _: Request) -> Response:
        """Whether the server can read and write its log; concurrent requests share one check."""
        async with self.checking:
            if time.monotonic() >= self.checked[0] + HEALTH:
                self.checked = (time.monotonic(), await self._health())
        return answer({"status": self.checked[1] or "ok"}, 503 if self.checked[1] else 200)

    async def _health(self) -> str:
        """Return what is wrong, or an empty string."""
        try:
            await asyncio.wait_for(asyncio.gather(self.store.read("healthz"), self.store.check()), 2)
        except Exception as error:
            LOGGER.error("unhealthy", extra={"why": f"{type(error).__name__} {error}"})
            return "the database cannot be read and written"
        return "" if self.store.writer.works else "the writer has stopped"

    async def metrics(self, _: Request) -> Response:
        """Counters for Prometheus."""
        self.meters.rooms.set(len(self.hub.tables))
        self.meters.commits.set(self.store.commits)
        return Response(self.meters.text(), media_type="text/plain; version=0.0.4")


async def _missing(request: Request, error: Exception) -> Response:
    return failure(Refusal("unknown"), getattr(error, "status_code", 404))
