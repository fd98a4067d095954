"""When the server collects garbage.

Reference counting frees nearly everything at once. Cycles have to be searched for among all live objects, which
with a thousand tables stops the server for more than half a second, so it does this while nobody is waiting.
"""

import gc
import time

QUIET = 2.0  # seconds without a command: nobody is waiting
OVERDUE = 600.0  # seconds after which it collects anyway
THRESHOLDS = (2_000, 5, 1_000_000)  # young objects are collected as usual, old ones never automatically


class Broom:
    """Collects garbage on demand, if it is a good time."""

    def __init__(self) -> None:
        self.heard = self.swept = time.monotonic()

    def begin(self) -> None:
        """Take over from now on; everything loaded so far stays, and is never searched again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)

    def hear(self) -> None:
        """Note that somebody is active."""
        self.heard = time.monotonic()

    def sweep(self) -> bool:
        """Collect all garbage if nobody is waiting or it is overdue; return whether it did."""
        now = time.monotonic()
        due = now - self.heard >= QUIET or now - self.swept >= OVERDUE
        if due:
            gc.collect()
            self.swept = time.monotonic()
        return due
