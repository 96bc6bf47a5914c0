"""The side effects of an act, as a preview."""

from __future__ import annotations

from tournaments.api.response import Response, of
from tournaments.queries.impact import Impact, ImpactMatch, ImpactRemark, Move, PrizeMove


class MeetingResponse(Response, row=ImpactMatch):
    """A match of a stage, by its sides."""

    stage: str = of(words="The name of the stage, or of the event where it has none.")
    round: int
    sides: str = of("words")


class NewMeetingResponse(MeetingResponse):
    """A match that would be made; the act draws a lot of its own."""

    by_lot: bool = of(
        "is_by_lot", "Whether a lot decides what the rules leave open, so that it may be another match."
    )


class MatchChangedResponse(MeetingResponse):
    """A match that exists and would change."""

    match: str


class MoveResponse(Response, row=Move):
    """An entrant whose place changes; null where it is in the stage only before or only after."""

    stage: str
    entrant: str = of(words="The name.")
    before: int | None
    after: int | None
    before_words: str = of(words="The place as the standings show it, as in `5–8`; empty where it is null.")
    after_words: str


class PrizeMoveResponse(Response, row=PrizeMove):
    """An entrant whose prizes change, in the smallest unit of the currency."""

    entrant: str = of(words="The name.")
    before: int
    after: int
    paid: int = of(words="What it has got.")
    due: int
    to_come_back: int


class ImpactRemarkResponse(Response, row=ImpactRemark):
    """Something that stays after the act, beside its matches and places."""

    code: str = of(words="One of decided, decision_ends, drawn_before and after_closing.")
    match: str = of(words="Empty where it is about no match.")
    words: str = of(words="The remark in the language of the request.")


class ImpactResponse(Response, row=Impact):
    """The side effects of an act; nothing has been written."""

    cancelled: list[MatchChangedResponse]
    set_aside: list[MatchChangedResponse] = of(
        words="Matches that stay results between the two who played them, and count for nothing else."
    )
    revived: list[MatchChangedResponse] = of(words="Matches that were set aside and would count again.")
    made: list[NewMeetingResponse] = of("new_matches")
    decided: list[MatchChangedResponse] = of(
        "decided_matches", "Matches that would end by it, or end otherwise."
    )
    moves: list[MoveResponse]
    promoted: list[str] = of(words="The names of the alternates who would come in.")
    prizes: list[PrizeMoveResponse]
    freed_tables: list[str] = of(words="The names of the tables that would lose their match.")
    told: int = of("notice_count", "How many players would get a notice.")
    remarks: list[ImpactRemarkResponse] = of(words="What the act would leave for the audit and the log.")
