"""Who sits with whom."""

from collections.abc import Sequence

FEWEST = 2


def groups(members: Sequence[int], seats: int) -> list[list[int]]:
    """Children in groups of so many, as even as can be; nobody sits alone who need not."""
    if not members:
        return []
    count = -(-len(members) // seats)
    if count > 1 and len(members) // count < FEWEST:
        count -= 1
    size, more = divmod(len(members), count)
    ends = [(place + 1) * size + min(place + 1, more) for place in range(count)]
    return [list(members[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
