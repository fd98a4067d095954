"""What is known about a game before dealing, as plain data for pages that offer it."""

from typing import Any

from .game import Game


def facts(found: Game) -> dict[str, Any]:
    """Return what a page needs to know about a game before anybody plays."""
    signals = getattr(found.rules, "SIGNALS", None)
    return {
        "name": found.name,
        "version": found.version,
        "least": found.least,
        "most": found.most,
        "team": found.team,
        "usual": found.usual,
        "minutes": found.minutes,
        "age": found.age,
        "difficulty": found.difficulty,
        "gentle": dict(found.gentle),
        "lesson": (found.folder / "lesson.toml").exists(),
        "options": [option.data() for option in found.options.values()],
        "signals": list(signals.texts) if signals else [],
        "fields": _fields(found),
        "actions": {verb.name: list(verb.fields) for verb in found.rules.ACTIONS.verbs},
    }


def _fields(found: Game) -> list[dict[str, Any]]:
    """Describe the fields of a view; an array with one row per seat counts as the seats' own."""
    shown = [(name, field) for _, name, field in found.rules.State.for_people()]
    owned = {field.shape[0] for _, field in shown if field.word == "owner"}
    return [
        {"name": name, "word": field.word, "by_seat": bool(field.shape) and field.shape[0] in owned,
         "counter": field.counter}
        for name, field in shown
    ]  # fmt: skip
