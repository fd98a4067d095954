"""The kernels of every game compile where there is no GPU; a GPU's own run is recorded in benchmarks/RESULTS.md."""

import sys

import pytest

from brelan.core.game import game, names

if sys.platform != "linux":
    pytest.skip("numba-cuda is for Linux here", allow_module_level=True)


@pytest.mark.parametrize("name", names())
def test_every_kernel_compiles(name: str) -> None:
    from brelan.lab.gpu import Kernels

    kernels = Kernels(game(name)).compile()
    assert set(kernels) == {"playouts", "finals", "start", "step", "observe"}
    for kernel, ptx in kernels.items():
        assert ".visible .entry" in ptx, kernel
        assert ".target sm_90" in ptx
