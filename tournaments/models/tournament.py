"""Tournaments: their dates, officers and log, and the steps that officers have put away."""

from __future__ import annotations

import functools
import zoneinfo
from collections.abc import Set
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Player, check_name

from .log_stream import LogStream

APPEAL_DAYS = 14
"""How long players appeal and send records after the closing of an event, unless the director sets it."""
# The limits, in minutes, of a director's limit of waiting.
SHORTEST_LIMIT, LONGEST_LIMIT = 5, 1440


@functools.cache
def known_zones() -> Set[str]:
    """Return the names of all time zones; looking through their files takes as long as a page."""
    return zoneinfo.available_timezones()


def valid_zone(name: str) -> None:
    """Raise ValidationError unless the name is an IANA time zone."""
    if name not in known_zones():
        raise ValidationError(
            _("This is not a known time zone, as in Europe/Paris."), code="unknown_time_zone"
        )


def valid_currency(code: str) -> None:
    """Raise ValidationError unless the code is three capital letters, as in ISO 4217."""
    if not (len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()):
        raise ValidationError(_("A currency is three capital letters, as in EUR."), code="unknown_currency")


def days_of_our_time(row: models.Model, *names: str) -> None:
    """Raise ValidationError for dates before 1900 or after 2199, which cannot be real."""
    wrong = ValidationError(
        _("This is not a day on which anybody plays. Please check the year."), code="unlikely_day"
    )
    values = {name: getattr(row, name) for name in names}
    faults = {
        name: wrong
        for name, value in values.items()
        if isinstance(value, date) and not 1900 <= value.year < 2200
    }
    if faults:
        raise ValidationError(faults)


class Visibility(models.TextChoices):
    """The visibility of a tournament."""

    DRAFT = "draft", _("draft: only its directors see it")
    UNLISTED = "unlisted", _("unlisted: visible with the link only")
    PUBLIC = "public", _("public: it is listed for everybody")


class Tournament(LogStream):
    """A tournament.

    `log_seq` is also the version: the ETag, the key of cached pages and the
    cursor of changes. It is updated last in every transaction that writes.
    `hours` are the days of its hall (`hall_hours.py`), none where it is always open.
    """

    name = models.CharField(_("name"), max_length=120, validators=[check_name])
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    city = models.CharField(_("city"), max_length=80, blank=True)
    zone = models.CharField(_("time zone"), max_length=60, default="Europe/Paris", validators=[valid_zone])
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility.choices, default=Visibility.DRAFT
    )
    desk_enters_slips = models.BooleanField(
        _("the desk enters slips"),
        default=False,
        help_text=_("Clerks enter results from slips signed by both sides; rulings stay with directors."),
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    currency = models.CharField(_("currency"), max_length=3, default="EUR", validators=[valid_currency])
    calls_automatically = models.BooleanField(
        _("tables are given automatically"),
        default=False,
        help_text=_("A free table takes the match with the longest way to the end of its event."),
    )
    waiting_limit = models.PositiveSmallIntegerField(
        _("longest wait for a table"),
        null=True,
        blank=True,
        default=120,
        validators=[MinValueValidator(SHORTEST_LIMIT), MaxValueValidator(LONGEST_LIMIT)],
        help_text=_("In minutes. A match that has waited so long is called before those with a longer way."),
    )
    appeal_days = models.PositiveSmallIntegerField(
        _("days for appeals and records"),
        default=APPEAL_DAYS,
        validators=[MaxValueValidator(365)],
        help_text=_("After an event is closed, players appeal and send game records for this long."),
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    hours: Any = models.JSONField(_("hours of the hall"), default=list, blank=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="tournament_ends_after_start",
                violation_error_message=_("The last day is not before the first."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(waiting_limit=None)
                | models.Q(waiting_limit__range=(SHORTEST_LIMIT, LONGEST_LIMIT)),
                name="tournament_waiting_limit_within_a_day",
                violation_error_message=_("The longest wait for a table is between 5 minutes and a day."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Validate the first and last day."""
        days_of_our_time(self, "starts_on", "ends_on")

    @property
    def time_zone(self) -> zoneinfo.ZoneInfo:
        """Return the time zone in which the tournament's pages show times."""
        return zoneinfo.ZoneInfo(self.zone)


class RoleKind(models.TextChoices):
    """The kind of an office, from most to fewest permissions."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    DESK = "desk", _("desk")


class Role(models.Model):
    """A person's office in a tournament; only directors rule."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="roles")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="roles")
    kind = models.CharField(_("office"), max_length=8, choices=RoleKind.choices)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="role_once_per_tournament"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(kind="owner"),
                name="role_one_owner",
                violation_error_message=_("A tournament has one owner."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"


class StepMark(models.Model):
    """A step of the list of what is next that one officer has put away, until its number is more than it was then."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    step = models.CharField(max_length=80)
    number = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("step put away")
        verbose_name_plural = _("steps put away")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player", "step"], name="step_mark_once"),
        ]

    def __str__(self) -> str:
        return self.step
