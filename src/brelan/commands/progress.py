"""The progress of a long command on standard error: a bar in a terminal, elsewhere an occasional line."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 10.0  # seconds between two lines
Report = Callable[[int, int], None]


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """Yield a function to call with how much is done, and how much there is."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield _lines(title)
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, all_: bar.update(task, completed=done, total=all_)


def _lines(title: str) -> Report:
    last = time.monotonic()

    def tell(done: int, all_: int) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            print(f"{title}: {done} of {all_}", file=sys.stderr, flush=True)

    return tell
