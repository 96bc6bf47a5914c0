"""Parity of pages and API: every action of a page, and every address of the desk that takes a POST."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeGuard

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

import tournaments.actions
import tournaments.web
from tournaments.api.operations import OPERATIONS
from tournaments.web import desk_urls
from tournaments.web.federations import urls as office_urls

ROOT = Path(__file__).resolve().parents[2]
# Actions without an operation, with the reason.
WITHOUT = {
    "tournaments.actions.hall.hours.ask_forecast": "`tournament_forecast` does the same, and it writes but a job.",
    "tournaments.actions.undo.engine.undoable": "It writes nothing: `tournament_log` says what may be undone.",
    "tournaments.actions.edit_conflicts.unchanged": "It writes nothing: it compares what a form was shown with what is.",
    "tournaments.actions.people.naming.require_named_by_desk": "It writes nothing: `entrant_correct_player` refuses the same.",
    "tournaments.actions.people.phones.subscribe": "A browser is told by its own push service, and asked on a page of its own.",
    "tournaments.actions.people.phones.stop": "It stops what was asked for on a page, on the page where it stands.",
    "tournaments.actions.people.erasure.erase": "No token ends its account: who has just signed in types their name.",
    "tournaments.actions.entrants.teams.require_lineup_open": "It writes nothing: `match_lineup` refuses the same.",
}
# Addresses of the desk without an operation, with the reason.
ADDRESSES_WITHOUT = {
    "setup": "It makes the first account of an installation, before which nobody has a token."
}
# What the addresses of the desk do, as operations.
DESK = {
    "desk_add_tables": "tables_add",
    "desk_all_players_act": "entrants_check_in entrants_undo_check_in entrants_pay entrants_make_links "
    "entrants_message",
    "desk_board": "report match_table match_start",
    "desk_by_hand": "stage_pair_by_hand stage_keep_apart stage_let_meet stage_move_to_line",
    "desk_board_act": "match_table match_lowest_table table_free match_start match_call match_penalise match_forfeit "
    "report_confirm match_resume match_take_back_result",
    "desk_board_next": "table_next",
    "desk_board_start": "match_start",
    "desk_board_tables": "table_change set_automatic_calls set_waiting_limit",
    "desk_change_players": "entrant_substitute entrant_add_player",
    "desk_check_everybody_in": "event_check_in",
    "desk_close_event": "event_close event_reopen event_tell_places event_mail_final_page",
    "desk_close_tournament": "tournament_close tournament_reopen",
    "desk_come_back": "entrant_come_back",
    "desk_committee": "appeal_committee",
    "desk_copy_tournament": "tournament_copy",
    "desk_correct_player": "entrant_correct_player",
    "desk_decision": "appeal_decide",
    "desk_directories": "directory_import",
    "desk_dismiss": "tournament_dismiss",
    "desk_dispute": "dispute_rule dispute_state dispute_exhibit dispute_appeal appeal_take_back",
    "desk_dispute_games": "dispute_rule",
    "desk_draw": "stage_draw draw_void stage_commit stage_take_back stage_enter_late stage_swap stage_replace "
    "stage_change_lengths stage_change_best_of stage_round_length stage_options",
    "desk_emergency": "emergency_paper_make",
    "desk_enter_paper": "event_enter_in_order",
    "desk_edit_event": "event_change event_start event_qualifies_for",
    "desk_edit_tournament": "tournament_change",
    "desk_end_claim": "claim_revoke claim_undo",
    "desk_end_announcement": "announcement_end",
    "desk_end_fee": "fee_end",
    "desk_enter_side": "entrant_enter",
    "desk_entrant": "entrant_withdraw",
    "desk_entrant_act": "entrant_check_in entrant_undo_check_in entrant_leave entrant_return entrant_promote entrant_let_in "
    "stage_enter_late log_undo",
    "desk_entrant_money": "entrant_pay_at_desk entrant_refund_at_desk entrant_pay_prize_at_desk entrant_waive "
    "entrant_choose_fee",
    "desk_entrants": "entrant_enter event_receive",
    "desk_fees": "event_set_fee",
    "desk_free_places": "event_free_places",
    "desk_hall": "tournament_announce",
    "desk_hall_hours": "set_hall_hours",
    "desk_hold": "stage_hold",
    "desk_import": "event_import",
    "desk_links": "event_make_registration_link",
    "desk_log": "log_undo",
    "desk_lots": "entrant_bye_lots",
    "desk_make_claim": "entrant_make_claim entrant_mail_claim",
    "desk_main_stage": "event_change",
    "desk_make_file": "event_make_result_file",
    "desk_match": "report match_correct match_forfeit match_penalise penalty_take_back match_length "
    "match_take_back_start match_resume",
    "desk_match_games": "report match_correct",
    "desk_match_days": "stage_set_match_days stage_exchange_home",
    "desk_money": "tournament_add_cash_box tournament_set_currency",
    "desk_next": "tournament_put_step_away tournament_bring_step_back",
    "desk_new_event": "event_create event_set_fee",
    "desk_new_night": "club_night_start",
    "desk_night": "event_last_round event_make_tablet_link",
    "desk_new_stage": "stage_create",
    "desk_new_tournament": "tournament_create",
    "desk_officers": "tournament_invite",
    "desk_open_boards": "match_open_boards",
    "desk_pay_entry": "entrant_pay_entry",
    "desk_pay_prize": "entrant_pay_prizes",
    "desk_plan_event": "event_create",
    "desk_plan_preview": "plan_check",
    "desk_player_link": "entrant_make_link entrant_mail_link",
    "desk_players_act": "entrants_check_in entrants_undo_check_in entrants_pay entrants_withdraw "
    "entrants_make_links entrants_message",
    "desk_prizes": "event_set_payout event_split_prizes event_end_prize_split entrant_offer_split "
    "entrant_withdraw_split",
    "desk_public_name": "entrant_public_name",
    "desk_publish": "tournament_change",
    "desk_qualify": "event_enter_qualified",
    "desk_ratings": "event_change",
    "desk_reentry": "event_set_reentry",
    "desk_register": "event_receive player_arrive player_pay_all entrant_leave entrant_return entrant_choose_fee "
    "tournament_add_cash_box log_undo",
    "desk_registration": "event_change",
    "desk_revoke_link": "link_revoke",
    "desk_sanctions": "event_request_sanction sanction_withdraw",
    "desk_season": "stage_next_season",
    "desk_settle": "stage_settle_obstacle",
    "desk_stage_feeds": "stage_change_feeds stage_remove",
    "desk_send_results": "event_send_results",
    "desk_suspend": "match_suspend",
    "desk_take_back_line": "line_take_back",
    "desk_ties": "stage_decide_tie stage_take_back_tie",
    "desk_votes": "appeal_vote",
}
# What the addresses of the office of a federation do, as operations.
OFFICE = {
    "office_add_membership": "member_add_membership",
    "office_club": "club_change",
    "office_clubs": "club_add",
    "office_give_number": "federation_give_number",
    "office_import_members": "federation_import_members",
    "office_offer_number": "federation_offer_number",
    "office_member": "member_change",
    "office_membership": "membership_change",
    "office_merge_club": "club_merge",
    "office_name": "federation_correct_name",
    "office_part_club": "club_part",
    "office_duplicates": "federation_merge_players federation_tell_apart different_people_take_back merge_undo "
    "federation_undo_claim",
    "office_directory": "federation_export_directory",
    "office_end_office": "officer_end",
    "office_change_season": "season_change",
    "office_close_season": "season_close",
    "office_change_list": "list_change",
    "office_compute_list": "list_compute",
    "office_archive": "archive_name_everybody archive_import archive_undo federation_enter_archive",
    "office_name_in_archive": "archive_name_person",
    "office_name_person": "submission_name_person",
    "office_new_list": "list_create",
    "office_new_season": "federation_create_season",
    "office_officers": "federation_invite",
    "office_publish_list": "list_preview list_publish",
    "office_set_rules": "federation_set_counting_rules",
    "office_submission": "submission_accept submission_ask_back submission_refuse",
    "office_upload_archive": "federation_check_archive federation_enter_archive",
    "office_upload_results": "federation_check_results federation_submit_results",
    "office_upload_ratings": "list_upload list_openings",
    "office_sanction": "sanction_grant sanction_refuse",
    "office_settings": "federation_change",
    "office_compare_list": "list_compare",
    "office_variations": "list_vary",
}


def calls_of_pages() -> set[str]:
    """The actions that say who acts and that some page names, by their full names."""
    return _calls_in(Path(tournaments.web.__file__).parent)


def calls_of_actions() -> set[str]:
    """The actions that are a part of another one."""
    return _calls_in(Path(tournaments.actions.__file__).parent)


def every_action() -> set[str]:
    """Every action that says who acts."""
    modules = pkgutil.walk_packages(tournaments.actions.__path__, "tournaments.actions.")
    members = (vars(importlib.import_module(module.name)).values() for module in modules)
    return {
        _name_of(action)
        for values in members
        for action in values
        if _is_action(action) and not action.__name__.startswith("_")
    }


def _calls_in(root: Path) -> set[str]:
    return {_name_of(action) for file in root.rglob("*.py") for action in _actions_in(file)}


def _actions_in(file: Path) -> Iterator[Callable[..., Any]]:
    tree = ast.parse(file.read_text())
    package = ".".join(file.relative_to(ROOT).parent.parts)
    names: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            up = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(part for part in (up, node.module) if part)
            if module.startswith("tournaments.actions"):
                for alias in node.names:
                    names[alias.asname or alias.name] = _imported(module, alias.name)
    for node in ast.walk(tree):
        target: Any = None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            target = getattr(names.get(node.value.id), node.attr, None)
        elif isinstance(node, ast.Name):
            target = names.get(node.id)
        if _is_action(target):
            yield target


def _is_action(value: Any) -> TypeGuard[Callable[..., Any]]:
    is_ours = inspect.isfunction(value) and value.__module__.startswith("tournaments.actions")
    return is_ours and "by" in inspect.signature(value).parameters


def _imported(module: str, name: str) -> Any:
    try:
        return importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return getattr(importlib.import_module(module), name)


def _name_of(action: Callable[..., Any]) -> str:
    return f"{action.__module__}.{action.__qualname__}"


def test_every_action_that_a_page_calls_has_an_operation() -> None:
    pages = calls_of_pages()
    assert len(pages) > 100
    through_api = {_name_of(action) for operation in OPERATIONS for action in operation.actions}
    assert sorted(pages - through_api - WITHOUT.keys()) == []


def test_every_action_has_an_operation_or_is_a_part_of_one() -> None:
    through_api = {_name_of(action) for operation in OPERATIONS for action in operation.actions}
    alone = every_action() - through_api - calls_of_actions() - WITHOUT.keys()
    assert sorted(alone) == []


def addresses_that_take_a_post(patterns: Iterable[URLPattern]) -> set[str]:
    """The names of the addresses that answer a POST with anything but 405."""
    client, taking = Client(), set()
    for pattern in patterns:
        names = pattern.pattern.converters
        address = reverse(str(pattern.name), kwargs=dict.fromkeys(names, "nobody"))
        if client.post(address).status_code != 405:
            taking.add(str(pattern.name))
    return taking


@pytest.mark.django_db
def test_every_address_of_the_desk_that_takes_a_post_has_an_operation() -> None:
    assert addresses_that_take_a_post(desk_urls.urlpatterns) == DESK.keys() | ADDRESSES_WITHOUT.keys()
    assert addresses_that_take_a_post(office_urls.urlpatterns) == OFFICE.keys()
    names = {operation.name for operation in OPERATIONS}
    rows = [*DESK.values(), *OFFICE.values()]
    assert {name for names_of_row in rows for name in names_of_row.split()} <= names
    assert len(WITHOUT) + len(ADDRESSES_WITHOUT) <= 9
    for action in WITHOUT:
        module, _dot, name = action.rpartition(".")
        assert callable(getattr(importlib.import_module(module), name)), action
