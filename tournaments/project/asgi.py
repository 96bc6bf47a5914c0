"""The ASGI entry point: the live process alone. The pages and the API are `wsgi`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from .live.application import Live  # noqa: E402 - needs the settings

application = Live()
