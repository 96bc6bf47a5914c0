"""A page rendered a moment ago serves visitors with an older version and delays nobody."""

from __future__ import annotations

from itertools import count

import pytest

from tournaments.web.frame.microcache import Recent


class Clock:
    """A clock that stands still until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_whoever_has_an_older_version_gets_that_of_a_moment_ago() -> None:
    clock = Clock()
    cache: Recent[str] = Recent(clock=clock)
    assert cache.get("a", version=5, client_version=None, make=lambda: "five") == (5, "five")
    clock.now = 0.9
    assert cache.get("a", version=7, client_version=4, make=lambda: "seven") == (5, "five")


@pytest.mark.parametrize("version", [None, 5, 6])
def test_whoever_has_none_or_this_one_gets_the_newest(version: int | None) -> None:
    clock = Clock()
    cache: Recent[str] = Recent(clock=clock)
    cache.get("a", version=5, client_version=None, make=lambda: "five")
    assert cache.get("a", version=7, client_version=version, make=lambda: "seven") == (7, "seven")


def test_a_moment_is_over_after_a_second() -> None:
    clock = Clock()
    cache: Recent[str] = Recent(clock=clock)
    cache.get("a", version=5, client_version=None, make=lambda: "five")
    clock.now = 1.1
    assert cache.get("a", version=7, client_version=4, make=lambda: "seven") == (7, "seven")


def test_what_no_step_has_changed_is_read_once_a_minute() -> None:
    clock = Clock()
    cache: Recent[int] = Recent(clock=clock)
    readings = count()
    for clock.now, reading in ((0, 0), (59, 0), (61, 1), (62, 1)):
        assert cache.get("a", version=5, client_version=None, make=lambda: next(readings)) == (5, reading)


def test_few_keys_are_kept_and_those_read_last() -> None:
    clock = Clock()
    cache: Recent[int] = Recent(clock=clock)
    readings = count()
    keys = [str(number) for number in range(40)]
    for key in keys:
        cache.get(key, version=1, client_version=None, make=lambda: next(readings))
    assert cache.get("39", version=1, client_version=None, make=lambda: next(readings)) == (1, 39)
    assert cache.get("0", version=1, client_version=None, make=lambda: next(readings)) == (1, 40)
