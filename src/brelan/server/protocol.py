"""The protocol, generated from wire.py and messages.py: as OpenAPI, as a page for people, and as TypeScript.

`python -m brelan.server.protocol` writes docs/protocol.md and web/src/protocol.ts; a test checks that they are current.
"""

import functools
import hashlib
import inspect
import json
import sys
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from .. import __version__
from . import messages
from .wire import CLASS_SOCKET, CLOSE, ERRORS, FINAL, ROUTES, SOCKET, Route

REF = "#/components/schemas/{name}"
COMMANDS = get_args(messages.Command)
ANSWERS = get_args(messages.Answer)
CLASS_COMMANDS = tuple(kind for kind in get_args(messages.ClassCommand) if kind not in COMMANDS)
CLASS_ANSWERS = tuple(kind for kind in get_args(messages.ClassAnswer) if kind not in ANSWERS)
CLASS_PARTS = (messages.Task, messages.PupilFacts, messages.Sum, messages.ClassTable)
PARTS = (
    messages.Scene, messages.Shuffle, messages.Dealing, messages.Entry, messages.Person, messages.Poll, messages.End,
)  # fmt: skip


def schemas(kinds: tuple[Any, ...]) -> tuple[list[Any], dict[str, Any]]:
    """Return the schemas of some types, and the named parts they refer to."""
    found, parts = msgspec.json.schema_components(kinds, ref_template=REF)
    return list(found), parts


def spoken(routes: tuple[Route, ...]) -> tuple[Any, ...]:
    """Return the messages of routes, in order, except those of the socket."""
    parts = schemas(tuple(kind for route in routes for kind in (route.body, route.answer) if kind is not None))[1]
    return tuple(kind for kind in map(vars(messages).__getitem__, parts) if kind not in PARTS)


HTTP = (*spoken(ROUTES), messages.Failure)


def openapi() -> dict[str, Any]:
    """Return the HTTP API as OpenAPI 3.1."""
    paths: dict[str, Any] = {}
    kinds = tuple(kind for route in ROUTES for kind in (route.body, route.answer) if kind is not None)
    found, parts = schemas((*kinds, messages.Failure))
    failure = found[-1]
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = _operation(
            route, dict(zip(map(str, kinds), found, strict=False)), failure
        )
    about = {"title": "Brelan", "version": __version__}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": parts}}


def _operation(route: Route, schema_of: dict[str, Any], failure: Any) -> dict[str, Any]:
    def content(schema: Any, kind: str = "application/json") -> dict[str, Any]:
        return {"content": {kind: {"schema": schema}}}

    told = {"type": "string"} if route.answer is None else schema_of[str(route.answer)]
    answers: dict[str, Any] = {str(route.status): {"description": "done", **content(told, route.kind)}}
    for status in route.refusals:
        answers[str(status)] = {"description": "refused", **content(failure)}
    operation: dict[str, Any] = {
        "summary": route.text,
        "responses": answers,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in route.parts
        ],
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, **content(schema_of[str(route.body)])}
    return operation


# for people


def page() -> str:
    """Return docs/protocol.md."""
    lines = [
        "# The protocol", "",
        "Generated from `wire.py` and `messages.py` in `src/brelan/server` by `python -m brelan.server.protocol`.", "",
        "## Over HTTP", "", "JSON in both directions; a refusal is a `Failure` with a status of 400 or more. "
        "Send a seat's key in the header `Authorization: Bearer KEY`, never in a URL.", "",
        "| request | body | answer | |", "|---|---|---|---|",
    ]  # fmt: skip
    for route in ROUTES:
        body, told = _name(route.body), _name(route.answer) or route.kind
        lines.append(f"| `{route.method.upper()} {route.path}` | {body} | {told} | {route.text} |")
    lines += ["", "## Over the socket", ""]
    lines += [
        f"`{SOCKET}` carries text frames of JSON, each with a `kind`. Start with a `hello`. "
        "The client gives every command an `id`; a command sent twice takes effect once. After losing the connection, "
        "reconnect, send a hello with the last `number` you have, and resend unanswered commands. Fields with their "
        "default value may be omitted.", "",
        "Links: `/t/TABLE` watches, `/t/TABLE#i=INVITATION` invites, `/t/TABLE#k=KEY` opens a seat, "
        "`/t/TABLE#review=NUMBER` reviews a finished game, `/class/CODE` joins a class, "
        "`/class/CODE#t=KEY` opens its teacher's desk; what follows the `#` never leaves the browser.", "",
        f"A class has its own socket, `{CLASS_SOCKET}`, with the same hello and its own commands.", "",
    ]  # fmt: skip
    for title, kinds in (
        ("Commands", COMMANDS), ("Answers", ANSWERS), ("Parts", PARTS), ("Requests and answers over HTTP", HTTP),
        ("Commands of a class", CLASS_COMMANDS), ("Answers of a class", CLASS_ANSWERS),
        ("Parts of a class", CLASS_PARTS),
    ):  # fmt: skip
        lines += [f"### {title}", ""]
        for kind in kinds:
            lines += _described(kind)
    lines += ["### Refusals", "", "| error | status over HTTP | |", "|---|---|---|"]
    lines += [f"| `{name}` | {error.status} | {error.text} |" for name, error in ERRORS.items()]
    lines += ["", "### Close codes", "", "| code | | reconnect |", "|---|---|---|"]
    lines += [f"| {close.code} | {close.text} | {'no' if close.final else 'yes'} |" for close in CLOSE.values()]
    return "\n".join([*lines, ""])


