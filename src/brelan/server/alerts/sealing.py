"""Sealing a message for one browser (RFC 8291, 8188), and signing who sends it (RFC 8292).

This needs the package cryptography: `pip install 'brelan[push]'`. Without it there are no alerts.
"""

import base64
import json
import os
import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

RECORD = 4096  # bytes of the one record a message has
VALID = 12 * 3600  # seconds a signature is good for
CURVE = "P-256"


def available() -> bool:
    """Whether messages can be sealed here."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ec  # noqa: F401
    except ImportError:
        return False
    return True


class Subscriber(NamedTuple):
    """A browser as it describes itself: where to send, its public key, a secret."""

    endpoint: str
    key: bytes
    secret: bytes


def to_text(raw: bytes) -> str:
    """Bytes in the form of Web Push."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """And back."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _curve() -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec


def new_private() -> str:
    """A key of a server's own."""
    return to_text(_curve().generate_private_key(_curve().SECP256R1()).private_numbers().private_value.to_bytes(32))


def _private(text: str) -> Any:
    return _curve().derive_private_key(int.from_bytes(to_bytes(text)), _curve().SECP256R1())


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return raw


def public(private: str) -> str:
    """The public half, which browsers are told."""
    return to_text(_point(_private(private).public_key()))


def _derived(material: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    made: bytes = HKDF(SHA256(), size, salt, info).derive(material)
    return made


def sealed(message: bytes, to: Subscriber) -> bytes:
    """A message that only one browser can read."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own, salt = _curve().generate_private_key(_curve().SECP256R1()), os.urandom(16)
    theirs = _curve().EllipticCurvePublicKey.from_encoded_point(_curve().SECP256R1(), to.key)
    point = _point(own.public_key())
    shared = own.exchange(_curve().ECDH(), theirs)
    material = _derived(shared, to.secret, b"WebPush: info\0" + to.key + point, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def signature(endpoint: str, private: str, contact: str) -> str:
    """The header that tells a push service who sends."""
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID, "sub": contact}
    said = [to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    r, s = decode_dss_signature(_private(private).sign(".".join(said).encode(), _curve().ECDSA(SHA256())))
    token = ".".join([*said, to_text(r.to_bytes(32) + s.to_bytes(32))])
    return f"vapid t={token}, k={public(private)}"
