"""Takes pictures: `./videau screenshots` those of the documentation, `./videau screenshots DIRECTORY` of every page.

It starts an installation of its own with the demonstration, so the pictures show
what somebody sees who tries it. Into a directory go all pages at three widths, light
and dark, in every language, to be looked at.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

import django
from playwright.sync_api import sync_playwright

from tests.browser.hall import Hall
from tests.faults.service import Installation, Service
from tests.postgres_plugin import ROOT, chromium

_DOCUMENTATION = ROOT / "docs" / "screenshots"


def main(directory: Path | None) -> None:
    """Start an installation with the demonstration, take the pictures, and stop it.

    Without a directory those of the documentation, for which an event of every format is played to its end.
    """
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tournaments.project.settings", "VIDEAU_DATA": f"{data}/own"}
        django.setup()
        # What pages there are, only the service knows.
        from tests.browser import pictures

        service = Service(Installation(Path(data) / "service"))
        try:
            demo = Hall.read(_prepare(service, "tests.browser.prepare", "0")).demo
            browser = playwright.chromium.launch(executable_path=chromium())
            base = f"http://127.0.0.1:{service.port}"
            if directory is not None:
                pictures.take_every_page(browser, base, demo, directory)
            else:
                stages = json.loads(_prepare(service, "tests.browser.finished"))
                pictures.take_formats(browser, base, stages, _DOCUMENTATION)
                national = json.loads(_prepare(service, "tests.browser.national"))
                pictures.take(browser, base, demo, _DOCUMENTATION, national=national)
            browser.close()
        finally:
            service.stop()


def _prepare(service: Service, module: str, *arguments: str) -> str:
    """What a module printed that acts on the installation."""
    process = service.installation.run("-m", module, *arguments)
    if process.returncode:
        raise SystemExit(process.stderr)
    return process.stdout


if __name__ == "__main__":
    if len(sys.argv) > 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]) if len(sys.argv) == 2 else None)
