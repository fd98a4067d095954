"""A review for people: as lines for a terminal, and as a self-contained page."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ..bots.judge import Estimate, Moment
from ..core.game import Game
from ..core.text import Words
from .page import STYLE, table

BARS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT = 640, 140
MORE = """
svg { border-bottom: 1px solid #999 } .band { fill: #2f6f5e; opacity: .25 } .way { fill: none; stroke: #2f6f5e; stroke-width: 2 }
.mark { fill: #a23b2a } li { margin: .7rem 0 }
"""  # noqa: E501


@dataclass(frozen=True)
class Telling:
    """The moments of a game in one language."""

    game: Game
    moments: Sequence[Moment]
    words: Words
    bot: str
    worlds: int

    def lines(self) -> list[str]:
        """Return lines for a terminal: the chances of each seat, then the marked moments."""
        told = [self.title(), f"{self.what()}:", *(self.line(seat) for seat in self.seats())]
        for moment in self.marked():
            told += ["", self.move(moment), f"  {self.better(moment)}"]
        return told if self.marked() else [*told, "", self.words("review.nothing", bot=self.bot)]

    def seats(self) -> list[int]:
        """The reviewed seats."""
        return sorted({moment.seat for moment in self.moments})

    def of(self, seat: int) -> list[Moment]:
        """Return the moments of a seat."""
        return [moment for moment in self.moments if moment.seat == seat]

    def marked(self) -> list[Moment]:
        """The moments when another move was clearly better."""
        return [moment for moment in self.moments if moment.marked]

    # sentences

    def title(self) -> str:
        """The title: what was reviewed, and how."""
        name, count = self.words("name"), len(self.moments)
        return self.words("review.title", name=name, count=count, bot=self.bot, worlds=self.worlds)

    def what(self) -> str:
        """What the chart shows: chances, or a team's result."""
        return self.words("review.result" if self.game.team else "review.chance")

    def who(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.words("terminal.bot", seat=seat)

    def amount(self, value: float) -> str:
        """Return a share of the win in percent, or a result, in the language's number format."""
        english = self.words.language == "en"
        if self.game.team:
            return f"{value:.1f}" if english else f"{value:.1f}".replace(".", ",")
        return f"{100 * value:.0f}%" if english else f"{100 * value:.0f} %"

    def line(self, seat: int) -> str:
        """Return how a seat's chances moved."""
        means = [moment.after.mean for moment in self.of(seat)]
        low, high = self.span()
        spark = "".join(BARS[min(7, int(8 * (mean - low) / (high - low)))] for mean in means)
        first, last = self.amount(means[0]), self.amount(means[-1])
        error = self.amount(max(moment.after.error for moment in self.of(seat)))
        return self.words("review.line", who=self.who(seat), spark=spark, first=first, last=last, error=error)

    def span(self) -> tuple[float, float]:
        """Return the range of the chart: 0 to 1 for chances, the actual range for results."""
        if not self.game.team:
            return 0.0, 1.0
        means = [moment.after.mean for moment in self.moments]
        return min(means), max(max(means), min(means) + 1)

    def move(self, moment: Moment) -> str:
        """Return what was played, and what it did to the chances."""
        return self.words(
            "review.move", number=moment.number + 1, who=self.who(moment.seat), said="; ".join(moment.actions),
            before=self.amount(moment.before.mean), after=self.amount(moment.after.mean),
        )  # fmt: skip

    def better(self, moment: Moment) -> str:
        """Return what would have been better, why, and by how much."""
        gain, error = self.amount(moment.gain.mean), self.amount(moment.gain.error)
        return self.words("review.better", hint=self.words.hint(moment.better), gain=gain, error=error)

    # the page

    def page(self) -> str:
        """Return the review as HTML."""
        title = escape(self.words("name"))
        drawn = "".join(f"<h3>{escape(self.who(seat))}</h3>{self.drawing(seat)}" for seat in self.seats())
        marks = "".join(
            f"<li><b>{escape(self.move(moment))}</b><br>{escape(self.better(moment))}</li>" for moment in self.marked()
        )
        found = f"<ol>{marks}</ol>" if marks else f"<p>{escape(self.words('review.nothing', bot=self.bot))}</p>"
        return (
            f'<!doctype html><html lang="{self.words.language}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}{MORE}</style>'
            f"<h1>{title}</h1><p>{escape(self.title())}</p><h2>{escape(self.what())}</h2>{drawn}"
            f"<h2>{escape(self.words('review.marked'))}</h2>{found}"
            f"<h2>{escape(self.words('review.all'))}</h2>{self.table()}</html>"
        )

    def drawing(self, seat: int) -> str:
        """Draw a seat's chances as a line in a band of two standard errors, with points at marked moments."""
        moments = self.of(seat)
        step = WIDTH / max(1, len(moments) - 1)
        places = [(i * step, moment.after) for i, moment in enumerate(moments)]
        upper = [f"{x:.1f},{self.height(after, 2):.1f}" for x, after in places]
        lower = [f"{x:.1f},{self.height(after, -2):.1f}" for x, after in reversed(places)]
        way = " ".join(f"{x:.1f},{self.height(after):.1f}" for x, after in places)
        marks = "".join(
            f'<circle class="mark" cx="{x:.1f}" cy="{self.height(after):.1f}" r="5">'
            f"<title>{escape(self.move(moment))}</title></circle>"
            for (x, after), moment in zip(places, moments, strict=True)
            if moment.marked
        )
        return (
            f'<svg viewBox="-6 -6 {WIDTH + 12} {HEIGHT + 12}" width="{WIDTH}" role="img" '
            f'aria-label="{escape(self.line(seat))}"><polygon class="band" points="{" ".join(upper + lower)}"/>'
            f'<polyline class="way" points="{way}"/>{marks}</svg>'
        )

    def height(self, value: Estimate, errors: float = 0) -> float:
        """Return the height of a value plus so many standard errors, within the drawing."""
        low, high = self.span()
        share = (value.mean + errors * value.error - low) / (high - low)
        return HEIGHT * (1 - min(1.0, max(0.0, share)))

    def table(self) -> str:
        """Return a table with a row per move."""
        heads = [self.words(f"review.heads_{name}") for name in ("number", "who", "said", "before", "after", "gain")]
        rows = []
        for one in self.moments:
            before, after = self.amount(one.before.mean), f"{self.amount(one.after.mean)} ± {self.sure(one.after)}"
            gain = f"{self.amount(one.gain.mean)} ± {self.sure(one.gain)}{' *' if one.marked else ''}"
            rows.append((str(one.number + 1), self.who(one.seat), "; ".join(one.actions), before, after, gain))
        return table(heads, rows)

    def sure(self, value: Estimate) -> str:
        """Return a standard error as text."""
        return self.amount(value.error)
