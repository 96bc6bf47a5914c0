"""What is refused about players, their names, accounts and private links."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class WrongCode(DomainError):
    """Not the one-time code on the terminal, or ten wrong ones were tried before."""

    code = "wrong_code"
    message = _(
        "This is not the code shown on the terminal. Check it there; after ten wrong ones, start the service again for "
        "a new code."
    )
    status = 403


class NotFirstRun(DomainError):
    """Somebody directs this installation already."""

    code = "not_first_run"
    message = _("This installation has its director already. Sign in instead.")


class OwnerStays(DomainError):
    """A tournament has one owner, who hands over before leaving."""

    code = "owner_stays"
    message = _("A tournament always has an owner. Make somebody else the owner first.")


class LinkNotValid(DomainError):
    """A private link that is unknown, revoked or too old."""

    code = "link_not_valid"
    message = _("This private link is no longer valid. Ask the desk for a new one.")
    status = 404


class NoMailAddress(DomainError):
    """The player has given no address to which a private link could go."""

    code = "no_mail_address"
    message = _("%(player)s has given no e-mail address. Make a link and let its code be scanned.")


class NamedByThemselves(DomainError):
    """A desk corrects what desks wrote; whoever has an account says themselves what they are called."""

    code = "named_by_themselves"
    message = _(
        "%(player)s has an account, and changes name, club and country on the page of the own profile."
    )


class PlaysAtOtherDesks(DomainError):
    """What is corrected is so in every tournament of the player, so somebody of each has to agree."""

    code = "plays_at_other_desks"
    message = _(
        "%(player)s plays in tournaments at whose desk you do not work, under the same name. "
        "Ask the operator of this installation to correct it."
    )
