"""How allauth makes a player: with a name from the first moment, because no player is without one."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.forms import Form
from django.http import HttpRequest
from django.utils.translation import get_language

from matches.models import Player


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Stores the name and the language of the page with a new account."""

    def save_user(self, request: HttpRequest, user: Player, form: Form, *args: Any, **kwargs: Any) -> Player:
        """Fill in what the sign-up form asked, then save as allauth does."""
        user.name = form.cleaned_data["name"]
        user.language = get_language() or ""
        saved: Player = super().save_user(request, user, form, *args, **kwargs)
        return saved
