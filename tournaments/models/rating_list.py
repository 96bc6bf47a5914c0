"""Rating lists of a federation: how each is made, what is derived from the feed, and what is official."""

from __future__ import annotations

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified, Immutable, Player, check_name
from tournaments.ratings.base import START, UNITS
from tournaments.ratings.lists import RecordKind

from .club import Club
from .federation import Federation

HIGHEST_RATING = 5000
"""The highest rating, in points, that a player can begin with or be listed with."""


class ListOrigin(models.TextChoices):
    """Where the ratings of a list come from."""

    COMPUTED = "computed", pgettext_lazy("list", "computed from the feed")
    UPLOADED = "uploaded", pgettext_lazy("list", "uploaded")


class ListOrder(models.TextChoices):
    """With which ratings the matches of an event count."""

    MATCHES = "matches", pgettext_lazy("list", "match by match")
    EVENTS = "events", pgettext_lazy("list", "all matches of an event with the ratings at its start")


class LatePolicy(models.TextChoices):
    """What a result does that comes after its day has stood in an official list."""

    REWRITE = "rewrite", pgettext_lazy("list", "rewrites the live list")
    ADJUST = "adjust", pgettext_lazy("list", "counts in the next official list, as an adjustment")


class UncertaintyPeriod(models.TextChoices):
    """By which periods the deviations beside a list are computed, if any."""

    NONE = "", pgettext_lazy("uncertainty of ratings", "not shown")
    MONTHS = "months", pgettext_lazy("uncertainty of ratings", "by months")
    WEEKS = "weeks", pgettext_lazy("uncertainty of ratings", "by weeks")


