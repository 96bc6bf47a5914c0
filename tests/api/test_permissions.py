"""Who may do what: every address of the API with every method, for everybody."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import URLPattern

from tests.api import test_federations, world
from tests.api.world import Who, World, methods_of, patterns, route_of
from tests.effort import is_long

EVERYBODY = frozenset(Who)
ACCOUNTS = EVERYBODY - {Who.ANONYMOUS, Who.LINK, Who.OTHER_LINK}
ACTING = ACCOUNTS | {Who.LINK, Who.OTHER_LINK}
ACTING_HERE = ACCOUNTS | {Who.LINK}
DIRECTORS = frozenset({Who.DIRECTOR, Who.OWNER, Who.SUPERUSER})
OFFICERS = DIRECTORS | {Who.DESK}
OWN = frozenset({Who.PLAYER, Who.LINK})
PLAYERS = OWN | {Who.OPPONENT}
IN_DISPUTE = frozenset({Who.OTHER_PLAYER})

ALLOWED: dict[tuple[str, str], frozenset[Who]] = {
    ("get", "schema/"): EVERYBODY,
    ("get", "docs/"): EVERYBODY,
    ("get", "problems/"): EVERYBODY,
    ("get", "problems/<slug:code>/"): EVERYBODY,
    ("get", "players/"): EVERYBODY,
    ("get", "results/"): EVERYBODY,
    ("get", "players/<slug:uid>/"): EVERYBODY,
    ("get", "players/<slug:uid>/results/"): EVERYBODY,
    ("get", "players/<slug:uid>/against/<slug:other>/"): EVERYBODY,
    ("get", "lists/"): EVERYBODY,
    ("get", "me/"): ACTING,
    ("get", "me/public-name/"): ACTING,
    ("post", "me/public-name/"): ACTING,
    ("get", "me/consents/"): ACTING,
    ("post", "me/consents/"): ACTING,
    ("post", "me/consents/withdraw/"): ACTING,
    ("get", "me/matches/"): ACTING,
    ("get", "me/performance/"): ACTING,
    ("get", "me/notices/"): ACTING,
    ("get", "tournaments/"): EVERYBODY,
    ("post", "tournaments/"): ACCOUNTS,
    ("get", "tournaments/<slug:uid>/"): EVERYBODY,
    ("patch", "tournaments/<slug:uid>/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/copies/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/events/"): EVERYBODY,
    ("post", "tournaments/<slug:uid>/events/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/tables/"): EVERYBODY,
    ("post", "tournaments/<slug:uid>/tables/"): OFFICERS,
    ("get", "tournaments/<slug:uid>/matches/"): EVERYBODY,
    ("get", "tournaments/<slug:uid>/disputes/"): OFFICERS,
    ("post", "tables/<slug:uid>/free/"): OFFICERS,
    ("post", "tables/<slug:uid>/purpose/"): OFFICERS,
    ("get", "tournaments/<slug:uid>/automatic-calls/"): EVERYBODY,
    ("post", "tournaments/<slug:uid>/automatic-calls/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/hours/"): EVERYBODY,
    ("get", "tournaments/<slug:uid>/forecast/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/hours/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/call-order/"): OFFICERS,
    ("get", "tournaments/<slug:uid>/waiting-limit/"): EVERYBODY,
    ("post", "tournaments/<slug:uid>/waiting-limit/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/suspensions/"): OFFICERS,
    ("post", "matches/<slug:uid>/calls/"): OFFICERS,
    ("post", "matches/<slug:uid>/suspension/"): DIRECTORS,
    ("post", "matches/<slug:uid>/resumption/"): DIRECTORS,
    ("get", "events/<slug:uid>/"): EVERYBODY,
    ("patch", "events/<slug:uid>/"): DIRECTORS,
    ("get", "events/<slug:uid>/points/"): EVERYBODY,
    ("get", "events/<slug:uid>/sanctions/"): EVERYBODY,
    ("post", "events/<slug:uid>/sanctions/"): DIRECTORS,
    ("get", "events/<slug:uid>/counting/"): EVERYBODY,
    ("get", "events/<slug:uid>/ratings/"): OFFICERS,
    ("get", "events/<slug:uid>/eligibility/"): OFFICERS,
    ("get", "events/<slug:uid>/result-files/"): DIRECTORS,
    ("post", "events/<slug:uid>/result-files/"): DIRECTORS,
    ("get", "events/<slug:uid>/results-to-send/"): DIRECTORS,
    ("get", "events/<slug:uid>/submissions/"): DIRECTORS,
    ("post", "events/<slug:uid>/submissions/"): DIRECTORS,
    ("get", "result-files/<slug:uid>/content/"): DIRECTORS,
    ("post", "result-files/<slug:uid>/submit/"): DIRECTORS,
    ("get", "events/<slug:uid>/stages/"): EVERYBODY,
    ("post", "events/<slug:uid>/stages/"): DIRECTORS,
    ("get", "events/<slug:uid>/entrants/"): EVERYBODY,
    ("post", "events/<slug:uid>/entrants/"): OFFICERS,
    ("post", "events/<slug:uid>/registration/"): ACTING_HERE,
    ("get", "templates/"): EVERYBODY,
    ("post", "plans/check/"): ACCOUNTS,
    ("post", "club-nights/"): ACCOUNTS,
    ("get", "events/<slug:uid>/plan/"): EVERYBODY,
    ("get", "events/<slug:uid>/finish/"): EVERYBODY,
    ("post", "events/<slug:uid>/paper-results/"): DIRECTORS,
    ("post", "events/<slug:uid>/last-round/"): DIRECTORS,
    ("get", "events/<slug:uid>/tablet-links/"): DIRECTORS,
    ("post", "events/<slug:uid>/tablet-links/"): DIRECTORS,
    # The shared tablet is nobody of these (test_evening_pages.py).
    ("post", "events/<slug:uid>/arrivals/"): DIRECTORS,
    ("post", "entrants/<slug:uid>/leave/"): DIRECTORS,
    ("get", "events/<slug:uid>/close/"): DIRECTORS,
    ("post", "events/<slug:uid>/close/"): DIRECTORS,
    ("post", "events/<slug:uid>/reopen/"): DIRECTORS,
    ("post", "events/<slug:uid>/places/tell/"): DIRECTORS,
    ("post", "events/<slug:uid>/final-page/mail/"): DIRECTORS,
    ("post", "events/<slug:uid>/prize-splits/"): DIRECTORS,
    ("post", "events/<slug:uid>/prize-splits/end/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/emergency-papers/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/emergency-papers/"): OFFICERS,
    ("get", "emergency-papers/<slug:uid>/content/"): OFFICERS,
    ("get", "tournaments/<slug:uid>/close/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/close/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/reopen/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/next/"): OFFICERS,
    ("get", "events/<slug:uid>/next/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/next/put-away/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/next/bring-back/"): OFFICERS,
    ("post", "stages/<slug:uid>/feeds/"): DIRECTORS,
    ("get", "events/<slug:uid>/forecast/"): EVERYBODY,
    ("get", "events/<slug:uid>/entrants/sheet/"): EVERYBODY,
    ("get", "stages/<slug:uid>/pairings/sheet/"): EVERYBODY,
    ("get", "stages/<slug:uid>/results/sheet/"): EVERYBODY,
    ("get", "stages/<slug:uid>/standings/sheet/"): EVERYBODY,
    ("get", "events/<slug:uid>/lobby/"): EVERYBODY,
    ("post", "events/<slug:uid>/lobby/"): DIRECTORS,
    ("get", "events/<slug:uid>/qualifying/"): EVERYBODY,
    ("post", "events/<slug:uid>/qualifying/"): DIRECTORS,
    ("post", "events/<slug:uid>/qualified/"): DIRECTORS,
    ("post", "events/<slug:uid>/freed-places/"): DIRECTORS,
    ("get", "entrants/<slug:uid>/"): EVERYBODY,
    ("get", "events/<slug:uid>/fees/"): EVERYBODY,
    ("post", "events/<slug:uid>/fees/"): DIRECTORS,
    ("post", "fees/<slug:uid>/end/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/cash-boxes/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/cash-boxes/"): OFFICERS,
    ("get", "entrants/<slug:uid>/ledger/"): OFFICERS | OWN,
    ("post", "entrants/<slug:uid>/payments/"): OFFICERS,
    ("post", "entrants/<slug:uid>/refunds/"): OFFICERS,
    ("post", "entrants/<slug:uid>/entry-prize/"): DIRECTORS,
    ("post", "entrants/<slug:uid>/prizes/"): DIRECTORS,
    ("post", "entrants/<slug:uid>/waivers/"): DIRECTORS,
    ("post", "entrants/<slug:uid>/fee-choices/"): OFFICERS,
    ("get", "events/<slug:uid>/prizes/"): OFFICERS,
    ("post", "lines/<slug:uid>/take-back/"): OFFICERS,
    ("post", "entrants/<slug:uid>/check-in/"): OFFICERS,
    ("post", "entrants/<slug:uid>/undo-check-in/"): OFFICERS,
    # After the draw the desk may no longer, but the door does not know of draws.
    ("get", "entrants/<slug:uid>/other-entries/"): OFFICERS | OWN,
    ("get", "entrants/<slug:uid>/prize-split/"): DIRECTORS | OWN,
    ("post", "entrants/<slug:uid>/prize-split/offer/"): DIRECTORS | OWN,
    # Nobody agrees for a player.
    ("post", "entrants/<slug:uid>/prize-split/agree/"): OWN,
    ("post", "entrants/<slug:uid>/prize-split/withdraw/"): DIRECTORS | OWN,
    ("post", "entrants/<slug:uid>/agree/"): OWN,
    ("post", "entrants/<slug:uid>/withdraw/"): DIRECTORS | OWN,
    ("post", "entrants/<slug:uid>/withdraw/impact/"): DIRECTORS | OWN,
    ("post", "entrants/<slug:uid>/promote/"): OFFICERS,
    ("post", "entrants/<slug:uid>/promote/impact/"): OFFICERS,
    ("get", "entrants/<slug:uid>/reach/"): EVERYBODY,
    ("post", "entrants/<slug:uid>/return/"): OFFICERS | OWN,
    ("post", "entrants/<slug:uid>/plays-on/"): OFFICERS | OWN,
    ("get", "entrants/<slug:uid>/availability/"): OFFICERS | OWN,
    ("post", "entrants/<slug:uid>/availability/"): OFFICERS | OWN,
    ("get", "entrants/<slug:uid>/come-back/"): OFFICERS | OWN,
    ("post", "entrants/<slug:uid>/come-back/"): OFFICERS | OWN,
    ("post", "entrants/<slug:uid>/bye-lots/"): OFFICERS,
    ("post", "entrants/<slug:uid>/let-in/"): DIRECTORS,
    ("get", "events/<slug:uid>/reentry/"): EVERYBODY,
    ("post", "events/<slug:uid>/reentry/"): DIRECTORS,
    ("get", "stages/<slug:uid>/obstacles/"): DIRECTORS,
    ("get", "stages/<slug:uid>/ties/"): EVERYBODY,
    ("post", "stages/<slug:uid>/ties/"): DIRECTORS,
    ("post", "stages/<slug:uid>/ties/take-back/"): DIRECTORS,
    ("post", "stages/<slug:uid>/obstacles/"): DIRECTORS,
    ("post", "entrants/<slug:uid>/absences/"): OFFICERS | OWN,
    ("post", "entrants/<slug:uid>/substitution/"): OFFICERS,
    ("post", "entrants/<slug:uid>/players/"): OFFICERS,
    ("post", "entrants/<slug:uid>/naming/"): OFFICERS,
    ("post", "entrants/<slug:uid>/public-name/"): OFFICERS,
    ("get", "pairings/<slug:uid>/reasons/"): EVERYBODY,
    ("get", "pairings/<slug:uid>/round/"): EVERYBODY,
    ("get", "stages/<slug:uid>/"): EVERYBODY,
    ("get", "stages/<slug:uid>/draw/"): EVERYBODY,
    ("post", "stages/<slug:uid>/draw/"): DIRECTORS,
    ("get", "stages/<slug:uid>/pairings/"): EVERYBODY,
    ("get", "stages/<slug:uid>/bracket/"): EVERYBODY,
    ("get", "stages/<slug:uid>/standings/"): EVERYBODY,
    ("get", "stages/<slug:uid>/challenges/"): EVERYBODY,
    # Everybody in the event gets as far as naming who challenges whom.
    ("post", "stages/<slug:uid>/challenges/"): DIRECTORS | PLAYERS | IN_DISPUTE,
    ("post", "stages/<slug:uid>/next-season/"): DIRECTORS,
    ("post", "challenges/<slug:uid>/take-back/"): DIRECTORS | OWN,
    ("post", "stages/<slug:uid>/round-lengths/"): DIRECTORS,
    ("post", "stages/<slug:uid>/options/"): DIRECTORS,
    ("post", "stages/<slug:uid>/options/impact/"): DIRECTORS,
    ("patch", "stages/<slug:uid>/"): DIRECTORS,
    ("post", "stages/<slug:uid>/hold/"): DIRECTORS,
    ("post", "stages/<slug:uid>/close/"): DIRECTORS,
    ("post", "stages/<slug:uid>/close/impact/"): DIRECTORS,
    ("get", "stages/<slug:uid>/commitment/"): EVERYBODY,
    ("post", "stages/<slug:uid>/commitment/"): DIRECTORS,
    ("post", "stages/<slug:uid>/commitment/take-back/"): DIRECTORS,
    ("post", "stages/<slug:uid>/late-entries/"): OFFICERS,
    ("get", "stages/<slug:uid>/match-days/"): EVERYBODY,
    ("post", "stages/<slug:uid>/match-days/"): DIRECTORS,
    ("post", "stages/<slug:uid>/home-exchange/"): DIRECTORS,
    ("get", "stages/<slug:uid>/by-hand/"): DIRECTORS,
    ("post", "stages/<slug:uid>/by-hand/"): DIRECTORS,
    ("post", "stages/<slug:uid>/by-hand/impact/"): DIRECTORS,
    ("post", "stages/<slug:uid>/apart/"): DIRECTORS,
    ("post", "stages/<slug:uid>/apart/impact/"): DIRECTORS,
    ("post", "stages/<slug:uid>/apart/end/"): DIRECTORS,
    ("post", "stages/<slug:uid>/lines/"): DIRECTORS,
    ("post", "stages/<slug:uid>/lines/impact/"): DIRECTORS,
    ("post", "stages/<slug:uid>/swap/"): DIRECTORS,
    ("post", "stages/<slug:uid>/replacements/"): DIRECTORS,
    ("post", "stages/<slug:uid>/late-entries/impact/"): OFFICERS,
    ("post", "stages/<slug:uid>/swap/impact/"): DIRECTORS,
    ("post", "stages/<slug:uid>/replacements/impact/"): DIRECTORS,
    ("get", "draws/<slug:uid>/"): EVERYBODY,
    ("post", "draws/<slug:uid>/void/"): DIRECTORS,
    ("get", "matches/<slug:uid>/"): EVERYBODY,
    ("post", "matches/<slug:uid>/start/"): OFFICERS | PLAYERS,
    ("post", "matches/<slug:uid>/table/"): OFFICERS,
    ("get", "matches/<slug:uid>/counting/"): EVERYBODY,
    ("get", "matches/<slug:uid>/ratings/"): EVERYBODY,
    ("get", "matches/<slug:uid>/series/"): EVERYBODY,
    ("get", "matches/<slug:uid>/boards/"): EVERYBODY,
    ("post", "matches/<slug:uid>/boards/"): OFFICERS,
    ("post", "matches/<slug:uid>/lineup/"): OFFICERS | PLAYERS,
    ("get", "matches/<slug:uid>/reports/"): EVERYBODY,
    ("post", "matches/<slug:uid>/reports/"): DIRECTORS | PLAYERS,
    ("get", "matches/<slug:uid>/records/"): EVERYBODY,
    ("post", "matches/<slug:uid>/records/"): DIRECTORS | PLAYERS,
    ("post", "matches/<slug:uid>/forfeit/"): DIRECTORS | PLAYERS,
    ("post", "matches/<slug:uid>/penalties/"): DIRECTORS,
    ("post", "matches/<slug:uid>/length/"): DIRECTORS,
    ("post", "matches/<slug:uid>/correction/"): DIRECTORS,
    ("post", "matches/<slug:uid>/correction/impact/"): DIRECTORS,
    ("post", "matches/<slug:uid>/correction/undo/"): DIRECTORS,
    ("get", "reports/<slug:uid>/"): EVERYBODY,
    ("post", "reports/<slug:uid>/confirm/"): DIRECTORS | PLAYERS,
    ("post", "reports/<slug:uid>/dispute/"): PLAYERS,
    ("get", "disputes/<slug:uid>/"): OFFICERS | IN_DISPUTE,
    ("post", "disputes/<slug:uid>/statements/"): DIRECTORS | IN_DISPUTE,
    ("post", "disputes/<slug:uid>/ruling/"): DIRECTORS,
    ("post", "disputes/<slug:uid>/ruling/impact/"): DIRECTORS,
    ("post", "disputes/<slug:uid>/exhibits/"): DIRECTORS | IN_DISPUTE,
    ("get", "exhibits/<slug:uid>/photo/"): OFFICERS | IN_DISPUTE,
    ("post", "disputes/<slug:uid>/appeal/"): DIRECTORS | IN_DISPUTE,
    ("post", "disputes/<slug:uid>/appeal/take-back/"): DIRECTORS | IN_DISPUTE,
    ("post", "disputes/<slug:uid>/appeal/committee/"): DIRECTORS,
    ("post", "disputes/<slug:uid>/appeal/votes/"): DIRECTORS,
    ("post", "disputes/<slug:uid>/appeal/decision/"): DIRECTORS,
    ("post", "disputes/<slug:uid>/appeal/decision/impact/"): DIRECTORS,
    ("get", "records/<slug:uid>/"): EVERYBODY,
    ("post", "records/<slug:uid>/check/"): DIRECTORS | PLAYERS,
    ("get", "tournaments/<slug:uid>/officers/"): DIRECTORS,
    ("get", "tournaments/<slug:uid>/invitations/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/invitations/"): DIRECTORS,
    ("post", "invitations/<slug:uid>/revoke/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/officers/dismissals/"): OFFICERS,
    ("get", "tournaments/<slug:uid>/announcements/"): EVERYBODY,
    ("post", "tournaments/<slug:uid>/announcements/"): OFFICERS,
    ("post", "announcements/<slug:uid>/end/"): OFFICERS,
    # Who keeps no desk is sent to the next one.
    ("get", "tournaments/<slug:uid>/log/"): EVERYBODY,
    ("get", "tournaments/<slug:uid>/log/lines/"): EVERYBODY,
    ("get", "tournaments/<slug:uid>/checkpoint/"): EVERYBODY,
    ("get", "checkpoints/"): EVERYBODY,
    ("get", "checkpoints/<slug:uid>/after/<slug:first>/"): EVERYBODY,
    ("post", "tournaments/<slug:uid>/log/undo/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/log/undo/impact/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/currency/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/calendar/"): PLAYERS | IN_DISPUTE,
    ("post", "tournaments/<slug:uid>/calendar/end/"): PLAYERS | IN_DISPUTE,
    ("post", "tournaments/<slug:uid>/entrants/check-in/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/entrants/undo-check-in/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/entrants/payments/"): OFFICERS,
    # After the draw a director alone lets somebody leave, which the action says.
    ("post", "tournaments/<slug:uid>/entrants/withdraw/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/entrants/links/"): DIRECTORS,
    ("post", "tournaments/<slug:uid>/entrants/message/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/reception/arrivals/"): OFFICERS,
    ("post", "tournaments/<slug:uid>/reception/payments/"): OFFICERS,
    ("post", "events/<slug:uid>/reception/"): OFFICERS,
    ("post", "events/<slug:uid>/check-in/"): OFFICERS,
    ("post", "events/<slug:uid>/entrants/import/"): OFFICERS,
    ("get", "events/<slug:uid>/registration-links/"): DIRECTORS,
    ("post", "events/<slug:uid>/registration-links/"): DIRECTORS,
    ("post", "events/<slug:uid>/payout/"): DIRECTORS,
    ("get", "entrants/<slug:uid>/links/"): OFFICERS,
    ("post", "entrants/<slug:uid>/links/"): OFFICERS,
    ("post", "entrants/<slug:uid>/links/mail/"): OFFICERS,
    ("post", "links/<slug:uid>/revoke/"): OFFICERS,
    ("get", "entrants/<slug:uid>/claims/"): OFFICERS,
    ("post", "entrants/<slug:uid>/claims/"): OFFICERS,
    ("post", "entrants/<slug:uid>/claims/mail/"): OFFICERS,
    ("post", "claims/<slug:uid>/revoke/"): OFFICERS,
    ("post", "claims/<slug:uid>/undo/"): DIRECTORS,
    # Whoever has the code: it is the right.
    ("get", "codes/<slug:uid>/"): EVERYBODY,
    ("post", "codes/<slug:uid>/claim/"): ACCOUNTS,
    ("post", "codes/<slug:uid>/account/"): EVERYBODY,
    ("get", "invitation-codes/<slug:uid>/"): EVERYBODY,
    ("post", "invitation-codes/<slug:uid>/accept/"): ACCOUNTS,
    ("post", "invitation-codes/<slug:uid>/decline/"): EVERYBODY,
    ("post", "entrants/<slug:uid>/reception/arrival/"): OFFICERS,
    ("post", "entrants/<slug:uid>/reception/payment/"): OFFICERS,
    ("post", "entrants/<slug:uid>/reception/refund/"): OFFICERS,
    ("post", "entrants/<slug:uid>/reception/prize/"): DIRECTORS,
    ("post", "entrants/<slug:uid>/reception/prizes/"): DIRECTORS,
    # After the draw a director alone lets somebody leave, which the action says.
    ("post", "entrants/<slug:uid>/reception/departure/"): DIRECTORS,
    ("post", "stages/<slug:uid>/lengths/"): DIRECTORS,
    ("post", "stages/<slug:uid>/best-of/"): DIRECTORS,
    ("post", "stages/<slug:uid>/remove/"): DIRECTORS,
    ("post", "tables/<slug:uid>/next/"): OFFICERS,
    ("post", "matches/<slug:uid>/table/lowest/"): OFFICERS,
    ("post", "matches/<slug:uid>/result/take-back/"): DIRECTORS,
    ("post", "matches/<slug:uid>/start/take-back/"): OFFICERS,
    ("post", "penalties/<slug:uid>/take-back/"): DIRECTORS,
    # They need a session, which nobody here has (test_tokens.py).
    ("get", "me/tokens/"): frozenset(),
    ("post", "me/tokens/"): frozenset(),
    ("post", "tokens/<slug:uid>/revoke/"): frozenset(),
}
# What is about no tournament, so that a draft does not hide it.
PUBLIC = (
    "schema/",
    "docs/",
    "problems/",
    "problems/<slug:code>/",
    "me/",
    "me/public-name/",
    "me/consents/",
    "me/consents/withdraw/",
    "me/matches/",
    "me/performance/",
    "me/notices/",
    "players/",
    "results/",
    "checkpoints/",
    "checkpoints/<slug:uid>/after/<slug:first>/",
    "lists/",
    "players/<slug:uid>/",
    "players/<slug:uid>/results/",
    "players/<slug:uid>/against/<slug:other>/",
    "codes/<slug:uid>/",
    "codes/<slug:uid>/claim/",
    "codes/<slug:uid>/account/",
    "invitation-codes/<slug:uid>/",
    "invitation-codes/<slug:uid>/accept/",
    "invitation-codes/<slug:uid>/decline/",
    "me/tokens/",
    "tokens/<slug:uid>/revoke/",
    "templates/",
    "plans/check/",
    "club-nights/",
    "tournaments/",
)


def every_operation() -> list[tuple[str, URLPattern]]:
    """Every method of every address."""
    return [(method, pattern) for pattern in patterns() for method in methods_of(pattern)]


def operations() -> list[tuple[str, URLPattern]]:
    """Every method of every address of a tournament; those of federations have a table of their own."""
    return [
        (method, pattern)
        for method, pattern in every_operation()
        if (method, route_of(pattern)) not in test_federations.ALLOWED
    ]


def status_of(place: World, who: Who, method: str, pattern: URLPattern) -> int:
    """The status of a call with an empty body, whose effect is undone."""
    with transaction.atomic():
        answer = place.callers[who].ask(method, place.address(pattern), body={})
        transaction.set_rollback(True)
    return answer.status


def test_every_operation_is_in_the_table() -> None:
    addresses = {(method, route_of(pattern)) for method, pattern in every_operation()}
    assert addresses == {*ALLOWED, *test_federations.ALLOWED}


def is_as_expected(who: Who, status: int, *, is_allowed: bool) -> bool:
    """Return whether the status fits: 401 only where signing in can help, never a refusal for who may."""
    if is_allowed:
        return status not in (401, 403, 404) and status < 500
    if who is Who.LINK:
        # An office needs an account; what is another player's stays so.
        return status in (401, 403)
    return status == (401 if who in (Who.ANONYMOUS, Who.OTHER_LINK) else 403)


_TURNS = 1 if is_long() else 3


@pytest.mark.django_db
def test_everybody_may_do_what_the_table_says_and_nothing_else() -> None:
    place = world.make()
    wrong = []
    # The schema takes a second to build, and a stranger asks for it in test_schema.
    whole = [operation for operation in operations() if route_of(operation[1]) != "schema/"]
    for number, (method, pattern) in enumerate(whole):
        for turn, who in enumerate(Who):
            is_allowed = who in ALLOWED[method, route_of(pattern)]
            # In a landing everybody is refused who must be, and those who may take turns.
            if is_allowed and (number + turn) % _TURNS:
                continue
            status = status_of(place, who, method, pattern)
            if not is_as_expected(who, status, is_allowed=is_allowed):
                wrong.append((who, method, route_of(pattern), status))
    assert wrong == []


@pytest.mark.django_db
def test_a_draft_does_not_exist_for_those_without_office_or_link_in_it() -> None:
    place = world.make(visibility="draft")
    operations_of_draft = [
        (method, pattern) for method, pattern in operations() if route_of(pattern) not in PUBLIC
    ]
    strangers = (Who.ANONYMOUS, Who.PLAYER, Who.OTHER_LINK, Who.OTHER_DIRECTOR)
    statuses = {
        status_of(place, who, method, pattern)
        for number, (method, pattern) in enumerate(operations_of_draft)
        # In a landing two of the four take turns.
        for who in (strangers if is_long() else strangers[number % 2 :: 2])
    }
    assert statuses == {404}


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_draft_is_listed_for_its_officers_and_the_holders_of_its_links() -> None:
    place = world.make(visibility="draft")
    may_see = {
        who
        for who in Who
        if place.tournament.uid
        in [row["id"] for row in place.callers[who].get("tournaments/").body["results"]]
    }
    assert may_see == OFFICERS | {Who.LINK}
