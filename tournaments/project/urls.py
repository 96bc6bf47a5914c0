"""The addresses of the service."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from . import health

# Its own sign-in would count no attempts: the one of the pages does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]

# What allauth answers when its limits are used up.
handler429 = "tournaments.web.frame.refusals.too_many"
handler500 = health.server_error
