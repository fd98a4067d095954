"""Many small jobs on several processes or a Ray cluster; results arrive in any order."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

from ..core.errors import BadSetup

Result = TypeVar("Result")


def spread(
    work: Callable[..., Result], what: Any, numbers: Sequence[int], jobs: int = 1, ray: str | None = None
) -> Iterator[Result]:
    """Yield `work(what, number)` for every number."""
    if ray is not None:
        yield from _on_ray(work, what, numbers, jobs, ray)
    elif jobs == 1:
        yield from (work(what, number) for number in numbers)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            for job in as_completed([pool.submit(work, what, number) for number in numbers]):
                yield job.result()


def _on_ray(
    work: Callable[..., Result], what: Any, numbers: Sequence[int], jobs: int, address: str
) -> Iterator[Result]:
    """Do the same on a Ray cluster, where Brelan must be installed; `local` starts one here with `jobs` processes."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics
    try:
        import ray
    except ImportError:
        raise BadSetup("--ray needs Ray: pip install 'brelan[ray]'") from None
    here: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError) as error:
        raise BadSetup(f"no Ray cluster at {address}: {error}") from None
    try:
        remote = ray.remote(work)
        waiting = [remote.remote(what, number) for number in numbers]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        ray.shutdown()
