"""Kernels compile where there is no GPU; what a GPU did with them is recorded in benchmarks/RESULTS.md."""

import sys

import pytest

from brelan.core.game import game, names

if sys.platform != "linux":
    pytest.skip("numba-cuda is for Linux here", allow_module_level=True)


@pytest.mark.parametrize("name", names())
def test_the_rules_of_every_game_compile_for_a_gpu(name: str) -> None:
    from brelan.lab.gpu import Kernels

    (ptx,) = Kernels(game(name)).compile("finals").values()
    assert ".visible .entry" in ptx
    assert ".target sm_90" in ptx


def test_every_kernel_compiles() -> None:
    from brelan.lab.gpu import Kernels

    kernels = Kernels(game("thegame")).compile()
    assert set(kernels) == {"playouts", "finals", "start", "step", "observe", "deal_tables", "step_tables"}
    assert all(".visible .entry" in ptx for ptx in kernels.values())
