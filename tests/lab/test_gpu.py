"""Kernels compile where there is no GPU, and do the right thing in numba-cuda's simulator, which runs them as Python.

What a GPU did with them is recorded in benchmarks/RESULTS.md.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from brelan.core.game import game, names

if sys.platform != "linux":
    pytest.skip("numba-cuda is for Linux here", allow_module_level=True)


@pytest.mark.parametrize("name", names())
def test_the_rules_of_every_game_compile_for_a_gpu(name: str) -> None:
    from brelan.lab.kernels import Kernels

    (ptx,) = Kernels(game(name)).compile("finals").values()
    assert ".visible .entry" in ptx
    assert ".target sm_90" in ptx


def test_every_kernel_compiles() -> None:
    from brelan.lab.kernels import Kernels

    kernels = Kernels(game("thegame")).compile()
    assert set(kernels) == {"playouts", "finals", "start", "step", "observe", "deal_tables", "step_tables"}
    assert all(".visible .entry" in ptx for ptx in kernels.values())


@pytest.mark.parametrize("name", names())
def test_in_the_simulator_tables_are_those_of_the_engine(name: str) -> None:
    script = Path(__file__).with_name("simulated_gpu.py")
    done = subprocess.run(
        [sys.executable, str(script), name], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    _, refused, *_ = map(int, done.stdout.split())
    assert refused > 0
