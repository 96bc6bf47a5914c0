"""The jobs of the outbox."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.admin import Admin, LookOnly
from tournaments import queue
from tournaments.models import OutboxJob


@admin.register(OutboxJob)
class OutboxJobAdmin(LookOnly, Admin):
    """The jobs that wait or are dead, with their last error; the dead can be revived."""

    list_display = ["name", "args", "due_at", "claimed_at", "attempts", "is_dead"]
    list_filter = ["is_dead", "name"]
    actions = ["revive"]

    @admin.action(description=_("Try the dead ones again"), permissions=["view"])
    def revive(self, request: HttpRequest, jobs: QuerySet[OutboxJob]) -> None:
        """Give the chosen dead jobs a fresh set of attempts."""
        count = queue.revive(jobs)
        words = ngettext("%(count)s job is tried again.", "%(count)s jobs are tried again.", count)
        self.message_user(request, words % {"count": count})
