"""Acts of a federation: its officers, clubs, members and sanctions."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from tournaments.models import MembershipKind, NoticeCode, OfficeKind

from . import _reasons
from ._base import ABSENT, Absent, Act, Named, Sentence, Text, act


@act("federation_created", _("The federation was added."), lasting=_reasons.EXISTS)
class FederationCreated(Act):
    """A federation was added to the service."""


@act("federation_changed", _("The particulars of the federation were changed."), lasting=_reasons.SETTING)
class FederationChanged(Act):
    """Columns of a federation were changed."""


@act("office_given", _("%(player)s took office: %(kind)s."), lasting=_reasons.OFFICE)
class OfficeGiven(Act):
    """A person was given an office of the federation; the subject is the officer."""

    player: Named
    kind: OfficeKind


@act("office_offered", _("Somebody was invited to an office: %(kind)s."), lasting=_reasons.OFFICE)
class OfficeOffered(Act):
    """A person was invited to an office; the subject is the invitation."""

    kind: OfficeKind


@act("number_offered", _("Somebody was invited to accept a number."), lasting=_reasons.EXISTS)
class NumberOffered(Act):
    """A person was invited to accept a number; the subject is the invitation."""


@act("offer_accepted", _("An invitation was accepted."), lasting=_reasons.OFFICE)
class OfferAccepted(Act):
    """Whoever was invited accepted an office or a number; what follows is the next entry."""


@act("offer_ended", _("An invitation was declined or revoked."), lasting=_reasons.AGAIN)
class OfferEnded(Act):
    """An invitation was declined or revoked; the entry says by whom."""


@act("office_ended", _("%(player)s left office: %(kind)s."), lasting=_reasons.OFFICE)
class OfficeEnded(Act):
    """A person's office of the federation ended; the subject is the officer."""

    player: Named
    kind: OfficeKind


@act("club_added", _("The club %(subject)s was added."), lasting=_reasons.EXISTS)
class ClubAdded(Act):
    """A club was added to the federation."""


@act("club_changed", _("The club %(subject)s was changed."), lasting=_reasons.SETTING)
class ClubChanged(Act):
    """The name, reach, city, region or other names of a club were changed."""


@act("clubs_merged", _("The club %(subject)s became part of %(into)s."), lasting=_reasons.CLUBS)
class ClubsMerged(Act):
    """A club was merged into another one of the federation."""

    into: Named


@act("clubs_parted", _("The clubs %(subject)s and %(other)s were parted again."), lasting=_reasons.AGAIN)
class ClubsParted(Act):
    """The merge of a club was undone."""

    other: Named


@act("number_given", _("%(player)s was given a number."), lasting=_reasons.EXISTS)
class NumberGiven(Act):
    """A person was given a number in the federation; the subject is the member."""

    player: Named


@act(
    "members_imported",
    _("A list of members was imported: %(new)s new, %(known)s known, %(refused)s refused."),
    lasting=_reasons.EXISTS,
)
class MembersImported(Act):
    """A list of members gave numbers, memberships and clubs; the subject is the federation."""

    new: int
    known: int
    refused: int


@act("number_changed", _("%(player)s was given another number."), lasting=_reasons.SETTING)
class NumberChanged(Act):
    """The number of a member was corrected."""

    player: Named


@act("membership_added", _("A membership of %(player)s was added: %(kind)s."), lasting=_reasons.MEMBERSHIP)
class MembershipAdded(Act):
    """A period of membership was added."""

    player: Named
    kind: MembershipKind


@act("membership_changed", _("A membership of %(player)s was changed: %(kind)s."), lasting=_reasons.SETTING)
class MembershipChanged(Act):
    """The days, the kind or the club of a membership were changed."""

    player: Named
    kind: MembershipKind


@act("sanction_requested", _("%(event)s was submitted to %(federation)s."), lasting=_reasons.SANCTION)
class SanctionRequested(Act):
    """A director asked a federation to sanction an event; the subject is the sanction."""

    event: Named
    federation: Named


@act("sanction_withdrawn", _("%(event)s was withdrawn from %(federation)s."), lasting=_reasons.SANCTION)
class SanctionWithdrawn(Act):
    """A director withdrew an event from a federation."""

    event: Named
    federation: Named


