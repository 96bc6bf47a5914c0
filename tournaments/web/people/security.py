"""The security of an account: its password, second factor, browsers and tokens on one page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import access
from tournaments.actions.people import browsers, second_factors, tokens
from tournaments.models import RoleKind
from tournaments.web.frame.visitors import visitor_of

_OTHERS = "others"


@never_cache
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Show the password, the second factor, the browsers and the tokens of the account."""
    visitor = visitor_of(request)
    account = access.own_account(visitor)
    factors = list(Authenticator.objects.filter(user=account).order_by("pk"))
    types = Authenticator.Type
    codes = next((row for row in factors if row.type == types.RECOVERY_CODES), None)
    here = request.session.get(browsers.IN_SESSION)
    context = {
        "section": "profile",
        "account": account,
        "app": next((row for row in factors if row.type == types.TOTP), None),
        "passkeys": [(row, row.wrap().name) for row in factors if row.type == types.WEBAUTHN],
        "codes_left": None if codes is None else len(codes.wrap().get_unused_codes()),
        "is_protected": any(row.type != types.RECOVERY_CODES for row in factors),
        "is_required": "owners" in settings.SECOND_FACTOR and RoleKind.OWNER in visitor.offices.values(),
        "browsers": [(row, row.uid == here) for row in browsers.signed_in(account)],
        "tokens": tokens.valid_tokens(account).order_by("-pk"),
    }
    return render(request, "me/security.html", context)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out the browser that the form names, or all others."""
    rows = access.browsers_to_sign_out(visitor_of(request), request.POST.get("browser", ""))
    here = request.session.get(browsers.IN_SESSION)
    if request.POST.get("browser") == _OTHERS:
        rows = rows.exclude(uid=here)
    count = browsers.sign_out(rows)
    sentence = ngettext("%(count)s browser is signed out.", "%(count)s browsers are signed out.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("security")


def tells_of_factors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Write the mail about a factor that has come or gone in the transaction of the change."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **options: object) -> HttpResponse:
        account = visitor_of(request).account
        if account is None or request.method != "POST":
            return view(request, *args, **options)
        browser = browsers.name_of(request.headers.get("User-Agent", ""))
        with second_factors.telling(account, browser=browser):
            return view(request, *args, **options)

    return answer


def ends_other_sessions(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Sign out all other browsers once a factor was added: they came in without it."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **options: object) -> HttpResponse:
        count = Authenticator.objects.filter(user=request.user.pk).count()
        response = view(request, *args, **options)
        account = visitor_of(request).account
        if account is not None and Authenticator.objects.filter(user=account).count() > count:
            here = request.session.get(browsers.IN_SESSION)
            browsers.sign_out(row for row in browsers.signed_in(account) if row.uid != here)
        return response

    return answer
