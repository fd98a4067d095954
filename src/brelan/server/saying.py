"""Chat and names: plain text on one line, of limited width, within the rules (R9)."""

import unicodedata

from ..core.game import Game, clause_name
from .refusal import Refusal, need

ROOM = 24  # the most narrow letters in a name
JOINER, PICTURE = "\u200d", "\ufe0f"  # joins several signs into one
BLACK_FLAG, TAGS = "\U0001f3f4", "\U000e0061\U000e007a\U000e007f"  # followed by letters, a country's flag
TONES = range(0x1F3FB, 0x1F400)  # skin tones
BROAD = (
    range(0x2E3A, 0x2E3C),
    range(0xFDFA, 0xFDFE),
    range(0xA9C1, 0xA9D0),
    range(0x12000, 0x12550),
)  # signs as wide as a word


def clean(text: str) -> str:
    """Return plain text without control characters or odd spaces. Composed emoji are not split."""
    text = unicodedata.normalize("NFC", text)
    kept = " ".join("".join(_kept(text, i) for i in range(len(text))).split())
    need(bool(kept), "bad_message")
    return kept


def _kept(text: str, i: int) -> str:
    """Return what remains of the sign at an index of a text."""
    sign, before, after = text[i], text[i - 1 : i], text[i + 1 : i + 2]
    if sign.isspace():
        return " "
    if sign == JOINER:
        return sign if before and after and _pictured(before) and _pictured(after) else ""
    if _is_tag(sign):
        return sign if before == BLACK_FLAG or (before and _is_tag(before)) else ""
    return "" if unicodedata.category(sign)[0] == "C" else sign


def _pictured(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sk") or sign == PICTURE


def _is_tag(sign: str) -> bool:
    return TAGS[0] <= sign <= TAGS[1] or sign == TAGS[2]


def width(text: str) -> int:
    """Return the width of a text in narrow letters. The first mark over a letter takes no room, further ones do."""
    total = marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if marks:
            total += marks > 1
        elif any(ord(sign) in signs for signs in BROAD):
            total += 8
        elif kind != "Cf" and ord(sign) not in TONES:
            total += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return total


def speakable(game: Game, text: str) -> str:
    """Return a chat message that the game allows, or refuse."""
    text = clean(text)
    chat = game.part("chat")
    broken = chat.why_not_say(text) if chat is not None else 0
    if broken:
        raise Refusal("words", clause_name(broken))
    return text


def name_at(game: Game, name: str) -> str:
    """Return a name that the game allows, or refuse."""
    name = speakable(game, name)
    if width(name) > ROOM:
        raise Refusal("bad_message", text=f"a name may be at most {ROOM} letters wide")
    return name
