"""Events: one division or side event with its own entrants."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified, Player, check_name
from rules.profile import Profile

from .event_rules import profile_with
from .tournament import Tournament, days_of_our_time


class Registration(models.TextChoices):
    """The state of registration of an event."""

    CLOSED = "closed", pgettext_lazy("registration for an event", "closed")
    DESK = "desk", _("at the desk only")
    OPEN = "open", _("open to players")


class EventKind(models.TextChoices):
    """The kind of side: one player, a pair, or a team with several boards per match."""

    SINGLES = "singles", _("singles")
    DOUBLES = "doubles", _("doubles")
    TEAMS = "teams", _("teams")


class BoardOrder(models.TextChoices):
    """The order in which the players of a team sit at its boards."""

    FREE = "free", _("in any order")
    LISTED = "listed", _("in the order of the team list")


class Scores(models.TextChoices):
    """The time at which the public sees the score of a match in progress."""

    LIVE = "live", _("at once")
    DELAYED = "delayed", _("with a delay")
    HIDDEN = "hidden", _("only the result")


class GameVariant(models.TextChoices):
    """The variant of the game that is played in an event (`rules.variant.VARIANTS`)."""

    BACKGAMMON = "backgammon", pgettext_lazy("variant of the game", "backgammon")
    NACKGAMMON = "nackgammon", _("nackgammon")
    HYPERGAMMON_1 = "hypergammon_1", _("hypergammon with one checker")
    HYPERGAMMON_2 = "hypergammon_2", _("hypergammon with two checkers")
    HYPERGAMMON_3 = "hypergammon_3", _("hypergammon with three checkers")
    DUTCH = "dutch", _("Dutch backgammon")


class FinishRules(models.TextChoices):
    """How the flights of an event share its finishing positions (`plans.FinishRule`)."""

    BY_FLIGHT = "by_flight", _("the main flight alone")
    SHARED_PLACES = "shared_places", _("a consolation separates tied players")
    IN_TURN = "in_turn", _("a consolation fills the places below players who could not go on")


class Event(Identified):
    """One competition of a tournament, with its own entrants.

    `capacity` is the largest number of entrants, nothing for no limit; who
    comes after that waits as an alternate. An event that `starts_when_full` is
    drawn as soon as the last place is taken, and then `opens_next` like it. A
    team has at most `team_size` players and plays `boards` matches at once, an
    odd number, in the order that `board_order` allows. `reentry` is the rule by which a player comes back
    (`formats.ReEntry` as plain values), None for never. The first
    `qualifying_places` of the event are entered in the one it qualifies for; where it `pays_entry`, their fees
    there are prizes of this one.

    `profile` is the code of a rule profile and `profile_settings` what the
    director changed in it. A player plays in one event of each `division` that
    has a name. `payout` is the structure of the prizes as plain values, None
    where there are none. An event that `is_unrated` was declared so by
    `unrated_by`, None for the service.

    `rating_list` is where the ratings of its entrants come from, and
    `official_list` the list as of a day that it has used since its first draw
    or the end of registration. `eligibility` are the rules of its division as
    plain values, None where everybody may enter. No round is paired after
    `last_round_at`. An event is finished from `closed_at` on, when a director
    has closed it.
    """

    SETTINGS: ClassVar[tuple[str, ...]] = (
        "grace_minutes",
        "minutes_per_point",
        "division",
        "scores",
        "scores_delay",
        "board_order",
    )
    """The columns that a director sets and changes one by one, without any other change."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120, validators=[check_name])
    order = models.PositiveSmallIntegerField(default=0)
    registration = models.CharField(
        _("registration"), max_length=6, choices=Registration.choices, default=Registration.DESK
    )
    capacity = models.PositiveIntegerField(
        _("places"), null=True, blank=True, validators=[MinValueValidator(2), MaxValueValidator(1024)]
    )
    grace_minutes = models.PositiveSmallIntegerField(
        _("minutes to confirm a result"),
        default=10,
        help_text=_("A winner's report counts when nobody objects within this time."),
    )
    kind = models.CharField(
        _("who plays"), max_length=8, choices=EventKind.choices, default=EventKind.SINGLES
    )
    team_size = models.PositiveSmallIntegerField(
        _("players of a team, at most"), null=True, blank=True, validators=[MaxValueValidator(20)]
    )
    boards = models.PositiveSmallIntegerField(
        _("boards of a team match"), null=True, blank=True, validators=[MaxValueValidator(19)]
    )
    board_order = models.CharField(
        _("order at the boards"), max_length=6, choices=BoardOrder.choices, default=BoardOrder.FREE
    )
    starts_when_full = models.BooleanField(_("starts when full"), default=False)
    opens_next = models.BooleanField(_("opens the next one when it starts"), default=False)
    reentry: Any = models.JSONField(_("re-entry"), null=True, blank=True, default=None)
    qualifies_for = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="qualifiers",
        verbose_name=_("qualifies for"),
    )
    qualifying_places = models.PositiveSmallIntegerField(_("how many qualify"), default=1)
    pays_entry = models.BooleanField(_("pays the entry of its qualifiers"), default=False, db_default=False)
    profile = models.CharField(_("rules"), max_length=20, default="wbgf")
    profile_settings: Any = models.JSONField(_("changed rules"), default=dict, blank=True)
    minutes_per_point = models.PositiveSmallIntegerField(
        _("expected minutes for a point"), default=8, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    division = models.CharField(_("division"), max_length=40, blank=True)
    scores = models.CharField(
        _("scores under way are shown"), max_length=7, choices=Scores.choices, default=Scores.LIVE
    )
    scores_delay = models.PositiveSmallIntegerField(_("delay in minutes"), default=15)
    payout: Any = models.JSONField(_("prizes"), null=True, blank=True, default=None)
    variant = models.CharField(
        pgettext_lazy("of the game", "variant"),
        max_length=13,
        choices=GameVariant.choices,
        default=GameVariant.BACKGAMMON,
    )
    is_unrated = models.BooleanField(_("outside the ratings"), default=False)
    unrated_by = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("declared outside the ratings by"),
    )
    rating_list = models.ForeignKey(
        "RatingList",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="events",
        verbose_name=_("rating list"),
    )
    official_list = models.ForeignKey(
        "OfficialList",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="events",
        verbose_name=_("official list"),
    )
    eligibility: Any = models.JSONField(_("who may enter"), null=True, blank=True, default=None)
    finish_rule = models.CharField(
        _("finishing positions"),
        max_length=13,
        choices=FinishRules.choices,
        default=FinishRules.BY_FLIGHT,
    )
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    last_round_at = models.DateTimeField(_("no round starts after"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["tournament_id", "order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(capacity=None) | models.Q(capacity__gte=2),
                name="event_two_places",
                violation_error_message=_("An event has at least two places."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="event_has_a_name"),
            models.CheckConstraint(
                condition=(
                    models.Q(
                        kind="teams", boards__in=list(range(1, 20, 2)), team_size__gte=models.F("boards")
                    )
                    | (~models.Q(kind="teams") & models.Q(boards=None, team_size=None))
                ),
                name="event_boards_of_teams",
                violation_error_message=_(
                    "A team match has an odd number of boards, and a team as many players or more."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(kind="teams") | models.Q(board_order="free"),
                name="event_board_order_of_teams",
                violation_error_message=_("Only teams have an order at their boards."),
            ),
            models.CheckConstraint(
                condition=models.Q(starts_when_full=False) | models.Q(capacity__isnull=False),
                name="event_full_needs_places",
                violation_error_message=_("Only an event with a number of places can be full."),
            ),
            models.CheckConstraint(
                condition=models.Q(qualifying_places__gte=1),
                name="event_one_qualifies",
                violation_error_message=_("At least one entrant qualifies."),
            ),
            models.CheckConstraint(
                condition=models.Q(pays_entry=False) | models.Q(qualifies_for__isnull=False),
                name="event_pays_entry_of_another",
                violation_error_message=_(
                    "Only an event that qualifies for another one pays the entry there."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(qualifies_for=None) | ~models.Q(qualifies_for=models.F("id")),
                name="event_qualifies_for_another",
                violation_error_message=_("An event cannot qualify for itself."),
            ),
            models.CheckConstraint(
                condition=models.Q(is_unrated=True) | models.Q(unrated_by=None),
                name="event_unrated_by_somebody",
                violation_error_message=_("Only an event outside the ratings was declared so."),
            ),
            models.CheckConstraint(
                condition=models.Q(official_list=None) | models.Q(rating_list__isnull=False),
                name="event_official_of_a_list",
                violation_error_message=_("An official list belongs to a rating list."),
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at=None) | models.Q(registration="closed"),
                name="event_closed_takes_nobody",
                violation_error_message=_("A closed event takes no entrants. Reopen the event first."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rule_profile(self) -> Profile:
        """The rule profile in force, with the settings changed by the director."""
        return profile_with(self.profile, self.profile_settings)

    @property
    def cube_rules(self) -> dict[str, Any]:
        """The columns of a new match that hold the cube settings in force."""
        profile = self.rule_profile
        return {"cube_cap": profile.cube_cap, "dead_cube": str(profile.dead_cube)}

    def clean(self) -> None:
        """Validate the start time, and that a team event has boards and a team size."""
        days_of_our_time(self, "starts_at", "last_round_at")
        if self.kind == EventKind.TEAMS and None in (self.boards, self.team_size):
            raise ValidationError(
                _("An event of teams says how many boards a match has, and how many players a team.")
            )
