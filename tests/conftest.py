"""Tests of one game share a worker: their fingerprints are compared."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        found = getattr(item, "callspec", None)
        if found is not None and "mode" in found.params:
            item.add_marker(pytest.mark.xdist_group(f"contract-{found.params['found'].name}"))
