"""Nothing is printed in the README that was not run."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_readme_plays_its_game() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert tried >= 8
    assert failed == 0
