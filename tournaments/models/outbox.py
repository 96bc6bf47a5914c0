"""The outbox: jobs written in the transaction that causes them, and the mails that some of them send."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .event import Event


class OutboxJob(models.Model):
    """A job to run at least once; its row is deleted when the job is done.

    `due_at` is the earliest start, `claimed_at` is when it was last handed to a worker or heard of, and `started_at`
    when that worker began; none while its message waits. A job that keeps failing is `dead` and is shown to the operator.
    """

    name = models.CharField(max_length=40)
    args = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    is_dead = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["pk"]
        indexes = [models.Index(fields=["due_at"], name="outbox_due", condition=Q(is_dead=False))]

    def __str__(self) -> str:
        return f"{self.name} {self.args}"


class AccountMail(Identified):
    """An account mail to be sent, such as a confirmation; its row is deleted after sending.

    Its text gives access to an account, so it is neither kept nor shown.
    """

    to = models.EmailField()
    subject = models.CharField(max_length=255)
    text = models.TextField()
    # The new account, which cannot be used before this mail arrives.
    new_player = models.ForeignKey(
        "matches.Player", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("mail of an account")
        verbose_name_plural = _("mails of accounts")

    def __str__(self) -> str:
        return self.uid


class FinalPageMail(Identified):
    """The final page of an event for one address, once for each state of its places.

    `state` is a digest of the page, `player` an entrant's player, None for an address that the director has typed. The page
    is made when the mail leaves.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="final_page_mails")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    to = models.EmailField()
    language = models.CharField(max_length=10)
    state = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mail of a final page")
        verbose_name_plural = _("mails of final pages")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "to", "state"], name="final_page_once_for_a_state"),
        ]

    def __str__(self) -> str:
        return self.uid
