"""Everything the README shows has been run."""

from pathlib import Path

from snippets import ROOT, blocks, run


def test_the_readme_plays_its_game(tmp_path: Path) -> None:
    readme = ROOT / "README.md"
    assert sum(block.code.count(">>> ") for block in blocks(readme)) >= 8
    assert run(readme, tmp_path) == 1
