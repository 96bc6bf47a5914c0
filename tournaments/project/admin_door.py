"""The door of the admin pages: the sign-in of the pages, and a second factor where the operator asks for it."""

from __future__ import annotations

from functools import wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments import access


def close(site: AdminSite) -> None:
    """Let staff in by the sign-in of the pages alone, which counts attempts, and by their second factor."""
    # Its own form would count no attempts, and take a second factor from nobody.
    site.login = secure_admin_login(_to_index)  # type: ignore[method-assign]
    site.admin_view = _guarded(site.admin_view)  # type: ignore[method-assign]


def _to_index(request: HttpRequest, *args: object, **options: object) -> HttpResponse:
    return redirect("admin:index")


def _guarded(admin_view: Any) -> Any:
    @wraps(admin_view)
    def of_site(view: Any, *args: Any, **options: Any) -> Any:
        inner = admin_view(view, *args, **options)

        @wraps(inner)
        def answer(request: HttpRequest, *inner_args: Any, **inner_options: Any) -> HttpResponse:
            if request.user.is_authenticated and request.user.is_staff:
                access.require_for_admin(request.user)
            response: HttpResponse = inner(request, *inner_args, **inner_options)
            return response

        return answer

    return of_site
