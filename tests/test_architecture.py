"""docs/architecture.md is true: every file it names exists and contains what the page says."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
ROWS = re.findall(r"^\| \d+\. .*\]\((.+)\) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_walk_has_steps() -> None:
    numbers = [int(number) for number in re.findall(r"^\| (\d+)\. ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)]
    assert numbers == list(range(1, len(ROWS) + 1))


@pytest.mark.parametrize(("place", "names"), ROWS, ids=lambda value: str(value)[-30:])
def test_each_step_is_where_the_page_says(place: str, names: str) -> None:
    text = (PAGE.parent / place).read_text(encoding="utf-8")
    for name in re.findall(r"`(.+?)`", names):
        defined = rf"(def|class|function) {re.escape(name)}\b|^  {re.escape(name)}\(|\b{re.escape(name)}[(:={{]"
        assert re.search(defined, text, re.MULTILINE), f"{place} has no {name}"
