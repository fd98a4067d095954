"""A class of thirty behind one address, played through: the teacher's page is true at every moment."""

import asyncio
import contextlib
import csv
import io
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from server.pupils import decode, join_class, new_key, open_class, work
from server.running import Server
from web.tapping import settle, tap
from web.visitor import DESKTOP, LONG, PHONE, SOON, Visitor
from websockets.sync.client import ClientConnection, connect

from brelan.client import Client
from brelan.server import messages
from brelan.server.limits import Limits
from brelan.server.store import Store
from brelan.server.wire import CLASS_SOCKET, path

THIRTY, AT_PAGES, STEPS = 30, 3, 90
ROWS = """() => [...document.querySelectorAll("tr[data-member]")].map((row) => [
  row.querySelector("th").textContent.replace(/\\s*\\(away\\)$/, ""),
  Boolean(row.querySelector(".dot.here")),
  row.classList.contains("slow"),
  [...row.querySelectorAll(".sum")].map((cell) => /(solved|helped|open)/.exec(cell.className)?.[1])
    .filter(Boolean),
])"""
FOOT = "() => [...document.querySelectorAll('tfoot td')].map((cell) => cell.textContent).filter(Boolean)"
Told = list[Any]


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Server]:
    """A server with the limits that hosts have."""
    made = Server(tmp_path, limits=Limits(), slow=SOON / 1000).start()
    yield made
    made.close()
    assert not made.traces()


class Child:
    """A child by script, and what it did."""

    def __init__(self, server: Server, code: str, name: str) -> None:
        self.name, self.key, self.here = name, new_key(), False
        self.member = join_class(server, code, name, self.key).member
        self.address = f"ws://127.0.0.1:{server.port}{CLASS_SOCKET.format(code=code)}"
        self.stack = contextlib.ExitStack()
        self.line: ClientConnection | None = None
        self.sums: list[dict[str, Any]] = []

    def enter(self) -> None:
        self.line = self.stack.enter_context(connect(self.address, compression=None, open_timeout=30))
        self.line.send(msgspec.json.encode(messages.Hello(self.key)).decode())
        self.here = isinstance(decode(self.line.recv(30)), messages.ClassTask)

    def leave(self) -> None:
        self.stack.close()
        self.here = False

    def tell(self, task: int) -> None:
        """Tell of the last exercise, and hear that it was noted."""
        assert self.line is not None
        command = work(len(self.sums) - 1, task, **self.sums[-1])
        self.line.send(msgspec.json.encode(command).decode())
        while not isinstance(told := decode(self.line.recv(30)), messages.Done):
            assert not isinstance(told, messages.Refused)

    def step(self, task: int, dice: random.Random) -> None:
        """Something a child does: begin, ask for help, slip, solve; or it goes away, or comes back."""
        if not self.here:
            return self.enter()
        if dice.random() < 0.06:
            return self.leave()
        if not self.sums or self.sums[-1]["solved"]:
            self.sums.append({"helps": 0, "slips": 0, "solved": False})
        elif (kind := dice.choice(["helps", "slips", "solved", "solved"])) == "solved":
            self.sums[-1].update(solved=True, answer="7 + 3 = 10")
        else:
            self.sums[-1][kind] += 1
        return self.tell(task)

    def row(self) -> Told:
        """What the teacher must see."""
        states = ["open" if not one["solved"] else "helped" if one["helps"] else "solved" for one in self.sums]
        open_one = bool(self.sums) and not self.sums[-1]["solved"]
        stuck = open_one and self.sums[-1]["helps"] + self.sums[-1]["slips"] >= 2
        return [self.name, self.here, stuck, states]


def solved_by_hand(visitor: Visitor) -> str:
    """Solve the exercise on a page as a child does: by laying the cards, or by saying that there is no way."""
    page, names = visitor.page, [*(f"{value:+d}" for value in range(-9, 10) if value)]
    page.locator(".held").first.wait_for()
    top = re.search(r"(plus|minus) (\d+)", page.locator(".top").get_attribute("aria-label") or "")
    assert top
    first = int(top[2]) * (-1 if top[1] == "minus" else 1)
    hand = [(key, int(names[card])) for key, card in enumerate(visitor.hand)]
    ways = chain.from_iterable(combinations(hand, count) for count in range(1, len(hand) + 1))
    way = next((way for way in ways if first + sum(value for _, value in way) == 10), None)
    if way is None:
        page.get_by_role("button", name="impossible").click()
    else:
        for key, _ in way:
            page.locator(".held:not([inert])").nth(key).click()
    page.locator(".note.solved").wait_for()
    return page.locator(".record").inner_text()


