"""Federations, their officers and the rights of each office."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player, check_name

from .log_stream import ChainEntry, LogStream
from .tournament import valid_zone


class Federation(LogStream):
    """A body that keeps members, sanctions events and publishes lists; `code` is its short name, as in FFBG.

    `zone` is the time zone in which its days begin.
    """

    code = models.CharField(
        _("short name"),
        max_length=12,
        unique=True,
        validators=[
            RegexValidator(r"\A[A-Z0-9]{2,12}\Z", _("Two to twelve capital letters or digits, as in FFBG."))
        ],
    )
    name = models.CharField(_("name"), max_length=120, validators=[check_name])
    country = models.CharField(
        _("country"),
        max_length=2,
        blank=True,
        validators=[RegexValidator(r"\A[A-Z]{2}\Z", _("Two capital letters, as in FR or GB."))],
    )
    site = models.URLField(_("website"), blank=True)
    zone = models.CharField(_("time zone"), max_length=60, default="Europe/Paris", validators=[valid_zone])
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("federation")
        verbose_name_plural = _("federations")
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="federation_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        """Validate that browsers open the website."""
        if self.site and not self.site.lower().startswith(("https://", "http://")):
            words = _("The address of a website begins with https:// or http://.")
            raise ValidationError({"site": ValidationError(words, code="not_a_website")})

    @property
    def time_zone(self) -> zoneinfo.ZoneInfo:
        """Return the time zone in which days of the federation begin."""
        return zoneinfo.ZoneInfo(self.zone)


class FederationEntry(ChainEntry):
    """An entry of the log of a federation."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="log")

    class Meta:
        verbose_name = _("log entry of a federation")
        verbose_name_plural = _("log entries of federations")
        ordering = ["federation_id", "seq"]
        indexes = [models.Index(fields=["subject"], name="federation_log_of_subject")]
        constraints = [
            models.UniqueConstraint(fields=["federation", "seq"], name="federation_log_seq_once"),
        ]


class OfficeKind(models.TextChoices):
    """The office of an officer of a federation."""

    PRESIDENT = "president", _("president")
    RATING_OFFICER = "ratings", _("rating officer")
    REGISTRAR = "registrar", _("registrar")
    TREASURER = "treasurer", _("treasurer")
    AUDITOR = "auditor", _("auditor")


class Right(models.TextChoices):
    """What an officer of a federation may do."""

    READ = "read", _("read everything")
    MANAGE = "manage", _("change the federation and its officers")
    REGISTER = "register", _("keep members, clubs and duplicates")
    RATE = "rate", _("sanction events, accept results and publish lists")
    SETTLE = "settle", _("keep the money")


RIGHTS: Mapping[OfficeKind, frozenset[Right]] = {
    OfficeKind.PRESIDENT: frozenset(Right),
    OfficeKind.RATING_OFFICER: frozenset({Right.READ, Right.RATE}),
    OfficeKind.REGISTRAR: frozenset({Right.READ, Right.REGISTER}),
    OfficeKind.TREASURER: frozenset({Right.READ, Right.SETTLE}),
    OfficeKind.AUDITOR: frozenset({Right.READ}),
}
"""The rights of each office; `access` and the actions read no other table."""


class Officer(Identified):
    """A person who holds an office of a federation; one person may hold several.

    The row stays when the office ends, so that the federation knows who held it when.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="officers")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="offices")
    kind = models.CharField(_("office"), max_length=9, choices=OfficeKind.choices)
    since = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("officer")
        verbose_name_plural = _("officers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "player", "kind"],
                condition=models.Q(ended_at=None),
                name="officer_once_per_office",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"
