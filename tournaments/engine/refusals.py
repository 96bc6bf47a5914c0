"""Why an analysis cannot be had; `code` is what is stored."""

from __future__ import annotations

from typing import ClassVar


class EngineRefusal(Exception):
    """There is no analysis of this record, and asking again would change nothing."""

    code: ClassVar[str] = "refused"


class Unsuitable(EngineRefusal):
    """The record is of a kind that the engine cannot judge."""

    code = "unsuitable"


class TookTooLong(EngineRefusal):
    """The engine came to the end of its time, its memory or its output."""

    code = "took_too_long"


class EngineFailed(EngineRefusal):
    """The engine ended as it should not."""

    code = "engine_failed"


class Misread(EngineRefusal):
    """The engine's words are not about the game that it was given."""

    code = "misread"