def rows(page: Page) -> list[Told]:
    return list(page.evaluate(ROWS))


def holds(page: Page, wanted: Callable[[], Any], seen: Callable[[], Any]) -> None:
    """What is seen on a page becomes what is wanted, soon."""
    for _ in range(SOON // 50):
        if seen() == wanted():
            return
        page.wait_for_timeout(50)
    assert seen() == wanted()


def entered(browser: Browser, address: str, code: str, name: str) -> Visitor:
    """A child with a browser."""
    visitor = Visitor(browser, address, size=PHONE, pocket=True)
    visitor.page.goto(f"{address}/class/{code}")
    visitor.page.get_by_label("First name").fill(name)
    visitor.page.get_by_role("button", name="Come in").click()
    visitor.page.get_by_role("heading", name=f"Hello, {name}!").wait_for()
    return visitor


async def played(address: str, table: str, keys: list[str]) -> list[int]:
    """Play the game at a table to its end; the seats that won."""
    client = Client(address)

    async def seat(number: int, key: str) -> list[int]:
        async with client.sit(messages.Seated(table, number, key, key)) as one:
            while await one.my_turn(60):
                await one.play(one.scene.allowed[-1])  # on to ten rather than draw: every step allowed leads there
            assert one.scene.end is not None
            return list(one.scene.end.winners)

    return (await asyncio.gather(*(seat(number, key) for number, key in enumerate(keys))))[0]


def test_a_class_of_thirty_on_one_address(browser: Browser, school: Server) -> None:
    dice = random.Random(27)
    teacher = Visitor(browser, school.address, size=DESKTOP)
    teacher.home()
    teacher.door("koomi", "class").click()
    teacher.page.get_by_role("button", name="Open a class: Koomi").click()
    desk = teacher.page
    code = desk.locator(".board .code").inner_text()
    assert desk.url == f"{school.address}/class/{code}"

    pages = [entered(browser, school.address, code, f"Page {number}") for number in range(AT_PAGES)]
    children = [Child(school, code, f"Child {number}") for number in range(THIRTY - AT_PAGES)]
    for child in children:
        child.enter()
    of_pages: list[Told] = [[f"Page {number}", True, False, []] for number in range(AT_PAGES)]

    def everybody() -> list[Told]:
        return [*of_pages, *(child.row() for child in children)]

    holds(desk, everybody, lambda: rows(desk))
    expect(desk.locator(".board")).to_contain_text("30 children are here")

    # exercises
    desk.locator(".task").first.click()
    for visitor in pages:
        visitor.page.locator(".held").first.wait_for()
    for row in of_pages:
        row[3] = ["open"]
    shown = {visitor.page.locator(".top").get_attribute("aria-label") for visitor in pages}
    assert len(shown) == 1, "an exercise is the same for all"
    for step in range(STEPS):
        if step % 30 == 10:
            number = step // 30
            solved_by_hand(pages[number])
            of_pages[number][3] = [*of_pages[number][3][:-1], "solved"]
        else:
            dice.choice(children).step(1, dice)
        holds(desk, everybody, lambda: rows(desk))
    counts = [
        f"{sum(state != 'open' for *_, states in everybody() for state in states[place : place + 1])}/"
        f"{sum(len(states) > place for *_, states in everybody())}"
        for place in range(max(len(states) for *_, states in everybody()))
    ]
    assert desk.evaluate(FOOT) == counts

    # a page that is opened again goes on where it was
    pages[0].page.reload()
    pages[0].page.locator(".held").first.wait_for()
    expect(pages[0].page.locator(".record")).to_have_text("Exercise 2")
    of_pages[0][3].append("open")
    holds(desk, everybody, lambda: rows(desk))

    # all pause
    desk.get_by_role("button", name="Pause everyone").click()
    for visitor in pages:
        expect(visitor.page.locator(".cover")).to_have_text("Pause! Look to the front.")
        assert visitor.page.locator(".place").get_attribute("inert") is not None
    desk.get_by_role("button", name="Continue").click()
    for visitor in pages:
        expect(visitor.page.locator(".cover")).to_have_count(0)

    # tables
    for child in children:
        if not child.here:
            child.enter()
    desk.locator(".tables-for select").select_option("3")
    desk.get_by_role("button", name="At tables of 3").click()
    expect(desk.locator(".tables li")).to_have_count(THIRTY // 3)
    for visitor in pages:
        visitor.page.locator(".say").wait_for(timeout=LONG)
        assert visitor.page.url == f"{school.address}/class/{code}"
    tables: dict[str, list[Child]] = {}
    for child in children:
        with connect(child.address, compression=None) as line:
            line.send(msgspec.json.encode(messages.Hello(child.key)).decode())
            tables.setdefault(decode(line.recv(30)).table, []).append(child)
    assert sorted(map(len, tables.values())) == [3] * 9

    async def all_of_them() -> list[list[int]]:
        return await asyncio.gather(
            *(played(school.address, table, [child.key for child in sat]) for table, sat in tables.items())
        )

    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        ends = thread.submit(lambda: asyncio.run(asyncio.wait_for(all_of_them(), 300))).result()
    won = [
        f"{', '.join(sat[seat].name for seat in winners)} wins"
        for sat, winners in zip(tables.values(), ends, strict=True)
    ]
    holds(desk, lambda: won, lambda: desk.locator(".tables li .hushed").all_inner_texts()[1:])
    at_turn = [visitor for visitor in pages if visitor.mine]
    assert len(at_turn) == 1
    name = f"Page {pages.index(at_turn[0])}"
    expect(desk.locator(".tables li").first.locator(".turn")).to_have_text(name)
    for _ in range(8):
        if not at_turn[0].mine:
            break
        tap(at_turn[0])
        settle(at_turn[0])
    expect(desk.locator(".tables li").first.locator(".turn")).not_to_have_text(name)

    # the sheet, and the end
    desk.get_by_role("button", name="Finish the class").click()
    with desk.expect_download() as download:
        desk.get_by_role("button", name="For a spreadsheet").click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    noted = list(csv.DictReader(io.StringIO(text)))
    done = [
        (row["Name"], row["Solved"], int(row["Hints"]), int(row["Slips"])) for row in noted if "Child" in row["Name"]
    ]
    kept = [
        (child.name, "yes" if one["solved"] else "no", one["helps"], one["slips"])
        for child in sorted(children, key=lambda child: child.name.casefold()) for one in child.sums
    ]  # fmt: skip
    assert done == kept
    assert all(re.fullmatch(r".+ = 10|It’s impossible", row["Answer"]) for row in noted if row["Solved"] == "yes")
    desk.get_by_role("button", name="Finish and delete").click()
    for visitor in (teacher, *pages):
        visitor.page.get_by_role("heading", name="The class is over.").wait_for()
    store = Store(school.database)
    assert store.tables() == []
    store.close()
    assert school.get(path("find_class", code=code))[0] == 404
    for visitor in (teacher, *pages):
        visitor.page.get_by_role("button", name="Home").click()
        expect(visitor.tile("koomi").get_by_role("heading")).not_to_be_empty()
        expect(visitor.page.get_by_role("button", name="Back to the class")).to_have_count(0)
        assert visitor.errors == []
        visitor.leave()


def test_the_teachers_link_leads_back_and_leaves_no_key_in_sight(browser: Browser, school: Server) -> None:
    opened = open_class(school)
    teacher = Visitor(browser, school.address, size=DESKTOP)
    teacher.page.goto(f"{school.address}/class/{opened.code}#t={opened.key}")
    expect(teacher.page.locator(".board .code")).to_have_text(opened.code)
    assert teacher.page.url == f"{school.address}/class/{opened.code}"
    assert teacher.faults() == []
    for size in (PHONE, DESKTOP):
        teacher.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert teacher.overflow() <= 0
    teacher.page.goto(f"{school.address}/class")
    assert teacher.faults() == []
    assert teacher.errors == []
    teacher.leave()


def test_a_child_hears_that_there_is_no_such_class(browser: Browser, school: Server) -> None:
    visitor = Visitor(browser, school.address, language="de")
    visitor.page.goto(f"{school.address}/class/BCDFG")
    visitor.page.get_by_label("Vorname").fill("Mia")
    visitor.page.get_by_role("button", name="Hereinkommen").click()
    expect(visitor.page.locator(".toast")).to_contain_text("Es gibt keine Klasse mit diesem Code.")
    visitor.leave()
