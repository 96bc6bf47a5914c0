"""Acts on the frame of a tournament: itself, its officers, its events and how they begin."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    EventKind,
    FinishRules,
    GameVariant,
    NoticeCode,
    Registration,
    RoleKind,
    Scores,
    Visibility,
)

from . import _reasons
from ._base import ABSENT, Absent, Act, Counted, EditedForm, Json, Limit, Named, Sentence, Text, act

_UNRATED = _("%(subject)s: %(variant)s, outside the ratings.")
_UNRATED_LATE = _("%(subject)s: %(variant)s, outside the ratings since after its beginning. %(reason)s")
_NO_LIST = _("%(subject)s uses no rating list.")
_NO_LIST_ANY_MORE = _("%(subject)s uses no rating list from now on. %(reason)s")
_OPEN_TO_ALL = _("%(subject)s is open to all.")
_SEEN_BY = _("Visibility of the tournament – %(visibility)s.")


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
    overwrites={EditedForm.SETTINGS},
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


@act(
    "zone_set",
    _("Time zone: %(zone)s. Times of the programme that kept their clock: %(moved)s."),
    overwrites={EditedForm.SETTINGS, EditedForm.COMING_BACK},
    tells={NoticeCode.MATCH_DAY_MOVED},
)
class ZoneSet(Act):
    """The time zone of a tournament was set; `moved` moments of its programme are others, by the same clock."""

    zone: str
    before: str
    moved: int


@act("appointed", _("%(subject)s was appointed: %(kind)s."), lasting=_reasons.OFFICE)
class Appointed(Act):
    """A player was given an office."""

    kind: RoleKind


@act("dismissed", _("%(subject)s was dismissed: %(kind)s."), lasting=_reasons.OFFICE)
class Dismissed(Act):
    """A player's office was taken away."""

    kind: RoleKind


@act(
    "event_created",
    _("The event %(subject)s was added."),
    overwrites={EditedForm.EVENTS},
    lasting=_reasons.EXISTS,
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
    overwrites={EditedForm.SETTINGS},
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
    "last_round_set",
    _("The time after which no round of %(subject)s starts was set."),
    overwrites={EditedForm.SETTINGS},
)
class LastRoundSet(Act):
    """The moment after which no round is paired was set, None for no limit."""

    at: datetime | None
    before: datetime | None


@act(
    "registration_set",
    _("Registration for %(subject)s: %(registration)s."),
    overwrites={EditedForm.SETTINGS, EditedForm.REGISTRATION},
)
class RegistrationSet(Act):
    """An event was opened to players, to the desk only, or closed."""

    registration: Registration


@act("capacity_set", _("Places in %(subject)s: %(capacity)s."), overwrites={EditedForm.SETTINGS})
class CapacitySet(Act):
    """The number of places of an event was set, None for no limit."""

    capacity: Limit
    before: int | Absent | None = ABSENT


@act(
    "start_set",
    _("It was set whether %(subject)s starts when it is full."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class StartSet(Act):
    """It was set whether an event starts by itself, and whether the next one opens then."""

    starts_when_full: bool
    opens_next: bool


@act(
    "finish_rule_set",
    _("Finishing positions of %(subject)s: %(rule)s."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class FinishRuleSet(Act):
    """It was chosen before the first result how the flights of an event share its places."""

    rule: FinishRules


@act(
    "finish_rule_changed",
    _("Finishing positions of %(subject)s after the first result: %(rule)s. %(reason)s"),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class FinishRuleChanged(Act):
    """A director changed after the first result how the flights of an event share its places."""

    rule: FinishRules
    reason: Text


@act(
    "rating_terms_set",
    _("%(subject)s: %(variant)s, for the ratings."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class RatingTermsSet(Act):
    """It was declared before play which variant an event plays, and whether it stays outside all ratings."""

    variant: GameVariant
    is_unrated: bool

    @property
    def sentence(self) -> Sentence:
        """Return the sentence; an event outside the ratings has its own."""
        return _UNRATED if self.is_unrated else self.words


@act(
    "rating_terms_ruled",
    _("%(subject)s: %(variant)s, for the ratings since after its beginning. %(reason)s"),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class RatingTermsRuled(Act):
    """A director ruled after play had begun on the variant of an event, or whether it stays outside all ratings."""

    variant: GameVariant
    is_unrated: bool
    reason: Text

    @property
    def sentence(self) -> Sentence:
        """Return the sentence; an event outside the ratings has its own."""
        return _UNRATED_LATE if self.is_unrated else self.words


@act("rating_list_chosen", _("%(subject)s uses the list %(list)s."), overwrites={EditedForm.SETTINGS})
class RatingListChosen(Act):
    """It was chosen which rating list an event uses, None for none."""

    list: Named | None
    before: str | None

    @property
    def sentence(self) -> Sentence:
        """Return the sentence; an event without a list has its own."""
        return _NO_LIST if self.list is None else self.words


@act(
    "rating_list_ruled",
    _("%(subject)s uses the list %(list)s from now on. %(reason)s"),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class RatingListRuled(Act):
    """A director ruled that an event uses another list than the one it began with; `official` is what it uses."""

    list: Named | None
    official: str | None
    reason: Text

    @property
    def sentence(self) -> Sentence:
        """Return the sentence; an event without a list has its own."""
        return _NO_LIST_ANY_MORE if self.list is None else self.words


@act(
    "official_list_fixed",
    _("%(subject)s goes by the list %(list)s as of %(day)s."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.BY_ITSELF,
)
class OfficialListFixed(Act):
    """An event began, or its registration ended: it keeps the official list of its first day."""

    list: Named
    official: str
    day: str


@act(
    "official_list_released",
    _("%(subject)s follows the newest list until it begins."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.BY_ITSELF,
)
class OfficialListReleased(Act):
    """Registration was opened again before the draw, so that an event follows its list again."""


@act(
    "entry_rules_set",
    _("It was set who may enter %(subject)s."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class EntryRulesSet(Act):
    """The rules of the division of an event were set; without `has_rules` everybody may enter."""

    has_rules: bool

    @property
    def sentence(self) -> Sentence:
        """Return the sentence; an event without rules has its own."""
        return self.words if self.has_rules else _OPEN_TO_ALL


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