def _name(kind: Any) -> str:
    return "" if kind is None else f"`{typescript(schemas((kind,))[0][0])}`"


def _described(kind: Any) -> list[str]:
    schema = schemas((kind,))[1][kind.__name__]
    lines = [f"**{kind.__name__}** {inspect.cleandoc(kind.__doc__ or '')}".replace("\n\n", " ").replace("\n", " "), ""]
    lines += ["| field | type | |", "|---|---|---|"]
    for name, part in schema["properties"].items():
        needed = "" if name in schema.get("required", ()) else f"default `{json.dumps(part.get('default'))}`"
        kind_of = typescript(part).replace("|", "\\|")
        lines.append(f"| `{name}` | `{kind_of}` | {needed} |")
    return [*lines, ""]


# for the browser


def typescript(schema: Any) -> str:
    """Return a type in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " | ".join(dict.fromkeys(typescript(part) for part in schema[many]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    match schema.get("type"):
        case "array":
            inner = typescript(schema.get("items", {}))
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {typescript(values) if isinstance(values, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    return "unknown"


@functools.cache
def fingerprint() -> str:
    """What a page built for another protocol does not have."""
    return hashlib.sha256(shapes().encode()).hexdigest()[:16]


def types() -> str:
    """Return web/src/protocol.ts."""
    return f'{shapes()}\nexport const PROTOCOL = "{fingerprint()}"; // of all the above\n'


def shapes() -> str:
    """Return all messages as TypeScript; fields the server omits when they have their default are optional."""
    parts = schemas((*COMMANDS, *ANSWERS, *PARTS, *HTTP, *CLASS_COMMANDS, *CLASS_ANSWERS))[1]
    lines = [
        "// Made from src/brelan/server/wire.py and messages.py by `python -m brelan.server.protocol`; do not edit.",
        "",
    ]
    for name, schema in parts.items():
        lines.append(f"export interface {name} {{")
        for field, part in schema["properties"].items():
            needed = "" if field in schema.get("required", ()) else "?"
            lines.append(f"  {field}{needed}: {typescript(part)};")
        lines += ["}", ""]
    for name, kinds in (
        ("Command", COMMANDS), ("Answer", ANSWERS), ("ClassCommand", get_args(messages.ClassCommand)),
        ("ClassAnswer", get_args(messages.ClassAnswer)),
    ):  # fmt: skip
        lines += [f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};", ""]
    lines += [
        f"export const ERRORS = {json.dumps(list(ERRORS))} as const;",
        "export type Failing = (typeof ERRORS)[number];", "",
        f"export const CLOSE = {{ {', '.join(f'{name}: {close.code}' for name, close in CLOSE.items())} }} as const;",
        f"export const FINAL: readonly number[] = {list(FINAL)}; // coming back does not help", "",
        "/** What each request answers. */", "export interface Answers {",
        *(f"  {route.name}: {typescript(schemas((route.answer,))[0][0])};" for route in ROUTES if route.answer),
        "}", "", "export const path = {", *(f"  {_path(route)}," for route in (*ROUTES, *LINES)), "};", "",
    ]  # fmt: skip
    return "\n".join(lines)


LINES = (
    Route("socket", "get", SOCKET, "A line to a table."),
    Route("class_socket", "get", CLASS_SOCKET, "A line to a class."),
)


def _path(route: Route) -> str:
    """Return a function that builds a path."""
    given = ", ".join(f"{part}: string | number" for part in route.parts)
    written = route.path.replace("{", "${encodeURIComponent(").replace("}", ")}")
    return f"{route.name}: ({given}) => `{written}`"


FILES: dict[Literal["docs/protocol.md", "web/src/protocol.ts"], Any] = {
    "docs/protocol.md": page,
    "web/src/protocol.ts": types,
}


def main(root: Path) -> None:
    """Write both files."""
    for place, make in FILES.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
