"""The composition root: settings, addresses, and the processes of the service."""

import gc

# Code stays as long as its process. TournamentsConfig.ready() starts the collector again, once everything is imported.
gc.disable()

# Loaded with the settings, so that every process publishes to the configured broker.
from .celery import app as celery_app  # noqa: E402 - the collector waits for what this imports

__all__ = ["celery_app"]
