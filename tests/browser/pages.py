"""Every page of the service, derived from its URL patterns, so that new pages are included."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.urls import URLPattern, URLResolver

from tournaments.project.urls import urlpatterns

# What is done at these addresses, by POST alone.
ACTIONS = {
    "set_language",
    "leave_link",
    "read_notices",
    "revoke_token",
    "desk_next",
    "desk_publish",
    "desk_add_tables",
    "desk_dismiss",
    "desk_revoke_link",
    "desk_hold",
    "desk_main_stage",
    "desk_settle",
    "desk_lots",
    "desk_check_everybody_in",
    "desk_come_back",
    "desk_registration",
    "desk_player_link",
    "desk_make_claim",
    "desk_end_claim",
    "desk_entrant_act",
    "desk_end_fee",
    "desk_take_back_line",
    "desk_pay_entry",
    "desk_pay_prize",
    "desk_board_start",
    "desk_board_next",
    "desk_board_act",
    "desk_end_announcement",
    "desk_plan_preview",
    "desk_qualify",
    "desk_free_places",
    "desk_open_boards",
    "desk_votes",
    "challenge",
    "take_back_challenge",
    "take_back_appeal",
    "vote",
    "office_end_office",
    "office_add_membership",
    "office_give_number",
    "office_offer_number",
    "revoke_invitation",
    "office_merge_club",
    "office_part_club",
    "office_compute_list",
    "office_compare_list",
    "office_close_season",
    "office_directory",
    "office_name_person",
    "office_name_in_archive",
    "desk_make_file",
    "desk_send_results",
    "desk_players_act",
    "desk_all_players_act",
    "sign_out_browser",
    "subscribe_phone",
    "stop_phone",
}
# Parts of pages, fetched by a page that is open.
FRAGMENTS = {
    "my_matches_live",
    "bracket_live",
    "match_live",
    "pairing_why",
    "record_live",
    "desk_next_live",
    "desk_entrants_live",
    "desk_board_live",
    "desk_hall_end_live",
    "desk_board_quick",
    "desk_search",
    "desk_register_search",
    "desk_lengths",
    "hall_live",
    "ceremony_live",
    "lobby_live",
    "tablet_live",
    "embed_bracket_live",
    "embed_standings_live",
    "embed_stream_live",
}
# What programs read: calendars, sheets and what a phone needs to keep the pages at hand.
FILES = {
    "my_data_file",
    "office_archive_example",
    "office_variation_file",
    "service_worker",
    "manifest",
    "event_file",
    "event_card",
    "match_card",
    "question_card",
    "replay_card",
    "results_text",
    "tournament_card",
    "file_entrants",
    "file_pairings",
    "file_round",
    "file_results",
    "file_standings",
    "desk_file_entrants",
    "exhibit_photo",
    "desk_result_file",
    "calendar_feed",
    "log_file",
    "verify_file",
}
# These lead on to a page without showing one, or show it while debugging alone, or to who runs the installation alone.
PASSAGES = {
    "mfa_index",
    "mfa_authenticate",
    "mfa_reauthenticate",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_download_recovery_codes",
    "mfa_list_webauthn",
    "mfa_remove_webauthn",
    "mfa_reauthenticate_webauthn",
    "mfa_login_webauthn",
    "style",
    "link",
    "account_confirm_login_code",
    "account_set_password",
    "check_record",
    "office_merge",
    "desk_directories",
}
# Papers that a job makes, there or not yet, and the way to a paper that a form has chosen.
PAPERS = {
    "desk_emergency_newest": {200, 302},
    "checkpoint_file": {200, 404},
    "desk_emergency_paper": {404},
    "desk_print_show": {422},
}
# The pages that look different in each state of what they show.
_IN_EVERY_STATE = {
    "event",
    "bracket",
    "standings",
    "draw",
    "match",
    "desk_event",
    "desk_entrants",
    "desk_draw",
    "desk_match",
    "desk_dispute",
    "dispute",
}
_ANONYMOUS = {"privacy", "setup", "account_login", "account_signup"}
_DIRECTOR = {
    "profile",
    "merge_proposal",
    "tokens",
    "security",
    "my_data",
    "dispute",
    "add_exhibit",
    "appeal",
    "dispute_paper",
    "account_logout",
    "account_email",
    "lineup",
    "own_match_days",
    "tablet",
}
# One of each, where the state makes no difference; the guest's own match is the reported one.
_USUAL = {"e": "running", "s": "running", "m": "reported"}
_VALUES = {
    "game": "1",
    "number": "1",
    "step": "3",
    "uidb36": "1",
    "key": "used",
    "act": "x",
    "player": "x",
    "match": "x",
    "table": "x",
    "link": "x",
    "token": "x",
    "pk": "1",
    "announcement": "x",
    "exhibit": "x",
    "entrant": "x",
    "ending": "csv",
    "fee": "x",
    "line": "x",
    "paper": "x",
}
USUAL_OF_PAGE = {
    "finish": "finished",
    "results_text": "finished",
    "desk_close_event": "finished",
    "desk_print_finish": "finished",
    "register": "to come",
    "lineup": "lineup",
    "desk_enter_side": "doubles",
    "desk_correct_player": "own",
    "desk_public_name": "own",
    "desk_print_cross": "round_robin",
    "desk_committee": "appealed",
    "desk_decision": "voted",
    "exhibit_photo": "voted",
    "fixtures": "match days",
    "desk_match_days": "match days",
    "own_match_days": "match days",
}
# A director says for whom.
_QUERIES = {"lineup": "?side=one"}
_STATES = {
    "e": ["running", "finished", "to come", "ladder", "teams"],
    "s": ["running", "finished", "to come", "ladder", "teams"],
    "m": ["reported", "disputed", "playing", "final", "teams", "lineup"],
    "d": ["open", "voted"],
}
# Standings have columns of their own in each kind of stage.
STANDINGS = ("swiss", "lives", "round_robin", "league", "team table")


class Who(StrEnum):
    """Who looks at a page: each as somebody for whom it is made."""

    ANONYMOUS = "anonymous"
    GUEST = "guest"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True)
class Visit:
    """A page to look at, in one state of what it shows."""

    name: str
    route: str
    who: Who
    state: str = ""
    languages: tuple[str, ...] = ("en", "fr")

    def __str__(self) -> str:
        return f"{self.name} {self.state}".strip()

    def path(self, samples: Mapping[str, Mapping[str, str]]) -> str:
        """The address with one of the sample rows in it."""
        return address(self.route, samples, state=self.state) + _QUERIES.get(self.name, "")


def address(route: str, samples: Mapping[str, Mapping[str, str]], *, state: str = "") -> str:
    """A route with sample values; the letter before `<uid>` says what it is the uid of."""

    def value(place: re.Match[str]) -> str:
        kind, name = place["kind"] or "", place["name"]
        before = f"{kind}/" if kind else ""
        # Other places of an address are named by what they hold.
        of_kind = samples.get(kind if name == "uid" or kind in samples else name)
        if of_kind is None:
            return before + _VALUES[name]
        return before + of_kind.get(state or _USUAL.get(kind, ""), next(iter(of_kind.values())))

    return "/" + re.sub(r"(?:(?P<kind>[\w-]+)/)?<(?:\w+:)?(?P<name>\w+)>", value, route)


def routes() -> dict[str, str]:
    """Every address of the pages by its name; those of the API, the operator and the probes are none."""
    return {
        name: route
        for name, route in every_route().items()
        if not route.startswith(("api/", "admin/", "service/", "healthz", "readyz", "metrics"))
    }


def every_route() -> dict[str, str]:
    """Every address of the service by its name."""
    return dict(_walk(urlpatterns, ""))


def visits() -> list[Visit]:
    """Every page, in every state that matters."""
    visits_of_page = []
    for name, route in routes().items():
        if name in ACTIONS | FRAGMENTS | PASSAGES | FILES | PAPERS.keys():
            continue
        kind = route.removeprefix("desk/").removeprefix("embed/").partition("/")[0]
        if name in _IN_EVERY_STATE:
            first, *others = _STATES[kind]
            visits_of_page.append(Visit(name, route, _who(name), first))
            # The frame is the same; what differs takes more room in French.
            visits_of_page += [Visit(name, route, _who(name), state, ("fr",)) for state in others]
            if name == "standings":
                visits_of_page += [Visit(name, route, _who(name), kind) for kind in STANDINGS]
        else:
            visits_of_page.append(Visit(name, route, _who(name), USUAL_OF_PAGE.get(name, "")))
    return visits_of_page


def visits_once() -> list[Visit]:
    """Every page, in the first of its states."""
    first: dict[str, Visit] = {}
    for visit in visits():
        first.setdefault(visit.name, visit)
    return list(first.values())


def _who(name: str) -> Who:
    if name in _ANONYMOUS or name.startswith(("account_reset", "account_confirm")):
        return Who.ANONYMOUS
    if name in _DIRECTOR or name.startswith(("desk_", "office", "account_", "mfa_")):
        return Who.DIRECTOR
    return Who.GUEST


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = before + _plain(str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        elif pattern.name:
            yield pattern.name, route


def _plain(route: str) -> str:
    """A route without the regular expression around its names."""
    route = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<\1>", route)
    return route.lstrip("^").rstrip("$").replace("\\", "")
