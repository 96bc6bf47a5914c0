"""Takes the pictures of the documentation: `python -m tests.browser.screenshots DIRECTORY`.

It starts an installation of its own with the demonstration, so the pictures show
what somebody sees who tries it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import django
from playwright.sync_api import Browser, FloatRect, sync_playwright

from tests.browser.hall import Demo, Hall
from tests.browser.people import LAPTOP, PHONE, Person
from tests.faults.service import Installation, Service
from tests.postgres_plugin import chromium

# What a repository should carry for one picture, in bytes.
_HEAVIEST = 150_000
# Wide enough for a bracket of eight with its losers.
_BOARD = (1280, 720)
# What lies further down a long page says nothing new.
_TALLEST = 1300


class Picture(NamedTuple):
    """A page, and who looks at it; the name ends with the language and the width."""

    name: str
    path: str
    who: str = "anybody"


_PICTURES = (
    Picture("bracket-en-1440", "/s/{s[running]}/bracket/"),
    Picture("bracket-fr-1440", "/s/{s[running]}/bracket/"),
    Picture("bracket-en-390", "/s/{s[running]}/bracket/", "guest"),
    Picture("bracket-fr-390", "/s/{s[running]}/bracket/", "guest"),
    Picture("match-fr-390", "/m/{m[reported]}/", "guest"),
    Picture("report-fr-390", "/m/{m[reported]}/report/", "guest"),
    Picture("record-en-1440", "/g/{g[checked]}/"),
    Picture("replay-en-390", "/g/{g[checked]}/replay/1/12/"),
    Picture("desk-en-1440", "/desk/e/{e[running]}/", "director"),
    Picture("desk-fr-390", "/desk/e/{e[running]}/", "director"),
    Picture("dispute-fr-1440", "/desk/d/{d[open]}/", "director"),
    Picture("setup-en-390", "/setup/"),
)


def take(browser: Browser, base: str, demo: Demo, directory: Path) -> None:
    """Take every picture; one that is too heavy for a repository is an error."""
    for name, path, who in _PICTURES:
        language, width = name.split("-")[1:]
        person = Person(browser, base, size=PHONE if width == "390" else LAPTOP, language=language)
        if who == "director":
            person.sign_in(email=demo.email, password=demo.password)
        elif who == "guest":
            person.open(demo.guest.link)
        person.open(path.format(**demo.samples))
        file = directory / f"{name}.png"
        person.page.screenshot(path=file)
        person.close()
        _demand_light(file)


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
        _demand_light(file)
    person.close()


def _demand_light(file: Path) -> None:
    if file.stat().st_size > _HEAVIEST:
        raise SystemExit(f"{file} has {file.stat().st_size} bytes, more than {_HEAVIEST}.")


def main(directory: Path) -> None:
    """Start an installation, load the demonstration and a finished event of every format, take the pictures, and stop it."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tournaments.project.settings", "VIDEAU_DATA": f"{data}/own"}
        django.setup()
        service = Service(Installation(Path(data) / "service"))
        try:
            done = service.installation.run("-m", "tests.browser.prepare", "0")
            if done.returncode:
                raise SystemExit(done.stderr)
            played = service.installation.run("-m", "tests.browser.finished")
            if played.returncode:
                raise SystemExit(played.stderr)
            browser = playwright.chromium.launch(executable_path=chromium())
            base = f"http://127.0.0.1:{service.port}"
            take_formats(browser, base, json.loads(played.stdout), directory)
            take(browser, base, Hall.read(done.stdout).demo, directory)
            browser.close()
        finally:
            service.stop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
