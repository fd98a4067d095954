"""A terminal window: a real process on a pseudo-terminal, with its screen as a person would see it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from typing import Any

import pyte

UP, DOWN, RIGHT, LEFT, TAB, ENTER, END = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\t", "\r", "\x1b[4~"
PATIENCE = 60.0  # seconds: the machine may be busy


class Screen(pyte.HistoryScreen):
    """A screen that answers where its cursor is, as terminals do."""

    def __init__(self, columns: int, lines: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, lines, history=10_000)
        self.answer = answer

    def write_process_input(self, data: str) -> None:
        self.answer(data)


class Window:
    """`brelan ARGUMENTS` in a window of so many columns and lines."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, python: str = sys.executable, **environment: str
    ) -> None:
        self.screen = Screen(columns, lines, self.send)
        self.stream = pyte.ByteStream(self.screen)
        self.master, slave = pty.openpty()
        self.resize(columns, lines)
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        place = {**inherited, "TERM": "xterm-256color", "BRELAN_LANG": "en", **environment}
        command = [python, "-W", "error", "-m", "brelan", *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=place, start_new_session=True, close_fds=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C interrupts
        )  # fmt: skip
        os.close(slave)
        self.heard = b""

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: Any) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def resize(self, columns: int, lines: int) -> None:
        """Make the window larger or smaller."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def told(self) -> str:
        """All that was ever written, without its colours."""
        gone = ["".join(line[column].data for column in range(self.screen.columns)) for line in self.screen.history.top]
        return "\n".join([*gone, *self.lines])

    def hear(self, patience: float) -> bool:
        """Take in what is written next; False if nothing was, or the process has ended."""
        if not select.select([self.master], [], [], patience)[0]:
            return False
        try:
            news = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self.heard += news
        self.stream.feed(news)
        return bool(news)

    def until(self, fact: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until the screen says so."""
        limit = time.monotonic() + patience
        while not fact():
            left = limit - time.monotonic()
            if left <= 0 or (not self.hear(left) and not fact()):
                raise AssertionError(f"waited in vain for it:\n{self.text}")

    def see(self, text: str) -> None:
        """Wait for a text on the screen."""
        self.until(lambda: text in self.text)

    def end(self) -> int:
        """Wait for the process to end; its exit status."""
        while self.hear(PATIENCE):
            pass
        return self.process.wait(PATIENCE)
