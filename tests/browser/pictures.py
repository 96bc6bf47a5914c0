"""What pictures are taken: those of the documentation, and those of every page."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, FloatRect

from tests.browser.hall import Demo
from tests.browser.pages import Visit, Who, visits
from tests.browser.people import LAPTOP, PHONE, Person

# What a repository should carry for one picture, in bytes.
_HEAVIEST = 150_000
# Wide enough for a bracket of eight with its losers.
_BOARD = (1280, 720)
# What lies further down a long page says nothing new.
_TALLEST = 1300


_SIZES = {"390": PHONE, "768": (768, 1024), "1440": LAPTOP}
_PNG = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """A page, and who looks at it; the name says in which language, how wide, and whether in the dark."""

    name: str
    path: str
    who: Who = Who.ANONYMOUS


_PICTURES = (
    Picture("bracket-en-1440", "/s/{s[running]}/bracket/"),
    Picture("bracket-fr-1440-dark", "/s/{s[running]}/bracket/"),
    Picture("bracket-fr-390", "/s/{s[running]}/bracket/", Who.GUEST),
    Picture("my-matches-en-390", "/me/", Who.GUEST),
    Picture("match-fr-390", "/m/{m[reported]}/", Who.GUEST),
    Picture("report-fr-390", "/m/{m[reported]}/report/", Who.GUEST),
    Picture("record-en-1440", "/g/{g[checked]}/"),
    Picture("replay-en-390", "/g/{g[checked]}/replay/1/12/"),
    Picture("hall-en-1440", "/t/{tournament}/hall/"),
    Picture("control-en-1440", "/desk/t/{tournament}/control/", Who.DIRECTOR),
    Picture("control-fr-390-dark", "/desk/t/{tournament}/control/", Who.DIRECTOR),
    Picture("register-fr-1440", "/desk/t/{tournament}/register/?q=ren", Who.DIRECTOR),
    Picture("builder-en-1440", "/desk/t/{tournament}/new-event/", Who.DIRECTOR),
    Picture("desk-en-1440-dark", "/desk/e/{e[running]}/", Who.DIRECTOR),
    Picture("dispute-fr-1440", "/desk/d/{d[open]}/", Who.DIRECTOR),
    Picture("appeal-en-768", "/d/{d[voted]}/", Who.DIRECTOR),
    Picture("setup-en-390", "/setup/"),
)
# The pages of a federation, by what `tests.browser.national` calls them.
_NATIONAL = (
    Picture("list-en-1440", "list"),
    Picture("list-fr-390-dark", "list"),
    Picture("player-fr-768", "player"),
    Picture("explanation-en-1440", "explanation"),
    Picture("what-if-en-768", "what-if"),
)


def take(browser: Browser, base: str, demo: Demo, directory: Path, *, national: Mapping[str, str]) -> None:
    """Take the pictures of the documentation; one that is too heavy for a repository is an error."""
    of_lists = [picture._replace(path=national[picture.path]) for picture in _NATIONAL]
    for name, path, who in (*_PICTURES, *of_lists):
        language, width, *scheme = name.rsplit("-", 3 if name.endswith("-dark") else 2)[1:]
        person = _arrive(browser, base, demo, who, language=language, width=width)
        person.page.emulate_media(color_scheme="dark" if scheme else "light")
        person.open(path.format(tournament=demo.samples["t"][""], **demo.samples))
        file = directory / f"{name}.png"
        person.page.screenshot(path=file)
        person.close()
        _require_light(file)


def take_every_page(browser: Browser, base: str, demo: Demo, directory: Path) -> None:
    """Take a picture of every page in every state, at each width, light and dark, in each language, from top to foot."""
    for (width, size), who, language in product(_SIZES.items(), Who, ("en", "fr")):
        person = _arrive(browser, base, demo, who, language=language, width=width)
        for visit in _of(who):
            person.open(visit.path(demo.samples))
            for scheme in ("light", "dark"):
                person.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                person.page.set_viewport_size({"width": size[0], "height": size[1]})
                # What stands at the foot of the screen belongs to the foot of the picture.
                tall = max(size[1], person.page.evaluate("document.documentElement.scrollHeight"))
                person.page.set_viewport_size({"width": size[0], "height": tall})
                name = str(visit).replace(" ", "-")
                folder = directory / f"{width}-{language}-{scheme}"
                person.page.screenshot(path=folder / f"{name}.png", full_page=True)
        person.close()


def _of(who: Who) -> Iterator[Visit]:
    return (visit for visit in visits() if visit.who is who)


def _arrive(browser: Browser, base: str, demo: Demo, who: Who, *, language: str, width: str) -> Person:
    """Somebody of this kind with a screen of this width."""
    person = Person(browser, base, size=_SIZES[width], language=language)
    if who is Who.DIRECTOR:
        person.sign_in(email=demo.email, password=demo.password)
    elif who is Who.GUEST:
        person.open(demo.guest.link)
    return person


def take_formats(browser: Browser, base: str, stages: Mapping[str, str], directory: Path) -> None:
    """Take a picture of a finished event of every format: its page from the heading on."""
    person = Person(browser, base, size=_BOARD, language="en")
    for code, uid in stages.items():
        person.open(f"/s/{uid}/bracket/")
        file = directory / f"format-{code}.png"
        box = person.page.locator("main").bounding_box()
        assert box is not None
        clip = FloatRect(x=box["x"], y=box["y"], width=box["width"], height=min(box["height"], _TALLEST))
        person.page.screenshot(path=file, full_page=True, clip=clip)
        _require_light(file)
    person.close()


def _require_light(file: Path) -> None:
    file.write_bytes(_squeezed(file.read_bytes()))
    if file.stat().st_size > _HEAVIEST:
        raise SystemExit(f"{file} has {file.stat().st_size} bytes, more than {_HEAVIEST}.")


def _squeezed(picture: bytes) -> bytes:
    """The same PNG, its pixels compressed as far as they go."""
    chunks, at = [], len(_PNG)
    while at < len(picture):
        size = int.from_bytes(picture[at : at + 4])
        chunks.append((picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]))
        at += size + 12
    pixels = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    head, end = chunks[0], chunks[-1]
    parts_of_file = (head, (b"IDAT", zlib.compress(pixels, 9)), end)
    return _PNG + b"".join(
        len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)
        for kind, data in parts_of_file
    )
