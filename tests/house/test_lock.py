"""The lock installs on a fresh machine: `pip` refuses a requirement with extras whose pin names none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import distributions

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.postgres_plugin import ROOT

_PIN = re.compile(r"^([\w.-]+)(?:\[([\w,.-]+)\])?==", re.MULTILINE)


def extras_of_pins(text: str) -> dict[str, set[str]]:
    """The extras that a lock names, by the canonical name of the package."""
    return {
        canonicalize_name(name): set(filter(None, extras.split(","))) for name, extras in _PIN.findall(text)
    }


def lacking(requirements: Iterable[str], *, pins: Mapping[str, set[str]]) -> set[str]:
    """The requirements of pinned packages whose extras the pin does not have."""
    every = [Requirement(text) for text in requirements]
    return {
        str(one)
        for one in every
        if one.extras
        and (one.marker is None or one.marker.evaluate({"extra": ""}))
        and not {canonicalize_name(extra) for extra in one.extras}
        <= {canonicalize_name(extra) for extra in pins.get(canonicalize_name(one.name), one.extras)}
    }


def test_a_requirement_with_an_extra_is_pinned_with_it() -> None:
    pins = extras_of_pins((ROOT / "requirements-dev.txt").read_text())
    assert len(pins) > 50
    needed = [
        text
        for distribution in distributions()
        if canonicalize_name(distribution.name) in pins
        for text in distribution.requires or ()
    ]
    assert lacking(needed, pins=pins) == set()
    # A package that is installed asks for one, so the test looks at something.
    assert lacking(needed, pins={"coverage": set()})


def test_a_pin_without_the_extra_is_found() -> None:
    pins = extras_of_pins("coverage==7.17.3 \\\n    --hash=x\nother[a,b]==1\n")
    assert lacking(["coverage[toml]>=7.10", "other[a]>1", "coverage>=1"], pins=pins) == {
        "coverage[toml]>=7.10"
    }


def test_the_lock_is_made_with_the_extras() -> None:
    assert "--no-strip-extras" in (ROOT / "videau").read_text()
