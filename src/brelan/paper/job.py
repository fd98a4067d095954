"""A print job: which sheet of which game, on what paper, in which language and for which table."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..core.errors import BadSetup
from ..core.game import Game
from ..core.text import LANGUAGES, Words
from . import deck
from .pads import pads
from .reference import reference
from .sheet import PAPERS, Links, Paper, document
from .worksheet import levels, tasks, worksheet

SEEDS = 100_000  # random seeds, short enough to type
SHEETS = ("cards", "pads", "reference", "worksheet")
Address = Callable[..., str]  # for a sheet, a paper and a language; and a level, where that changes


@dataclass(frozen=True)
class Job:
    """A print job; raises BadSetup if the game has no such sheet."""

    game: Game
    sheet: str = "cards"
    paper: str = "a4"
    language: str = "en"
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    level: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        for what, given, known in (
            ("sheet", self.sheet, sheets(self.game)), ("paper", self.paper, tuple(PAPERS)),
            ("language", self.language, LANGUAGES), ("level", self.level, (None, *levels(self.game))),
        ):  # fmt: skip
            if given not in known:
                there = ", ".join(filter(None, known)) or "none"
                raise BadSetup(f"{self.game.name} has no {what} {given!r} to print; it has: {there}")

    @cached_property
    def table(self) -> tuple[int, Mapping[str, Any]]:
        """The seats and all options; the number of seats defaults to the most these options allow."""
        if self.seats is not None:
            seats = self.game.check_seats(self.seats)
            return seats, self.game.check_options(seats, self.options)
        for seats in range(self.game.most, self.game.least, -1):
            try:
                return seats, self.game.check_options(seats, self.options)
            except BadSetup:
                continue  # perhaps with fewer seats
        return self.game.least, self.game.check_options(self.game.least, self.options)

    def html(self, address: Address | None = None) -> str:
        """Return the document; given addresses of other sheets, it links to them."""
        words, paper = self.game.words(self.language), PAPERS[self.paper]
        faces, pages = getattr(self, f"_{self.sheet}")(words, paper)
        title = f"{words('name')}: {words(f'print.{self.sheet}')}"
        links = () if address is None else self._links(words, address)
        return document(title, paper, words, deck.symbols(faces), pages, links)

    def _cards(self, words: Words, paper: Paper) -> tuple[dict[str, str], Iterator[str]]:
        seats, options = self.table
        numbers, more = deck.pack(self.game, seats, options), deck.extras(self.game, seats, options, words)
        texts = {text: f"t{place}" for place, text in enumerate(dict.fromkeys(text for both in more for text in both))}
        cards = [deck.Card(f"c{number}") for number in numbers]
        cards += [deck.Card(texts[front], texts[back]) for front, back in more]
        drawings = {name: deck.written(text) for text, name in texts.items()}
        return deck.faces(self.game, numbers) | drawings, deck.sheets(cards, paper)

    def _pads(self, words: Words, paper: Paper) -> tuple[dict[str, str], list[str]]:
        return {}, [pads(self.game, self.table[0], paper, words)]

    def _reference(self, words: Words, paper: Paper) -> tuple[dict[str, str], list[str]]:
        numbers = deck.pack(self.game, *self.table)
        samples = [numbers[place * (len(numbers) - 1) // 2] for place in range(3)]
        return deck.faces(self.game, samples), [reference(words, [f"c{card}" for card in samples])]

    def _worksheet(self, words: Words, paper: Paper) -> tuple[dict[str, str], list[str]]:
        level = self.level or levels(self.game)[0]
        seed = secrets.randbelow(SEEDS) if self.seed is None else self.seed
        made = tasks(self.game, level, seed, words)
        drawn = [card for cards, _ in made for row in cards for card in row]
        return deck.faces(self.game, drawn), worksheet(self.game, level, seed, made, words)

    def _links(self, words: Words, address: Address) -> Links:
        def row(kind: str, shown: str, names: Mapping[str, str]) -> list[tuple[str, str]]:
            here = {"sheet": self.sheet, "paper": self.paper, "language": self.language}
            made = {name: address(*{**here, kind: name}.values()) for name in names}
            return [(text, "" if name == shown else made[name]) for name, text in names.items()]

        rows = [
            row("sheet", self.sheet, {name: words(f"print.{name}") for name in sheets(self.game)}),
            row("paper", self.paper, {name: words(f"print.{name}") for name in PAPERS}),
            row("language", self.language, {name: words(f"page.language_{name}") for name in LANGUAGES}),
        ]
        if self.sheet == "worksheet":
            shown = self.level or levels(self.game)[0]
            made = {name: address(self.sheet, self.paper, self.language, name) for name in levels(self.game)}
            rows.append([(words(f"print.levels.{name}"), "" if name == shown else made[name]) for name in made])
        return rows


def sheets(game: Game) -> tuple[str, ...]:
    """Return the sheets of a game; worksheets only if it has tasks."""
    return SHEETS if levels(game) else SHEETS[:-1]
