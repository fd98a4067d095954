"""The protocol written out from messages.py: an OpenAPI description, a page for people, types for TypeScript.

`python -m brelan.server.protocol` writes docs/protocol.md and web/src/protocol.ts; a test checks that they are fresh.
"""

import inspect
import json
import sys
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from .. import __version__
from . import messages

REF = "#/components/schemas/{name}"
COMMANDS = get_args(messages.Command)
ANSWERS = get_args(messages.Answer)
PARTS = (
    messages.Scene, messages.Shuffle, messages.Dealing, messages.Entry, messages.Person, messages.Poll, messages.End,
)  # fmt: skip
HTTP = (
    messages.MakeTable, messages.TakeSeat, messages.Seated, messages.Mine, messages.Ticket, messages.Place,
    messages.GameFacts, messages.OptionFacts, messages.Lesson, messages.LessonStep, messages.LessonPlace,
    messages.Attempt, messages.LessonTurn, messages.DailyDeal, messages.Question, messages.Sight, messages.Past,
    messages.Review, messages.PastMove, messages.Judgement, messages.Moment, messages.Estimate, messages.Failure,
)  # fmt: skip
CLOSE = {
    4400: "the first message was not a hello, or too many messages were none of ours",
    4401: "the key opens no seat here",
    4403: "another origin, or a name this server does not go by",
    4404: "there is no such table",
    4409: "too many look through this seat, or watch",
    4410: "the table was played by a version of the game that this server cannot play on",
    4429: "too many sockets from one address",
    1012: "the server restarts: come back",
    1013: "the reader is too slow: come back",
}


class Route(NamedTuple):
    """A path of the HTTP part."""

    method: str
    path: str
    text: str
    body: Any = None
    answer: Any = None
    kind: str = "application/json"
    status: int = 200
    refusals: tuple[int, ...] = ()


ROUTES = (
    Route("get", "/api/games", "The games, with their options.", answer=list[messages.GameFacts]),
    Route(
        "get", "/api/texts/{game}/{language}", "The sentences of a game (`common`: those all games share).",
        answer=dict[str, Any], refusals=(404,),
    ),
    Route("get", "/api/rules/{game}", "The clauses of a game.", kind="text/markdown", refusals=(404,)),
    Route("get", "/api/lessons/{game}", "The first lesson of a game.", answer=messages.Lesson, refusals=(404,)),
    Route(
        "post", "/api/lessons/{game}/try", "What a learner tries in a lesson.", messages.Attempt, messages.LessonTurn,
        refusals=(400, 404, 409, 413, 429),
    ),
    Route("get", "/api/daily/{game}", "The deal of today.", answer=messages.DailyDeal, refusals=(404,)),
    Route(
        "post", "/api/ask/{game}", "A question to a game itself, without a table: for practice.", messages.Question,
        dict[str, Any], refusals=(400, 404, 409, 413, 429),
    ),
    Route("get", "/api/lan", "Addresses by which other devices in the house reach this server.", answer=dict[str, Any]),
    Route(
        "post", "/api/tables", "Make a table; its maker sits at seat 0.", messages.MakeTable, messages.Seated,
        status=201, refusals=(400, 404, 409, 413, 429),
    ),
    Route(
        "post", "/api/mine", "The tables of the keys shown; keys that open nothing are left out.", messages.Mine,
        list[messages.Place], refusals=(400, 413),
    ),
    Route(
        "get", "/api/tables/{table}", "A table as a watcher sees it, or as the seat whose key is shown as a bearer's.",
        answer=messages.Scene, refusals=(404,),
    ),
    Route(
        "get", "/api/tables/{table}/sight", "What a bot at the seat whose key is shown may know, while it is its turn.",
        answer=messages.Sight, refusals=(404, 409),
    ),
    Route(
        "post", "/api/tables/{table}/seats", "Sit down.", messages.TakeSeat, messages.Seated,
        refusals=(400, 404, 409, 413),
    ),
    Route(
        "get", "/api/tables/{table}/notation", "A finished game as text; while it runs it would tell the cards.",
        kind="text/plain", refusals=(404, 409),
    ),
    Route(
        "get", "/api/tables/{table}/review/{number}/{seat}",
        "One of a table's finished games (0: the last one), as a seat saw it or `open`.",
        answer=messages.Review, refusals=(404, 409, 429),
    ),
    Route(
        "get", "/api/tables/{table}/judgement/{number}/{since}",
        "What is known so far of its moves, less the moments one has already.",
        answer=messages.Judgement, refusals=(404, 409, 429),
    ),
)  # fmt: skip


