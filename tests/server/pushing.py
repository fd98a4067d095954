"""A push service of our own: plain HTTP, and browsers that can open what is sealed for them."""

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from brelan.server import messages
from brelan.server.alerts.sealing import to_bytes, to_text


class Came(NamedTuple):
    """What came to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """A push service; `status` is what it answers."""

    def __init__(self) -> None:
        self.came: queue.Queue[Came] = queue.Queue()
        self.status = 201
        came, service = self.came, self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                came.put(Came(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def next(self, timeout: float = 15.0) -> Came:
        """What comes next."""
        return self.came.get(timeout=timeout)


@contextmanager
def service() -> Iterator[Service]:
    """A push service while it is needed."""
    made = Service()
    thread = threading.Thread(target=made.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()
        thread.join()


class Browser:
    """A browser that subscribed: its keys, and how it opens what it gets."""

    def __init__(self, endpoint: str, private: str = "", secret: str = "AAAAAAAAAAAAAAAAAAAAAA") -> None:
        curve = ec.SECP256R1()
        self.own = (
            ec.derive_private_key(int.from_bytes(to_bytes(private)), curve)
            if private
            else ec.generate_private_key(curve)
        )
        self.endpoint, self.secret = endpoint, to_bytes(secret)
        self.point = self.own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wants(self, on: bool = True, quiet: list[int] | None = None, language: Any = "en") -> messages.WantAlerts:
        """What it says to a server."""
        return messages.WantAlerts(self.endpoint, to_text(self.point), to_text(self.secret), language, on, quiet)

    def opened(self, body: bytes) -> bytes:
        """What was sealed for it (RFC 8291, the receiver's side)."""
        salt, size, rest = body[:16], body[20], body[21:]
        theirs, sealed = rest[:size], rest[size:]
        shared = self.own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        key = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.point + theirs).derive(shared)
        content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        plain = AESGCM(content).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]

    def read(self, came: Came) -> dict[str, Any]:
        """A message as the page's service worker gets it."""
        told: dict[str, Any] = json.loads(self.opened(came.body))
        return told
