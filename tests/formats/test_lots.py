"""The links of a chain of lots, compared with one hash after another."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tournaments.formats import link_of

_ROOT = "5e" * 32


def _all_links(length: int) -> list[str]:
    """Every link of a chain, by the definition: the last is the root, each hashes to the one before."""
    links = [_ROOT]
    for _ in range(length):
        links.append(sha256(links[-1].encode()).hexdigest())
    return links[::-1]


@pytest.mark.parametrize("length", [1, 2, 63, 64, 65, 127, 128, 200])
def test_every_link_is_as_many_hashes_above_the_root_as_links_are_left(length: int) -> None:
    links = [link_of(_ROOT, number=number, length=length) for number in range(length + 1)]
    assert links == _all_links(length)


def test_a_number_outside_of_the_chain_has_a_link_too() -> None:
    """The audit reads changed rows: a number below the anchor is hashed further, one beyond the root is the root."""
    assert link_of(_ROOT, number=-70, length=64) == _all_links(134)[0]
    assert link_of(_ROOT, number=65, length=64) == _ROOT