class RatingList(Identified):
    """A list of a federation: a formula with parameters, counting rules, an order and a beginning.

    The counting rules are those in force of that name, of the club on top of those of the federation. A player with
    less than `provisional_below` points of experience has no place, nor has one without a match for `inactive_after`
    months.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="rating_lists")
    name = models.CharField(_("name"), max_length=80, validators=[check_name])
    origin = models.CharField(
        _("origin"), max_length=8, choices=ListOrigin.choices, default=ListOrigin.COMPUTED
    )
    formula = models.CharField(_("formula"), max_length=30, blank=True)
    parameters: Any = models.JSONField(_("parameters"), default=dict, blank=True)
    club = models.ForeignKey(
        Club,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="rating_lists",
        verbose_name=_("club"),
    )
    rules = models.CharField(_("counting rules"), max_length=80, blank=True)
    order = models.CharField(_("order"), max_length=7, choices=ListOrder.choices, default=ListOrder.MATCHES)
    late = models.CharField(
        _("late results"), max_length=7, choices=LatePolicy.choices, default=LatePolicy.REWRITE
    )
    start = models.DecimalField(
        _("rating of newcomers"),
        max_digits=13,
        decimal_places=9,
        default=START,
        db_default=Value(START),
        validators=[MinValueValidator(0), MaxValueValidator(HIGHEST_RATING)],
    )
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    opening_source = models.CharField(_("source of the opening ratings"), max_length=200, blank=True)
    provisional_below = models.PositiveIntegerField(_("experience for a place"), default=0)
    inactive_after = models.PositiveSmallIntegerField(
        _("months without a match"), null=True, blank=True, validators=[MaxValueValidator(240)]
    )
    uncertainty = models.CharField(
        _("uncertainty"), max_length=6, choices=UncertaintyPeriod.choices, blank=True, default=""
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "name"],
                name="rating_list_name_once",
                violation_error_message=_("The federation has a list of this name."),
            ),
            models.CheckConstraint(
                condition=(Q(origin=ListOrigin.COMPUTED) & ~Q(formula=""))
                | Q(origin=ListOrigin.UPLOADED, formula=""),
                name="rating_list_formula",
                violation_error_message=_("A computed list has a formula, an uploaded one has none."),
            ),
            models.CheckConstraint(
                condition=Q(uncertainty="") | Q(origin=ListOrigin.COMPUTED),
                name="rating_list_uncertainty",
                violation_error_message=_("Only a computed list shows how certain its ratings are."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def start_text(self) -> str:
        """The rating with which newcomers begin, in points, without zeros at its end."""
        return f"{self.start.normalize():f}"

    @property
    def start_rating(self) -> int:
        """The rating with which newcomers begin, in billionths of a point."""
        return int(self.start * UNITS)

    @property
    def is_computed(self) -> bool:
        """Whether the ratings are computed from the feed."""
        return self.origin == ListOrigin.COMPUTED


class OpeningRating(models.Model):
    """The rating of an earlier system with which a person begins in a list, in billionths of a point."""

    list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="openings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rating = models.BigIntegerField()
    experience = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("opening rating")
        verbose_name_plural = _("opening ratings")
        ordering = ["list_id", "player_id"]
        constraints = [
            models.UniqueConstraint(fields=["list", "player"], name="opening_rating_once"),
            models.CheckConstraint(
                condition=Q(rating__gte=0, rating__lte=HIGHEST_RATING * 10**9), name="opening_rating_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.player_id}"


class ListFault(models.TextChoices):
    """Why a live list could not be computed."""

    NO_COUNTING_RULES = "no_counting_rules", pgettext_lazy("list", "no counting rules are in force")
    FAILED = "failed", pgettext_lazy("list", "the computation failed, and the service tries it again")


class ListState(models.Model):
    """How far a list is computed: its lock, and the digest of its players.

    `mark` stands for all that the list depends on but the feed, which was read up to `number`: the counting rules with
    their revision, the settings, the official list behind which late results wait, and the merges. `fault` says why the last
    attempt to compute it came to nothing, at `fault_at`; it is empty once one succeeds.
    """

    list = models.OneToOneField(RatingList, primary_key=True, on_delete=models.PROTECT, related_name="state")
    matches = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    number = models.PositiveBigIntegerField(default=0)
    mark = models.CharField(max_length=64, blank=True)
    rule = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveBigIntegerField(default=0)
    basis = models.CharField(max_length=64, blank=True)
    window = models.CharField(max_length=40, blank=True)
    merges = models.BinaryField(default=bytes)
    digest = models.CharField(max_length=64, blank=True)
    computed_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=17, choices=ListFault.choices, blank=True)
    fault_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("state of a list")
        verbose_name_plural = _("states of lists")

    def __str__(self) -> str:
        return f"{self.list_id}: {self.matches}"


class RatingHistory(models.Model):
    """The matches of a few people in a list, packed: the changes of both players with what led to them.

    A player of many matches is read in one row, and a list is written with a row for sixteen players in place of two
    index entries for each match (decision 0031). The database checks no key here: all of it is computed again at will.
    """

    PLAYERS = 16
    """Number of players of a row; the key of a player, divided by it, is the bucket."""

    list = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    bucket = models.PositiveIntegerField()
    matches = models.BinaryField()

    class Meta:
        verbose_name = _("history of a rating")
        verbose_name_plural = _("histories of ratings")
        ordering = ["list_id", "bucket"]
        constraints = [models.UniqueConstraint(fields=["list", "bucket"], name="rating_history_once")]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.bucket}"


class ListStanding(models.Model):
    """What a list knows of a person now; `last_day` is an ordinal, 0 before the first match."""

    list = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    rating = models.BigIntegerField()
    experience = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    last_day = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("live rating")
        verbose_name_plural = _("live ratings")
        ordering = ["list_id", "-rating", "player_id"]
        indexes = [models.Index(fields=["list", "-rating", "player"], name="standings_by_rating")]
        constraints = [models.UniqueConstraint(fields=["list", "player"], name="list_standing_once")]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.player_id}"


class ListRecord(models.Model):
    """A record of a list: who holds it, and in which row of the feed and on which day.

    `value` is a rating or a difference of ratings in billionths, or a number of matches. Days are ordinals; `since` is
    the first day of a streak, `opponent` who lost an upset, and 0 means none. People are keys of persons, as in
    histories: all of it is computed again at will.
    """

    list = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    kind = models.CharField(max_length=7, choices=[(kind.value, kind.value) for kind in RecordKind])
    place = models.PositiveSmallIntegerField()
    player = models.PositiveBigIntegerField()
    opponent = models.PositiveBigIntegerField(default=0)
    value = models.BigIntegerField()
    row = models.PositiveBigIntegerField()
    day = models.PositiveIntegerField()
    since = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("record of a list")
        verbose_name_plural = _("records of lists")
        ordering = ["list_id", "kind", "place"]
        constraints = [models.UniqueConstraint(fields=["list", "kind", "place"], name="list_record_once")]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.kind} {self.place}"


class OfficialList(Identified, Immutable):
    """A list as published of a day, never changed; `number` counts those of a list from 1.

    `feed` is the number of the last row of the feed that was considered, `digest` that of the ratings. `source` names
    the file of an uploaded list.
    """

    list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="officials")
    number = models.PositiveIntegerField()
    day = models.DateField(_("as of"))
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    feed = models.PositiveBigIntegerField(default=0)
    source = models.CharField(max_length=200, blank=True)
    players = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("official list")
        verbose_name_plural = _("official lists")
        ordering = ["list_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["list", "number"], name="official_number_once"),
            models.UniqueConstraint(fields=["list", "day"], name="official_day_once"),
        ]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.number}"


class OfficialStatus(models.TextChoices):
    """Whether a person has a place in an official list."""

    RANKED = "ranked", pgettext_lazy("list", "ranked")
    PROVISIONAL = "provisional", pgettext_lazy("list", "provisional")
    INACTIVE = "inactive", pgettext_lazy("list", "inactive")


class OfficialRow(Immutable):
    """A row of an official list: the uid of a person and whole numbers, no name.

    `adjustment` is what results changed that came after the last official list for days that it covers.
    """

    official = models.ForeignKey(OfficialList, on_delete=models.PROTECT, related_name="ratings")
    uid = models.CharField(max_length=20)
    status = models.CharField(max_length=11, choices=OfficialStatus.choices)
    place = models.PositiveIntegerField(null=True)
    rating = models.BigIntegerField()
    experience = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    last_day = models.PositiveIntegerField()
    adjustment = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("row of an official list")
        verbose_name_plural = _("rows of official lists")
        ordering = ["official_id", "place", "uid"]
        indexes = [
            models.Index(fields=["official", "place"], name="official_by_place"),
            models.Index(fields=["uid"], name="official_of_person"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["official", "uid"], name="official_person_once"),
            models.CheckConstraint(
                condition=Q(status="ranked", place__isnull=False) | (~Q(status="ranked") & Q(place=None)),
                name="official_place_of_ranked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.official_id}: {self.uid}"


class ListDeviation(models.Model):
    """Glicko-2 of a person of a list: rating and deviation in units of 0.00001, volatility in units of 0.0000001.

    It is computed with the list. The rating is on a scale of its own, which is not that of the list.
    """

    list = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    rating = models.BigIntegerField()
    deviation = models.BigIntegerField()
    volatility = models.BigIntegerField()

    class Meta:
        verbose_name = _("deviation of a rating")
        verbose_name_plural = _("deviations of ratings")
        ordering = ["list_id", "player_id"]
        constraints = [models.UniqueConstraint(fields=["list", "player"], name="list_deviation_once")]

    def __str__(self) -> str:
        return f"{self.list_id}: {self.player_id}"
