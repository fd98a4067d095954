"""A worker thread that batches queued jobs: many jobs cost little more than one."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

MANY = 256  # the most jobs in a batch


class Job(NamedTuple):
    """A request about a table, and who waits for it."""

    table: str
    wanted: Any
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"

    def tell(self, answer: Any = None) -> None:
        """Wake the waiting task with a result or an error."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is waiting
            self.loop.call_soon_threadsafe(self._tell, answer)

    def _tell(self, answer: Any) -> None:
        if self.done.done():
            return
        if isinstance(answer, BaseException):
            self.done.set_exception(answer)
        else:
            self.done.set_result(answer)


class Batcher:
    """A queue of jobs, and the thread that does them in batches: `work` gives each its result."""

    def __init__(self, name: str, work: Callable[[Sequence[Job]], None]) -> None:
        self.work = work
        self.waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._work_off, name=name, daemon=True)
        self.thread.start()

    @property
    def works(self) -> bool:
        """Whether the thread is alive."""
        return self.thread.is_alive()

    async def wait(self, table: str, wanted: Any) -> Any:
        """Queue a job and wait for its result."""
        loop = asyncio.get_running_loop()
        job = Job(table, wanted, loop, loop.create_future())
        self.waiting.put(job)
        return await job.done

    def close(self) -> None:
        """Finish the queued jobs and stop."""
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
