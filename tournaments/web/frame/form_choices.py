"""Choices of form fields that depend on data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms


def offer(form: forms.Form, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Set the choices of a field."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
    field.choices = list(choices)
