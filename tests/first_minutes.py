"""Records a newcomer's first five minutes as text: from `pip install` to a finished game and its review.

python tests/first_minutes.py WHEEL > docs/first-five-minutes.md     installs it into a fresh environment first
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from window import DOWN, ENTER, Window

INTRODUCTION = """\
# The first five minutes

Recorded by `python tests/first_minutes.py WHEEL` in a window of 80 columns and 24 lines. Nothing is edited, and
`tests/test_first_minutes.py` compares what does not depend on time. The seconds are until a command had finished, or
was ready for input, on the machine that recorded it.
"""
PROMPT = "Your move (? for help):"
END = "What now?"
PORT = 8650
LOOKS: list[tuple[str, ...]] = [("--version",), ("games",), ("rules", "thegame", "R5")]  # commands that print and end
GAME = ("play", "thegame", "--seats", "1", "--seed", "3")
LESSON = ("learn", "koomi")


class Newcomer:
    """A new user with a window, an installation and a data folder."""

    def __init__(self, python: str, data: str) -> None:
        self.python, self.data = python, data

    def window(self, *words: str) -> Window:
        """`brelan WORDS` in a new window."""
        return Window(*words, python=self.python, BRELAN_DATA=self.data, BROWSER="true")

    def look(self, *words: str) -> str:
        """Return what a command prints."""
        with self.window(*words) as window:
            window.end()
            return window.told.strip("\n")

    def first_screen(self, *words: str, waiting: str = PROMPT) -> str:
        """Return the screen when a command is ready for input."""
        with self.window(*words) as window:
            window.see(waiting)
            quiet(window)
            return window.text.rstrip()


def quiet(window: Window, seconds: float = 0.3) -> None:
    """Wait until nothing more is written for a while."""
    while window.hear(seconds):
        pass


class Page:
    """What was typed, how long it took, and what was on the screen then."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        print(INTRODUCTION)

    def note(self, title: str, work: Callable[[], str]) -> None:
        """A step of the page."""
        start = time.monotonic()
        shown = "\n".join(line.rstrip() for line in work().splitlines())
        print(f"## {title}\n\n{time.monotonic() - start:.1f} s\n\n```\n{shown}\n```\n", flush=True)


class Game:
    """A game of The Game alone: the first move by the arrow keys, the others as the hints say."""

    def __init__(self, window: Window) -> None:
        self.window, self.turns = window, 0

    def asked(self) -> bool:
        """Whether the line with the cursor is an empty prompt."""
        screen = self.window.screen
        return screen.display[screen.cursor.y].strip() == PROMPT or self.over()

    def over(self) -> bool:
        """Whether the game has ended."""
        return END in self.window.text

    def show(self) -> str:
        """The screen, when a move can be typed."""
        self.window.until(self.asked)
        quiet(self.window)
        return self.window.text.rstrip()

    def type(self, keys: str) -> str:
        """Type something; the screen afterwards."""
        self.window.send(keys)
        quiet(self.window)
        return self.show() if keys.endswith(ENTER) else self.window.text.rstrip()

    def turn(self) -> None:
        """Ask for a hint, and follow it; what is warned of is typed twice."""
        said = " ".join(self.type(f"hint{ENTER}").split()).rpartition("(type: ")[2].partition(")")[0]
        self.type(said + ENTER)
        if "Type it again" in self.window.text:
            self.type(said + ENTER)
        self.turns += 1

    def play(self, turns: int) -> str:
        """So many turns, or all there are."""
        while not self.over() and self.turns < turns:
            self.turn()
        return self.window.text.rstrip()

    def review(self) -> str:
        """Look back at it."""
        self.window.send(f"review{ENTER}")
        self.window.until(lambda: "sampled deals" in " ".join(self.window.told.split()) and self.over())
        quiet(self.window)
        return self.window.told.rpartition("Enter to quit) review")[2].strip("\n")


def installed(wheel: Path, place: str) -> str:
    """Install a wheel; the last line that pip says."""
    command = [f"{place}/bin/python", "-m", "pip", "install", "--disable-pip-version-check", wheel.name]
    done = subprocess.run(command, cwd=wheel.parent, capture_output=True, text=True, check=True, env=os.environ)
    return re.sub(r" (?!installed )", "\n  ", done.stdout.strip().splitlines()[-1])


def served(newcomer: Newcomer) -> str:
    """Open the table in the browser, and close it."""
    with newcomer.window("--port", str(PORT)) as window:
        window.see("Ctrl-C closes")
        with urllib.request.urlopen(f"http://localhost:{PORT}") as answer:
            assert answer.status == 200
        window.send("\x03")
        window.end()
        return window.told.strip("\n")


def main(wheel: str) -> None:
    """Install, look around, play, look back."""
    page = Page()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        newcomer = Newcomer(f"{folder}/venv/bin/python", f"{folder}/data")
        page.note(f"`pip install {Path(wheel).name}`", lambda: installed(Path(wheel).resolve(), f"{folder}/venv"))
        for words in LOOKS:
            page.note(f"`brelan {' '.join(words)}`", lambda words=words: newcomer.look(*words))  # type: ignore[misc]
        page.note(f"`brelan {' '.join(LESSON)}`", lambda: newcomer.first_screen(*LESSON, waiting="(quit to leave)"))
        with newcomer.window(*GAME) as window:
            game = Game(window)
            page.note(f"`brelan {' '.join(GAME)}`", game.show)
            page.note("The down arrow shows what can be played, Enter plays it", lambda: game.type(DOWN))
            page.note("`?` says what can be typed", lambda: (game.type(ENTER), game.type(f"?{ENTER}"))[1])
            page.note("`hint` says what a strong player would do, and why", lambda: game.type(f"hint{ENTER}"))
            page.note("Ten turns later, each as the hint said", lambda: game.play(10))
            page.note("The end", lambda: game.play(1000))
            page.note("`review` looks back", game.review)
            window.send(ENTER)
            window.end()
        page.note("`brelan games --mine`", lambda: newcomer.look("games", "--mine"))
        page.note(f"`brelan --port {PORT}` opens the table in the browser, Ctrl-C closes it", lambda: served(newcomer))
        print(f"All together: {time.monotonic() - page.begun:.0f} s.")


if __name__ == "__main__":
    main(sys.argv[1])
