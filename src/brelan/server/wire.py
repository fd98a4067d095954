"""The wire in one list: routes, refusals, close codes. The app, OpenAPI, the client and the page follow from it."""

from typing import Any, NamedTuple
from urllib.parse import quote

from . import messages as m


class Error(NamedTuple):
    """Why something is refused: its status over HTTP, and by what name a socket is closed if it cannot be opened."""

    text: str
    status: int = 400
    close: str = "busy"


ERRORS = {
    "bad_message": Error("not a message of this protocol, or too large", close="bad_hello"),
    "unknown": Error("there is no such table, game or page", 404, "no_table"),
    "wrong_key": Error("the key, or the invitation, opens nothing here", 403, "wrong_key"),
    "outdated": Error("the table was played by other rules than this server has", 410, "outdated"),
    "version": Error("the page speaks another protocol than this server; load it anew", 409, "version"),
    "illegal": Error("the move breaks a clause"),
    "stale": Error("another move came first"),
    "not_yours": Error("only the one whose seat or turn it is may do this"),
    "not_now": Error("this cannot be done at this moment", 409),
    "today": Error("the cards of a day are not told before it is over", 409),
    "setup": Error("no such game, seats, options or level"),
    "words": Error("the rules of this game forbid saying that"),
    "muted": Error("the others do not want to hear more of this seat"),
    "full": Error("no seat is free, or too many watch", 409, "full"),
    "limit": Error("too many requests; wait a little", 429, "limit"),
    "busy": Error("the server could not do it; try again", 503),
}


class Close(NamedTuple):
    """Why a socket is closed. Unless it is `final`, coming back helps."""

    code: int
    text: str
    final: bool = False


CLOSE = {
    "bad_hello": Close(4400, "the first message was not a hello, or too many messages were none of ours"),
    "wrong_key": Close(4401, "the key opens no seat here", True),
    "forbidden": Close(4403, "another origin, or a name this server does not go by"),
    "no_table": Close(4404, "there is no such table", True),
    "no_hello": Close(4408, "no hello came in time"),
    "full": Close(4409, "too many look through this seat, or watch"),
    "outdated": Close(4410, "the table was played by other rules than this server has", True),
    "version": Close(4426, "the page speaks another protocol than this server; load it anew", True),
    "limit": Close(4429, "too many sockets from one address"),
    "restart": Close(1012, "the server restarts"),
    "busy": Close(1013, "the reader is too slow, or the server too busy"),
}
FINAL = tuple(close.code for close in CLOSE.values() if close.final)


class Route(NamedTuple):
    """A request: `name` is the handler's in the app and the path's in clients, `errors` what may be refused."""

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
        """The names of what is put into its path."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]

    @property
    def refusals(self) -> list[int]:
        """The statuses with which it may be refused. Every route may be refused an address that asks too often."""
        large = {413} if self.body is not None else set()
        return sorted({ERRORS[error].status for error in (*self.errors, "limit", "busy")} | large)


SOCKET = "/api/tables/{table}/socket"
CLASS_SOCKET = "/api/classes/{code}/socket"
ASKED = ("bad_message", "unknown", "not_now")  # what a body to a game, or to a table, may be refused for
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
        "attempt", "post", "/api/lessons/{game}/try", "What a learner tries in a lesson.", m.Attempt, m.LessonTurn,
        errors=ASKED,
    ),
    Route("daily", "get", "/api/daily/{game}", "The deal of today.", answer=m.DailyDeal, errors=("unknown",)),
    Route(
        "print", "get", "/api/print/{game}/{sheet}/{paper}/{language}",
        "A page to print: `cards`, `pads`, `reference` or `worksheet`, on `a4` or `letter`; the query may name "
        "`seats`, `level`, `seed`, and any option of the game as its setting is written (`without=swap,reset`).",
        kind="text/html", errors=("unknown", "setup"),
    ),
    Route(
        "lan", "get", "/api/lan", "Addresses by which other devices in the house reach this server.",
        answer=m.Addresses,
    ),
    Route("openapi", "get", "/api/openapi.json", "This list, for programs.", answer=dict[str, Any]),
    Route(
        "make", "post", "/api/tables", "Make a table; its maker sits at seat 0.", m.MakeTable, m.Seated, status=201,
        errors=(*ASKED, "setup", "words", "outdated", "today"),
    ),
    Route(
        "mine", "post", "/api/mine", "The tables of the keys shown; keys that open nothing are left out.", m.Mine,
        list[m.Place], errors=("bad_message",),
    ),
    Route(
        "look", "get", "/api/tables/{table}", "A table as a watcher sees it, or as the seat whose key is shown.",
        answer=m.Scene, errors=(*TABLE, "wrong_key"),
    ),
    Route(
        "sight", "get", "/api/tables/{table}/sight",
        "What the seat whose key is shown may know, as a record of its game, for advice and bots on its own device.",
        answer=m.Sight, errors=(*TABLE, "wrong_key", "not_now"),
    ),
    Route(
        "sit", "post", "/api/tables/{table}/seats", "Sit down; said again with the same key, at the same seat.",
        m.TakeSeat, m.Seated, errors=(*TABLE, "bad_message", "words", "wrong_key", "full"),
    ),
    Route(
        "notation", "get", "/api/tables/{table}/notation",
        "A finished game as text; while it runs, and on its day, it would tell the cards.",
        kind="text/plain", errors=PAST,
    ),
    Route(
        "review", "get", "/api/tables/{table}/review/{number}/{seat}",
        "One of a table's finished games (0: the last one), as a seat saw it or `open`; the deal of a day is told on "
        "that day only to the seat whose key is shown, as it saw it.",
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
    Route("healthz", "get", "/healthz", "Whether the server is well.", answer=dict[str, str]),
    Route("metrics", "get", "/metrics", "Counters for Prometheus.", kind="text/plain"),
)  # fmt: skip
PATHS = {route.name: route.path for route in ROUTES}


def path(name: str, **parts: object) -> str:
    """The path of a route, with its parts put in."""
    return PATHS[name].format_map({part: quote(str(value), safe="") for part, value in parts.items()})
