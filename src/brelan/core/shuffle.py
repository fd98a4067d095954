"""Shuffles anyone can verify.

Before the deal, the dealer and every player publish a commitment, the SHA-256 of 256 bits of their own. Then the
players reveal their numbers; the dealer keeps the secret. All randomness follows from both by this rule, version 1:

    root   = SHA-256 of "brelan shuffle 1", then of each number's seat (one byte) and its 32 bytes, by seat
    block  = HMAC-SHA256, keyed with the secret, of root and the block's number (8 bytes, big-endian)
    words  = the four 64-bit words of block 0, of block 1, ..  (big-endian)

and `dice.below` and `dice.shuffle` turn words into cards. After the game, the secret is revealed: everybody can check
that it and the numbers match the commitments, that their own number was used, and that the cards follow. Nobody could
choose the cards: when the first number was revealed, everything else was fixed. docs/shuffles.md says what this proves.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import BadSetup

RULE = 1
SIZE = 32  # bytes of a secret or number
WORDS = 4  # words per block


def fresh() -> str:
    """Return a new secret or number: 256 bits as 64 hexadecimal digits."""
    return secrets.token_hex(SIZE)


def commitment(secret: str) -> str:
    """Return what is published of a secret or number before the deal."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


@dataclass(frozen=True)
class Shuffle:
    """A secret and the numbers of the seats."""

    secret: str
    numbers: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for text in (self.secret, *self.numbers.values()):
            _bytes(text)

    @property
    def commitment(self) -> str:
        """What was published before the deal."""
        return commitment(self.secret)

    def words(self, first: int, count: int) -> list[int]:
        """Return so many words of the stream from an index on; both must be whole blocks."""
        root = hashlib.sha256(f"brelan shuffle {RULE}".encode())
        for seat in sorted(self.numbers):
            root.update(bytes([seat]) + _bytes(self.numbers[seat]))
        key, words = _bytes(self.secret), []
        for block in range(first // WORDS, (first + count) // WORDS):
            digest = hmac.digest(key, root.digest() + block.to_bytes(8, "big"), "sha256")
            words += [int.from_bytes(digest[8 * place : 8 * place + 8], "big") for place in range(WORDS)]
        return words


def _bytes(text: str) -> bytes:
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != SIZE or len(text) != 2 * SIZE:
        raise BadSetup(f"a secret or number must have {2 * SIZE} hexadecimal digits")
    return raw
