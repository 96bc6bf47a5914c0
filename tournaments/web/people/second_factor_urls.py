"""The addresses of second factors; their names are those by which allauth calls them."""

from __future__ import annotations

from allauth.mfa.base import views
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from .security import ends_other_sessions, tells_of_factors

# One page has what allauth shows on several.
_all_on_one_page = RedirectView.as_view(pattern_name="security")

urlpatterns: list[URLPattern] = [
    path("", _all_on_one_page, name="mfa_index"),
    path("code/", views.authenticate, name="mfa_authenticate"),
    path("code/confirm/", views.reauthenticate, name="mfa_reauthenticate"),
    path("app/", ends_other_sessions(tells_of_factors(totp.activate_totp)), name="mfa_activate_totp"),
    path("app/remove/", tells_of_factors(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("recovery-codes/", recovery_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "recovery-codes/new/",
        tells_of_factors(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("recovery-codes/file/", recovery_codes.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("passkeys/", _all_on_one_page, name="mfa_list_webauthn"),
    path(
        "passkeys/add/", ends_other_sessions(tells_of_factors(webauthn.add_webauthn)), name="mfa_add_webauthn"
    ),
    path("passkeys/<int:pk>/remove/", tells_of_factors(webauthn.remove_webauthn), name="mfa_remove_webauthn"),
    path("passkeys/confirm/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("passkeys/sign-in/", webauthn.login_webauthn, name="mfa_login_webauthn"),
]
