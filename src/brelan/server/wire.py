"""Routes, refusals and close codes, in one list from which the app, OpenAPI, the client and the page follow."""

from typing import Any, NamedTuple
from urllib.parse import quote

from . import messages as m


class Error(NamedTuple):
    """A reason for refusal: its HTTP status, and the name of the close code if it prevents a socket from opening."""

    text: str
    status: int = 400
    close: str = "busy"


ERRORS = {
    "bad_message": Error("not a message of this protocol, or too large", close="bad_hello"),
    "unknown": Error("there is no such table, game or page", 404, "no_table"),
    "wrong_key": Error("the key or invitation is not valid here", 403, "wrong_key"),
    "outdated": Error("the table was played with rules that this server does not have", 410, "outdated"),
    "version": Error("the page uses another protocol than this server; reload it", 409, "version"),
    "illegal": Error("the move breaks a clause"),
    "stale": Error("another move came first"),
    "not_yours": Error("this is for the owner of the seat, or the seat whose turn it is"),
    "not_now": Error("this cannot be done now", 409),
    "today": Error("the cards of a daily deal stay hidden until its day is over", 409),
    "setup": Error("no such game, seats, options or level"),
    "words": Error("the rules of this game forbid saying that"),
    "muted": Error("the others have muted this seat"),
    "full": Error("no seat is free, or there are too many watchers", 409, "full"),
    "limit": Error("too many requests; wait a little", 429, "limit"),
    "busy": Error("the server could not do this; try again", 503),
}


class Close(NamedTuple):
    """A reason for closing a socket. Unless it is `final`, reconnecting helps."""

    code: int
    text: str
    final: bool = False


CLOSE = {
    "bad_hello": Close(4400, "the first message was not a hello, or too many messages were invalid"),
    "wrong_key": Close(4401, "the key belongs to no seat here", True),
    "forbidden": Close(4403, "another origin, or a host name this server does not serve"),
    "no_table": Close(4404, "there is no such table", True),
    "no_hello": Close(4408, "no hello arrived in time"),
    "full": Close(4409, "too many connections to this seat, or too many watchers"),
    "outdated": Close(4410, "the table was played with rules that this server does not have", True),
    "version": Close(4426, "the page uses another protocol than this server; reload it", True),
    "limit": Close(4429, "too many sockets from one address"),
    "restart": Close(1012, "the server is restarting"),
    "busy": Close(1013, "the reader is too slow, or the server too busy"),
}
FINAL = tuple(close.code for close in CLOSE.values() if close.final)


