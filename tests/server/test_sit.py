"""Third-party bots at a web table: by link, within a time limit, with only their seat's view."""

import asyncio
import time
from typing import Any

import numpy as np
import pytest

from brelan.bots import RandomPlayer
from brelan.client import let_play, link_of
from brelan.core.errors import BadSetup
from brelan.core.game import game

from .running import Server, awaited

SEEN: list[tuple[int, bytes, list[int]]] = []


class Noting(RandomPlayer):
    """A bot that writes down what it is given."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, seat: int, allowed: Any, dice: Any) -> int:
        SEEN.append((seat, view.tobytes(), allowed.tolist()))
        return super().choose(view, seat, allowed, dice)


class Slow(Noting):
    """A bot that takes its time."""

    def choose(self, view: Any, seat: int, allowed: Any, dice: Any) -> int:
        time.sleep(2)
        return super().choose(view, seat, allowed, dice)


@awaited
async def test_two_bots_play_a_game_by_links(server: Server) -> None:
    made = await server.client().make("thegame", "Ada", [None, None])
    links = [f"{server.address}/t/{made.table}#{part}" for part in (f"k={made.key}", f"i={made.invitation}")]
    SEEN.clear()
    ends = await asyncio.gather(*(let_play(link, Noting, "Robot") for link in links))
    assert ends[0] == ends[1]
    assert {seat for seat, _, _ in SEEN} == {0, 1}
    for seat, raw, allowed in SEEN:
        view = np.frombuffer(raw, game("thegame").rules.State.dtype)
        assert (view["hands"][0, 1 - seat] == -1).all()
        assert (view["stock"] == -1).all()
        assert allowed


@awaited
async def test_a_bot_that_is_too_slow_gives_up_its_seat(server: Server) -> None:
    made = await server.client().make("thegame", "Ada", [None])
    with pytest.raises(BadSetup, match="gave up its seat"):
        await let_play(f"{server.address}/t/{made.table}#k={made.key}", Slow, "Robot", limit=0.2)
    assert (await server.client().look(made.table)).people[0].level == "medium"


def test_links_that_are_none_are_refused() -> None:
    assert link_of("http://h:1/t/abc#i=xyz") == ("http://h:1", "abc", "i", "xyz")
    for text in ("", "http://h:1/t/abc", "http://h:1/#i=x", "/t/abc#i=x", "http://h:1/t/abc#j=x", "http://h/t/a#k="):
        with pytest.raises(BadSetup):
            link_of(text)
