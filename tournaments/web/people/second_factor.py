"""The second factor of an account: secrets encrypted at rest, the QR code, and limits on guessing codes."""

from __future__ import annotations

import secrets
from base64 import b32encode, urlsafe_b64encode
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context, ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Player
from tournaments.web.frame.sharing import qr_svg

from .known_browsers import is_known

_SALT = "tournaments.second_factor"
# Longer than any code is valid: none is taken twice.
_USED_FOR = 180
_LONGEST_NAME = 60


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """An allauth adapter that encrypts the secrets of codes, so that a copy of the database signs nobody in."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("This code is not right. Type the one that the app shows now."),
        "unverified_email": gettext_lazy(
            "Confirm your address first: open the link in the mail that you got. Then come back."
        ),
    }

    def get_totp_issuer(self) -> str:
        """Return the name under which an app lists the codes: this service at its address."""
        return f"Videau {self._get_site_name()}"

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code for an app, drawn as the other codes of the pages."""
        return str(qr_svg(url, title=_("QR code for your app")))

    def encrypt(self, text: str) -> str:
        """Encrypt a secret with a key that follows from SECRET_KEY."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; a random one if it was encrypted under another SECRET_KEY, and then no code is right."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            # An empty one would be a secret that everybody knows.
            return b32encode(secrets.token_bytes(20)).decode()

    def generate_authenticator_name(self, user: Player, type: str) -> str:  # noqa: A002 - as allauth calls it
        """Return a name for a new passkey, which its owner may change."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)s") % {"number": number}


class _LimitedCode(BaseAuthenticateForm):  # type: ignore[misc]
    """A code that is taken once, and guessed a few times a day by whoever has the password.

    A browser in which the account was signed in before has a limit of its own, so that no guesser uses it up.
    """

    def clean_code(self) -> str:
        """Return the code; raise ValidationError if it is wrong, used, or one too many."""
        key = f"{self.user.pk}:{'known' if is_known(context.request, self.user) else 'unknown'}"
        if not ratelimit.consume(context.request, action="second_factor", key=key):
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()
        used = f"second-factor:{self.user.pk}:{code.replace(' ', '')}"
        if self.authenticator.type == Authenticator.Type.TOTP and not cache.add(used, 1, _USED_FOR):
            raise get_adapter().validation_error("incorrect_code")
        ratelimit.clear(context.request, action="second_factor", key=key)
        return code


class FactorCodeForm(_LimitedCode, AuthenticateForm):  # type: ignore[misc]
    """The form for a code at sign-in."""


class ConfirmingCodeForm(_LimitedCode, ReauthenticateForm):  # type: ignore[misc]
    """The form for a code by which somebody signed in confirms who it is."""


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """The form for a new passkey; each may sign in without a password where the browser has checked the person."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields.pop("passwordless", None)
        self.fields["name"].label = _("Name")
        self.fields["name"].max_length = _LONGEST_NAME


def _cipher() -> Fernet:
    key = salted_hmac(_SALT, "key", secret=settings.SECRET_KEY, algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(key))