class Route(NamedTuple):
    """A request: `name` names the handler in the app and the path in clients, `errors` lists possible refusals."""

    name: str
    method: str
    path: str
    text: str
    body: Any = None
    answer: Any = None
    kind: str = "application/json"
    status: int = 200
    errors: tuple[str, ...] = ()

    @property
    def parts(self) -> list[str]:
        """The names of the parameters of its path."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]

    @property
    def refusals(self) -> list[int]:
        """The statuses of its refusals. Every route may refuse an address that makes too many requests."""
        large = {413} if self.body is not None else set()
        return sorted({ERRORS[error].status for error in (*self.errors, "limit", "busy")} | large)


SOCKET = "/api/tables/{table}/socket"
CLASS_SOCKET = "/api/classes/{code}/socket"
ASKED = ("bad_message", "unknown", "not_now")  # refusals of a body
TABLE = ("unknown", "outdated")
PAST = (*TABLE, "not_now", "today")
ROUTES = (
    Route("games", "get", "/api/games", "The games, with their options.", answer=list[m.GameFacts]),
    Route(
        "texts", "get", "/api/texts/{game}/{language}", "The sentences of a game (`common`: those all games share).",
        answer=dict[str, Any], errors=("unknown",),
    ),
    Route("rules", "get", "/api/rules/{game}", "The clauses of a game.", kind="text/markdown", errors=("unknown",)),
    Route(
        "lesson", "get", "/api/lessons/{game}", "The first lesson of a game.", answer=m.Lesson, errors=("unknown",),
    ),
    Route(
        "attempt", "post", "/api/lessons/{game}/try", "A learner's attempt at a step.", m.Attempt, m.LessonTurn,
        errors=ASKED,
    ),
    Route("daily", "get", "/api/daily/{game}", "Today's deal.", answer=m.DailyDeal, errors=("unknown",)),
    Route(
        "print", "get", "/api/print/{game}/{sheet}/{paper}/{language}",
        "A printable page: `cards`, `pads`, `reference` or `worksheet`, on `a4` or `letter`; the query may set "
        "`seats`, `level`, `seed` and any option of the game (`without=swap,reset`).",
        kind="text/html", errors=("unknown", "setup"),
    ),
    Route(
        "lan", "get", "/api/lan", "Addresses by which other devices reach this server.",
        answer=m.Addresses,
    ),
    Route("openapi", "get", "/api/openapi.json", "This API as OpenAPI.", answer=dict[str, Any]),
    Route(
        "make", "post", "/api/tables", "Create a table; its creator sits at seat 0.", m.MakeTable, m.Seated, status=201,
        errors=(*ASKED, "setup", "words", "outdated", "today"),
    ),
    Route(
        "mine", "post", "/api/mine", "The tables of the given keys; invalid keys are ignored.", m.Mine,
        list[m.Place], errors=("bad_message",),
    ),
    Route(
        "look", "get", "/api/tables/{table}", "A table as the key's seat sees it, or as a watcher sees it.",
        answer=m.Scene, errors=(*TABLE, "wrong_key"),
    ),
    Route(
        "sight", "get", "/api/tables/{table}/sight",
        "What the key's seat may know, as a record of its game, for advice and bots on its own device.",
        answer=m.Sight, errors=(*TABLE, "wrong_key", "not_now"),
    ),
    Route(
        "sit", "post", "/api/tables/{table}/seats", "Sit down; repeated with the same key, at the same seat.",
        m.TakeSeat, m.Seated, errors=(*TABLE, "bad_message", "words", "wrong_key", "full"),
    ),
    Route(
        "notation", "get", "/api/tables/{table}/notation",
        "A finished game as text; refused while it runs, and on the day of a daily deal, as it reveals the cards.",
        kind="text/plain", errors=PAST,
    ),
    Route(
        "review", "get", "/api/tables/{table}/review/{number}/{seat}",
        "One of a table's finished games (0: the last), as a seat saw it or `open`; on its day, a daily deal is shown "
        "only to the key's seat, as it saw it.",
        answer=m.Review, errors=(*PAST, "wrong_key"),
    ),
    Route(
        "open_class", "post", "/api/classes", "Open a class.", m.OpenClass, m.ClassOpened, status=201,
        errors=("bad_message", "unknown", "setup"),
    ),
    Route(
        "find_class", "get", "/api/classes/{code}", "Whether there is a class of this code.", answer=m.ClassFound,
        errors=("unknown",),
    ),
    Route(
        "join_class", "post", "/api/classes/{code}/members", "Join a class; said again with the same key, as the same.",
        m.JoinClass, m.ClassJoined, errors=("unknown", "bad_message", "words", "full"),
    ),
    Route(
        "class_sheet", "get", "/api/classes/{code}/sheet/{language}",
        "What a class did, as a page to print; for whoever shows the teacher's key.", kind="text/html",
        errors=("unknown", "wrong_key", "not_yours"),
    ),
    Route(
        "class_rows", "get", "/api/classes/{code}/rows/{language}",
        "The same for a spreadsheet, a row for each exercise of each child.", kind="text/csv",
        errors=("unknown", "wrong_key", "not_yours"),
    ),
    Route(
        "alerts", "get", "/api/alerts", "What a browser needs to be alerted when it is its turn.", answer=m.AlertKey,
    ),
    Route(
        "want_alerts", "post", "/api/tables/{table}/alerts",
        "Be alerted at the seat whose key is shown, or no more.", m.WantAlerts, m.AlertKey,
        errors=(*TABLE, "bad_message", "wrong_key", "setup", "not_now"),
    ),
    Route(
        "mute_alerts", "post", "/api/tables/{table}/alerts/mute", "No more alerts of a table.", m.MuteAlerts,
        m.AlertKey, errors=("bad_message",),
    ),
    Route(
        "hand_over", "post", "/api/handovers", "Keep a sealed profile for one's other device.", m.HandOver,
        m.HandedOver, status=201, errors=("bad_message",),
    ),
    Route(
        "take_over", "post", "/api/handovers/{id}/take", "Take it; it is there once.", m.TakeOver, m.HandOver,
        errors=("bad_message", "unknown"),
    ),
    Route(
        "forget", "post", "/api/forget",
        "Forget whoever holds these keys: name and words leave the tables, a bot plays on; a table at which nobody "
        "else sat is erased.", m.Mine, m.Forgotten, errors=("bad_message",),
    ),
    Route("healthz", "get", "/healthz", "Whether the server can read and write its log.", answer=dict[str, str]),
    Route("metrics", "get", "/metrics", "Counters for Prometheus.", kind="text/plain"),
)  # fmt: skip
PATHS = {route.name: route.path for route in ROUTES}


def path(name: str, **parts: object) -> str:
    """Return the path of a route with its parameters filled in."""
    return PATHS[name].format_map({part: quote(str(value), safe="") for part, value in parts.items()})
