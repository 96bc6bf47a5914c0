"""The visitor of a request: an account, a private link or a stranger, with its permissions in a tournament."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from matches.database.prepared import prepared
from matches.models import Dispute, GameRecord, Match, Penalty, Player, Report
from rules.match import Side as SideName
from tournaments.models import (
    AccessLink,
    Announcement,
    ApiToken,
    Challenge,
    Claim,
    Draw,
    EmergencyPaper,
    Entrant,
    Event,
    Fee,
    LedgerLine,
    Origin,
    Pairing,
    Purpose,
    ResultFile,
    Role,
    RoleKind,
    Stage,
    Table,
    TokenScope,
    Tournament,
    Visibility,
    pairing_of,
    token_of,
)
from tournaments.queries.entrants.teams import voice_of

LINK_IN_SESSION = "private_link"
_BROWSER_IN_SESSION = "browser"

# An object that belongs to one tournament.
Subject: TypeAlias = (
    Tournament
    | Event
    | Stage
    | Draw
    | Entrant
    | Table
    | Fee
    | LedgerLine
    | AccessLink
    | Announcement
    | EmergencyPaper
    | Challenge
    | Claim
    | Pairing
    | Match
    | Report
    | Dispute
    | GameRecord
    | Penalty
    | ResultFile
)

_DIRECTING = frozenset({RoleKind.OWNER, RoleKind.DIRECTOR})
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class Visitor:
    """The visitor of a request: an account, the holder of a private link, or a stranger.

    An account takes precedence over a link of the browser. A link gives access to one tournament and never to
    an office.
    """

    account: Player | None = None
    link: AccessLink | None = None
    browser: str = ""
    """A random name that this browser keeps over several links, where it is known."""
    is_reading: bool = False
    """Whether the request only reads, for which the scope `read` of a token is enough."""

    @property
    def token(self) -> ApiToken | None:
        """Return the token by which the account acts; None for a session."""
        return token_of(self.account)

    @property
    def is_authenticated(self) -> bool:
        """Whether the visitor is signed in; holding a private link is not."""
        return self.account is not None

    @property
    def is_stranger(self) -> bool:
        """Whether the visitor has neither an account nor a private link."""
        return self.account is None and self.link is None

    @property
    def is_via_link(self) -> bool:
        """Whether the visitor acts by a private link, which the log records."""
        return self.account is None and self.link is not None

    @property
    def origin(self) -> Origin:
        """Return the origin of this visitor's acts, for the log."""
        return Origin(self.link if self.is_via_link else None, self.browser)

    @property
    def player(self) -> Player | None:
        """Return the player as whom the visitor acts, if any."""
        if self.account is not None:
            return self.account
        return self.link.player if self.link is not None else None

    def player_in(self, tournament: Tournament) -> Player | None:
        """Return the player as whom the visitor acts in this tournament; a link of another one gives None."""
        if self.token is not None and not self.token.allows(TokenScope.READ, tournament=tournament.pk):
            return None
        if self.account is not None or self.holds_link_of(tournament):
            return self.player
        return None

    def allows(self, scope: TokenScope, tournament: int) -> bool:
        """Whether the visitor's token, if any, allows this in the tournament with this primary key."""
        least = TokenScope.READ if self.is_reading else scope
        return self.token is None or self.token.allows(least, tournament=tournament)

    def is_narrowed_in(self, tournament: Tournament) -> bool:
        """Whether the account holds an office in the tournament that its token does not allow to the full."""
        if self.account is None or self.allows(TokenScope.DIRECT, tournament.pk):
            return False
        return self._is_root or any(key == tournament.pk for key, _kind in _offices_of(self.account.pk))

    def holds_link_of(self, tournament: Tournament) -> bool:
        """Whether the visitor holds a private link of this tournament, signed in or not."""
        return self.link is not None and self.link.tournament_id == tournament.pk

    @cached_property
    def offices(self) -> Mapping[int, RoleKind]:
        """Every office of the account that its token allows, by tournament id; one query on first use."""
        if self.account is None:
            return {}
        return {
            tournament: RoleKind(kind)
            for tournament, kind in _offices_of(self.account.pk)
            if self.allows(TokenScope.DESK, tournament)
        }

    @property
    def is_superuser(self) -> bool:
        """Whether the account is a superuser, who may direct every tournament; with a bound token nobody is."""
        is_unbound = self.token is None or not self.token.is_bound
        return is_unbound and self._is_root

    @property
    def _is_root(self) -> bool:
        return self.account is not None and self.account.is_superuser

    def may_see(self, tournament: Tournament) -> bool:
        """Whether the visitor may see the tournament; drafts are visible to officers and link holders only."""
        if tournament.visibility != Visibility.DRAFT or self.holds_link_of(tournament):
            return True
        # Whoever may read a draft is refused a write in words, and not by 404.
        reader = self if self.is_reading else replace(self, is_reading=True)
        return reader.may_desk(tournament)

    def may_desk(self, tournament: Tournament) -> bool:
        """Whether the visitor holds any office in the tournament."""
        is_root = self._is_root and self.allows(TokenScope.DESK, tournament.pk)
        return is_root or tournament.pk in self.offices

    def may_direct(self, tournament: Tournament) -> bool:
        """Whether the visitor is the owner, a director or a superuser."""
        is_director = self._is_root or self.offices.get(tournament.pk) in _DIRECTING
        return is_director and self.allows(TokenScope.DIRECT, tournament.pk)

    def may_enter_slips(self, tournament: Tournament) -> bool:
        """Whether the visitor may enter slips signed by both sides: directors, and the desk if allowed."""
        return self.may_direct(tournament) or (tournament.desk_enters_slips and self.may_desk(tournament))

    def is_tablet_of(self, event: Event) -> bool:
        """Whether the visitor is the shared tablet of the event."""
        return self.is_via_link and self.link is not None and self.link.is_tablet_of(event)

    @property
    def sender(self) -> str:
        """Return the name under which the browser keeps what is not sent yet: of the player, or of the tablet."""
        if self.player is not None:
            return self.player.uid
        is_tablet = self.link is not None and self.link.purpose == Purpose.TABLET
        return self.link.uid if is_tablet and self.link is not None else ""

    def side_in(self, match: Match) -> SideName | None:
        """Return the side for which the visitor acts: as player, or as captain at a board; cached."""
        if match.pk not in self._sides:
            self._sides[match.pk] = voice_of(match, self.player_in(tournament_of(match)))
        return self._sides[match.pk]

    @cached_property
    def _sides(self) -> dict[int, SideName | None]:
        # Cached, because one request checks the same match several times.
        return {}

    def may_read_words(self, match: Match) -> bool:
        """Whether the visitor may read statements about a match: its players and the officers."""
        return self.may_desk(tournament_of(match)) or self.side_in(match) is not None


