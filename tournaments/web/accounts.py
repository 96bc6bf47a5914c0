"""How allauth makes a player: with a name from the first moment, because no player is without one."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.hashers import make_password
from django.forms import Form
from django.http import HttpRequest
from django.utils.translation import get_language

from matches.models import Player


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Stores the name and the language of the page with a new account, and does not tell who has one."""

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
