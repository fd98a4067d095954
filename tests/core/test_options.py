"""Options: values given as such or as text, what the rules see, and how a saved game writes them."""

from typing import Any

import pytest

from brelan.core.errors import BadSetup
from brelan.core.options import Choice, Number, Option, Several, Switch

OPTIONS = (
    Switch("open"),
    Number("hold", (1, 3), 1),
    Choice("numbers", "all", "few"),
    Several("without", "a", "b", "c"),
)


@pytest.mark.parametrize(
    ("option", "given", "value", "code", "text"),
    [
        (OPTIONS[0], True, True, 1, "yes"),
        (OPTIONS[0], "no", False, 0, "no"),
        (OPTIONS[1], 3, 3, 3, "3"),
        (OPTIONS[1], "1", 1, 1, "1"),
        (OPTIONS[2], "few", "few", 1, "few"),
        (OPTIONS[3], "none", (), 0, "none"),
        (OPTIONS[3], [], (), 0, "none"),
        (OPTIONS[3], "c,a", ("a", "c"), 5, "a,c"),
        (OPTIONS[3], ("b",), ("b",), 2, "b"),
    ],
)
def test_a_value_is_read_seen_by_rules_and_written(
    option: Option, given: Any, value: Any, code: int, text: str
) -> None:
    read = option.check(given)
    assert (read, type(read)) == (value, type(value))
    assert (option.code(read), option.text(read)) == (code, text)
    assert option.check(option.text(read)) == read


@pytest.mark.parametrize(
    ("option", "given", "message"),
    [
        (OPTIONS[0], 1, "option open must be one of no, yes, not 1"),
        (OPTIONS[1], True, "option hold must be one of 1, 3, not True"),
        (OPTIONS[1], 2, "option hold must be one of 1, 3, not 2"),
        (OPTIONS[2], "many", "option numbers must be one of all, few, not 'many'"),
        (OPTIONS[3], "a,d", "option without must be one of a, b, c, not .'a', 'd'."),
        (OPTIONS[3], 7, "option without must be one of a, b, c, not 7"),
    ],
)
def test_a_value_there_is_not_is_refused_with_those_there_are(option: Option, given: Any, message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        option.check(given)


def test_what_nobody_chose_is_off_the_first_or_none() -> None:
    assert [option.default for option in OPTIONS] == [False, 1, "all", ()]
    assert [option.data()["kind"] for option in OPTIONS] == ["switch", "number", "choice", "several"]
