"""Refusals on desk pages: errors at form fields, messages above the page, or the rows of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from matches.errors import DomainError, Refused, ReportRefused
from tournaments.errors.common import InvalidFields
from tournaments.errors.exchange import RowsRefused
from tournaments.errors.money import BoxShort
from tournaments.exchange import ROW_WORDS, RowFault, RowFaultCode
from tournaments.models.wording import in_words

_MOST_REFUSED = 200


def reasons(refusal: DomainError) -> list[str]:
    """Return a refusal as sentences, one per fault."""
    if isinstance(refusal, ReportRefused):
        return [f"{one.message} {one.way_out}" for one in refusal.refusals]
    if isinstance(refusal, InvalidFields):
        return [message for messages in _fields(refusal).values() for message in messages]
    return [str(refusal)]


def are_valid(*every: forms.Form) -> bool:
    """Whether all forms are valid; all are validated, so that all errors are shown."""
    verdicts = [form.is_valid() for form in every]
    return all(verdicts)


def put_into(form: forms.Form, refusal: DomainError) -> None:
    """Add a refusal to the form as errors, each at its field."""
    if not isinstance(refusal, InvalidFields):
        for reason in reasons(refusal):
            form.add_error(None, reason)
        return
    for name, messages in _fields(refusal).items():
        for message in messages:
            form.add_error(name if name in form.fields else None, message)


def is_done(form: forms.Form, action: Callable[[dict[str, Any]], object]) -> bool:
    """Run an action with the values of a valid form; return whether nothing was refused.

    A refusal becomes an error of the form. BoxShort is raised again, since it has a page of its own.
    """
    if not form.is_valid():
        return False
    try:
        action(form.cleaned_data)
    except BoxShort:
        raise
    except DomainError as refusal:
        put_into(form, refusal)
        return False
    return True


def overridable(refusal: DomainError) -> Sequence[Refused]:
    """Return the refused rules that a director may override with a checkbox (P7), each code once."""
    if not isinstance(refusal, ReportRefused):
        return ()
    by_code = {one.code: one for one in refusal.refusals if one.can_override}
    return tuple(by_code.values())


def _fields(refusal: InvalidFields) -> dict[str, list[str]]:
    fields = refusal.data["fields"]
    assert isinstance(fields, dict)  # noqa: S101 - narrows the type for mypy
    return fields


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A refused row of a table by its file and its line, with the reason in words."""

    file: str
    line: int
    why: str


def refused_lines(faults: Iterable[RowFault]) -> list[RefusedLine]:
    """Return the first refused rows in words."""
    return [
        RefusedLine(fault.file, fault.line, in_words(ROW_WORDS[fault.code]))
        for fault in list(faults)[:_MOST_REFUSED]
    ]


def lines_of_refusal(refusal: RowsRefused) -> list[RefusedLine]:
    """Return the rows that a refusal names, in words."""
    rows: Any = refusal.data["rows"]
    return refused_lines(RowFault(row["file"], row["line"], RowFaultCode(row["code"])) for row in rows)
