"""Many games at once: batches, vector environments, data sets, matches between bots, studies, training, benchmarks."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .vector import VectorEnv

__all__ = ["VectorEnv"]


def __getattr__(name: str) -> Any:
    """Load `VectorEnv` on first use, as it needs Gymnasium."""
    if name != "VectorEnv":
        raise AttributeError(f"module 'brelan.lab' has no attribute {name!r}")
    from .vector import VectorEnv

    return VectorEnv
