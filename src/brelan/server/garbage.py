"""When the server looks for garbage.

Nearly everything is freed at once, when its last name goes. What refers to itself must be looked for among all that
lives, which with a thousand tables stops the server for more than half a second: it does so while nobody waits.
"""

import gc
import time

QUIET = 2.0  # seconds without a command: nobody waits
OVERDUE = 600.0  # seconds after which it looks even so
THRESHOLDS = (2_000, 5, 1_000_000)  # among what is new it looks as ever, among all never by itself


class Broom:
    """Sweeps when told to, if it is a good time."""

    def __init__(self) -> None:
        self.heard = self.swept = time.monotonic()

    def begin(self) -> None:
        """From now on; what has been loaded until now stays anyway, and is never looked through again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)

    def hear(self) -> None:
        """Somebody wants something."""
        self.heard = time.monotonic()

    def sweep(self) -> bool:
        """Look for garbage among all that lives, if nobody waits or it is overdue; whether it did."""
        now = time.monotonic()
        due = now - self.heard >= QUIET or now - self.swept >= OVERDUE
        if due:
            gc.collect()
            self.swept = time.monotonic()
        return due
