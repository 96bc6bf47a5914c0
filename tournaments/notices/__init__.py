"""Notices: who is told what, stored as codes and parameters, worded in the reader's language, and mailed."""

from tournaments.models import NoticeCode

from .breaker import Breaker
from .federations import RatingOfEvent, event_rated, ratings_moved, sanction_granted, sanction_refused
from .finishing import (
    entry_paid,
    event_finished,
    pool_short,
    prizes_split,
    split_agreed,
    split_offered,
    split_withdrawn,
)
from .mailing import (
    claim_mail,
    claimed_mail,
    invitation_mail,
    mail,
    mail_account,
    mail_final_page,
    private_link_mail,
    token_mail,
)
from .pairings import (
    SideWithoutMatch,
    boards_made,
    matches_cancelled,
    next_opponent,
    next_opponents,
    set_aside,
)
from .persons import (
    claim_undone,
    claimed,
    merge_declined,
    merge_proposed,
    name_corrected,
    person_merged,
    person_parted,
)
from .phones import (
    BrowserKeys,
    PhoneWaits,
    seal,
    tell_phone,
)
from .phones import is_on as tells_phones
from .phones import public_key as push_key
from .posting import MailServerAway, is_refused
from .recipients import (
    alternate_in,
    appeal_decided,
    appealed,
    came_back,
    challenge_due,
    challenge_taken_back,
    challenge_void,
    challenged,
    champion,
    committee_named,
    corrected,
    disputed,
    event_started,
    final,
    forfeited,
    home_exchanged,
    lineup_missing,
    lineup_occasion,
    match_again,
    match_days_moved,
    match_on,
    message,
    opponent_reported,
    partner_asked,
    please_confirm,
    qualified,
    qualifiers_open,
    registered,
    release,
    report_differs,
    ruled,
    stage_won,
    substituted,
    time_given_again,
    walkovers,
    withdrawn,
)
from .security import security_mail
from .storing import tell
from .words import RenderedNotice, points_words, render, signed_points_words
