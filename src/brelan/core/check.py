"""The contract every game must satisfy: `check(game)`, or `brelan check GAME`.

Each promise is a function named after it. A broken promise raises BrokenContract, which says where.
"""

import hashlib
import itertools
import string
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from . import dice
from .errors import BadSetup, BrokenContract, IllegalAction
from .game import Game, clause_name
from .notation import read
from .position import Position, guess_from, view_of
from .rule import MODE
from .sentences import Sentences
from .table import Table, tell
from .text import LANGUAGES, gaps

Setup = tuple[int, dict[str, Any]]
GARBAGE = 0x5A
ROOM = 1024  # more cards than any pack has
SLOW = MODE in ("interpreted", "wasm")  # from call to call
WORK = 10_000 if SLOW else 400_000  # refusals checked in a game that is examined closely
WHOLE = 0 if SLOW else 1 << 30  # actions of a game that is played only to see that it ends
APART = 16  # positions of a game at which every number of every view is checked
FINGERPRINT = 20_000  # the same for the fingerprint, equal in every mode


def setups(game: Game) -> list[Setup]:
    """Return every seat count with the default options, each other value of each option, and all last values."""
    variants: list[dict[str, Any]] = [{}]
    for option in game.options.values():
        variants += [
            {option.name: option.check(option.text(value))} for value in option.values if value != option.default
        ]
    if len(game.options) > 1:
        variants.append({option.name: option.check(option.text(option.values[-1])) for option in game.options.values()})
    found: list[Setup] = []
    for seats, chosen in itertools.product(range(game.least, game.most + 1), variants):
        try:
            found.append((seats, game.check_options(seats, chosen)))
        except BadSetup:
            continue  # the game refuses this combination: nothing to play
    return found


def _fail(promise: str, game: Game, setup: Setup, seed: int, detail: str) -> BrokenContract:
    return BrokenContract(f"{game.name}, {setup[0]} seats, {setup[1]}, seed {seed}: {promise}: {detail}")


def _some(game: Game, work: int = WORK) -> int:
    """Return how many actions of a game to check: fewer if each position takes longer."""
    return work // len(game.rules.ACTIONS)


def _positions(game: Game, setup: Setup, seed: int, most: int | None = None) -> Iterator[tuple[Position, int]]:
    """Yield the positions of a random game, or of its first actions, each with the next action (-1 at the end)."""
    position = Position(game, *setup, dice.new(seed))
    choice = dice.new(seed + 1_000_003)
    for _ in range(_some(game) if most is None else most):
        if not position.count:
            break
        action = int(position.actions[dice.below(choice, position.count)])
        yield position, action
        position.play(action)
    if not position.count:
        yield position, -1


def dealing_forgets(game: Game, setup: Setup, seed: int) -> None:
    """Dealing onto garbage equals dealing onto zeros, and the same dice give the same bytes."""
    seats, options = setup
    buffer = np.zeros(game.rules.MOST, np.int16)
    clean, dirty = game.rules.State.rows(1), game.rules.State.rows(1)
    dirty.view(np.int8)[:] = GARBAGE
    for rows in (clean, dirty):
        game.engine.start(rows, 0, seats, game.codes(options), dice.new(seed), buffer)
    if clean.tobytes() != dirty.tobytes():
        fields = [name for name in game.rules.State.fields if np.any(clean[name] != dirty[name])]
        raise _fail("a deal sets every byte", game, setup, seed, f"{', '.join(fields)} kept what was there before")


def lists_agree(game: Game, setup: Setup, seed: int) -> None:
    """`legal` lists in ascending order exactly what `why_not` allows; only a finished game allows nothing."""
    for number, (position, _) in enumerate(_positions(game, setup, seed)):
        clauses = np.zeros(len(game.rules.ACTIONS), np.int16)
        game.engine.refusals(position.rows, 0, clauses)
        listed, allowed = position.actions[: position.count].tolist(), np.flatnonzero(clauses == 0).tolist()
        if listed != allowed:
            odd = sorted(set(listed) ^ set(allowed))[:3]
            texts = [game.rules.ACTIONS.texts[action] for action in odd] or "not ascending"
            raise _fail("legal equals why_not", game, setup, seed, f"step {number}: {texts}")
        if bool(position.over) == bool(position.count):
            raise _fail("unfinished means something is allowed", game, setup, seed, f"step {number}")


def games_end(game: Game, setup: Setup, seed: int) -> None:
    """A game ends by a clause, within the number of actions it states. (Too slow to check in slow modes.)"""
    number, position = 0, None
    for number, (position, _) in enumerate(_positions(game, setup, seed, WHOLE)):  # noqa: B007
        if number > game.rules.LONGEST:
            raise _fail("a game ends in time", game, setup, seed, f"more than {game.rules.LONGEST} actions")
    if position is not None and (not position.over or position.count):
        raise _fail("a game ends by a clause", game, setup, seed, f"after {number} actions")


