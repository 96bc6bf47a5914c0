"""Mail about the safety of an account: what has changed, when, and what to do if it was somebody else."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.models.dates import date_words

from .mail_names import greeting

# What has happened, as the subject and as the sentence of the mail.
_EVENTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "new_browser": (
        _("A new browser signed in to your account"),
        _("Somebody signed in to your account in a browser that was not used for it before."),
    ),
    "password_changed": (_("Your password was changed"), _("The password of your account was changed.")),
    "email_changed": (
        _("Your address for signing in was changed"),
        _("Your account has another main address for signing in now."),
    ),
    "email_added": (
        _("An address was added to your account"),
        _("You can sign in with one more address now."),
    ),
    "email_removed": (
        _("An address was removed from your account"),
        _("One address for signing in was removed from your account."),
    ),
    "totp_on": (
        _("Codes from an app protect your account"),
        _("Signing in to your account takes a code from your app now."),
    ),
    "totp_off": (
        _("Codes from an app no longer protect your account"),
        _("The codes from your app were switched off for your account."),
    ),
    "passkey_added": (_("A passkey was added to your account"), _("A passkey was added to your account.")),
    "passkey_removed": (
        _("A passkey was removed from your account"),
        _("A passkey was removed from your account."),
    ),
    "recovery_codes": (
        _("New recovery codes for your account"),
        _("New recovery codes were made for your account. The earlier ones no longer work."),
    ),
    "second_factor_reset": (
        _("The operator removed your second factor"),
        _("The operator of this service removed codes, passkeys and recovery codes from your account."),
    ),
}


def security_mail(player: Player, event: str, *, browser: str = "") -> tuple[str, str]:
    """Return subject and text of the mail about an event of an account, in the language of the account."""
    subject, sentence = _EVENTS[event]
    with translation.override(player.language or settings.LANGUAGE_CODE):
        places = {
            "hello": greeting(player),
            "sentence": str(sentence),
            "browser": browser,
            "at": date_words(timezone.localtime(), "DATETIME_FORMAT"),
            "zone": timezone.get_current_timezone_name(),
            "url": settings.BASE_URL.rstrip("/") + reverse("security") if settings.BASE_URL else "",
        }
        return str(subject), render_to_string("emails/security.txt", places)
