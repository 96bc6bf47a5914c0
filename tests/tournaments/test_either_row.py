"""Whatever is done with a player is done with the person: the row that was merged and the account give the same answer."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

import matches.actions
import tournaments.actions
from matches.errors import DomainError
from matches.models import Player, PublicAs
from tests import factories
from tests.tournaments.test_one_person import merged_account
from tournaments.actions.entrants import asking, known_players, reception, registration, teams
from tournaments.actions.entrants.list_reading import ListedPlayer
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import rights
from tournaments.actions.hall import tables
from tournaments.actions.people import claims, links, naming, publicity
from tournaments.models import (
    Entrant,
    EntrantPlayer,
    Event,
    Federation,
    FederationEntry,
    LogEntry,
    Origin,
    Role,
    Tournament,
)

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class Case:
    """A walk-in who was merged into an account, the events that have an entry of the walk-in, and one that has none."""

    row: Player
    account: Player
    boss: Player
    tournament: Tournament
    singles: Entrant
    pair: Entrant
    team: Entrant
    fresh: Event
    doubles: Event
    federation: Federation
    other: Player


@pytest.fixture
def case() -> Case:
    """Walter is in an event alone, in one with a partner and in one with a team, all by the row that a desk typed."""
    singles = factories.event()
    tournament = singles.tournament
    boss = factories.owner(tournament)
    pairs = factories.event(tournament, name="Doubles", kind="doubles")
    crews = factories.event(tournament, name="Teams", kind="teams", team_size=4, boards=3)
    row = factories.player("Walter Walkin")
    alone = registration.enter(singles, by=None, players=[row])
    pair = registration.enter(pairs, by=None, players=[row, factories.player()])
    crew = [row, factories.player(), factories.player()]
    team = registration.enter(crews, by=None, players=crew, name="Nantes")
    federation = factories.federation()
    account = merged_account(row, federation=federation)
    return Case(
        row,
        account,
        boss,
        tournament,
        alone,
        pair,
        team,
        factories.event(tournament, name="Late"),
        factories.event(tournament, name="Late doubles", kind="doubles"),
        federation,
        factories.player("Olga Other"),
    )


Call = Callable[[Case, Player], object]
# What is done with a player, by the action: where the person is in already, and where not.
CALLS: Mapping[str, list[Call]] = {
    "people.publicity.is_at_home": [
        lambda case, who: publicity.is_at_home(who, by=case.boss),
        lambda case, who: publicity.is_at_home(case.other, by=who),
    ],
    "federations.rights.is_own_event": [
        lambda case, who: rights.is_own_event(case.singles.event, who),
        lambda case, who: rights.is_own_event(case.fresh, who),
    ],
    "federations.rights.is_among": [
        lambda case, who: rights.is_among(who, [case.row.uid]),
        lambda case, who: rights.is_among(who, [case.account.uid]),
    ],
    "entrants.registration.enter": [
        lambda case, who: registration.enter(case.singles.event, by=case.boss, players=[who]),
        lambda case, who: registration.enter(case.fresh, by=case.boss, players=[who]),
        lambda case, who: registration.enter(case.doubles, by=case.boss, players=[who, case.other]),
        lambda case, who: registration.enter(case.pair.event, by=case.boss, players=[who, case.other]),
    ],
    "entrants.reception.enter": [
        lambda case, who: reception.enter(case.singles.event, by=case.boss, players=[who], is_here=True),
        lambda case, who: reception.enter(case.fresh, by=case.boss, players=[who], is_here=True),
    ],
    "entrants.reception.arrive": [lambda case, who: reception.arrive(who, case.tournament, by=case.boss)],
    "entrants.reception.pay_all": [lambda case, who: reception.pay_all(who, case.tournament, by=case.boss)],
    "entrants.teams.substitute": [
        lambda case, who: teams.substitute(case.pair, out=who, in_=case.other, by=case.boss),
        lambda case, who: teams.substitute(case.pair, out=case.other, in_=who, by=case.boss),
    ],
    "entrants.teams.add_player": [
        lambda case, who: teams.add_player(case.team, player=who, by=case.boss),
        lambda case, who: teams.add_player(
            registration.enter(
                case.team.event,
                by=None,
                players=[case.other, factories.player(), factories.player()],
                name="Others",
            ),
            player=who,
            by=case.boss,
        ),
    ],
    "hall.tables.set_availability": [
        lambda case, who: tables.set_availability(
            case.tournament, who, by=case.boss, away_until=timezone.now() + timedelta(hours=1)
        ),
        lambda case, who: tables.set_availability(
            case.tournament, who, by=case.account, away_until=timezone.now() + timedelta(hours=1)
        ),
        lambda case, who: tables.set_availability(
            case.tournament, case.row, by=who, away_until=timezone.now() + timedelta(hours=1)
        ),
    ],
    "events.lifecycle.appoint": [
        lambda case, who: lifecycle.appoint(case.tournament, who, kind="desk", by=case.boss),
        lambda case, who: lifecycle.appoint(
            lifecycle.appoint(case.tournament, case.account, kind="desk", by=None).tournament,
            who,
            kind="director",
            by=case.boss,
        ),
    ],
    "events.lifecycle.dismiss": [
        lambda case, who: lifecycle.dismiss(
            lifecycle.appoint(case.tournament, case.account, kind="desk", by=None).tournament,
            who,
            by=case.boss,
        ),
        lambda case, who: lifecycle.dismiss(
            lifecycle.appoint(case.tournament, case.account, kind="desk", by=None).tournament,
            case.account,
            by=who,
        ),
    ],
    "people.links.make_player_link": [
        lambda case, who: links.make_player_link(case.tournament, who, by=case.boss)
    ],
    "people.links.make_player_links": [
        lambda case, who: links.make_player_links(case.tournament, [who], by=case.boss)
    ],
    "people.links.mail_player_link": [
        lambda case, who: links.mail_player_link(case.tournament, who, by=case.boss, address=str)
    ],
    "people.links.make_calendar_link": [
        lambda case, who: links.make_calendar_link(case.tournament, who, by=who)
    ],
    "people.links.end_calendar_links": [
        lambda case, who: links.end_calendar_links(
            links.make_calendar_link(case.tournament, case.row, by=case.row)[0].tournament, who, by=who
        )
    ],
    "people.claims.make_code": [lambda case, who: claims.make_code(case.tournament, who, by=case.boss)],
    "people.claims.mail_code": [
        lambda case, who: claims.mail_code(case.tournament, who, by=case.boss, address=str)
    ],
    "entrants.reception.enter_with_new": [
        lambda case, who: reception.enter_with_new(
            case.doubles, by=case.boss, first=who, new=ListedPlayer(line=1, name="Nora New"), is_here=True
        ),
        lambda case, who: reception.enter_with_new(
            case.pair.event, by=case.boss, first=who, new=ListedPlayer(line=1, name="Nora New"), is_here=True
        ),
    ],
    "entrants.known_players.with_partners": [
        lambda case, who: known_players.with_partners(case.other, [who.uid], among=Player.objects.all()),
        lambda case, who: known_players.with_partners(who, [case.account.uid], among=Player.objects.all()),
    ],
    "people.naming.correct": [
        lambda case, who: naming.correct(who, case.tournament, by=case.boss, name="Another Name")
    ],
    "people.naming.require_named_by_desk": [
        lambda case, who: naming.require_named_by_desk(who, by=case.boss)
    ],
    "people.publicity.choose_for": [
        lambda case, who: publicity.choose_for(
            who, case.tournament, publicity.Publicity(PublicAs.INITIALS), by=case.boss
        )
    ],
    "people.publicity.require_own_way": [
        lambda case, who: publicity.require_own_way(
            who, Origin(links.make_player_link(case.tournament, case.row, by=case.boss)[0])
        )
    ],
    "people.publicity.require_no_account": [lambda _case, who: publicity.require_no_account(who)],
    "federations.rights.rights_of": [lambda case, who: rights.rights_of(who, case.federation)],
    "federations.rights.acts_for": [
        lambda case, who: rights.acts_for(case.account, who, case.federation),
        lambda case, who: rights.acts_for(who, case.account, case.federation),
    ],
    "federations.rights.require_own_person": [
        lambda case, who: rights.require_own_person(case.federation, case.account, who),
        lambda case, who: rights.require_own_person(case.federation, who, case.row),
    ],
    "federations.rights.require_other_person": [
        lambda case, who: rights.require_other_person(case.federation, case.account, who),
        lambda case, who: rights.require_other_person(case.federation, who, case.row),
    ],
}
# What the person does, by either of the rows: with the account signed in, or by a private link of the row.
DOING: Mapping[str, Call] = {
    "register": lambda case, who: registration.register_self(case.singles.event, by=who),
    "register anew": lambda case, who: registration.register_self(case.fresh, by=who),
    "withdraw": lambda case, who: registration.withdraw(case.singles, by=who),
    "return": lambda case, who: registration.return_(
        registration.withdraw(case.singles, by=case.boss), by=who
    ),
    "partner": lambda case, who: registration.register_self(case.doubles, by=case.other, partners=[who.uid]),
    "agree": lambda case, who: asking.agree(
        registration.register_self(case.doubles, by=case.other, partners=[case.account.uid]), by=who
    ),
    "decline": lambda case, who: registration.withdraw(
        registration.register_self(case.doubles, by=case.other, partners=[case.account.uid]), by=who
    ),
    "own partner": lambda case, who: registration.register_self(
        case.doubles, by=who, partners=[case.account.uid]
    ),
}


def outcome(call: Call, case: Case, who: Player) -> tuple[Any, ...]:
    """The refusal of a call, else the acts of both logs and who is where; all is undone."""
    with transaction.atomic():
        before = (LogEntry.objects.count(), FederationEntry.objects.count())
        try:
            call(case, Player.objects.get(pk=who.pk))
        except DomainError as refusal:
            transaction.set_rollback(True)
            return ("refused", type(refusal).__name__)
        acts = list(LogEntry.objects.order_by("pk").values_list("code", flat=True))[before[0] :]
        acts += list(FederationEntry.objects.order_by("pk").values_list("code", flat=True))[before[1] :]
        entries = {
            (one.event_id, one.player.person_key) for one in EntrantPlayer.objects.select_related("player")
        }
        offices = {(one.kind, one.player.person_key) for one in Role.objects.select_related("player")}
        transaction.set_rollback(True)
    return ("done", acts, sorted(entries), sorted(offices))


@pytest.mark.parametrize("action", CALLS)
def test_an_action_answers_the_same_for_either_row(case: Case, action: str) -> None:
    for number, call in enumerate(CALLS[action]):
        assert outcome(call, case, case.row) == outcome(call, case, case.account), number


@pytest.mark.parametrize("deed", DOING)
def test_a_person_does_the_same_by_either_row(case: Case, deed: str) -> None:
    assert outcome(DOING[deed], case, case.row) == outcome(DOING[deed], case, case.account)


_OF_ACCOUNTS = "It is of an account, and nobody signs in as a row that was merged."
_STEP = "It is a step of an action in the table above, which has read the person."
_TWO_ROWS = "A merge is of two rows, and changes one of them."
_ON_A_ROW = "It stands on the row that goes on, and for the other one `PlayerMerged` says so."
_TRIED = "`test_one_person` tries it by either row, where it can be done."
_OF_FILES = "A file names a row, and what it holds counts for the person."
# What has a parameter for a player and stands outside, by the reason.
OUTSIDE: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "people.accounts.change_profile",
            "people.accounts.choose_language",
            "people.accounts.post",
            "people.browsers.knows",
            "people.browsers.note",
            "people.browsers.signed_in",
            "people.browsers.tell",
            "people.consents.agree_at_sign_up",
            "people.erasure.erase",
            "people.phones.subscribe",
            "people.second_factors.remove_all",
            "people.second_factors.telling",
            "people.tokens.make_for_operator",
            "people.sign_in.remove_sign_in",
            "people.tokens.revoke_all",
            "people.tokens.valid_tokens",
            "people.claims.find",
            "events.publishing.require_room_for_draft",
            "events.publishing.may_publish",
            "events.publishing.spend_public",
            "invitations.find",
            "federations.setup.create_federation",
            "federations.merge_proposals.places_to_answer",
        ),
        _OF_ACCOUNTS,
    ),
    **dict.fromkeys(
        (
            "draws.boards.make_boards",
            "draws.lobby.follow_on",
            "edit_conflicts.refuse_if_changed",
            "entrants.asking.ask",
            "entrants.asking.end_other_questions",
            "entrants.asking.partners_to_ask",
            "entrants.entry_rules.entry_numbers",
            "entrants.entry_rules.require_eligible",
            "entrants.teams.member_among",
            "federations.rights.own_case",
            "people.consents.consents_of",
            "people.consents.note",
            "people.publicity.tell",
            "people.publicity.wish_of_newcomer",
            "people.sides.name_of",
            "people.sides.new_side",
            "people.sides.public_name_of",
            "people.sides.require_faithful",
            "people.sides.require_side",
            "people.sides.side_and_entrant",
            "people.sides.side_of",
        ),
        _STEP,
    ),
    **dict.fromkeys(
        (
            "federations.merging.merge_players",
            "federations.merging.require_mergeable",
            "federations.merging.tell_apart",
            "lists.foreseeing.merge_effects",
            "people.merges.follow",
            "people.merges.lock_persons",
            "people.merges.note_merge",
            "people.merges.note_parting",
            "people.merges.point_to_persons",
            "people.merges.require_one_person",
        ),
        _TWO_ROWS,
    ),
    **dict.fromkeys(
        (
            "federations.setup.give_office",
            "federations.members.give_accepted_number",
            "federations.members.give_number",
            "federations.names.correct_name",
        ),
        _ON_A_ROW,
    ),
    **dict.fromkeys(
        (
            "disputes.appeals.name_committee",
            "disputes.appeals.vote",
            "matches.actions.appeals.name_committee",
            "matches.actions.appeals.vote",
            "matches.actions.appeals.require_majority",
            "entrants.teams.name_lineup",
        ),
        _TRIED,
    ),
    **dict.fromkeys(
        (
            "exchange.archives.name_in_archive",
            "exchange.directories.import_directory",
            "exchange.submissions.name_person",
        ),
        _OF_FILES,
    ),
    "people.naming.correct_everywhere": "Each row has a name of its own, which stands in its tournaments.",
    "people.consents.give": "What was agreed to is kept with the row that agreed.",
    "people.consents.withdraw": "What was agreed to is kept with the row that agreed.",
    "people.publicity.choose": "Pages and the API hand over the row that goes on.",
}
_HANDED_ON = re.compile(r"\bPlayer\b")


def actions_with_players() -> Iterator[str]:
    """Every public function of the rooms of actions that takes a player beside the one who acts."""
    for room in (tournaments.actions, matches.actions):
        for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            module = import_module(info.name)
            for name, function in vars(module).items():
                is_own = inspect.isfunction(function) and function.__module__ == module.__name__
                if not is_own or name.startswith("_"):
                    continue
                parameters = inspect.signature(function).parameters.values()
                if any(one.name != "by" and _HANDED_ON.search(str(one.annotation)) for one in parameters):
                    yield f"{module.__name__}.{name}".replace("tournaments.actions.", "")


def test_every_action_that_takes_a_player_is_in_one_of_the_tables() -> None:
    names = set(actions_with_players())
    assert sorted(names - {*CALLS, *OUTSIDE}) == []
    assert sorted({*CALLS, *OUTSIDE} - names) == []
