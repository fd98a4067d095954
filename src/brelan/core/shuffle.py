"""Shuffles anyone can verify.

Before the deal the dealer and every player publish a commitment, the SHA-256 of 256 bits of their own. When all have,
the players tell their numbers; the dealer keeps the secret. All chance follows from both, by this rule, version 1:

    root   = SHA-256 of "brelan shuffle 1", then of each number's seat (one byte) and its 32 bytes, by seat
    block  = HMAC-SHA256 with the secret as key, of root and the block's number (8 bytes, big end first)
    words  = the four 64-bit words of block 0, of block 1, ..  (big end first)

and `dice.below` and `dice.shuffle` turn words into cards. After the game the secret is told: everybody can check that
it fits the commitment, as do the numbers, that one's own was used, and that the cards follow. Nobody could choose the
cards: when the first number was told, all others and the secret were fixed. docs/shuffles.md tells what that proves.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import BadSetup

RULE = 1
SIZE = 32  # bytes of a secret and of a number
WORDS = 4  # words of a block


def fresh() -> str:
    """A new secret, or a new number: 256 bits as 64 hexadecimal digits."""
    return secrets.token_hex(SIZE)


def commitment(secret: str) -> str:
    """What is published of a secret, or of a number, before the deal."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


@dataclass(frozen=True)
class Shuffle:
    """A secret, and the numbers the seats added."""

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
        """So many words of the stream, from one on; both in whole blocks."""
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
        raise BadSetup(f"a secret, or a number, is {2 * SIZE} hexadecimal digits")
    return raw
