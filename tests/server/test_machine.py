"""People who join, play, err, repeat themselves, drop out and come back, in any order: the engine says what is right.

`make fuzz-server` lets it run longer.
"""

import contextlib
import os
import socket
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.sync.client import ClientConnection, connect

from brelan.client import decode_answer
from brelan.core.game import names
from brelan.core.table import DEALER, Table
from brelan.server import log, messages

from .running import Crafted, Server, craft, fresh

LONG = os.environ.get("BRELAN_FUZZ") == "long"
SEATS = 3
seats = st.integers(0, SEATS - 1)
picks = st.integers(0, 10_000)


class Line:
    """One seat's socket, and how it last saw the table."""

    def __init__(self, server: Server, made: Crafted, seat: int, number: int) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{made.table}/socket"
        self.stack = contextlib.ExitStack()
        self.socket: ClientConnection = self.stack.enter_context(connect(address, compression=None, open_timeout=60))
        self.number = number
        self.scene: messages.Scene | None = None
        self.send(messages.Hello(made.keys[seat], number))
        self.hear(messages.Update)

    def send(self, command: Any) -> None:
        """Send a command."""
        self.socket.send(messages.encode(command).decode())

    def hear(self, kind: Any) -> Any:
        """Hear up to a message of a kind; entries come in order, each once."""
        while True:
            answer = decode_answer(self.socket.recv(60))
            if isinstance(answer, messages.Update):
                assert [entry.number for entry in answer.entries] == list(range(self.number + 1, answer.number + 1))
                self.number, self.scene = answer.number, answer.scene
            if isinstance(answer, kind):
                return answer

    def tell(self, command: Any) -> Any:
        """Send a command and hear its answer."""
        self.send(command)
        answer = self.hear(messages.Done | messages.Refused)
        assert answer.id == command.id
        return answer


