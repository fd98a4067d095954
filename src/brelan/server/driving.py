"""What the server does of itself at a table: bots move, a deal goes on without slow devices, votes take effect."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from . import log, messages, tempo
from .live import Live
from .refusal import Refusal
from .room import Room
from .store import Taken

if TYPE_CHECKING:
    from .hub import Hub

AGAIN = 1.0  # seconds until a bot tries again what could not be written
GRACE = 20.0  # seconds somebody who was voted out has to come back, through whichever process
SLOW = 2.0  # seconds a deal waits for devices to commit to a number
LATE = 10.0  # seconds it waits for a number that was committed to
LOOK = 0.1  # seconds after which it looks whether they are there
TRIES = 3  # how often a race with another writer is run again


def asked_about(room: Room) -> set[int]:
    """The seats whose owners are said to be away, in votes that are open."""
    return {whom for about, whom in room.votes if about == "bot" and whom is not None}


class Driver:
    """Keeps the tables of a hub going."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub

    def go_on(self, live: Live) -> None:
        """Let a bot, or the dealer, do what is next."""
        room = live.room
        if self.hub.closing or room is None:
            return
        self._mind_votes(live, room)
        if live.bots is not None and not live.bots.done():
            return
        if self._turn_of_bot(live, room) is not None:
            live.bots = self.hub.spawn(self._let_bots_play(live))
        elif room.wanted:
            live.bots = self.hub.spawn(self._deal_without_the_slow(live))

    async def _deal_without_the_slow(self, live: Live) -> None:
        """Go on with a deal although a device is slow; if all are in time, bots need not wait any longer."""
        while not self.hub.closing and await self._hurry(live):
            pass
        live.bots = None
        self.go_on(live)

    async def _hurry(self, live: Live) -> bool:
        """Wait for those whom a deal waits for, then go on without them; whether anybody was waited for."""
        try:
            async with live.lock:
                room = await self.hub.settle(live)
            if not room.wanted:
                return False
            stage = room.stage
            until = time.monotonic() + (LATE if stage[-1] else SLOW)
            while time.monotonic() < until and (live.room is None or live.room.stage == stage):
                await asyncio.sleep(min(SLOW, LOOK))
            async with live.lock:
                room = await self.hub.room(live, fresh=True)
                await self.hub.settle(live, hurry=room.stage == stage)
        except Refusal as refusal:
            if refusal.error != "busy":
                raise
            await asyncio.sleep(AGAIN)  # it could not be written: tried again, as people do
        return True

    def _turn_of_bot(self, live: Live, room: Room) -> str | None:
        """The level of the bot at turn. The dealer counts as one where no person is asked to go on."""
        people = any(chair.person for chair in room.chairs)
        if room.table is None or room.over or not (people or live.visitors):
            return None
        if room.waits:
            return None if people and room.table.history else "dealer"
        return room.chairs[room.at].level

    async def _let_bots_play(self, live: Live) -> None:
        while not self.hub.closing:
            begun = time.monotonic()
            async with live.lock:
                room = await self.hub.room(live)
                level = self._turn_of_bot(live, room)
                if level is None or room.table is None:
                    break
                seat, turn, position = room.at, room.turn, room.table.position.copy()
            if level == "dealer":
                action = int(position.actions[0])
            else:
                action = await self.hub.thinkers.ask(live.id, position, level, secrets.randbits(64))
            cards = 0 if seat < 0 else tempo.held(position.state, seat)
            until = begun + tempo.wait(self.hub.pace, seat, cards, random.random())  # forced or not, it takes as long
            await asyncio.sleep(max(0.0, until - time.monotonic()))
            async with live.lock:
                room = await self.hub.room(live)
                if room.turn != turn or self.hub.closing:
                    continue
                move = messages.Play(secrets.token_urlsafe(12), turn, [room.game.rules.ACTIONS.texts[action]])
                try:
                    await self.hub.carry_out(live, room, [move], seat)
                except Taken:
                    continue
                except Refusal as refusal:
                    if refusal.error != "busy":
                        raise
            if live.room is None:  # it could not be written: a bot tries again, as people do
                await asyncio.sleep(AGAIN)
        live.bots = None
        self.go_on(live)  # another game may have been asked for meanwhile

    # votes about who is away

    def _mind_votes(self, live: Live, room: Room) -> None:
        """Object to a vote about somebody who is here; let one that passed take effect in its time.

        Each process speaks for those it sees, in the log: nobody is voted out because processes do not hear each other.
        """
        if asked_about(room) & set(live.own):
            self.hub.spawn(self._object(live))
        if room.voted_out() and (live.verdict is None or live.verdict.done()):
            live.verdict = self.hub.spawn(self._replace(live))

    async def _object(self, live: Live) -> None:
        await self._say(live, lambda room: [log.Here(seat) for seat in asked_about(room) if seat in live.own])

    async def _replace(self, live: Live) -> None:
        """Let bots play for those who were voted out and did not come back."""
        await asyncio.sleep(GRACE)
        await self._say(live, lambda room: [log.Left(seat) for seat in room.voted_out() if seat not in live.looking])
        live.verdict = None
        self.go_on(live)

    async def _say(self, live: Live, what: Callable[[Room], Sequence[log.AnyEntry]]) -> None:
        """Write what there is to say of the server's own, unless another process was first."""
        async with live.lock:
            for _ in range(TRIES):
                room = await self.hub.room(live, fresh=True)
                entries = what(room)
                try:
                    if entries and not self.hub.closing:
                        await self.hub.carry_out(live, room, entries)
                    return
                except Taken:
                    continue
