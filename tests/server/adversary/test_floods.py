"""All floods at once, for a few seconds: other tables go on. `make floods` measures how quickly."""

from pathlib import Path

from benchmarks.flood import KINDS, flooded
from brelan.server.limits import Limits

from ..running import Server, awaited


@awaited
async def test_other_tables_go_on_while_some_are_flooded(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=Limits()).start()
    try:
        times, lost, done = await flooded(server, 8, 10, 5)
        traces = server.traces()
    finally:
        server.close()
    assert (lost, traces) == (0, [])
    assert len(times) > 20
    assert set(KINDS) <= set(done)
