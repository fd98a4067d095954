"""Substitutes for characters that a terminal or file without UTF-8 cannot show."""

import codecs
import re
import unicodedata
from typing import Any

NAME = "brelan.spelling"
SIGNS = {
    "━": "=", "┃": "|", "●": "o", "·": ".", "▲": "^", "△": "'", "↑": "^", "↓": "v", "←": "<-", "→": "->",
    "♣": "C", "♦": "D", "♥": "H", "♠": "S", "▯": "_", "▶": ">", "★": "*", "¹": "(1)", "²": "(2)", "×": "x", "±": "+-",
    "▁": "1", "▂": "2", "▃": "3", "▄": "4", "▅": "5", "▆": "6", "▇": "7", "█": "8",
    "\N{MINUS SIGN}": "-", "–": "-", "—": "-", "…": "...", "«": '"', "»": '"', "„": '"', "“": '"', "”": '"',
    "’": "'", "ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
    "œ": "oe", "Œ": "OE", "æ": "ae", "─": "-", "│": "|",
}  # fmt: skip
BOX = re.compile("[\u2500-\u257f]")  # corners and crossings


def ready(*streams: Any) -> None:
    """Make streams substitute characters that their encoding lacks, instead of failing."""
    codecs.register_error(NAME, _spelt)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NAME)


def spelt(text: str, encoding: str | None) -> str:
    """Return a text as an encoding can write it."""
    codecs.register_error(NAME, _spelt)
    return text.encode(encoding or "utf-8", NAME).decode(encoding or "utf-8")


def _spelt(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_sign, error.object[error.start : error.end])), error.end


def _sign(sign: str) -> str:
    """Return the nearest ASCII spelling: the letter without its accent, or a substitute from the list."""
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return SIGNS.get(sign) or ("+" if BOX.fullmatch(sign) else bare or "?")
