"""Refusals on the desk's pages: put where they belong in a form, or said above the page."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from matches.errors import DomainError, Refused, ReportRefused
from tournaments.errors import InvalidFields


def reasons(refusal: DomainError) -> list[str]:
    """A refusal as sentences, one for each thing that is wrong."""
    if isinstance(refusal, ReportRefused):
        return [f"{one.message} {one.way_out}" for one in refusal.refusals]
    if isinstance(refusal, InvalidFields):
        return [message for messages in _fields(refusal).values() for message in messages]
    return [str(refusal)]


def are_valid(*found: forms.Form) -> bool:
    """Whether every form is right; each is looked at, so that every fault is shown."""
    verdicts = [form.is_valid() for form in found]
    return all(verdicts)


def put_into(form: forms.Form, refusal: DomainError) -> None:
    """Say a refusal in the form whose data was refused, each fault at its field."""
    if not isinstance(refusal, InvalidFields):
        for reason in reasons(refusal):
            form.add_error(None, reason)
        return
    for name, messages in _fields(refusal).items():
        for message in messages:
            form.add_error(name if name in form.fields else None, message)


def overridable(refusal: DomainError) -> Sequence[Refused]:
    """What a director may let stand with a tick (P7): the ruling matters of a refused result, each code once."""
    if not isinstance(refusal, ReportRefused):
        return ()
    found = {one.code: one for one in refusal.refusals if one.can_override}
    return tuple(found.values())


def _fields(refusal: InvalidFields) -> dict[str, list[str]]:
    fields = refusal.data["fields"]
    assert isinstance(fields, dict)  # noqa: S101 - narrows the type for mypy
    return fields
