"""What the page knows about each game, as TypeScript generated from the game's folder.

One file per game: its view, its actions and their notation, its events, phrases, options and text keys.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..core.actions import Actions
from ..core.game import Game
from ..core.options import Choice, Number, Option, Several, Switch
from ..core.record import Field
from ..core.sentences import Sentences, literals

KINDS = ("steps", "reasons", "warnings")
FORMS = {"one", "other"}


def module(made: Game) -> str:
    """Return the TypeScript of a game."""
    story, reasons = made.part("story"), made.part("reasons")
    phrases: Mapping[str, Sentences] = getattr(reasons, "PHRASES", {})
    events: Sentences = getattr(story, "EVENTS", Sentences())
    parts = [
        f"/** {made.words()('name')}, as its folder describes it; made by `python -m brelan.build.page`. */",
        *facts(made),
        *view(made.rules.State.for_people()),
        *packed(getattr(made.rules, "PACKED", {})),
        *actions("Action", "action", made.rules.ACTIONS),
        *values(made.rules.ACTIONS, events),
        *actions("Signal", "signal", getattr(made.rules, "SIGNALS", Actions())),
        *union("Event", "event", events, "what happened; what one seat alone may know is there for that seat only"),
        *(line for kind in KINDS for line in phrase(kind, phrases.get(kind, Sentences()))),
        *options(made.options),
        *keys(made.words().catalogues[0]),
    ]
    return "\n".join(parts) + "\n"


def facts(made: Game) -> Iterator[str]:
    """Return what is known about the game before dealing."""
    known = {"name": made.name, "version": made.version, "seats": [made.least, made.most], "team": made.team}
    yield f"\nexport const game = {json.dumps(known)} as const;"


def view(fields: list[tuple[int, str, Field]]) -> Iterator[str]:
    """Return the type of what a seat sees, in which hidden values are null."""
    yield "\n/** What a seat sees of the table; a row that is another's is null. */\nexport interface View {"
    for _, name, field in fields:
        yield f"  readonly {name}: {seen(field)};"
    yield "}"


def packed(fields: Mapping[str, Mapping[str, tuple[int, int]]]) -> Iterator[str]:
    """Return code that unpacks packed numbers of a view."""
    if fields:
        yield "\n/** The parts of what is packed into one number. */\nexport const parts = {"
        for name, bits in fields.items():
            taken = ", ".join(f"{part}: (word >> {start}) & {(1 << size) - 1}" for part, (start, size) in bits.items())
            yield f"  {name}: (word: number) => ({{ {taken} }}),"
        yield "};"


def seen(field: Field) -> str:
    """Return the type of a field of the view."""
    own = field.word == "owner"
    row = _list("number", len(field.shape) - own)
    return _list(f"{row} | null", 1) if own else row


def _list(item: str, depth: int) -> str:
    for _ in range(depth):
        item = f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    return item


def actions(kind: str, builder: str, listed: Actions) -> Iterator[str]:
    """Return actions as fields, with code that writes and reads their notation."""
    if not listed.verbs:
        return
    yield f"\n/** Every {builder}, as fields. */\nexport type {kind} ="
    for verb in listed.verbs:
        fields = "".join(f"; readonly {name}: {_values(values)}" for name, values in verb.fields.items())
        yield f'  | {{ readonly verb: "{verb.name}"{fields} }}'
    yield "  ;"
    yield f"\n/** How each {builder} is written. */\nexport const {builder} = {{"
    for verb in listed.verbs:
        given = ", ".join(f"{name}: {_values(values)}" for name, values in verb.fields.items())
        words = " ".join([verb.name, *(_word(name, values) for name, values in verb.fields.items())])
        yield f"  {verb.name}: ({given}) => `{words}`,"
    yield "};"
    yield f"\n/** The fields of each {builder}, in the order they are written; true for those that are numbers. */"
    shape = {v.name: {name: _numeric(values) for name, values in v.fields.items()} for v in listed.verbs}
    yield f"const {builder}Fields: Record<string, Record<string, boolean>> = {json.dumps(shape)};"
    yield f"\n/** Notation as fields. */\nexport function read{kind}(said: string): {kind} {{"
    yield '  const [verb = "", ...words] = said.split(" ");'
    yield f"  const fields = Object.entries({builder}Fields[verb] ?? {{}}).map("
    yield "    ([name, plain], i) => [name, plain ? Number(words[i]) : words[i]],\n  );"
    yield f"  return {{ verb, ...Object.fromEntries(fields) }} as {kind};\n}}"


def values(listed: Actions, events: Sentences) -> Iterator[str]:
    """Return the names of a view's numbers in notation and events, if they have any."""
    verbs = [(name, row) for verb in listed.verbs for name, row in verb.fields.items()]
    told = [(name, field.kind.names) for sentence in events.list for name, field in sentence.fields.items()]
    named = {name: list(row.values()) for name, row in [*verbs, *told] if _from_0(row)}
    yield "\n/** The names of the values of fields, by their numbers. */"
    yield f"export const names = {json.dumps(named)} as const;"


