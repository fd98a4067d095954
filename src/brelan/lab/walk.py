"""Random games of one setup through an engine, every entry point called and its results hashed; for equality.py."""

import hashlib
from collections import Counter
from typing import Any

import numpy as np

from ..bots.plan import LONGEST_MOVE
from ..bots.search import room_for
from ..core import dice
from ..core.check import ROOM, Setup
from ..core.game import Game
from ..core.loops.play import buffers
from ..core.loops.telling import ABOUT
from ..core.loops.vector import SAME_STEP
from ..core.sentences import LINE
from ..core.sentences import ROOM as TOLD
from .observation import Observer
from .tables import Tables, player_code
from .train import first_weights, nets

ASKED = 4  # about how many positions of a game are queried completely
TRIED = 3  # candidate moves, and trials of each
CLOSELY = 5  # one in so many games is queried completely, the others step by step
OVERLOOKED = 300  # per thousand actions, by a careless bot
BATCH = 2  # games of a setup played in one call
DEPTH = 2  # lines of play counted
STEPS, SEEN = 40, 40  # of tables stepped together, and of a recorded game
ROOM_KEPT = 1 << 13  # the most actions of a recorded game; longer ones are left out


class Walk:
    """Random games of one setup through an engine; `digests` holds a hash of each entry point's results."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game, self.engine, (self.seats, self.options) = game, game.engine, setup
        self.codes, self.kind, self.most = game.codes(self.options), game.rules.State, game.rules.MOST
        self.hashes: dict[str, Any] = {}
        self.calls: Counter[str] = Counter()

    def ask(self, name: str, *given: Any) -> Any:
        """Call an entry point and hash its result and everything it wrote."""
        found = getattr(self.engine, name)(*given)
        told = self.hashes.setdefault(name, hashlib.sha256())
        told.update(repr(None if found is None else float(found)).encode())
        for one in given:
            if isinstance(one, np.ndarray):
                told.update(one.tobytes())
        self.calls[name] += 1
        return found

    def close(self) -> None:
        """Finish."""

    @property
    def digests(self) -> dict[str, str]:
        """The hashed results by entry point."""
        return {name: told.hexdigest()[:16] for name, told in sorted(self.hashes.items())}

    def has(self, name: str) -> bool:
        """Whether the engine has an entry point."""
        return self.engine.has(name)

    def setup(self) -> None:
        """Make the calls needed only once: the pack, games in one call, lines of play."""
        rows, out, pack = self.kind.rows(1), np.zeros(self.most, np.int16), np.zeros(ROOM, np.int16)
        self.ask("why_not_deal", self.seats, self.codes)
        self.ask("pack", self.seats, self.codes, pack)
        self.ask("playouts", rows, self.seats, self.codes, dice.new(1), 2, out)
        levels, throws = self.kind.rows(DEPTH + 1), dice.new(3)
        self.engine.start(levels, 0, self.seats, self.codes, throws, out)
        self.ask("count", levels, throws, DEPTH, *buffers(DEPTH, self.most))
        if self.has("random_games"):
            self._laboratory(rows, out)

    def _laboratory(self, rows: Any, out: Any) -> None:
        """Call the loops that browsers lack: many games in one call, with bots, at tables, recorded, learnt from."""
        given = (self.seats, self.codes, dice.new(0), dice.new(2)[0], 0, out)
        results = np.zeros((BATCH, self.seats), np.int16), np.zeros(BATCH, np.int16), np.zeros(BATCH, np.int32)
        self.ask("random_games", self.kind.rows(BATCH), *given, *results)
        if self.has("policy_games"):
            said = np.zeros(len(self.game.rules.SIGNALS.rows) if self.has("say") else 0, np.int16)
            self.ask("policy_games", rows, *given, *results, self.kind.rows(1), said)
        self._tables()
        self._keep()
        if self.has("practise"):
            self._learn()

    def _tables(self) -> None:
        """Step tables together, with a learner at the first seat of some and at all seats of others."""
        bots = ["random", "easy", "hard"] if self.has("policy") else ["random"]
        rows = [["learner", *(bots[(table + seat) % len(bots)] for seat in range(1, self.seats))] for table in range(2)]
        rows.append(["learner"] * self.seats)
        tables = Tables(self.game, self.seats, self.options, rows, 5, SAME_STEP, 1, self.ask)
        tables.deal()
        for _ in range(STEPS):
            tables.step(tables.sample())

    def _keep(self) -> None:
        """Record games, and what was seen in them."""
        kind, out, size = self.kind, np.zeros(self.most, np.int16), Observer(self.game).size
        codes = np.array([player_code("hard" if self.has("policy") else "random")] * self.seats, np.int16)
        actions, whose, steps = np.zeros(ROOM_KEPT, np.int16), np.zeros(ROOM_KEPT, np.int16), np.zeros(BATCH, np.int32)
        results = np.zeros((BATCH, self.seats), np.int16), np.zeros(BATCH, np.int16), kind.rows(BATCH)
        keys, here = np.array([dice.new(seed)[0] for seed in range(BATCH)]), (kind.rows(1), kind.rows(1))
        given = (*here, self.seats, self.codes, dice.new(0), dice.new(0), keys, codes, out, np.zeros_like(out))
        self.ask("keep_games", *given, actions, whose, steps, *results)
        told = np.zeros(SEEN, np.int32), np.zeros((SEEN, size), np.int16), np.zeros((SEEN, self.most), np.int16)
        self.ask("retrace", *here, self.seats, self.codes, dice.new(0), actions[: min(SEEN, steps[0])], out, *told)

    def _learn(self) -> None:
        """Run a few rounds of training with untrained weights."""
        for net in nets(self.game):
            weights = first_weights(net, 1)
            if self.seats in net.seats:
                given = (self.kind.rows(1), self.kind.rows(1), self.seats, self.codes, dice.new(0), dice.new(4)[0], 0)
                out, gradient = np.zeros(self.most, np.int16), np.zeros_like(weights)
                self.ask("practise", *given, BATCH, OVERLOOKED, 1, weights, out, gradient, np.zeros(4))

    def play(self, seed: int, costly: bool) -> None:
        """Play one game with complete queries at a few positions and, if wanted, costly ones at one of them."""
        choice = dice.new(seed + 1_000_003)
        rows, throws, out = self.kind.rows(1), dice.new(seed), np.zeros(self.most, np.int16)
        count, number, asked, apart = self.ask("start", rows, 0, self.seats, self.codes, throws, out), 0, 0, 1
        while count:
            told, before = seed % CLOSELY == 0, rows.copy()
            if told and number % apart == seed % apart:
                self.battery(rows, out[:count].copy(), choice, costly and asked == 1)
                asked += 1
                apart *= 2 if asked >= ASKED else 1
            number += 1
            action = int(out[dice.below(choice, count)])
            count = self.ask("step", rows, 0, action, throws, out)
            if told and self.has("tell"):
                row = np.zeros(TOLD, np.int16)
                self._spell(row[: self.ask("tell", before, 0, action, rows, 0, row)].tolist())
        self.ask("over", rows, 0)
        self.ask("score", rows, 0, np.zeros(self.seats, np.int64))

    def _spell(self, row: list[int]) -> None:
        """Spell the texts of events."""
        events, place = self.game.part("story").EVENTS.list, 0  # type: ignore[union-attr]
        while place < len(row):
            sentence = events[row[place]]
            place += 1
            for field in sentence.order.values():
                length = row[place] if field.many else field.kind.width
                place += field.many
                cells, step = row[place : place + length], length if field.whole else field.kind.width
                for first in range(0, length if field.spell else 0, step or 1):
                    part = np.array(cells[first : first + step], np.int16)
                    self.ask(field.spell.__name__, part, np.zeros(LINE, np.int16))
                place += length

    def battery(self, rows: Any, allowed: Any, choice: Any, costly: bool) -> None:
        """Make every query of a position."""
        seat, out = int(rows["seat"][0]), np.zeros(self.most, np.int16)
        self.ask("legal", rows, 0, out)
        self.ask("why_not", rows, 0, int(dice.below(choice, len(self.game.rules.ACTIONS))))
        self.ask("refusals", rows, 0, np.zeros(len(self.game.rules.ACTIONS), np.int16))
        self.ask("over", rows, 0)
        if self.has("may_share"):
            self.ask("may_share", rows, 0)
        self.ask("score", rows, 0, np.zeros(self.seats, np.int64))
        self.ask("cards", rows, 0, np.zeros(ROOM, np.int16))
        for viewer in range(-1, self.seats):
            views, guessed = self.kind.rows(1), self.kind.rows(1)
            self.ask("see", rows, 0, viewer, views, 0)
            if viewer >= 0:
                self.ask("guess", views, 0, viewer, choice, guessed, 0)
                self._talk(rows, views, viewer, choice)
        self.engine.see(rows, 0, seat, views, 0)
        for about in filter(self.has, ABOUT):
            self.ask(about, views, 0, seat, allowed[:1], np.zeros(TOLD, np.int16))
        if seat >= 0 and self.has("policy"):
            own = self.ask("policy", views, seat, allowed, len(allowed), choice)
            self.ask("careless", views, seat, allowed, OVERLOOKED, choice, out)
            for net in nets(self.game) if self.has("prefer") else ():
                if self.seats in net.seats:
                    self.ask("prefer", views, seat, allowed, len(allowed), first_weights(net, 1))
            if self.has("chance"):
                self.ask("chance", views, seat, allowed, len(allowed))
            if costly:
                self._search(views, seat, int(own), allowed, choice)
        if costly:
            self.ask("playout", rows.copy(), 0, choice, out)

    def _talk(self, rows: Any, views: Any, seat: int, choice: Any) -> None:
        """Try signals, in a game that has them."""
        if self.has("signal"):
            signals = len(self.game.rules.SIGNALS.rows)
            number = int(dice.below(choice, signals))
            if self.ask("why_not_signal", rows, 0, seat, number) == 0:
                self.ask("signal", rows.copy(), 0, seat, number)
        if self.has("say"):
            self.ask("say", views, seat, np.zeros(signals, np.int16))

    def _search(self, views: Any, seat: int, own: int, allowed: Any, choice: Any) -> None:
        """Run a search's moves and trials, the review's loop, and the game's own champion."""
        actions, bots = self.game.rules.ACTIONS, self.game.part("bots")
        reveals = np.array([actions.reveals(action) for action in range(len(actions))])
        moves, lengths = np.zeros((TRIED, LONGEST_MOVE), np.int16), np.zeros(TRIED, np.int64)
        room, marks, scores = room_for(self.game), np.zeros(TRIED, np.uint64), np.zeros(self.seats, np.int64)
        count = int(self.ask("make_up", views, seat, own, reveals, choice, *room, moves, lengths, marks))
        picks, gains, swing = np.arange(count), np.zeros((TRIED, count)), float(getattr(bots, "SWING", 0.0))
        luck = np.zeros(TRIED, np.uint64)
        luck = luck[: int(self.ask("imagine", views, seat, choice[0], choice, *room, np.zeros(2 * TRIED), luck))]
        for short in {False, hasattr(bots, "chance")}:
            self.ask(
                "try_out", views, seat, self.game.team, swing, short, choice[0], luck, 0, moves, lengths,
                picks, 0, TRIED * count, choice, *room, scores, gains,
            )  # fmt: skip
        values = np.zeros((2, count, 2))
        given = views, seat, self.game.team_wins, moves[:count], lengths[:count].clip(0, LONGEST_MOVE)
        self.ask("judge", *given, choice, *room, scores, values)
        if self.has("best"):
            self.ask("best", views, seat, allowed, len(allowed), choice, np.zeros(LONGEST_MOVE, np.int16))
        if self.has("certain"):
            self.ask("certain", views, seat, allowed, len(allowed))
