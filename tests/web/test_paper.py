"""Printable sheets in a real browser: one page per side, nothing truncated, and how to get there."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from web.conftest import Opens
from web.visitor import DESKTOP

from brelan.core.game import game, names
from brelan.core.text import LANGUAGES
from brelan.paper import PAPERS, Job
from brelan.paper.job import sheets

FULL = '<div class="lines"><i></i><i></i><i></i></div>'  # every task with as many lines as any has
CUT_OFF = """() => [...document.querySelectorAll(".page")].flatMap((page) => {
  const sheet = page.getBoundingClientRect();
  const foot = page.querySelector(":scope > .small");
  const bottom = foot ? foot.getBoundingClientRect().top : sheet.bottom;
  return [...page.querySelectorAll("p, h1, h2, li, td, th, svg, i")].filter((one) => {
    const { left, right, top, bottom: end } = one.getBoundingClientRect();
    const lowest = one === foot ? sheet.bottom : bottom;
    return left < sheet.left - 1 || right > sheet.right + 1 || top < sheet.top - 1 || end > lowest + 1;
  }).map((one) => one.textContent.slice(0, 60) || one.tagName);
})"""


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", names())
def test_nothing_is_cut_off_and_no_page_is_too_many(browser: Browser, name: str, paper: str, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.emulate_media(media="print")
    for sheet in sheets(game(name)):
        for language in LANGUAGES if sheet != "cards" else ("en",):
            job = Job(game(name), sheet, paper, language, seed=7, level="specials" if sheet == "worksheet" else None)
            page.set_content(re.sub('<div class="lines">.*?</div>', FULL, job.html()))
            assert page.evaluate(CUT_OFF) == [], (sheet, language)
            made = page.pdf(prefer_css_page_size=True)
            sides = job.html().count("<section")
            assert len(re.findall(rb"/Type\s*/Page\b", made)) == sides, (sheet, language)
            wide, high = (round(72 / 25.4 * length) for length in PAPERS[paper])
            box = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", made)
            assert box
            assert [
                abs(float(size) - wanted) <= 1 for size, wanted in zip(box.groups(), (wide, high), strict=True)
            ] == [True] * 2
    context.close()


def test_the_rules_page_leads_to_the_sheets(visits: Opens) -> None:
    visitor = visits(size=DESKTOP)
    visitor.page.goto(f"{visitor.address}/#rules=koomi")
    with visitor.context.expect_page() as opened:
        visitor.page.locator("a.print").click()
    sheet = opened.value
    sheet.wait_for_load_state()
    errors: list[str] = []
    sheet.on("console", lambda said: errors.append(said.text))
    sheet.reload()
    expect(sheet.locator("section.page")).to_have_count(16)
    assert sheet.locator("section.page").first.bounding_box()["width"] == pytest.approx(210 / 25.4 * 96, abs=1)  # type: ignore[index]
    sheet.get_by_role("link", name="Worksheet").click()
    expect(sheet.locator(".task")).to_have_count(10)
    assert errors == [], "the policy lets the style through"
