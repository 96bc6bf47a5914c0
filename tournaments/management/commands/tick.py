"""`tick`: runs everything that is due, without a worker and without beat."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments import tasks
from tournaments.models import OutboxJob


class Command(BaseCommand):
    """Sweeps, and runs the jobs of the outbox until none is due."""

    help = "Run every job that is due, and a sweep for what lost jobs left undone."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of jobs done; fail if some are dead, so that cron reports it."""
        tasks.request_sweep()
        jobs = tasks.run_due()
        self.stdout.write(
            f"{jobs} jobs done, {OutboxJob.objects.filter(is_dead=False).count()} wait for their time."
        )
        dead = OutboxJob.objects.filter(is_dead=True)
        if dead.exists():
            last = dead.latest("pk").last_error.strip().splitlines()
            raise CommandError(
                f"{dead.count()} jobs are dead; the last one said: {last[-1] if last else 'nothing'}"
            )
