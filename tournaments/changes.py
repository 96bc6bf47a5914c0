"""The news of a tournament for the live process: which one has changed, told after the commit."""

from __future__ import annotations

from typing import Protocol, cast

from django.conf import settings
from django.core.cache import caches
from django.db import transaction

from .models import Tournament

# The Redis channel; a message is the uid of a tournament and the number of its log, with a space between.
CHANNEL = "videau:changes"


class _Teller(Protocol):
    """The shared cache of a production installation, used to publish messages."""

    def publish(self, channel: str, message: str) -> None:
        """Send the message to the current subscribers of the channel."""


def publish(tournament: Tournament) -> None:
    """Notify the live process of the log's new number, after the commit.

    Nothing depends on it: what is not heard is found at its next look into the
    database, where the embedded installation finds everything.
    """
    if settings.IS_EMBEDDED or not settings.LIVE:
        return
    news = f"{tournament.uid} {tournament.log_seq}"

    def publish() -> None:
        cast(_Teller, caches["default"]).publish(CHANNEL, news)

    # A robust hook, because an error of Redis must not affect the committed request.
    transaction.on_commit(publish, robust=True)
