"""The addresses of the service."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from . import admin_door, health
from .observability import metrics
from .operating import pages

admin_door.close(admin.site)

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("status/", pages.status, name="status"),
    path("service/jobs/", pages.jobs, name="service_jobs"),
    path("service/retention/", pages.retention, name="service_retention"),
    path("service/jobs/act/", pages.act_on_jobs, name="act_on_jobs"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/second-factor/", include("tournaments.web.people.second_factor_urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]

# What allauth answers when its limits are used up.
handler429 = "tournaments.web.frame.refusals.too_many"
handler500 = health.server_error
