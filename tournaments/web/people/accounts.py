"""How allauth makes a player: with a name from the first moment, because no player is without one."""

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

# What allauth calls the mail without which a new account cannot be used.
_SIGN_UP = "account/email/email_confirmation_signup"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Stores the name and the language of the page with a new account, and does not tell who has one.

    Mails go out through the outbox, so no page waits for the mail server
    (docs/decisions/0016-mail-has-a-lane-of-its-own.md).
    """

    def clean_email(self, email: str) -> str:
        """Refuse an address that the mail server refuses, where that is heard within two seconds."""
        cleaned: str = super().clean_email(email)
        if is_refused(cleaned):
            raise ValidationError(
                _("No mail arrives at this address. Check how it is written."), code="address_refused"
            )
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail in the language of the page, and let it go out."""
        # What allauth's own `send_mail` gives the templates.
        values = {"request": self.request, "email": email, "current_site": get_current_site(self.request)}
        message = self.render_mail(template_prefix, email, values | context)
        new_player = context["user"] if template_prefix == _SIGN_UP else None
        accounts.post(to=email, subject=message.subject, text=message.body, new_player=new_player)

    def save_user(self, request: HttpRequest, user: Player, form: Form, *args: Any, **kwargs: Any) -> Player:
        """Fill in what the sign-up form asked, then save as allauth does."""
        user.name = form.cleaned_data["name"]
        user.language = get_language() or ""
        saved: Player = super().save_user(request, user, form, *args, **kwargs)
        return saved

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of a known address that somebody signed up with it; as slowly as for a new one.

        Hashing a password is most of what making an account takes: without it the time of the answer would tell
        what the answer hides.
        """
        make_password(email)
        super().send_account_already_exists_mail(email)
