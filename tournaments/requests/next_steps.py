"""Steps of the list of what is next."""

from __future__ import annotations

from .fields import Request, text


class StepRequest(Request):
    """The key of a step."""

    step: str = text("The `key` of the step.", max_length=80)
