"""The tables of the competition."""

from .access_link import DIRECT, AccessLink, Origin, Purpose
from .api_token import INCLUDED, OF_TOURNAMENTS, ApiToken, TokenScope, act_through, token_of
from .archive import Archive, ArchiveKind, ArchivePosition, ArchiveState, Confidence
from .board import (
    WAY_TO_TOURNAMENT,
    Board,
    LineupPlace,
    board_of,
    has_boards,
    has_matches_under_it,
    is_no_board,
    is_series,
    is_team_match,
    pairing_of,
    played_for,
    series_of,
)
from .browsers import AccountBrowser, PushSubscription
from .challenge import Challenge
from .claim import Claim
from .clock_mark import ClockMark, Passed, boot_time
from .club import Club, ClubKind, ClubName, club_ends, ends_of
from .consent import PRIVACY_TEXT, PRIVACY_TEXT_DAY, Consent, ConsentPlace
from .counting_rule import CountingRule, FeedVerdict
from .draw import Commitment, Draw
from .draw_input import DrawInput, DrawnEntry, UnreadableInput
from .emergency_paper import EmergencyPaper
from .entrant import UNLISTED, Entrant, EntrantPlayer, Via
from .event import BoardOrder, Event, EventKind, FinishRules, GameVariant, Registration, Scores
from .event_rules import CUBES, DEFAULT_PROFILE, RULE_NUMBERS, RULE_SETTINGS, wrong_settings
from .federation import RIGHTS, Federation, FederationEntry, OfficeKind, Officer, Right
from .feed import FeedChange, FeedCursor, FeedHead, FeedMember, FeedRow
from .hall import Announcement, Availability, Call, CallKind
from .hall_hours import HallHours, by_clock, day_of, hours_of, stored_hours
from .invitation import Invitation
from .ledger import AT_THE_DESK, LARGEST_AMOUNT, CashBox, Fee, FeeKind, LedgerLine, LineKind, Means
from .list_comparison import ComparisonLine, ListComparison
from .list_variation import ListVariation, VariationMove
from .log_entry import LogEntry
from .log_stream import Actor, ChainEntry, LogStream
from .lots import Lot, LotChain
from .membership import Member, Membership, MembershipKind, number_key
from .merge import Merge, MergeAgreement, MergeProposal, NoDuplicate
from .notice import Notice
from .notice_code import NoticeCode
from .outbox import AccountMail, FinalPageMail, OutboxJob
from .pairing import Pairing, Seat
from .points_season import FinalTable, PointsSeason
from .proof import LogText, ProofSalt
from .rating_list import (
    HIGHEST_RATING,
    LatePolicy,
    ListDeviation,
    ListFault,
    ListOrder,
    ListOrigin,
    ListRecord,
    ListStanding,
    ListState,
    OfficialList,
    OfficialRow,
    OfficialStatus,
    OpeningRating,
    RatingHistory,
    RatingList,
    UncertaintyPeriod,
)
from .recomputation import MoveCause, Recomputation
from .record_analysis import RecordAnalysis, analysis_of
from .sanction import Sanction, SanctionState
from .service import BudgetUse, IdempotencyKey, Removal
from .stage import STAGE_NAMES, Stage, StageEntry
from .stage_json import (
    StoredMatchDay,
    StoredTie,
    decisions_in,
    hand_order_of,
    match_day_of,
    stored_hand_order,
)
from .submission import AcceptedMatch, ResultFile, Submission, SubmissionState
from .table import Table, TableUse
from .tournament import (
    APPEAL_DAYS,
    LONGEST_LIMIT,
    SHORTEST_LIMIT,
    Role,
    RoleKind,
    StepMark,
    Tournament,
    Visibility,
)
from .tree import TreeHead, TreeLeaf, TreeNode
