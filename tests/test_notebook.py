"""Tables in notebooks: the page's faces, what one seat may see and no more; the guide's notebook, cell by cell."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import brelan
from brelan import notebook
from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game, names

GUIDES = Path(__file__).parents[1] / "docs" / "guides"
USED = re.compile(r'href="#b\d+c(-?\d+)"')


def some_way(name: str, steps: int) -> brelan.Table:
    """A table of three seats after some moves of bots."""
    table, throws = brelan.Table(name, 3, seed=5), dice.new(1)
    bot = player(table.game, "hard")
    for _ in range(steps):
        position = table.position
        if not position.count:
            break
        allowed, seat = position.actions[: position.count].copy(), position.seat
        choice = allowed[0] if seat < 0 or len(allowed) == 1 else bot.choose(position.view(seat), seat, allowed, throws)
        table.play(int(choice))
    return table


def drawn(html: str) -> list[int]:
    return [int(card) for card in USED.findall(html)]


def held(table: brelan.Table, seat: int) -> list[int]:
    """The cards of a seat, from the record itself."""
    hand, count = table.position.state.hands[seat], table.position.state.held[seat]
    if table.game.name == "koomi":
        return [card for card, times in enumerate(hand.tolist()) for _ in range(times)]
    return hand[:count].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", names())
def test_every_card_has_the_face_of_the_page(name: str) -> None:
    found, pack = game(name), np.zeros(1024, np.int16)
    size = found.engine.pack(found.most, found.codes(found.check_options(found.least, {})), pack)
    faces = notebook.faces(name)
    assert set(faces["cards"]) == {str(card) for card in pack[:size]}
    assert len(set(faces["cards"].values())) == len(faces["cards"])
    for face in [*faces["cards"].values(), faces["back"]]:
        ElementTree.fromstring(f"<svg>{face}</svg>")
        assert "NaN" not in face
        assert "undefined" not in face
    source = (found.folder / "web" / "Back.svelte").read_text(encoding="utf-8")
    for path in re.findall(r' d="([^"]+)"', source):
        assert path in faces["back"]


@pytest.mark.parametrize("name", names())
def test_a_table_shows_what_the_seat_at_turn_sees(name: str) -> None:
    table = some_way(name, 12)
    seat = table.seat
    html = table._repr_html_() or ""
    assert sorted(held(table, seat)) == sorted(drawn(html)[-len(held(table, seat)) :])
    assert table.game.words()("name") in html
    picture = brelan.show(table, (seat + 1) % 3)
    assert drawn(picture._repr_svg_() or "") == drawn(picture.html)
    ElementTree.fromstring(picture.svg)
    assert "<pre" in html
    assert len(re.sub(r"<[^>]+>", "", html[html.index("<pre") :]).split()) > 3


@pytest.mark.parametrize("name", names())
def test_nothing_hidden_is_drawn(name: str) -> None:
    """What a seat cannot see changes nothing in its picture, its story and its film."""
    table = some_way(name, 12)
    seat = table.seat
    before = (brelan.show(table, seat).html, brelan.show(table, -1).html)
    hidden = table.position.guessed(seat, dice.new(9))
    assert hidden.rows.tobytes() != table.position.rows.tobytes()
    table.position = hidden
    after = (brelan.show(table, seat).html, brelan.show(table, -1).html)
    plain = [re.sub(r"b\d+c", "c", html) for html in (*before, *after)]
    assert plain[:2] == plain[2:]
    hands = {card for other in range(3) for card in held(some_way(name, 12), other)}
    if name != "jokrummy" and name != "koomi":  # one card of a kind
        assert not hands & set(drawn(brelan.show(some_way(name, 12), -1).html))


@pytest.mark.parametrize("name", names())
def test_a_film_has_a_frame_a_move_and_tells_it(name: str) -> None:
    table = some_way(name, 12)
    html = brelan.film(table, 1).html
    assert html.count("<figure") == len(table.history) + 1
    assert html.count(" hidden>") == len(table.history)
    assert f'max="{len(table.history)}"' in html
    used, made = set(drawn(html)), {int(card) for card in re.findall(r'<symbol id="b\d+c(-?\d+)"', html)}
    assert used == made
    told = re.findall(r"<li>(.*?)</li>", brelan.story(table, 1).html)
    assert len(told) == len(table.events)
    assert told[-1] in html
    assert len(re.findall("<li>", brelan.story(table, last=2).html)) == 2


def test_the_arena_returns_a_table_a_plot_and_a_frame() -> None:
    result = brelan.arena("joomo", "hard", "random", games=10, seed=1)
    frame = result.frame()
    assert frame.bot.tolist() == ["hard", "random"]
    assert frame.won.sum() == pytest.approx(1)
    assert result.plot().get_xlim() == (0, 1)
    assert "hard" in result._repr_html_()
    assert str(result).splitlines()[0].startswith("joomo 1, 2 seats, 10 deals")
    assert repr(result) == str(result)
    with pytest.raises(brelan.BrelanError, match="no bot 'nobody'"):
        brelan.arena("joomo", "nobody")
    with pytest.raises(brelan.BrelanError, match="games must be 1 or more, not 0"):
        brelan.arena("joomo", "hard", "medium", games=0)


class Lowest:
    """A bot as one is written in a notebook."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, seat: int, allowed: Any, dice: Any) -> int:
        return int(allowed[0])


def test_the_arena_takes_a_class() -> None:
    result = brelan.arena("joomo", Lowest, "random", games=4, seed=1)
    assert {one.bot.rpartition(":")[2] for one in result.standings} == {"Lowest", "random"}
    with pytest.raises(brelan.BrelanError, match=r"a bot is a name or a class, not a Lowest: arena\(\.\., Lowest\)"):
        brelan.arena("joomo", Lowest(brelan.game("joomo")), "random", games=1)  # type: ignore[arg-type]


def test_importing_brelan_loads_none_of_it() -> None:
    code = "import sys, brelan; brelan.Table('joomo', 2); assert not {'brelan.notebook', 'rich'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("guide", sorted(GUIDES.glob("*.ipynb")), ids=lambda file: file.stem)
def test_the_notebook_of_a_guide_runs(guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cells = json.loads(guide.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    ran = 0
    for number, cell in enumerate(cells):
        assert not cell.get("outputs"), "a notebook is kept without what it printed"
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{guide.name}, cell {number}", "exec"), names)
            ran += 1
    assert ran > 4
