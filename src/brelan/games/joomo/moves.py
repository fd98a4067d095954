"""Cards typed as printed: `05` means `lay 5` (T7)."""

from typing import Any


def read(table: Any, said: Any) -> list[str] | None:
    """Return the actions of a line that writes a card with a leading zero, or None."""
    if not isinstance(said, str):
        return None
    parts = [part.split() for part in said.split(";")]
    if not any(_is_face(word) for words in parts for word in words):
        return None
    plain = [" ".join(str(int(word)) if _is_face(word) else word for word in words) for words in parts if words]
    return [f"lay {text}" if text.isdigit() else text for text in plain]


def _is_face(word: str) -> bool:
    return len(word) == 2 and word[0] == "0" and word in FACES


FACES = {f"0{digit}" for digit in range(10)}
