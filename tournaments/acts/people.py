"""Acts on people and their private links."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from tournaments.models import NoticeCode, Purpose, RoleKind

from . import _reasons
from ._base import ABSENT, Absent, Act, EditedForm, Named, Sentence, act


@act(
    "player_corrected",
    _("Name, club or country of %(subject)s was corrected."),
    overwrites={EditedForm.NAMES},
    lasting=_reasons.SETTING,
)
class PlayerCorrected(Act):
    """A desk corrected the name, club or country of a player."""


@act(
    "public_name_changed",
    _("The public name of %(subject)s has changed."),
    lasting=_reasons.CHOSEN,
)
class PublicNameChanged(Act):
    """A person chose another public name, or it followed from a merge."""


@act(
    "person_erased",
    _("%(subject)s was erased at their own wish. The results stay under another name."),
    overwrites={EditedForm.NAMES},
    lasting=_reasons.ERASED,
)
class PersonErased(Act):
    """A person was erased; results stay under another name."""


@act("consent_given", _("%(player)s has agreed to the text on privacy."), lasting=_reasons.CONSENT)
class ConsentGiven(Act):
    """A person agreed to be shown as the text on privacy says; the subject is the consent."""

    player: Named


@act(
    "consent_withdrawn",
    _("%(player)s has withdrawn the consent to the text on privacy."),
    lasting=_reasons.CONSENT,
)
class ConsentWithdrawn(Act):
    """A person withdrew a consent; the subject is the consent."""

    player: Named


@act("link_made", _("A private link was made."))
class LinkMade(Act):
    """A private link was made, for a player or for an event."""

    purpose: Purpose
    player: str | Absent = ABSENT


@act("link_revoked", _("A private link was revoked."), lasting=_reasons.AGAIN)
class LinkRevoked(Act):
    """A private link was revoked."""


@act("claim_code_made", _("A code was made with which %(player)s claims what was typed at the desk."))
class ClaimCodeMade(Act):
    """A desk made or mailed a code for a player without an account; the subject is the claim."""

    player: Named


@act("claim_code_revoked", _("The code for %(player)s was revoked."), lasting=_reasons.AGAIN)
class ClaimCodeRevoked(Act):
    """A code was revoked before anybody used it."""

    player: Named


@act(
    "player_claimed",
    _("%(player)s was claimed by the account %(account)s."),
    tells={NoticeCode.PLAYER_CLAIMED},
)
class PlayerClaimed(Act):
    """A person claimed a player by a code; the subject is the claim. Who became an account is their own account."""

    player: Named
    account: Named

    @property
    def sentence(self) -> Sentence:
        """Return the sentence of a player who became an account, or who was merged into one."""
        return _("%(player)s has an account now.") if self.player == self.account else self.words


@act(
    "claim_undone",
    _("%(player)s is no longer the account %(account)s."),
    lasting=_reasons.CLAIM,
    tells={NoticeCode.CLAIM_UNDONE},
)
class ClaimUndone(Act):
    """The claim of a player was undone, and all is as it was before."""

    player: Named
    account: Named


@act(
    "person_merged",
    _("%(subject)s and %(into)s are one person now, and %(into)s acts for both."),
    lasting=_reasons.MERGE,
    tells={NoticeCode.PERSON_MERGED},
)
class PersonMerged(Act):
    """A player of the tournament was merged elsewhere: by a federation, or claimed at another desk."""

    into: Named


@act(
    "person_parted",
    _("%(subject)s and %(other)s are two people again."),
    lasting=_reasons.AGAIN,
    tells={NoticeCode.PERSON_PARTED},
)
class PersonParted(Act):
    """A merge was undone; `entries` are the entries of this log that the other person has made since."""

    SINCE: ClassVar[Sentence] = _(
        "%(subject)s and %(other)s are two people again. Entries that %(other)s made meanwhile: %(entries)s."
    )

    other: Named
    entries: tuple[int, ...]

    @property
    def sentence(self) -> Sentence:
        """Return the sentence with the entries, if there are any."""
        return self.SINCE if self.entries else self.words


@act("invitation_made", _("Somebody was invited: %(office)s."))
class InvitationMade(Act):
    """A person was invited to an office of the tournament; the subject is the invitation."""

    office: RoleKind


@act("invitation_accepted", _("An invitation was accepted: %(office)s."), lasting=_reasons.OFFICE)
class InvitationAccepted(Act):
    """Whoever was invited accepted an office of the tournament."""

    office: RoleKind


@act("invitation_ended", _("An invitation was declined or revoked: %(office)s."), lasting=_reasons.AGAIN)
class InvitationEnded(Act):
    """An invitation was declined or revoked; the entry says by whom."""

    office: RoleKind
