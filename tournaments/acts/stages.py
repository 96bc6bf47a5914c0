"""Acts on the stages of an event: their settings, the pairing of their rounds, and their end."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.formats import How
from tournaments.models import NoticeCode

from . import _reasons
from ._base import ABSENT, Absent, Act, Concern, Counted, EditedForm, Json, Named, Text, act


@act(
    "stage_created",
    _("A stage was added, match lengths %(lengths)s."),
    overwrites={EditedForm.STAGES},
    lasting=_reasons.EXISTS,
)
class StageCreated(Act):
    """A stage was added in a format; the other fields are its settings."""

    format: str
    options: Json
    lengths: tuple[int, ...]
    feeds: tuple[Json, ...] | Absent = ABSENT
    best_of: tuple[int, ...] | Absent = ABSENT


@act(
    "best_of_changed",
    _("The matches of a pairing are at most %(best_of)s."),
    overwrites={EditedForm.SETTINGS},
)
class BestOfChanged(Act):
    """How many matches a pairing has at most was set, the final first; `before` held until then."""

    best_of: tuple[int, ...]
    before: tuple[int, ...]


@act("stage_changed", _("The match lengths are %(lengths)s."), overwrites={EditedForm.SETTINGS})
class LengthsChanged(Act):
    """The match lengths of a stage were set, the final first; under way for matches that have not begun."""

    lengths: tuple[int, ...]


@act("options_changed", _("The options of the stage were changed."), overwrites={EditedForm.SETTINGS})
class OptionsChanged(Act):
    """The options of a stage were set; `before` held for the rounds up to `paired` of the draw under way."""

    options: Json
    before: Json | Absent = ABSENT
    paired: int | Absent = ABSENT


@act(
    "feeds_changed",
    _("Where the entrants of the stage come from was changed."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class FeedsChanged(Act):
    """The stages that a stage is fed by were set."""

    feeds: tuple[Json, ...]


@act(
    "stage_removed",
    _("A stage was taken out of the event."),
    overwrites={EditedForm.STAGES},
    lasting=_reasons.AGAIN,
)
class StageRemoved(Act):
    """A stage was removed before anything of it was public."""

    format: str
    feeds: tuple[Json, ...]
    name: str | Absent = ABSENT
    """Only in entries of early releases."""


@act(
    "round_length_changed",
    ngettext_lazy(
        "Round %(round)s is to %(length)s point.", "Round %(round)s is to %(length)s points.", "length"
    ),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class RoundLengthChanged(Act):
    """The length of one round was fixed; `matches` of it had not begun."""

    round: int
    length: int
    matches: int


@act(
    "main_stage_named",
    _("Main stage of %(subject)s: %(stage)s."),
    overwrites={EditedForm.MAIN_STAGE},
    tells={NoticeCode.CHAMPION},
)
class MainStageNamed(Act):
    """The stage whose winner is the champion was set, None for the one that follows from the feeds."""

    stage: Named | None
    before: str | None


@act(
    "match_days_set",
    _("The dates of the match days were set."),
    overwrites={EditedForm.SETTINGS},
    tells={NoticeCode.MATCH_DAY_MOVED},
)
class MatchDaysSet(Act):
    """The moments and places of rounds and encounters of a league are `days`; `before` held until then."""

    days: tuple[Json, ...]
    before: tuple[Json, ...]


@act(
    "home_exchanged",
    _("%(home)s is at home against %(away)s on match day %(round)s: home and away were exchanged."),
    overwrites={EditedForm.SETTINGS},
    tells={NoticeCode.HOME_EXCHANGED},
)
class HomeExchanged(Act):
    """The home right of one encounter was exchanged: `home` is at home there since."""

    round: int
    slot: int
    home: Named
    away: Named


@act("round_held", _("The next round waits for the director."))
class RoundHeld(Act):
    """The next round of a stage was held back by a director."""


@act("round_released", _("The next round may be paired."))
class RoundReleased(Act):
    """The next round of a stage was released for pairing."""


@act(
    "paired",
    _("New pairings: %(made)s, cancelled: %(cancelled)s."),
    concerns=Concern.PAIRINGS,
    lasting=_reasons.BY_ITSELF,
    follows=True,
    by_service=True,
    tells={NoticeCode.NEXT_OPPONENT, NoticeCode.MATCH_CANCELLED},
)
class Paired(Act):
    """Pairings of a stage were stored; `link`, `number` and `input` are those of the lot used."""

    made: Counted
    cancelled: Counted
    link: str | Absent = ABSENT
    number: int | Absent = ABSENT
    input: str | Absent = ABSENT
    admitted: tuple[str, ...] | Absent = ABSENT
    dismissed: tuple[str, ...] | Absent = ABSENT
    former_lines: tuple[int, ...] | Absent = ABSENT
    """The lines of those dismissed, -1 for none."""
    revived: tuple[str, ...] | Absent = ABSENT
    """Pairings that were set aside and follow again."""
    same_meetings: tuple[str, ...] | Absent = ABSENT
    """Pairings of two who meet as before although their round was paired again."""
    former_slots: tuple[int, ...] | Absent = ABSENT
    """Their slots before that."""

    @property
    def concern(self) -> Concern:
        """Return EVERYBODY if entrants were dismissed, because they sit in none of the pairings."""
        return self.concerns if self.dismissed is ABSENT else Concern.EVERYBODY

    @property
    def pairings(self) -> tuple[str, ...]:
        """Return the new, the cancelled and the revived pairings."""
        return (*self.made, *self.cancelled, *(() if self.revived is ABSENT else self.revived))


@act(
    "stage_completed",
    _("%(subject)s is complete."),
    lasting=_reasons.BY_ITSELF,
    follows=True,
    by_service=True,
    tells={NoticeCode.CHAMPION},
)
class StageCompleted(Act):
    """The standings of a stage are final; `champion` is None where it has no single winner."""

    champion: Named | None

    WON = _("%(subject)s is complete. %(champion)s has won it.")
    DECIDED = _("%(subject)s is complete. %(champion)s is the champion.")


@act(
    "stage_reopened",
    _("%(subject)s goes on again."),
    lasting=_reasons.BY_ITSELF,
    follows=True,
    by_service=True,
)
class StageReopened(Act):
    """A complete stage was reopened, as after a correction."""


@act(
    "stage_closed",
    _("%(subject)s was closed before its end: its standings are final. %(reason)s"),
    overwrites={EditedForm.SETTINGS},
    tells={NoticeCode.SET_ASIDE},
)
class StageClosed(Act):
    """A director ended a stage as it stood; what was undecided is cancelled."""

    reason: Text


@act(
    "stage_opened_again",
    _("%(subject)s is played on: that it was closed was undone. %(reason)s"),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.AGAIN,
)
class StageOpenedAgain(Act):
    """The closing of a stage was undone; what it cancelled came back."""

    reason: Text


@act("tie_decided", _("A shared place was decided – %(how)s – between %(tied)s."))
class TieBroken(Act):
    """A director decided a shared place; `decided` is the order, empty while a playoff is played."""

    how: How
    tied: tuple[str, ...]
    decided: tuple[str, ...]


@act(
    "tie_settled",
    _("A playoff has decided a shared place: %(decided)s."),
    lasting=_reasons.BY_ITSELF,
    follows=True,
    by_service=True,
)
class TieSettled(Act):
    """A playoff decided a shared place, or changed the decision after a correction."""

    tied: tuple[str, ...]
    decided: tuple[str, ...]


@act("tie_taken_back", _("The decision between %(tied)s was cancelled."), lasting=_reasons.AGAIN)
class TieTakenBack(Act):
    """The decision on a shared place was taken back."""

    how: How
    tied: tuple[str, ...]
    decided: tuple[str, ...]
