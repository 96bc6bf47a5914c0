"""Acts on the frame of a tournament: itself, its officers, its events and how they begin."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import EventKind, FinishRules, NoticeCode, Registration, RoleKind, Scores, Visibility

from . import _reasons
from ._base import ABSENT, Absent, Act, Counted, Form, Json, Limit, Named, Sentence, Text, act

_SEEN_BY = _("Who sees the tournament – %(visibility)s.")


@act("tournament_created", _("The tournament was opened."), lasting=_reasons.EXISTS)
class TournamentCreated(Act):
    """A tournament was created; `scope` says what its log proves from here on."""

    scope: int | Absent = ABSENT


@act("tournament_copied", _("The tournament was opened as a copy of another one."), lasting=_reasons.EXISTS)
class TournamentCopied(Act):
    """A tournament was created with the events, tables and officers of another one."""

    copied: str
    scope: int | Absent = ABSENT


@act(
    "tournament_changed",
    _("The tournament was changed."),
    overwrites={Form.SETTINGS},
    lasting=_reasons.SETTING,
)
class TournamentChanged(Act):
    """Columns of a tournament were changed; `visibility` is what holds now."""

    changed: tuple[str, ...]
    visibility: Visibility

    @property
    def sentence(self) -> Sentence:
        """Return the sentence; a change of the visibility has its own."""
        return _SEEN_BY if self.changed == ("visibility",) else self.words


@act("appointed", _("%(subject)s was appointed: %(kind)s."), lasting=_reasons.OFFICE)
class Appointed(Act):
    """A player was given an office."""

    kind: RoleKind


@act("dismissed", _("%(subject)s was dismissed: %(kind)s."), lasting=_reasons.OFFICE)
class Dismissed(Act):
    """A player's office was taken away."""

    kind: RoleKind


@act(
    "event_created", _("The event %(subject)s was added."), overwrites={Form.EVENTS}, lasting=_reasons.EXISTS
)
class EventCreated(Act):
    """An event was added, or copied from another one (`copied`); teams have a size and boards."""

    capacity: int | None
    grace_minutes: int
    registration: Registration
    copied: str | Absent = ABSENT
    kind: EventKind | Absent = ABSENT
    profile: str | Absent = ABSENT
    rules: Json | Absent = ABSENT
    scores: Scores | Absent = ABSENT
    team_size: int | Absent | None = ABSENT
    boards: int | Absent | None = ABSENT


@act(
    "event_changed",
    _("The event %(subject)s was changed."),
    overwrites={Form.SETTINGS},
    lasting=_reasons.SETTING,
)
class EventChanged(Act):
    """Columns of an event were changed; the other fields are what holds now."""

    changed: tuple[str, ...]
    grace_minutes: int
    profile: str | Absent = ABSENT
    rules: Json | Absent = ABSENT
    scores: Scores | Absent = ABSENT


@act(
    "registration_set",
    _("Registration for %(subject)s: %(registration)s."),
    overwrites={Form.SETTINGS, Form.REGISTRATION},
)
class RegistrationSet(Act):
    """An event was opened to players, to the desk only, or closed."""

    registration: Registration


@act("capacity_set", _("Places in %(subject)s: %(capacity)s."), overwrites={Form.SETTINGS})
class CapacitySet(Act):
    """The number of places of an event was set, None for no limit."""

    capacity: Limit
    before: int | Absent | None = ABSENT


@act(
    "start_set",
    _("It was set whether %(subject)s starts when it is full."),
    overwrites={Form.SETTINGS},
    lasting=_reasons.SETTING,
)
class StartSet(Act):
    """It was set whether an event starts by itself, and whether the next one opens then."""

    starts_when_full: bool
    opens_next: bool


@act(
    "finish_rule_set",
    _("Finishing positions of %(subject)s: %(rule)s."),
    overwrites={Form.SETTINGS},
    lasting=_reasons.SETTING,
)
class FinishRuleSet(Act):
    """It was chosen before the first result how the flights of an event share its places."""

    rule: FinishRules


@act(
    "finish_rule_changed",
    _("Finishing positions of %(subject)s after the first result: %(rule)s. %(reason)s"),
    overwrites={Form.SETTINGS},
    lasting=_reasons.SETTING,
)
class FinishRuleChanged(Act):
    """A director changed after the first result how the flights of an event share its places."""

    rule: FinishRules
    reason: Text


@act(
    "event_started",
    _("%(subject)s was full and has started."),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.EVENT_STARTED},
)
class EventStarted(Act):
    """The last place of an event was taken, and the service drew it."""

    entrants: int | None


@act("next_opened", _("%(subject)s was opened as the next one."), lasting=_reasons.BY_ITSELF)
class NextOpened(Act):
    """An event that started opened the next one, which is the subject."""


@act(
    "moved_on",
    _("%(subject)s moved on to %(event)s."),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.ALTERNATE_IN},
)
class MovedOn(Act):
    """An alternate was moved into the next event."""

    event: Named
    alternate: bool


@act("season_begun", _("The next season was made with %(order)s entrants."), lasting=_reasons.EXISTS)
class SeasonBegun(Act):
    """The season after the stage that is the subject; `stage` plays it, `order` are its entrants."""

    stage: str
    order: Counted
    divisions: tuple[int, ...] | Absent = ABSENT
