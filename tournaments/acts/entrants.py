"""Acts on entrants: who comes, waits, leaves, comes back, challenges and qualifies."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import NoticeCode, Via

from . import _reasons
from ._base import ABSENT, Absent, Act, Counted, EditedForm, Named, Text, act


@act("entered", _("%(subject)s entered."), tells={NoticeCode.REGISTERED, NoticeCode.PARTNERED})
class EntrantEntered(Act):
    """A side entered an event with these players."""

    side: str
    players: tuple[str, ...]
    via: Via
    alternate: bool


@act(
    "partner_asked",
    _("%(subject)s waits for the answer of a partner."),
    tells={NoticeCode.PARTNER_ASKED},
    lasting=_reasons.ASKED,
)
class PartnerAsked(Act):
    """A player entered a side with these players; it counts once the partners have agreed."""

    side: str
    players: tuple[str, ...]
    partners: tuple[str, ...]


@act("entry_agreed", _("A player of %(subject)s has agreed to the entry."), lasting=_reasons.ASKED)
class EntryAgreed(Act):
    """A player agreed to an entry that waits for others too."""


@act(
    "entry_declined",
    _("%(subject)s will not play: a player has declined."),
    tells={NoticeCode.PARTNER_LEFT},
    lasting=_reasons.ASKED,
)
class EntryDeclined(Act):
    """A player ended an entry that waited for an answer."""


@act("let_in", _("%(subject)s was let in to %(event)s: %(reason)s"), lasting=_reasons.LET_IN)
class LetIn(Act):
    """A director let a player, the subject, into a division that is closed to them; `against` are the reasons why."""

    event: Named
    against: tuple[str, ...]
    reason: Text


@act(
    "list_imported",
    ngettext_lazy(
        "A list was imported: %(entrants)s entered, %(refused)s row left out.",
        "A list was imported: %(entrants)s entered, %(refused)s rows left out.",
        "refused",
    ),
)
class ListImported(Act):
    """The rows of a list were entered in an event."""

    entrants: Counted
    refused: int


@act(
    "list_taken_back",
    _("The import of a list was undone: %(entrants)s taken out."),
    lasting=_reasons.LIST,
)
class ListTakenBack(Act):
    """The entrants of an imported list were taken out of the event again, as if it had not been imported."""

    entrants: Counted


@act(
    "entrant_taken_out",
    _("The entry of %(subject)s was undone."),
    lasting=_reasons.ENTRY,
)
class EntrantTakenOut(Act):
    """An entrant was taken out of the event again, as if the desk had not entered it."""


@act(
    "message_sent",
    _("A message to players (%(entrants)s): %(reason)s"),
    tells={NoticeCode.MESSAGE},
    lasting=_reasons.TOLD,
)
class MessageSent(Act):
    """The desk sent a message to the players of these entrants; `reason` are its words."""

    entrants: Counted
    reason: Text


@act("withdrawn", _("%(subject)s withdrew."), tells={NoticeCode.PARTNER_LEFT})
class EntrantWithdrawn(Act):
    """An entrant left; the reason stays out of the log, because it may be private."""


@act("returned", _("%(subject)s came back."), tells={NoticeCode.MATCH_AGAIN, NoticeCode.PARTNERED})
class EntrantReturned(Act):
    """A withdrawn entrant returned; after the draw, matches were cancelled or reopened for it."""

    alternate: bool
    cancelled: tuple[str, ...] | Absent = ABSENT
    reopened: tuple[str, ...] | Absent = ABSENT


@act(
    "reentered",
    _("%(former)s came back as %(subject)s."),
    lasting=_reasons.EXISTS,
    tells={NoticeCode.REGISTERED, NoticeCode.ALTERNATE_IN},
)
class Reentered(Act):
    """The players of an entrant who lost entered once more; `line` is None where they wait, or rounds are paired."""

    former: Named
    number: int
    line: int | None
    fee_percent: int
    is_late: bool


@act("alternate_in", _("%(subject)s moved up from the alternates."), tells={NoticeCode.ALTERNATE_IN})
class AlternateIn(Act):
    """An alternate was given a place."""


@act("waits_again", _("%(subject)s waits for a place again."), lasting=_reasons.AGAIN)
class WaitsAgain(Act):
    """The place of an alternate was taken back."""


@act("checked_in", _("%(subject)s checked in."))
class CheckedIn(Act):
    """An entrant was checked in."""


@act("check_in_undone", _("The check-in of %(subject)s was undone."))
class CheckInUndone(Act):
    """The check-in of an entrant was undone."""


@act("plays_on", _("%(subject)s: the choice to play on after a loss was recorded."))
class PlaysOn(Act):
    """Whether an entrant plays on in the stages for losers was set, None for not known."""

    goes_on: bool | None


@act("absence_set", _("%(subject)s will miss these rounds: %(rounds)s."))
class AbsenceSet(Act):
    """The rounds of a stage that an entrant misses were set."""

    stage: str
    rounds: tuple[int, ...]


@act("bye_lots_set", _("Lots for a bye of %(subject)s: %(lots)s."))
class ByeLotsSet(Act):
    """The number of bye lots of an entrant was set; `paired` are the rounds that had begun, by the uids of `stages`."""

    lots: int
    before: int | Absent = ABSENT
    stages: tuple[str, ...] | Absent = ABSENT
    paired: tuple[int, ...] | Absent = ABSENT


@act("challenged", _("%(challenger)s challenged %(challenged)s."), tells={NoticeCode.CHALLENGED})
class ChallengeMade(Act):
    """An entrant of a ladder challenged another one."""

    challenger: Named
    challenged: Named
    number: int


@act(
    "challenge_taken_back",
    _("Challenge %(number)s was withdrawn."),
    lasting=_reasons.AGAIN,
    tells={NoticeCode.CHALLENGE_TAKEN_BACK},
)
class ChallengeWithdrawn(Act):
    """A challenge was taken back before its match had begun."""

    number: int


@act(
    "challenge_void",
    _("Challenge %(number)s was not played in time and is void."),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.CHALLENGE_VOID},
)
class ChallengeVoid(Act):
    """An overdue challenge became void by the rule of its ladder."""

    number: int


@act(
    "qualifier_set",
    ngettext_lazy(
        "%(subject)s qualifies for %(target)s, with %(places)s place.",
        "%(subject)s qualifies for %(target)s, with %(places)s places.",
        "places",
    ),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.SETTING,
)
class QualifierSet(Act):
    """It was set which event the first places of this one qualify for, None for none, and whether it pays the entry."""

    target: Named | None
    places: int
    pays_entry: bool | Absent = ABSENT


@act(
    "qualified",
    _("%(subject)s has qualified for %(event)s."),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.QUALIFIED},
)
class EntrantQualified(Act):
    """An entrant qualified, and is `entrant` in the other event."""

    entrant: str
    event: Named
    alternate: bool


@act(
    "qualifier_refused",
    _("%(subject)s qualifies for %(event)s and was not entered: a director decides."),
    lasting=_reasons.BY_ITSELF,
)
class QualifierRefused(Act):
    """An entrant qualified, but the other event refused it with this code."""

    event: Named
    refusal: str


@act(
    "qualifier_places_freed",
    ngettext_lazy(
        "%(subject)s has given up %(places)s place in %(target)s.",
        "%(subject)s has given up %(places)s places in %(target)s.",
        "places",
    ),
    lasting=_reasons.QUALIFIERS,
)
class QualifierPlacesFreed(Act):
    """The number of places that an event gives up in the one it qualifies for was set."""

    target: Named
    places: int


@act(
    "qualifiers_open",
    _("A director decides who qualifies from %(subject)s."),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.QUALIFIERS_OPEN},
)
class QualifiersOpen(Act):
    """The directors were told which entrants of a qualifier they must decide on, and why."""

    missing: tuple[str, ...]
    tied: tuple[str, ...]
    lost: tuple[str, ...]
    left: tuple[str, ...] | Absent = ABSENT