@act(
    "sanction_granted",
    _("%(federation)s sanctioned %(event)s."),
    lasting=_reasons.SANCTION,
    tells={NoticeCode.SANCTION_GRANTED},
)
class SanctionGranted(Act):
    """An officer sanctioned an event, or changed its class or weight.

    `is_own_case` says that the officer takes part in it, and that no other officer could decide.
    """

    OWN: ClassVar[Sentence] = _(
        "%(federation)s sanctioned %(event)s, by an officer whose own event it is, because no other one could."
    )

    event: Named
    federation: Named
    is_own_case: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says so if it was an own case."""
        return self.words if self.is_own_case is ABSENT else self.OWN


@act(
    "sanction_refused",
    _("%(federation)s refused %(event)s: %(reason)s"),
    lasting=_reasons.SANCTION,
    tells={NoticeCode.SANCTION_REFUSED},
)
class SanctionRefused(Act):
    """An officer refused an event, or took its sanction away, with a reason; `is_own_case` as of a grant."""

    OWN: ClassVar[Sentence] = _(
        "%(federation)s refused %(event)s, by an officer whose own event it is, because no other one could: %(reason)s"
    )

    event: Named
    federation: Named
    reason: Text
    is_own_case: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says so if it was an own case."""
        return self.words if self.is_own_case is ABSENT else self.OWN


@act(
    "name_corrected",
    _("Name, club or country of %(subject)s was corrected."),
    lasting=_reasons.SETTING,
    tells={NoticeCode.NAME_CORRECTED},
)
class NameCorrected(Act):
    """An officer corrected what a player is called, or where they come from, in every tournament."""


@act("players_merged", _("%(subject)s and %(into)s are the same person."), lasting=_reasons.MERGE)
class PlayersMerged(Act):
    """A duplicate of a player was merged into the one that goes on."""

    into: Named


@act(
    "merge_proposed",
    _("%(subject)s and %(into)s may be the same person. Everybody concerned is asked."),
    lasting=_reasons.MERGE,
    tells={NoticeCode.MERGE_PROPOSED},
)
class MergeProposed(Act):
    """A merge waits for the account that it goes into, or for directors of events that are not over."""

    into: Named


@act("merge_agreed", _("%(into)s has agreed to be %(subject)s too."), lasting=_reasons.MERGE)
class MergeAgreed(Act):
    """The person with the account, or a director for a tournament, agreed to a merge."""

    ON_BEHALF: ClassVar[Sentence] = _(
        "For %(tournament)s it was agreed that %(subject)s and %(into)s are one person."
    )

    into: Named
    tournament: Named | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence of the person, or that of a director."""
        return self.words if self.tournament is ABSENT else self.ON_BEHALF


@act(
    "merge_declined",
    _("It was declined that %(subject)s and %(into)s are one person."),
    lasting=_reasons.MERGE,
    tells={NoticeCode.MERGE_DECLINED},
)
class MergeDeclined(Act):
    """Somebody who was asked declined a merge, which ends it."""

    into: Named


@act(
    "merge_proposal_withdrawn",
    _("Nobody is asked any more whether %(subject)s and %(into)s are the same person."),
    lasting=_reasons.MERGE,
)
class MergeProposalWithdrawn(Act):
    """An officer withdrew the proposal of a merge."""

    into: Named


@act("merge_undone", _("%(subject)s and %(other)s are two people again."), lasting=_reasons.AGAIN)
class MergeUndone(Act):
    """The merge of a duplicate was undone."""

    other: Named


@act("told_apart", _("%(subject)s and %(other)s are two people."), lasting=_reasons.MERGE)
class ToldApart(Act):
    """Two players who look like one person were said to be two."""

    other: Named


@act(
    "apart_taken_back",
    _("It was withdrawn that %(subject)s and %(other)s are two people."),
    lasting=_reasons.AGAIN,
)
class ApartTakenBack(Act):
    """That two players are two people was taken back; `pair` is the id of the row that said so."""

    other: Named
    pair: str


@act(
    "counting_rules_set",
    _("Version %(version)s of counting rules is in force."),
    lasting=_reasons.SETTING,
)
class CountingRulesSet(Act):
    """An officer put counting rules in force; the subject is their version, `club` is empty for the federation's own."""

    version: int
    club: str


@act("points_season_created", _("The season %(subject)s was set up."), lasting=_reasons.EXISTS)
class PointsSeasonCreated(Act):
    """A season was set up in the federation."""


@act("points_season_changed", _("The season %(subject)s was changed."), lasting=_reasons.SETTING)
class PointsSeasonChanged(Act):
    """The name, the days or the terms of a season were changed before it began."""


@act(
    "points_season_closed",
    _("The final table of %(subject)s was published."),
    lasting=_reasons.SEASON,
)
class PointsSeasonClosed(Act):
    """The final table of a season was published, with this digest."""

    digest: str