def visitor(request: HttpRequest) -> Visitor:
    """Return the visitor of this request: its account, and the valid private link of its session."""
    user: Player | AnonymousUser = request.user
    account, link = user if isinstance(user, Player) else None, _link_held(request)
    is_reading = request.method in _READING
    if token_of(account) is not None:
        # A token acts for itself: the link and the browser of a session beside it say nothing.
        person = Visitor(account=account, is_reading=is_reading)
    else:
        person = Visitor(account=account, link=link, browser=_browser_of(request), is_reading=is_reading)
    _name_in_log(person)
    return person


def _name_in_log(visitor: Visitor) -> None:
    """Let the lines of this request name its actor, by id alone."""
    if visitor.token is not None:
        bind_contextvars(actor=f"token:{visitor.token.uid}")
    elif visitor.account is not None:
        bind_contextvars(actor=f"account:{visitor.account.uid}")
    elif visitor.link is not None:
        bind_contextvars(actor=f"link:{visitor.link.uid}")


def _browser_of(request: HttpRequest) -> str:
    """Return the random name of the browser; empty without a session that lasts, and for requests that only read.

    The name stays when one link replaces another in the browser.
    """
    is_named = request.method not in _READING and settings.SESSION_COOKIE_NAME in request.COOKIES
    if not is_named or _has_ended(request):
        return ""
    _name_browser(request)
    return str(request.session[_BROWSER_IN_SESSION])


def _has_ended(request: HttpRequest) -> bool:
    """Whether the session of the cookie has ended, as that of a request under way when the next link is opened.

    A name would begin another session, whose cookie replaces the one of that link.
    """
    return not request.session.keys() and request.session.session_key is None


def _name_browser(request: HttpRequest) -> None:
    if _BROWSER_IN_SESSION not in request.session:
        request.session[_BROWSER_IN_SESSION] = secrets.token_hex(8)


def hold_link(request: HttpRequest, link: AccessLink) -> None:
    """Store a private link in the session, under a new session key, so that no address carries the token."""
    request.session.cycle_key()
    request.session[LINK_IN_SESSION] = link.uid
    # Named here, no form of the link writes the session: one that is under way when the next link is opened would be
    # answered with an error, because its session has ended.
    _name_browser(request)


def drop_link(request: HttpRequest) -> None:
    """Remove the private link from this session."""
    request.session.pop(LINK_IN_SESSION, None)


def _link_held(request: HttpRequest) -> AccessLink | None:
    uid = request.session.get(LINK_IN_SESSION)
    if uid is None:
        return None
    return next((link for link in _links_of(uid) if _opens(link)), None)


@prepared
def _offices_of(player: int) -> QuerySet[Role, tuple[int, str]]:
    return Role.objects.filter(player=player).values_list("tournament_id", "kind")


@prepared
def _links_of(uid: str) -> QuerySet[AccessLink]:
    return AccessLink.objects.filter(uid=uid).select_related("player", "tournament")


def _opens(link: AccessLink) -> bool:
    """Whether the link is valid for actions: not a calendar link, expired, revoked, or of an inactive player."""
    is_out = link.player is not None and not link.player.is_active
    return (
        link.purpose != Purpose.CALENDAR
        and link.revoked_at is None
        and link.expires_at > timezone.now()
        and not is_out
    )


def tournament_of(subject: Subject) -> Tournament:
    """Return the tournament of an object fetched through `access`; no query."""
    match subject:
        case Tournament():
            return subject
        case Event() | Table() | LedgerLine() | AccessLink() | Announcement() | Claim() | EmergencyPaper():
            return subject.tournament
        case Stage() | Entrant() | Fee() | ResultFile():
            return subject.event.tournament
        case Draw() | Challenge() | Pairing():
            return subject.stage.event.tournament
        case Match():
            return pairing_of(subject).stage.event.tournament
        case Report() | Dispute() | GameRecord() | Penalty():
            return pairing_of(subject.match).stage.event.tournament
