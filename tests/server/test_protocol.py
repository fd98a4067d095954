"""The protocol as written out is the protocol as spoken."""

from pathlib import Path

import pytest

from brelan.server import messages, protocol

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("place", sorted(protocol.FILES))
def test_what_is_written_out_is_fresh(place: str) -> None:
    made = {str(name): make for name, make in protocol.FILES.items()}[place]()
    assert (ROOT / place).read_text(encoding="utf-8") == made, "run `python -m brelan.server.protocol`"


def test_every_message_is_described() -> None:
    page = protocol.page()
    for kind in (*protocol.COMMANDS, *protocol.ANSWERS, *protocol.PARTS, *protocol.HTTP):
        assert f"**{kind.__name__}** " in page
        assert kind.__doc__
    for error in messages.ERRORS:
        assert f"`{error}`" in page


def test_types_name_nothing_that_is_not_there() -> None:
    text = protocol.types()
    names = {line.split()[2] for line in text.splitlines() if line.startswith("export interface")}
    for kind in ("Scene", "Entry", "Person", "Poll", "End", "Play", "Update", "Seated"):
        assert kind in names
    assert "unknown;" not in text.replace("Record<string, unknown>", "").replace("unknown[]", "").replace(
        "default: unknown;", ""
    )


def test_the_description_for_programs_has_every_route() -> None:
    description = protocol.openapi()
    assert set(description["paths"]) == {route.path for route in protocol.ROUTES}
    assert "MakeTable" in description["components"]["schemas"]
