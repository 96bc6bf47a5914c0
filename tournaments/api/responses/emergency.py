"""Emergency papers of a tournament."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, of
from tournaments.models import EmergencyPaper


class EmergencyPaperResponse(Response, row=EmergencyPaper):
    """The state of a tournament on paper; its bytes are at `emergency-papers/<id>/content/`."""

    id: str = of("uid")
    language: str
    version: int = of("log_seq", words="The number of the log entry up to which it goes.")
    made_at: datetime
    media_type: str
    size: int


class EmergencyPapersResponse(Response):
    """The kept papers of a tournament, newest first; `is_expected` where one is being made."""

    is_expected: bool
    papers: list[EmergencyPaperResponse]
