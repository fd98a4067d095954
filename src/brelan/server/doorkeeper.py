"""Checks of incoming requests, strict headers for responses, and responses as JSON."""

import ipaddress
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from . import messages
from .limits import Bucket, Limits
from .refusal import Refusal
from .wire import CLOSE

HOUSE = 64  # bits of an IPv6 address that identify a household
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    database: str
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    addresses: tuple[str, ...] = ()
    pace: float = 0.7
    thinkers: int = 1
    bus: str | None = None
    limits: Limits = field(default_factory=Limits)
    behind: bool = False  # a proxy in front, whose X-Forwarded-For header is trusted
    near: bool = False  # alerts may go into this house and unsealed lines: for tests


class Doorkeeper:
    """Middleware that checks host, origin and size of requests, and adds strict headers to responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.hosts, self.limits, self.behind = app, settings.hosts, settings.limits, settings.behind
        self.requests = Bucket(*settings.limits.requests_of_address)
        self.files = Bucket(*settings.limits.files_of_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self.behind:
            scope["client"] = (told_by_balancer(headers) or address(scope), 0)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._turn_away(scope, receive, send, refusal)
            return
        await self.app(scope, receive, _dressed(send) if scope["type"] == "http" else send)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if "*" not in self.hosts and _bare(host) not in self.hosts:
            return failure(Refusal("unknown", text="this server does not serve that host name"), 421)
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return failure(Refusal("unknown", text="requests from other sites are refused"), 403)
        asked = self.requests if scope["path"].startswith("/api/") else self.files
        if not asked.allows(address(scope)):
            return failure(Refusal("limit"))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.limits.body:
            return failure(Refusal("bad_message"), 413)
        return None

    @staticmethod
    async def _turn_away(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(CLOSE["forbidden"].code)
        else:
            await answer(scope, receive, _dressed(send))


def _bare(host: str) -> str:
    """Return a host without its port."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdigit() else host).lower()


def told_by_balancer(headers: Headers) -> str:
    """Return the client's address from a proxy's header: the last one, as a client may have written the others."""
    return ",".join(headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()


def address(scope: Scope) -> str:
    """Return the household a request comes from."""
    client = scope.get("client")
    return household(client[0]) if client else "?"


def household(client: str) -> str:
    """Return an IPv4 address, or an IPv6 household's network, in which every device has billions of addresses."""
    try:
        found = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return client[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, HOUSE), strict=False))


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return dressed


def answer(value: Any, status: int = 200) -> Response:
    """Return a JSON response that nobody on the way may cache."""
    return Response(messages.encode(value), status, {"cache-control": "no-store"}, "application/json")


def failure(refusal: Refusal, status: int = 0) -> Response:
    """Return a refusal as a JSON response."""
    told = messages.Failure(refusal.error, refusal.text, refusal.clause)
    return answer(told, status or refusal.kind.status)
