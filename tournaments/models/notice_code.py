"""The codes of notices."""

from __future__ import annotations

from enum import StrEnum


class NoticeCode(StrEnum):
    """The code of a notice; stable and part of the API."""

    NEXT_OPPONENT = "next_opponent"
    MATCH_ON = "match_on"
    OPPONENT_REPORTED = "opponent_reported"
    PLEASE_CONFIRM = "please_confirm"
    REPORT_DIFFERS = "report_differs"
    DISPUTED = "disputed"
    RULED = "ruled"
    CORRECTED = "corrected"
    APPEALED = "appealed"
    ON_COMMITTEE = "on_committee"
    APPEAL_DECIDED = "appeal_decided"
    FINAL = "final"
    REGISTERED = "registered"
    ALTERNATE_IN = "alternate_in"
    FORFEITED = "forfeited"
    MATCH_AGAIN = "match_again"
    CHAMPION = "champion"
    CHALLENGED = "challenged"
    CHALLENGE_TAKEN_BACK = "challenge_taken_back"
    CHALLENGE_DUE = "challenge_due"
    CHALLENGE_VOID = "challenge_void"
    SUBSTITUTED = "substituted"
    PARTNERED = "partnered"
    EVENT_STARTED = "event_started"
    QUALIFIED = "qualified"
    QUALIFIERS_OPEN = "qualifiers_open"
    CLOCK_JUMPED = "clock_jumped"
    SERVICE_STOOD = "service_stood"