def schemas(kinds: tuple[Any, ...]) -> tuple[list[Any], dict[str, Any]]:
    """The schemas of some types, and the named parts they refer to."""
    found, parts = msgspec.json.schema_components(kinds, ref_template=REF)
    return list(found), parts


def openapi() -> dict[str, Any]:
    """The HTTP part as OpenAPI 3.1."""
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
    for status in (*route.refusals, 503):
        answers[str(status)] = {"description": "refused", **content(failure)}
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    operation: dict[str, Any] = {
        "summary": route.text,
        "responses": answers,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in names
        ],
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, **content(schema_of[str(route.body)])}
    return operation


# for people


def page() -> str:
    """docs/protocol.md."""
    lines = [
        "# The protocol", "", "Made from `src/brelan/server/messages.py` by `python -m brelan.server.protocol`.", "",
        "## Over HTTP", "", "JSON both ways; a refusal is a `Failure` with a status of 400 or more. "
        "A seat's key goes into the header `Authorization: Bearer KEY`, never into an address.", "",
        "| request | body | answer | |", "|---|---|---|---|",
    ]  # fmt: skip
    for route in ROUTES:
        body, told = _name(route.body), _name(route.answer) or route.kind
        lines.append(f"| `{route.method.upper()} {route.path}` | {body} | {told} | {route.text} |")
    lines += ["", "`GET /healthz` and `GET /metrics` are for those who run the server.", "", "## Over the socket", ""]
    lines += [
        "`/api/tables/{table}/socket`, text frames of JSON, each with its `kind`. The first one is a `hello`. "
        "Every command has an `id` of the client's own; said twice it takes effect once. After a lost connection come "
        "back, say hello with the last `number` you have, and say again what had no answer. Fields that have their "
        "default may be left out.", "",
        "Links: `/t/TABLE` watches, `/t/TABLE#i=INVITATION` invites, `/t/TABLE#k=KEY` is one's own seat, "
        "`/t/TABLE#review=NUMBER` looks back at a finished game; what follows the `#` never leaves the browser.", "",
    ]  # fmt: skip
    for title, kinds in (
        ("Commands", COMMANDS), ("Answers", ANSWERS), ("Parts", PARTS), ("Requests and answers over HTTP", HTTP),
    ):  # fmt: skip
        lines += [f"### {title}", ""]
        for kind in kinds:
            lines += _described(kind)
    lines += ["### Refusals", "", "| error | |", "|---|---|", *(f"| `{e}` | {t} |" for e, t in messages.ERRORS.items())]
    lines += [
        "",
        "### Close codes",
        "",
        "| code | |",
        "|---|---|",
        *(f"| {code} | {text} |" for code, text in CLOSE.items()),
    ]
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
    """A type in TypeScript."""
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


def types() -> str:
    """web/src/protocol.ts: what the server leaves out because it has its default is optional."""
    parts = schemas((*COMMANDS, *ANSWERS, *PARTS, *HTTP))[1]
    lines = ["// Made from src/brelan/server/messages.py by `python -m brelan.server.protocol`; do not edit.", ""]
    for name, schema in parts.items():
        lines.append(f"export interface {name} {{")
        for field, part in schema["properties"].items():
            needed = "" if field in schema.get("required", ()) else "?"
            lines.append(f"  {field}{needed}: {typescript(part)};")
        lines += ["}", ""]
    for name, kinds in (("Command", COMMANDS), ("Answer", ANSWERS)):
        lines += [f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};", ""]
    lines += [f"export type Failing = {' | '.join(json.dumps(error) for error in messages.ERRORS)};", ""]
    return "\n".join(lines)


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
