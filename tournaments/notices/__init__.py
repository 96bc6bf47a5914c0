"""Notices: who is told what, stored as codes and parameters, worded in the reader's language, and mailed."""

from .codes import NoticeCode
from .mailing import mail
from .telling import (
    alternate_in,
    champion,
    corrected,
    disputed,
    event_started,
    final,
    forfeited,
    match_on,
    next_opponent,
    next_opponents,
    opponent_reported,
    please_confirm,
    qualified,
    qualifiers_open,
    registered,
    release,
    report_differs,
    ruled,
    tell,
)
from .words import RenderedNotice, render

__all__ = [
    "NoticeCode",
    "RenderedNotice",
    "alternate_in",
    "champion",
    "corrected",
    "disputed",
    "event_started",
    "final",
    "forfeited",
    "mail",
    "match_on",
    "next_opponent",
    "next_opponents",
    "opponent_reported",
    "please_confirm",
    "qualified",
    "qualifiers_open",
    "registered",
    "release",
    "render",
    "report_differs",
    "ruled",
    "tell",
]