class People(RuleBasedStateMachine):
    """A table of one of the games; `table` is what the engine makes of the same moves."""

    server: Server

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[int, Line] = {}
        self.seen = dict.fromkeys(range(SEATS), -1)
        self.away: set[int] = set()
        self.done: dict[int, tuple[messages.Play, int]] = {}

    @initialize(game=st.sampled_from(names()), seed=st.integers(0, 1 << 32))
    def deal(self, game: str, seed: int) -> None:
        self.made = craft(self.server, game, [None] * SEATS, seed)
        self.table = Table(game, SEATS, seed)
        self.turn, self.read = 1, SEATS + 2

    # keeping the model up to date

    def catch_up(self) -> None:
        """Play in the model what the log has more: the engine must allow it."""
        entries = self.server.entries(self.made.table)
        for entry in entries[self.read :]:
            if isinstance(entry, log.Moved):
                self.table.play(entry.move, entry.seat)
                self.turn += 1
            elif isinstance(entry, log.Signalled):  # by a bot that plays for somebody
                self.table.signal(entry.seat, entry.signal)
        self.read = len(entries)

    def settle(self) -> None:
        """Wait for what the server does by itself: the first deal, and bots that play for others."""
        self.catch_up()
        while self.lines and not self.table.over and (self.table.seat in self.away or not self.begun):
            next(iter(self.lines.values())).hear(messages.Update)
            self.catch_up()

    @property
    def begun(self) -> bool:
        """Whether the first hands are dealt."""
        return bool(self.table.history) or self.table.position.seat != DEALER

    # what people do

    @rule(seat=seats)
    def join(self, seat: int) -> None:
        if seat not in self.lines:
            self.lines[seat] = Line(self.server, self.made, seat, self.seen[seat])
            self.settle()

    @precondition(lambda self: self.lines)
    @rule(seat=seats)
    def drop(self, seat: int) -> None:
        if seat in self.lines and not self.away:
            line = self.lines.pop(seat)
            self.seen[seat] = line.number
            line.socket.socket.shutdown(socket.SHUT_RDWR)  # no goodbye
            line.stack.close()

    @precondition(lambda self: self.table.seat in self.lines and self.table.seat not in self.away)
    @rule(pick=picks)
    def play(self, pick: int) -> None:
        seat, allowed = self.table.seat, self.table.allowed()
        command = messages.Play(fresh(), self.turn, allowed[pick % len(allowed)])
        answer = self.lines[seat].tell(command)
        assert answer == messages.Done(command.id, self.read)
        self.done[seat] = command, answer.number
        self.settle()

    @precondition(lambda self: self.lines)
    @rule(seat=seats, pick=picks)
    def err(self, seat: int, pick: int) -> None:
        texts = self.table.game.rules.ACTIONS.texts
        move = texts[pick % len(texts)]
        if seat in self.lines and not self.table.over and (seat != self.table.seat or self.table.why_not(move)):
            answer = self.lines[seat].tell(messages.Play(fresh(), self.turn, move))
            wrong = "illegal" if seat == self.table.seat and seat not in self.away else "not_yours"
            clause = self.table.why_not(move) if wrong == "illegal" else answer.clause
            assert (answer.error, answer.clause) == (wrong, clause)

    @precondition(lambda self: self.done)
    @rule(seat=seats)
    def repeat(self, seat: int) -> None:
        if seat in self.done and seat in self.lines:
            command, number = self.done[seat]
            assert self.lines[seat].tell(command) == messages.Done(command.id, number)

    @precondition(lambda self: self.table.seat in self.lines and self.table.seat not in self.away)
    @rule(pick=picks, off=st.sampled_from([-1, 1, 1000]))
    def be_late(self, pick: int, off: int) -> None:
        allowed = self.table.allowed()
        move = messages.Play(fresh(), self.turn + off, allowed[pick % len(allowed)])
        assert self.lines[self.table.seat].tell(move).error == "stale"

    @precondition(lambda self: self.lines and self.table.seat == DEALER and self.table.history and not self.table.over)
    @rule(pick=picks)
    def go_on(self, pick: int) -> None:
        line = self.lines[sorted(self.lines)[pick % len(self.lines)]]
        assert isinstance(line.tell(messages.GoOn(fresh(), self.turn)), messages.Done)
        self.settle()

    @precondition(lambda self: len(self.lines) > 1 and not self.away)
    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        if seat in self.lines and self.table.seat != DEALER:
            assert isinstance(self.lines[seat].tell(messages.Leave(fresh())), messages.Done)
            self.away.add(seat)
            self.settle()

    @precondition(lambda self: self.away)
    @rule()
    def take_the_seat_again(self) -> None:
        seat = self.away.pop()
        assert isinstance(self.lines[seat].tell(messages.Return(fresh())), messages.Done)
        self.settle()

    # what is always so

    @invariant()
    def everybody_sees_what_the_engine_says(self) -> None:
        while any(line.number != self.read - 1 for line in self.lines.values()):  # bots may say something at any time
            self.catch_up()
            for line in self.lines.values():
                while line.number < self.read - 1:
                    line.hear(messages.Update)
        for seat, line in self.lines.items():
            assert line.scene is not None
            assert line.scene.view == self.table.view(seat)
            assert line.scene.at == self.table.seat
            assert line.scene.allowed == (self.table.allowed() if self.table.seat == seat else [])
            assert (line.scene.end is not None) == self.table.over

    def teardown(self) -> None:
        for line in self.lines.values():
            line.stack.close()


def test_whatever_people_do_the_engine_is_right(server: Server) -> None:
    machine: Any = type("PeopleHere", (People,), {"server": server})
    many = settings(
        max_examples=2_000 if LONG else 8, stateful_step_count=100 if LONG else 30, deadline=None,
        suppress_health_check=list(HealthCheck), database=None, derandomize=not LONG,
        phases=(Phase.generate, Phase.shrink) if LONG else (Phase.generate,),
    )  # fmt: skip
    run_state_machine_as_test(machine, settings=many)
    assert not server.traces()
