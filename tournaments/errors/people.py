"""Refusals about players, names, accounts and private links."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class WrongCode(DomainError):
    """The one-time code is wrong, or ten wrong ones were entered before."""

    message = _(
        "This is not the code shown on the terminal. Check it there; after ten wrong ones, start the service again for "
        "a new code."
    )
    status = 403


class NotFirstRun(DomainError):
    """The installation already has a director."""

    message = _("This installation has its director already. Sign in instead.")


class OwnerStays(DomainError):
    """The owner cannot leave a tournament before handing it over."""

    message = _("A tournament always has an owner. Name another owner first.")


class LinkNotValid(DomainError):
    """The private link is unknown, revoked or expired."""

    message = _("This private link is no longer valid. Ask the desk for a new one.")
    status = 404


class NoMailAddress(DomainError):
    """The player has no e-mail address for a private link."""

    message = _("%(player)s has given no e-mail address. Make a link and let its code be scanned.")


class NamedByThemselves(DomainError):
    """A desk cannot rename a player who has an account."""

    message = _(
        "%(player)s has an account, and changes name, club and country on the page of the own profile."
    )


class PlaysAtOtherDesks(DomainError):
    """The player is entered at other desks or known to a federation, where the change would apply too."""

    message = _(
        "%(player)s has the same name in tournaments at whose desk you do not work, or in a federation that sanctioned no "
        "event here. Ask a registrar of the federation or the operator of this installation to correct it."
    )


class PseudonymTaken(DomainError):
    """Another person has this pseudonym, or is public by this name."""

    message = _("Another player is already called %(pseudonym)s. Choose another pseudonym.")


class PseudonymTells(DomainError):
    """The pseudonym has a word of the person's own name."""

    message = _("This pseudonym has a part of the name that it is to hide. Choose another one.")


class NotBornYet(DomainError):
    """The year of birth lies ahead."""

    message = _("%(year)s is still to come. Write the year of birth with four digits.")


class ChosenByThemselves(DomainError):
    """A desk cannot choose the public name of a player who has an account."""

    message = _("%(player)s has an account, and chooses in the own profile what is public.")


class ChoiceStands(DomainError):
    """A desk would make public what the person did not wish at other desks, or in a federation."""

    message = _(
        "%(player)s plays at other desks too, or is known to a federation, where less was made public. Only the player can "
        "change that, by an account or a private link that was mailed."
    )


class ClaimNotValid(DomainError):
    """The code is unknown, used, revoked or expired."""

    message = _("This code is not valid, or no longer. Ask the desk for a new one.")
    status = 404


class HasAccount(DomainError):
    """A player with an account is claimed by nobody."""

    message = _("%(player)s has an account already, so there is nothing to claim.")


class HoldsOffice(DomainError):
    """The account that claims a player would get the offices too, and a claim that is undone would leave nobody for them."""

    message = _("%(player)s holds an office. Give the office to another person first.")


class ClaimAtOtherDesks(DomainError):
    """A desk hands over nobody who plays at other desks too, or whom a federation knows; a mail reaches the person alone."""

    message = _(
        "%(player)s plays in tournaments at whose desk you do not work, or is known to a federation that sanctioned no event "
        "here. Mail the code to the player, or let a registrar of the federation merge the two."
    )


class GuardianMissing(DomainError):
    """A minor claims nothing without the guardian."""

    message = _("%(player)s is a minor. Make the code once the guardian agrees, and say so.")


class ConsentMissing(DomainError):
    """Nobody new is registered who has not agreed to be shown."""

    message = _("Read what is shown of you, and tick that you agree. Without it, ask the desk to enter you.")


class MinorsAccount(DomainError):
    """The results of a minor go to the account of a minor."""

    message = _("%(player)s is a minor. Write your year of birth on the page of your public name first.")


class OwnCode(DomainError):
    """An officer claims nobody by a code of their own."""

    message = _("You made this code yourself. Let another officer of the desk make it.")


class OwnClaim(DomainError):
    """The account that claimed a player does not undo it."""

    message = _("This is your own claim. Let another director or a registrar undo it.")


class ClaimOver(DomainError):
    """A claim is undone once, after it was made."""

    message = _("Nobody has claimed this player, or it was undone already.")


class SignedInAlready(DomainError):
    """Who is signed in claims with that account."""

    message = _(
        "You are signed in, so the player is claimed with your account. Sign out to make another one."
    )


class AccountFirst(DomainError):
    """An address is confirmed by a mail before a code is used."""

    message = _("Make an account with your address first, then claim with it. The code stays valid.")


class OfficeFirst(DomainError):
    """A person with an office is not erased, because others count on it."""

    message = _("You hold an office in %(where)s. Hand it over first, then erase the account.")


class StillEntered(DomainError):
    """A person is not erased while an event of theirs is not over."""

    message = _("You play in %(event)s, which is not over. Withdraw there first, or wait for its end.")


class PhoneNotUsable(DomainError):
    """What a browser gave away for its notifications leads to no push service."""

    message = _(
        "This browser cannot be told: what it answered leads to no push service. Use another browser; notices stand on "
        "these pages and come by mail."
    )
    status = 422


class TooManyPhones(DomainError):
    """The player is told in as many browsers as are allowed."""

    message = _(
        "You are told in %(most)s browsers already. Stop one of them on the page of your notices first."
    )
    status = 409


class PhonesOff(DomainError):
    """The installation has no key for Web Push."""

    message = _("This service tells no phones. Notices stand on these pages and come by mail.")
    status = 409
