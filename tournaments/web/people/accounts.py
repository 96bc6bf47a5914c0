"""The allauth adapter, which gives each new account a player name and a language."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.hashers import make_password
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.models import Player
from tournaments.actions.people import accounts
from tournaments.notices import is_refused

# The template prefix of allauth's confirmation mail for a new account.
_SIGN_UP = "account/email/email_confirmation_signup"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """An allauth adapter that stores the name and page language of a new account.

    It hides which addresses have accounts. Mail goes through the outbox, so no page waits for the
    mail server (docs/decisions/0016-mail-has-a-lane-of-its-own.md).
    """

    def clean_email(self, email: str) -> str:
        """Reject an address that the mail server refuses within two seconds."""
        cleaned: str = super().clean_email(email)
        if is_refused(cleaned):
            raise ValidationError(
                _("No mail arrives at this address. Check how it is written."), code="address_refused"
            )
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Render a mail in the page's language and put it into the outbox."""
        # The template context of allauth's own `send_mail`.
        values = {"request": self.request, "email": email, "current_site": get_current_site(self.request)}
        message = self.render_mail(template_prefix, email, values | context)
        new_player = context["user"] if template_prefix == _SIGN_UP else None
        accounts.post(to=email, subject=message.subject, text=message.body, new_player=new_player)

    def save_user(self, request: HttpRequest, user: Player, form: Form, *args: Any, **kwargs: Any) -> Player:
        """Set the name and language of a new account, then save it."""
        user.name = form.cleaned_data["name"]
        user.language = get_language() or ""
        player: Player = super().save_user(request, user, form, *args, **kwargs)
        return player

    def send_account_already_exists_mail(self, email: str) -> None:
        """Mail the owner of a known address about a sign-up with it, as slowly as a new sign-up.

        Hashing a password takes most of the time of a sign-up. Without it the response time would
        show that the address has an account.
        """
        make_password(email)
        super().send_account_already_exists_mail(email)
