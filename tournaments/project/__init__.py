"""The composition root: settings, addresses, and the processes of the service."""

# Loaded with the settings, so that every process publishes to the configured broker.
from .celery import app as celery_app

__all__ = ["celery_app"]
