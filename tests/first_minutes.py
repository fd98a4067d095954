"""Records the first five minutes of somebody new: from `pip install` to a finished game and its review, as text.

python tests/first_minutes.py WHEEL > docs/first-five-minutes.md     installs it into a fresh environment first
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from window import DOWN, ENTER, Window

INTRODUCTION = """# The first five minutes

Recorded by `python tests/first_minutes.py WHEEL` in a window of 80 columns and 24 lines; nothing is edited. Times are
those of the machine it was recorded on, and say how long a command took until it could be used.
"""
PROMPT = "Your move (? for help):"


def quiet(window: Window) -> bool:
    """Wait until nothing more is written for a while."""
    while window.hear(0.5):
        pass
    return True


class Recorder:
    """What was typed, how long it took, and what was on the screen then."""

    def __init__(self, python: str, data: str) -> None:
        self.python, self.data, self.begun = python, data, time.monotonic()

    def note(self, title: str, shown: str, seconds: float) -> None:
        """A step of the page."""
        print(f"\n## {title}\n\n{seconds:.1f} s\n\n```\n{shown.rstrip()}\n```", flush=True)

    def command(self, *words: str) -> None:
        """A command that prints and ends."""
        start = time.monotonic()
        done = subprocess.run([self.python, *words], capture_output=True, text=True, env={"BRELAN_DATA": self.data})
        told = "\n".join((done.stdout + done.stderr).rstrip().splitlines()[-20:])
        said = " ".join(words).replace("-m brelan", "brelan").replace("-m pip", "pip")
        self.note(f"`{said}`", told, time.monotonic() - start)

    def play(self) -> None:
        """A game of The Game alone, by the arrow keys: always the first card of the menu."""
        start = time.monotonic()
        words = ("play", "thegame", "--seats", "1", "--seed", "3")
        with Window(*words, python=self.python, BRELAN_DATA=self.data) as window:
            window.see(PROMPT)
            self.note("`brelan play thegame --seats 1 --seed 3`", window.text, time.monotonic() - start)
            window.send(DOWN)
            window.see(f"{PROMPT} lay")
            self.note("The down arrow shows what can be played", window.text, 0.0)
            start = time.monotonic()
            window.send(ENTER)
            while not (quiet(window) and "What now?" in window.text):
                window.send(DOWN + ENTER)
            self.note("Enter plays it; and so on to the end", window.text, time.monotonic() - start)
            start = time.monotonic()
            window.send(f"review{ENTER}")
            window.until(
                lambda: window.text.count("What now?") > 0 and "guessed worlds" in window.told.replace("\n", " ")
            )
            quiet(window)
            self.note("`review`", window.text, time.monotonic() - start)
            window.send(ENTER)
            window.end()


def main(wheel: str) -> None:
    """Install, look around, play, look back."""
    print(INTRODUCTION)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        recorder = Recorder(f"{folder}/venv/bin/python", f"{folder}/data")
        recorder.command("-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(Path(wheel)))
        recorder.command("-m", "brelan", "--version")
        recorder.command("-m", "brelan", "games")
        recorder.command("-m", "brelan", "rules", "thegame", "R5")
        recorder.play()
        recorder.command("-m", "brelan", "games", "--mine")
        print(f"\nAll together: {time.monotonic() - recorder.begun:.0f} s.")


if __name__ == "__main__":
    main(sys.argv[1])
