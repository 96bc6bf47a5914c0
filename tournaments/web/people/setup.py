"""The first page of an installation: who reads the terminal becomes its director, or looks at the demonstration."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.people import first_run
from tournaments.errors import NotFirstRun, WrongCode
from tournaments.management import demo
from tournaments.web.desk.refusals import put_into

from .setup_forms import DEMO, SetupForm

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters("code", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Take the one-time code with the director's account, or load the demonstration; sign in either way."""
    if not first_run.is_first_run():
        if request.method == "POST":
            raise NotFirstRun
        return redirect("home")
    form = SetupForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                return _begin(request, form)
            except WrongCode as refusal:
                form.add_error("code", str(refusal))
            except DomainError as refusal:
                put_into(form, refusal)
    return render(request, "setup/setup.html", {"form": form, "section": "setup"}, status=status)


def _begin(request: HttpRequest, form: SetupForm) -> HttpResponse:
    said = form.cleaned_data
    if said["begin"] == DEMO:
        return _show_demo(request, said["code"])
    director = first_run.create_director(
        code=said["code"],
        name=said["name"],
        email=said["email"],
        password=said["password"],
        language=get_language() or "",
    )
    login(request, director, backend=_BACKEND)
    messages.success(
        request, _("Welcome, %(name)s. This is your first tournament.") % {"name": director.name}
    )
    return redirect("desk_new_tournament")


def _show_demo(request: HttpRequest, code: str) -> HttpResponse:
    """Load the demonstration and sign in as its director; the code stays valid for an account of one's own."""
    first_run.demand_code(code)
    loaded = demo.load()
    login(request, Player.objects.get_by_natural_key(loaded.email), backend=_BACKEND)
    messages.success(
        request,
        _("This is a demonstration. You direct it as %(email)s, with the password %(password)s.")
        % {"email": loaded.email, "password": loaded.password},
    )
    return redirect("desk_home")
