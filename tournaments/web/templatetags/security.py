"""Filters of the pages about the security of an account."""

from __future__ import annotations

import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON, for an attribute; the template escapes it."""
    return json.dumps(value)
