"""Refusals about players, names, accounts and private links."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class WrongCode(DomainError):
    """The one-time code is wrong, or ten wrong ones were entered before."""

    code = "wrong_code"
    message = _(
        "This is not the code shown on the terminal. Check it there; after ten wrong ones, start the service again for "
        "a new code."
    )
    status = 403


class NotFirstRun(DomainError):
    """The installation already has a director."""

    code = "not_first_run"
    message = _("This installation has its director already. Sign in instead.")


class OwnerStays(DomainError):
    """The owner cannot leave a tournament before handing it over."""

    code = "owner_stays"
    message = _("A tournament always has an owner. Make somebody else the owner first.")


class LinkNotValid(DomainError):
    """The private link is unknown, revoked or expired."""

    code = "link_not_valid"
    message = _("This private link is no longer valid. Ask the desk for a new one.")
    status = 404


class NoMailAddress(DomainError):
    """The player has no e-mail address for a private link."""

    code = "no_mail_address"
    message = _("%(player)s has given no e-mail address. Make a link and let its code be scanned.")


class NamedByThemselves(DomainError):
    """A desk cannot rename a player who has an account."""

    code = "named_by_themselves"
    message = _(
        "%(player)s has an account, and changes name, club and country on the page of the own profile."
    )


class PlaysAtOtherDesks(DomainError):
    """The player is entered in tournaments of other desks, where the change would apply too."""

    code = "plays_at_other_desks"
    message = _(
        "%(player)s plays in tournaments at whose desk you do not work, under the same name. "
        "Ask the operator of this installation to correct it."
    )
