"""A worker thread that batches queued jobs: many that arrive together cost little more than one."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

MANY = 256  # jobs done at once


class Job(NamedTuple):
    """What is wanted of a table, and who waits for it."""

    table: str
    wanted: Any
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"

    def tell(self, answer: Any = None) -> None:
        """Wake the one who waits, with an answer or an error."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._tell, answer)

    def _tell(self, answer: Any) -> None:
        if self.done.done():
            return
        if isinstance(answer, BaseException):
            self.done.set_exception(answer)
        else:
            self.done.set_result(answer)


class Batcher:
    """Jobs, and the thread that does all that wait at once: `work` tells each its answer."""

    def __init__(self, name: str, work: Callable[[Sequence[Job]], None]) -> None:
        self.work = work
        self.waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._work_off, name=name, daemon=True)
        self.thread.start()

    @property
    def works(self) -> bool:
        """Whether the thread is there."""
        return self.thread.is_alive()

    async def wait(self, table: str, wanted: Any) -> Any:
        """Queue a job; the answer, when it is there."""
        loop = asyncio.get_running_loop()
        job = Job(table, wanted, loop, loop.create_future())
        self.waiting.put(job)
        return await job.done

    def close(self) -> None:
        """Do what waits, and no more."""
        self.waiting.put(None)
        self.thread.join()

    def _work_off(self) -> None:
        going = True
        while going:
            taken = [self.waiting.get()]
            while len(taken) < MANY and not self.waiting.empty():
                taken.append(self.waiting.get())
            going = None not in taken
            jobs = [job for job in taken if job is not None]
            if jobs:
                self.work(jobs)
