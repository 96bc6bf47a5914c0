"""What becomes of a submission that overwrites values: saved, refused, or changed meanwhile by somebody else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms as django_forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.edit_conflicts import Subject
from tournaments.acts import EditedForm
from tournaments.errors.common import EditConflict

from .conflicts import show_changed, unchanged
from .pages import act
from .refusals import put_into


@dataclass(frozen=True, slots=True)
class Edit:
    """The values that a submission overwrites: those of some forms of one object.

    If somebody else has changed them since the page was opened, the submitted `values` are shown, what holds `now`
    where the log does not tell it, and the page to `look_at`, that of the request if empty.
    """

    subject: Subject
    values: str | Sequence[str]
    forms: Collection[EditedForm] = (EditedForm.SETTINGS,)
    look_at: str = ""
    now: Callable[[], str] = str


def save(
    request: HttpRequest,
    edit: Edit,
    action: Callable[[], Any],
    *,
    into: django_forms.Form,
    back_to: str | Callable[[Any], str],
    message: str | Callable[[Any], str] = "",
) -> HttpResponse | None:
    """Run the action of a valid form, and redirect with a message if there is one.

    A refusal becomes an error of the form `into`, and the answer is None: the page is shown again. The message and
    the address may depend on what the action returns.
    """
    try:
        with unchanged(request, edit.subject, forms=edit.forms):
            result = action()
    except EditConflict as error:
        return _changed(request, edit, error)
    except DomainError as refusal:
        put_into(into, refusal)
        return None
    if words := message(result) if callable(message) else message:
        messages.success(request, words)
    return redirect(back_to(result) if callable(back_to) else back_to)


def press(
    request: HttpRequest, edit: Edit, action: Callable[[], Any], *, message: str, back_to: str
) -> HttpResponse:
    """Run the action of a button, add a message with its success or refusal, and redirect."""

    def overwrite() -> None:
        with unchanged(request, edit.subject, forms=edit.forms):
            action()

    try:
        return act(request, overwrite, message=message, back_to=back_to)
    except EditConflict as error:
        return _changed(request, edit, error)


def _changed(request: HttpRequest, edit: Edit, error: EditConflict) -> HttpResponse:
    look_at = edit.look_at or request.path
    tournament = access.tournament_of(edit.subject)
    return show_changed(
        request, tournament, error, edit.subject, values=edit.values, look_at=look_at, now=edit.now()
    )
