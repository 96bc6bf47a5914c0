"""The only door of the pages and the API to an object: fetched as this visitor, or a refusal.

Three answers are possible besides the object. `Http404`: there is no such thing
as far as this visitor may know, which is also the answer for everything in a
draft. `NotSignedIn` (401): it is known, and somebody signed in may do this.
`Forbidden` (403): it is known, and this person may not do this.
"""

from .directing import (
    dispute_to_rule,
    draw_to_direct,
    entrant_to_desk,
    event_to_desk,
    event_to_direct,
    match_to_desk,
    match_to_direct,
    stage_to_desk,
    stage_to_direct,
    table_to_desk,
    tournament_to_desk,
    tournament_to_direct,
)
from .playing import (
    dispute_to_state,
    entrant_to_withdraw,
    event_to_register,
    match_to_report,
    match_to_start,
    match_to_upload,
    own_account,
    own_matches,
    own_notices,
    own_player,
    record_to_check,
    report_to_confirm,
    report_to_dispute,
)
from .seeing import (
    dispute_to_see,
    draw_to_see,
    entrant_to_see,
    event_to_see,
    match_to_see,
    record_to_see,
    report_to_see,
    stage_to_see,
    tournament_to_see,
    tournaments_to_list,
)
from .visitor import LINK_IN_SESSION, Visitor, drop_link, hold_link, tournament_of, visitor

__all__ = [
    "LINK_IN_SESSION",
    "Visitor",
    "dispute_to_rule",
    "dispute_to_see",
    "dispute_to_state",
    "draw_to_direct",
    "draw_to_see",
    "drop_link",
    "entrant_to_desk",
    "entrant_to_see",
    "entrant_to_withdraw",
    "event_to_desk",
    "event_to_direct",
    "event_to_register",
    "event_to_see",
    "hold_link",
    "match_to_desk",
    "match_to_direct",
    "match_to_report",
    "match_to_see",
    "match_to_start",
    "match_to_upload",
    "own_account",
    "own_matches",
    "own_notices",
    "own_player",
    "record_to_check",
    "record_to_see",
    "report_to_confirm",
    "report_to_dispute",
    "report_to_see",
    "stage_to_desk",
    "stage_to_direct",
    "stage_to_see",
    "table_to_desk",
    "tournament_of",
    "tournament_to_desk",
    "tournament_to_direct",
    "tournament_to_see",
    "tournaments_to_list",
    "visitor",
]
