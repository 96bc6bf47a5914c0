"""The allauth adapter, which gives each new account a player name and a language."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.models import Player
from tournaments.actions.people import accounts, browsers, consents
from tournaments.notices import is_refused
from tournaments.web.frame.confirmation import authenticated_within

from .known_browsers import is_known, note_browser

# The template prefix of allauth's confirmation mail for a new account.
_SIGN_UP = "account/email/email_confirmation_signup"
_APP = "allauth.account"
# The template prefixes of allauth's mails about safety, and the event that each tells.
_EVENTS = {
    "account/email/password_changed": "password_changed",
    "account/email/password_reset": "password_changed",
    "account/email/password_set": "password_changed",
    "account/email/email_changed": "email_changed",
    "account/email/email_confirm": "email_added",
    "account/email/email_deleted": "email_removed",
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """An allauth adapter that stores the name and page language of a new account.

    It hides which addresses have accounts, and no guesser locks the owner out of one
    (docs/decisions/0054-a-guesser-locks-nobody-out.md). Mail goes through the outbox, so no page waits for the
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
        accounts.post(
            to=email,
            subject=message.subject,
            text=message.body,
            new_player=new_player,
            kind=template_prefix,
        )

    def save_user(self, request: HttpRequest, user: Player, form: Form, *args: Any, **kwargs: Any) -> Player:
        """Set the name and language of a new account, then save it."""
        user.name = form.cleaned_data["name"]
        user.language = get_language() or ""
        with transaction.atomic():
            player: Player = super().save_user(request, user, form, *args, **kwargs)
            consents.agree_at_sign_up(player)
        return player

    def send_account_already_exists_mail(self, email: str) -> None:
        """Mail the owner of a known address about a sign-up with it, as slowly as a new sign-up.

        Hashing a password takes most of the time of a sign-up. Without it the response time would
        show that the address has an account.
        """
        make_password(email)
        super().send_account_already_exists_mail(email)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Player,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Mail the owner of an account what has changed about its safety, in the language of the account.

        Of second factors the owner was told in the transaction of the change (`second_factors.telling`).
        """
        if template_prefix.startswith("mfa/"):
            return
        browser = browsers.name_of(self.request.headers.get("User-Agent", ""))
        browsers.tell(user, _EVENTS[template_prefix], browser=browser, to=email or "")

    def post_login(self, request: HttpRequest, user: Player, *, signup: bool, **options: Any) -> HttpResponse:
        """Note the browser that has signed in; a new one is told to the owner by mail."""
        response: HttpResponse = super().post_login(request, user, signup=signup, **options)
        if signup:
            # The password was chosen just now, which counts as typed.
            record_authentication(request, user, method="password")
        return note_browser(request, user, response, is_new_account=signup)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt with a password; raise ValidationError beyond the limits.

        A browser of the account has a limit of its own. All others share those of their address and of the account.
        """
        email = str(credentials.get("email") or "").strip().casefold()
        address = self.get_client_ip(request)
        if is_known(request, Player.objects.filter(email__iexact=email).first()):
            limits = [("login_failed_known", f"{email}|{request.COOKIES[settings.KNOWN_BROWSER_COOKIE]}")]
        else:
            limits = [("login_failed_here", f"{email}|{address}"), ("login_failed", email)]
        counted = ratelimit.RateLimitUsage([])
        self._login_failed_rl_usage = counted
        for action, key in limits:
            usage = ratelimit.consume(request, app=_APP, action=action, key=key)
            if not usage:
                raise self.validation_error("too_many_login_attempts")
            counted.usage += usage.usage

    def set_password(self, user: Player, password: str) -> None:
        """Store a new password; guesses at the former one no longer count."""
        super().set_password(user, password)
        if user.email:
            ratelimit.clear(self.request, app=_APP, action="login_failed", key=user.email.casefold())

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        """Whether a change of the account itself asks again who it is: not soon after signing in."""
        return not authenticated_within(self.request, seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)
