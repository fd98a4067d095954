"""Sending a sealed message: only to places in the open, and not for ever."""

import http.client
import ipaddress
import socket
import ssl
import time
from typing import Any
from urllib.parse import urlsplit

TIMEOUT = 10.0  # seconds
TRIES = 3
PAUSE = 2.0  # seconds before the second try; then twice as long
KEPT = 24 * 3600  # seconds a push service keeps a message for a device that is off
GONE = (404, 410)
LATER = (429, 500, 502, 503, 504)


class Refused(Exception):
    """An address to which nothing is sent."""


class Gone(Exception):
    """The browser does not want to hear any more."""


def checked(endpoint: str, near: bool = False) -> str:
    """An address a browser may name; `near` allows plain http and this house, for tests."""
    try:
        parts = urlsplit(endpoint)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise Refused("not an address") from error
    if not host or parts.username or parts.password or parts.scheme not in ("https", "http")[: 1 + near]:
        raise Refused("an alert goes to an https address")
    return endpoint


def resolved(host: str, port: int, near: bool) -> str:
    """The network address of a host: one in the open, or Refused. Connect to it and to no other."""
    found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    for place in found:
        if not near and not ipaddress.ip_address(place.partition("%")[0]).is_global:
            raise Refused("an alert does not go into a private network")
    return sorted(found)[0]


class _Line(http.client.HTTPConnection):
    """A connection to the address that was looked at, whatever the name says a moment later."""

    def __init__(self, host: str, port: int, place: str, secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.place, self.secure = place, secure

    def connect(self) -> None:
        """Open it."""
        self.sock = socket.create_connection((self.place, self.port), TIMEOUT)
        if self.secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def send(endpoint: str, body: bytes, headers: dict[str, str], near: bool = False) -> None:
    """Send, a few times if need be. Gone if the subscription is no more; other failures are errors of the network."""
    parts = urlsplit(checked(endpoint, near))
    secure, host = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    last: Any = None
    for attempt in range(TRIES):
        if attempt:
            time.sleep(PAUSE * 2 ** (attempt - 1))
        line = _Line(host, port, resolved(host, port, near), secure)
        try:
            line.request("POST", path, body, headers)
            last = line.getresponse().status  # one that leads elsewhere is not followed
        except (OSError, http.client.HTTPException) as error:
            last = type(error).__name__
            continue
        finally:
            line.close()
        if last in GONE:
            raise Gone
        if last not in LATER:
            break
    if not (isinstance(last, int) and 200 <= last < 300):
        raise OSError(f"a push service answers {last}")
