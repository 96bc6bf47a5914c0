"""The Celery application of both installations."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")

app = Celery("videau")
app.config_from_object("django.conf:settings", namespace="CELERY")
