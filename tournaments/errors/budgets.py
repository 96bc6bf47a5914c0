"""Refusals of whoever has used up a budget, and of public tournaments where the operator names who opens them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError

from .common import TooManyRequests


class LinkMailTooSoon(TooManyRequests):
    """A mail with a link or a code follows another one to the same player at once."""

    code = "link_mail_too_soon"
    message = _(
        "A mail with a link or a code has just gone to %(player)s. Wait for %(minutes)s min, or show the link here at "
        "the desk."
    )


class TooManyLinkMails(TooManyRequests):
    """A player or an address has got the maximum of mails with links and codes in a day."""

    code = "too_many_link_mails"
    message = _(
        "No more mails with links or codes go to %(player)s today. Show the link here at the desk, or mail it in "
        "%(minutes)s min."
    )


class TooManyInvitations(TooManyRequests):
    """An address, or whoever invites, has had the maximum of invitations by mail in a day."""

    code = "too_many_invitations"
    message = _("No more invitations are mailed today. Show the code instead, or mail it in %(minutes)s min.")


class AddressUnconfirmed(TooManyRequests):
    """A mail with a link went to a new address, and nobody has opened the link yet."""

    code = "address_unconfirmed"
    message = _(
        "A mail with a link or a code went to the address of %(player)s, and nobody has opened it yet. Check the address, and "
        "show the link here at the desk."
    )


class TooManyNewAddresses(TooManyRequests):
    """The tournaments of an owner have mailed to the maximum of new addresses in a day."""

    code = "too_many_new_addresses"
    message = _(
        "The tournaments of this owner have mailed to as many new addresses as they may in a day. Show the link here at the "
        "desk, or mail it in %(minutes)s min."
    )


class TooManyNewcomers(TooManyRequests):
    """The maximum of newcomers has registered by one link within an hour."""

    code = "too_many_newcomers"
    message = _(
        "Too many newcomers have registered by this link. Ask the desk to enter you, or try again in %(minutes)s min."
    )


class TooManyQuestions(TooManyRequests):
    """The maximum of partners was asked by one person within a day."""

    code = "too_many_questions"
    message = _("You have asked too many partners today. Wait for an answer, or let the desk enter you.")


class TooManyPublic(TooManyRequests):
    """An account has opened the maximum of public tournaments in a day."""

    code = "too_many_public"
    message = _(
        "You have opened as many public tournaments as one may in a day. Keep this one as a draft, and make it public in "
        "%(minutes)s min."
    )


class NotAPublisher(DomainError):
    """Only accounts that the operator names may open public tournaments."""

    message = _(
        "On this installation only named accounts open public tournaments. Keep it as a draft or unlisted, or ask who runs "
        "this installation."
    )
    status = 403
