"""Worker processes that do jobs one by one, each within a time limit.

Askers take turns, so one with many jobs delays only itself. A job that takes too long, or that nobody is waiting
for, is killed with its process, and another process takes its place.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from .refusal import Refusal

LOGGER = logging.getLogger("brelan.workers")
STARTING = 60.0  # seconds a process may take to start
MERCY = 1.0  # seconds an abandoned job may continue: most finish in time, and restarting a process costs as much
FEW, MANY = 16, 4_000  # the most queued jobs of one asker, and of all


def _work(line: Any) -> None:
    """Run in the process: receive jobs and send results until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    os.nice(5)  # people's moves come first
    threading.Thread(target=_follow, daemon=True).start()
    line.send(None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, arguments = line.recv()
            try:
                line.send((work(*arguments), ""))
            except Exception:
                line.send((None, traceback.format_exc()))


def _follow() -> None:
    """End with the server, even if it was killed without notice."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


@dataclass(eq=False)
class Job:
    """What to do, within how many seconds, and who is waiting for it."""

    who: str
    limit: float
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"
    process: Any = None  # the process working on it

    def tell(self, answer: Any) -> None:
        """Wake the waiting task."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is waiting
            self.loop.call_soon_threadsafe(self._tell, answer)

    def _tell(self, answer: Any) -> None:
        if not self.done.done():
            self.done.set_result(answer)


@dataclass
class Turns:
    """Queued jobs by asker; askers take turns."""

    waiting: OrderedDict[str, deque[Job]] = field(default_factory=OrderedDict)
    changed: threading.Condition = field(default_factory=threading.Condition)
    closed: bool = False

    def put(self, job: Job) -> None:
        """Queue a job; refuse an asker with too many queued jobs."""
        with self.changed:
            own = self.waiting.setdefault(job.who, deque())
            if len(own) >= FEW or sum(map(len, self.waiting.values())) >= MANY:
                raise Refusal("limit")
            own.append(job)
            self.changed.notify()

    def take(self) -> Job | None:
        """Wait for the next job and return it, or None after the end."""
        with self.changed:
            self.changed.wait_for(lambda: self.waiting or self.closed)
            if self.closed:
                return None
            who, own = self.waiting.popitem(last=False)
            job = own.popleft()
            if own:
                self.waiting[who] = own  # behind all others
            return job

    def drop(self, job: Job) -> None:
        """Abandon a job: do not start it, or let it run only briefly."""
        with self.changed:
            own = self.waiting.get(job.who, deque())
            if job in own:
                own.remove(job)
                if not own:
                    del self.waiting[job.who]
            if job.process is not None:
                job.loop.call_later(MERCY, self.kill, job)

    def kill(self, job: Job) -> None:
        """Kill the process working on a job, if there is one."""
        with self.changed:
            if job.process is not None:
                job.process.kill()

    def close(self) -> None:
        """Start no more jobs."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()


class Workers:
    """A few processes, each started on demand."""

    def __init__(self, count: int, name: str) -> None:
        self.name, self.turns = name, Turns()
        self.processes: set[Any] = set()
        for _ in range(count):
            threading.Thread(target=self._serve, name=name, daemon=True).start()

    async def call(self, who: str, limit: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a job; None if it failed or exceeded its limit, counted from its start."""
        loop = asyncio.get_running_loop()
        job = Job(who, limit, work, arguments, loop, loop.create_future())
        self.turns.put(job)
        try:
            return await job.done
        finally:
            self.turns.drop(job)

    def close(self) -> None:
        """End the processes, even busy ones: nobody is waiting for their results."""
        self.turns.close()
        for process in tuple(self.processes):
            process.kill()

    # the threads, one per process

    def _serve(self) -> None:
        process = line = None
        while (job := self.turns.take()) is not None:
            try:
                if process is None:
                    process, line = self._started()
                with self.turns.changed:
                    if job.done.cancelled():
                        continue
                    job.process = process
                answer, error = self._done(job, line)
                with self.turns.changed:
                    job.process = None
                if error:
                    LOGGER.error("a job failed", extra={"workers": self.name, "trace": error})
                job.tell(answer)
            except (EOFError, OSError, TimeoutError) as error:
                if not self.turns.closed and not job.done.cancelled():
                    LOGGER.warning("a job was given up", extra={"workers": self.name, "why": type(error).__name__})
                with self.turns.changed:
                    job.process = None
                self._ended(process)
                process = line = None
                job.tell(None)
        self._ended(process)

    def _started(self) -> tuple[Any, Any]:
        here, there = get_context("spawn").Pipe()
        process = get_context("spawn").Process(target=_work, args=(there,), daemon=True)
        process.start()
        there.close()
        self.processes.add(process)
        if self.turns.closed or not here.poll(STARTING):
            self._ended(process)
            raise TimeoutError
        here.recv()
        return process, here

    @staticmethod
    def _done(job: Job, line: Any) -> tuple[Any, str]:
        line.send((job.work, job.arguments))
        if not line.poll(job.limit):
            raise TimeoutError
        answer, error = line.recv()
        return answer, str(error)

    def _ended(self, process: Any) -> None:
        if process is not None:
            process.kill()
            process.join()
            self.processes.discard(process)
