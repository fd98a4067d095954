"""Limits: so many at once, then so many per second, separately for each name."""

from brelan.server.limits import Bucket


def test_a_bucket_runs_dry_and_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(3, 2, lambda: now[0])
    assert [bucket.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert bucket.allows("b"), "another's is another's"
    now[0] = 0.5
    assert [bucket.allows("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.allows("a") for _ in range(4)] == [True, True, True, False], "never more than the burst"


def test_buckets_nobody_uses_are_forgotten() -> None:
    now = [0.0]
    bucket = Bucket(3, 2, lambda: now[0])
    for name in range(10_001):
        bucket.allows(str(name))
    now[0] = 10.0
    bucket.allows("last")
    assert len(bucket.levels) == 1