def _from_0(row: Mapping[int, str]) -> bool:
    return not _numeric(row) and list(row) == list(range(len(row)))


def _numeric(values: Mapping[int, str]) -> bool:
    return all(name.lstrip("+-").isdigit() for name in values.values())


def _values(values: Mapping[int, str]) -> str:
    """Return the type of a field of an action."""
    return "number" if _numeric(values) else literals(list(values.values()))


def _word(name: str, values: Mapping[int, str]) -> str:
    signed = _numeric(values) and any(text.startswith("+") for text in values.values())
    return f'${{{name} > 0 ? "+" : ""}}${{{name}}}' if signed else f"${{{name}}}"


def union(kind: str, key: str, listed: Sentences, about: str) -> Iterator[str]:
    """Return sentences as a union of their fields."""
    yield f"\n/** {about[0].upper()}{about[1:]}. */\nexport type {kind} ="
    for sentence in listed.list:
        fields = "".join(
            f"; readonly {name}{'?' if field.private else ''}: {field.script}"
            for name, field in sentence.fields.items()
        )
        yield f'  | {{ readonly {key}: "{sentence.name}"{fields} }}'
    yield "  ;" if listed.list else f"  {{ readonly {key}: string }};"


def phrase(kind: str, listed: Sentences) -> Iterator[str]:
    """Return the phrases of one kind."""
    name = kind[:-1].capitalize()
    yield f"\n/** What {kind} may say. */\nexport type {name} ="
    for sentence in listed.list:
        fields = "; ".join(f"readonly {field}: {shown.script}" for field, shown in sentence.fields.items())
        inside = f"{{ {fields} }}" if fields else "Record<string, never>"
        yield f'  | {{ readonly key: "{sentence.name}"; readonly fields: {inside} }}'
    yield "  ;" if listed.list else "  never;"


def options(listed: Mapping[str, Option]) -> Iterator[str]:
    """Return the options of a table."""
    yield "\n/** What a table may choose before the deal. */\nexport interface Options {"
    for name, option in listed.items():
        yield f"  {name}: {_option(option)};"
    yield "}"


def _option(option: Option) -> str:
    if isinstance(option, Switch):
        return "boolean"
    if isinstance(option, Number):
        return " | ".join(map(str, option.values))
    if isinstance(option, Several):
        return f"({literals(option.values)})[]"
    return literals(option.values) if isinstance(option, Choice) else "string | string[]"


def keys(texts: Mapping[str, Any]) -> Iterator[str]:
    """Return the keys of all texts; singular and plural count as one."""
    yield "\n/** The keys of the game's texts. */\nexport type TextKey ="
    yield from (f'  | "{key}"' for key in _keys(texts))
    yield "  ;"


def _keys(texts: Mapping[str, Any], path: str = "") -> Iterator[str]:
    for key, text in texts.items():
        if isinstance(text, Mapping) and not set(text) <= FORMS:
            yield from _keys(text, f"{path}{key}.")
        else:
            yield f"{path}{key}"
