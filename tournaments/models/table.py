"""Tables in the hall, and the matches at them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Match

from .event import Event
from .tournament import Tournament


class Table(Identified):
    """A physical table of a tournament.

    Automatic calls skip a table that is out of order, reserved for another event, or for streaming.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(_("table"), max_length=20)
    order = models.PositiveSmallIntegerField(default=0)
    is_out_of_order = models.BooleanField(_("out of order"), default=False)
    is_streaming = models.BooleanField(_("streaming table"), default=False)
    reserved_for = models.ForeignKey(
        Event,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="reserved_tables",
        verbose_name=_("reserved for"),
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["tournament_id", "order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="table_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TableUse(models.Model):
    """A match at a table, from its call until the table is free again."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="uses")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="table_uses")
    since = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("use of a table")
        verbose_name_plural = _("uses of tables")
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(until=None),
                name="table_one_match",
                violation_error_message=_("Another match is being played at this table."),
            ),
            models.UniqueConstraint(fields=["match"], condition=Q(until=None), name="match_one_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.match_id}"
