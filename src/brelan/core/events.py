"""What happened, reported once and redacted for each viewer like the record's fields."""

from dataclasses import dataclass, field
from typing import Any

from .sentences import Sentence


@dataclass(frozen=True)
class Event:
    """Something that happened at a seat: `public` fields for everybody, `owner` fields for that seat alone."""

    name: str
    seat: int | None = None
    public: dict[str, Any] = field(default_factory=dict)
    owner: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, sentence: Sentence, fields: dict[str, Any]) -> "Event":
        """Make an event from a story's row."""
        own = {name: value for name, value in fields.items() if name in sentence.hidden}
        public = {name: value for name, value in fields.items() if name not in own and name != "seat"}
        return cls(sentence.name, fields.get("seat"), public, own)

    def seen_by(self, viewer: int) -> dict[str, Any]:
        """Return the event as plain data, with only the fields a viewer (-1: a watcher) may know."""
        place = {} if self.seat is None else {"seat": self.seat}
        own = self.owner if viewer == self.seat else {}
        return {"event": self.name, **place, **self.public, **own}