def cards_stay(game: Game, setup: Setup, seed: int) -> None:
    """At any time, every card of the pack is somewhere, exactly once."""
    seats, options = setup
    pack, found = np.zeros(ROOM, np.int16), np.zeros(ROOM, np.int16)
    size = game.engine.pack(seats, game.codes(options), pack)
    for number, (position, _) in enumerate(_positions(game, setup, seed)):
        count = game.engine.cards(position.rows, 0, found)
        if sorted(found[:count].tolist()) != pack[:size].tolist():
            raise _fail("cards are conserved", game, setup, seed, f"step {number}: {count} of {size} cards")


def guesses_fit(game: Game, setup: Setup, seed: int) -> None:
    """A guess has the same view it was made from, contains the whole pack, and can be played on."""
    throws = dice.new(seed + 17)
    found = np.zeros(ROOM, np.int16)
    for number, (position, _) in enumerate(_positions(game, setup, seed)):
        seat = (number + number // setup[0]) % setup[0]  # not always the seat to act, if turns alternate
        views = position.view(seat)
        guessed = guess_from(game, views, seat, throws)
        again = view_of(game, guessed, seat)
        if again.tobytes() != views.tobytes():
            fields = [name for name in game.rules.State.fields if np.any(again[name] != views[name])]
            raise _fail(
                "a guess views back equal", game, setup, seed, f"step {number}, seat {seat}: {', '.join(fields)}"
            )
        count = game.engine.cards(guessed, 0, found)
        pack = np.zeros(ROOM, np.int16)
        size = game.engine.pack(setup[0], game.codes(setup[1]), pack)
        if sorted(found[:count].tolist()) != pack[:size].tolist():
            raise _fail("a guess holds every card once", game, setup, seed, f"step {number}, seat {seat}")
        buffer = np.zeros(game.rules.MOST, np.int16)
        if bool(game.engine.legal(guessed, 0, buffer)) != bool(position.count):
            raise _fail("a guess can be played on", game, setup, seed, f"step {number}, seat {seat}")


def nothing_leaks(game: Game, setup: Setup, seed: int) -> None:
    """If two records look the same to a seat before and after an action, it sees the same events."""
    throws = dice.new(seed + 23)
    for number, (position, action) in enumerate(_positions(game, setup, seed)):
        for seat in range(-1, setup[0] if action >= 0 else -1):
            other = position.copy()
            other.rows = guess_from(game, position.view(seat), seat, throws)
            if other.why_not(action):
                continue  # another seat's card that the guess put elsewhere
            ends, seen = zip(*(_played(start, action, seat) for start in (position, other)), strict=True)
            if ends[0] == ends[1] and seen[0] != seen[1]:
                raise _fail("equal views see equal events", game, setup, seed, f"step {number}, seat {seat}: {seen}")


def _played(start: Position, action: int, seat: int) -> tuple[bytes, list[dict[str, Any]]]:
    after = start.copy()
    after.play(action)
    return after.view(seat).tobytes(), [event.seen_by(seat) for event in tell(start, action, after)]


def limits_hold(game: Game, setup: Setup, seed: int) -> None:
    """In every view, each number is within the bounds of its field."""
    fields = game.rules.State.fields
    for number, (position, action) in enumerate(_positions(game, setup, seed)):
        for seat in range(-1, setup[0]) if number % APART == 0 or action < 0 else ():
            view = position.view(seat)[0]
            for name, field in fields.items():
                values, (least, most) = np.asarray(view[name]), field.limits
                if values.min() < least or values.max() > most:
                    told = f"{values.min()} to {values.max()}, not {least} to {most}"
                    raise _fail("numbers keep their limits", game, setup, seed, f"step {number}, {name}: {told}")


def notation_returns(game: Game, setup: Setup, seed: int) -> None:
    """A game played at a table, saved and read again is the same game, even halfway through."""
    seats, options = setup
    table = Table(game, seats, seed, **options)
    choice = dice.new(seed + 5)
    while table.position.count and len(table.history) < _some(game):
        table.play(int(table.position.actions[dice.below(choice, table.position.count)]))
        if len(table.history) == 10:
            _same_again(game, setup, seed, table)
    _same_again(game, setup, seed, table)


def _same_again(game: Game, setup: Setup, seed: int, table: Table) -> None:
    again = read(table.notation())
    if again.position.rows.tobytes() != table.position.rows.tobytes() or again.events != table.events:
        raise _fail("notation round-trips", game, setup, seed, "the game read is not the game written")


def clauses_have_texts(game: Game, setup: Setup, seed: int) -> None:
    """Every clause that refuses an action or ends a game has a text in every language."""
    words = [game.words(language) for language in LANGUAGES]
    clauses = np.zeros(len(game.rules.ACTIONS), np.int16)
    for position, _ in _positions(game, setup, seed):
        game.engine.refusals(position.rows, 0, clauses)
        for language in words:
            for number in set(clauses.tolist()) | {position.over}:
                if number and language.find(f"clauses.{clause_name(number)}") is None:
                    raise BrokenContract(f"{game.name}: no text for {clause_name(number)} in {language.language}.toml")


def refusals_hold(game: Game, setup: Setup, seed: int) -> None:
    """A refusal names a clause and changes nothing."""
    seats, options = setup
    table = Table(game, seats, seed, **options)
    for action in range(len(game.rules.ACTIONS)):
        before = table.position.rows.tobytes()
        if table.position.why_not(action):
            try:
                table.play(action)
            except IllegalAction:
                if table.position.rows.tobytes() == before and not table.history:
                    continue
            raise _fail("a refusal changes nothing", game, setup, seed, game.rules.ACTIONS.texts[action])


NAMED = ("choice", "several")  # options whose values are words
LISTED = ("actions", "options", "events", "steps", "reasons", "warnings")  # text sections that follow from declarations


def all_is_said(game: Game) -> None:
    """Everything a game declares has a text in every language, which uses only declared fields; no text is unused."""
    expected = expected_texts(game)
    for language, chapter in itertools.product(LANGUAGES, LISTED):
        for key in game.words(language).catalogues[0].get(chapter, {}):
            if f"{chapter}.{key}" not in expected:
                raise BrokenContract(f"{game.name}: {chapter}.{key} in {language}.toml matches no declaration")
    for language, (key, fields) in itertools.product(LANGUAGES, expected.items()):
        text = game.words(language).find(key)
        if text is None:
            raise BrokenContract(f"{game.name}: no text {key} in {language}.toml")
        asked = asked_by(text)
        if not asked <= fields:
            odd = ", ".join(sorted(asked - fields))
            raise BrokenContract(f"{game.name}: {key} in {language}.toml uses {odd}, which is not declared")
    if odd := ", ".join(gaps(game.folder / "text")):
        raise BrokenContract(f"{game.name}: the languages differ: {odd}")


def expected_texts(game: Game) -> dict[str, set[str]]:
    """Return the keys of all texts that a game's declarations require, each with the fields it may use."""
    verbs = [*game.rules.ACTIONS.verbs, *getattr(getattr(game.rules, "SIGNALS", None), "verbs", ())]
    found: dict[str, set[str]] = {"name": set(), "summary": set()}
    found |= {f"actions.{verb.name}": set() for verb in verbs}
    found |= {f"options.{option}": set() for option in game.options}
    named = [option for option in game.options.values() if option.kind in NAMED and len(option.values) > 1]
    found |= {f"names.{option.name}.{value}": set() for option in named for value in option.values}
    own = game.words().find("events") or {}
    for event in getattr(game.part("story"), "EVENTS", Sentences()).list:
        found[f"events.{event.name}"] = {"who", *event.fields} - event.hidden
        if f"{event.name}_own" in own:
            found[f"events.{event.name}_own"] = {"who", *event.fields}
    for kind, phrases in getattr(game.part("reasons"), "PHRASES", {}).items():
        found |= {f"{kind}.{phrase.name}": set(phrase.fields) for phrase in phrases.list}
    return found


def asked_by(text: Any) -> set[str]:
    """Return the fields a text uses; one with a singular and a plural uses `count`."""
    if isinstance(text, Mapping):
        return {"count"}.union(*(asked_by(form) for form in text.values()))
    return {field for _, field, _, _ in string.Formatter().parse(str(text)) if field}


PROMISES = (
    dealing_forgets, lists_agree, games_end, cards_stay, guesses_fit, nothing_leaks, limits_hold, notation_returns,
    clauses_have_texts, refusals_hold,
)  # fmt: skip


def check(game: Game, games: int = 2, progress: Callable[[int, int], None] = lambda done, all_: None) -> str:
    """Check every promise for every setup with `games` random games; return a fingerprint of all that was played."""
    all_is_said(game)
    table = setups(game)
    digest = hashlib.sha256()
    for number, setup in enumerate(table):
        for seed in range(games):
            for promise in PROMISES:
                promise(game, setup, seed)
        digest.update(fingerprint(game, setup, 0).encode())
        progress(number + 1, len(table))
    return digest.hexdigest()


def fingerprint(game: Game, setup: Setup, seed: int) -> str:
    """Return a hash of every record and list at the start of a random game, equal in every mode."""
    digest = hashlib.sha256()
    for position, action in _positions(game, setup, seed, _some(game, FINGERPRINT)):
        digest.update(position.rows.tobytes() + position.actions[: position.count].tobytes() + str(action).encode())
    return digest.hexdigest()
