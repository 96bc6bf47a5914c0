"""Erasing a person: nothing says any more who it was, and results, chains and proofs stay whole."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.utils import timezone

from matches.models import Match, Player, Side
from tests import factories
from tests.tournaments import audits
from tournaments import notices
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import lifecycle
from tournaments.actions.people import browsers, claims, erasure, links, publicity, tokens
from tournaments.errors.people import OfficeFirst, StillEntered
from tournaments.models import (
    AccessLink,
    Availability,
    Consent,
    Entrant,
    EventKind,
    LogEntry,
    Notice,
    Role,
    RoleKind,
    TokenScope,
    Tournament,
)

pytestmark = pytest.mark.django_db

# No word of these is in anything else that is arranged here.
_NAME, _EMAIL, _CONTACT, _PSEUDONYM = (
    "Zénobie Quatremère",
    "zenobie@example.org",
    "famille-q@example.org",
    "Kestrel",
)
_PERSONAL = ("zénobie", "zenobie", "quatremère", "quatremere", "famille-q", "kestrel", "migraine", "brelan")


def _everything() -> str:
    """Return every row of every table of the service as one text, in small letters."""
    tables = [
        model
        for app in ("matches", "tournaments", "account", "mfa", "sessions")
        for model in apps.get_app_config(app).get_models()
    ]
    return "\n".join(
        f"{model.__name__} {row}" for model in tables for row in model._default_manager.values()
    ).lower()


def _person() -> Player:
    player = factories.player(_NAME, email=_EMAIL, password="a long enough password")
    player.contact_email, player.club, player.country, player.language = _CONTACT, "Brelan", "FR", "fr"
    player.save()
    return player


def _played() -> tuple[Player, Tournament, Match]:
    """A person who has won a match in singles, has played doubles, and left a trace of every kind."""
    person, tournament = _person(), factories.tournament()
    other, third = factories.player("Max Muster", email="max@example.org"), factories.player("Ada Else")
    singles = lifecycle.create_event(tournament, by=None, name="Open")
    doubles = lifecycle.create_event(tournament, by=None, name="Pairs", kind=EventKind.DOUBLES)
    for player in (person, other):
        registration.enter(singles, by=None, players=[player])
    pair = registration.enter(doubles, by=None, players=[third, person])
    registration.withdraw(pair, by=None, reason="Migraine of Zénobie")
    stage = lifecycle.create_stage(singles, by=None)
    draw.draw(stage, by=None)
    [match] = factories.open_matches(stage)
    report = results.report(
        match, by=person, score=(7, 3) if match.one.members.get().player == person else (3, 7)
    )
    results.confirm(report.report, by=other)
    progress.advance(singles)
    typed = factories.player(_NAME)
    registration.enter(doubles, by=None, players=[typed, factories.player("Bo Else")])
    typed.contact_email = _CONTACT
    typed.save()
    claim = claims.mail_code(
        tournament, typed, by=None, address=lambda code: f"https://example.org/c/{code}/"
    )
    claims.claim_player(claim, by=person)
    publicity.choose(person, publicity.Publicity("pseudonym", _PSEUDONYM), by=person)
    links.make_player_link(tournament, person, by=None)
    tokens.make(by=person, name="Kestrel script", scopes=[TokenScope.READ])
    browsers.note(person, cookie=browsers.new_cookie(), agent="Firefox Linux")
    EmailAddress.objects.create(user=person, email=_EMAIL, verified=True, primary=True)
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": "x"})
    Availability.objects.update_or_create(
        tournament=tournament, player=person, defaults={"note": "Migraine", "leaves_at": timezone.now()}
    )
    person.refresh_from_db()
    return person, tournament, match


@pytest.mark.both_databases
def test_no_table_says_any_more_who_it_was_and_everything_else_stays() -> None:
    person, tournament, match = _played()
    match.refresh_from_db()
    before = _everything()
    assert all(word in before for word in _PERSONAL)
    assert audits.is_clean(tournament)
    winner, score = match.winner, [report.uid for report in match.reports.all()]
    chain = list(LogEntry.objects.filter(tournament=tournament).values_list("seq", "hash", "data"))

    erasure.erase(person, by=person)

    after = _everything()
    lines = {line.split(" ", 1)[0] for line in after.splitlines() if any(word in line for word in _PERSONAL)}
    # A draw is repeated from its input, which has the clubs and countries of that day, and no name.
    assert lines == {"draw"}
    assert [word for word in _PERSONAL if word in after] == ["brelan"]
    assert audits.is_clean(tournament)
    assert (
        list(LogEntry.objects.filter(tournament=tournament).values_list("seq", "hash", "data"))[: len(chain)]
        == chain
    )
    match.refresh_from_db()
    assert (match.winner, [report.uid for report in match.reports.all()]) == (winner, score)
    person.refresh_from_db()
    assert person.name.startswith("N. N. ")
    assert not person.is_active
    assert not person.has_usable_password()
    assert {person.name} <= {match.one.full_name, match.two.full_name}
    assert Side.objects.filter(full_name__contains=" / N. N. ").exists()
    assert not AccessLink.objects.filter(player=person, revoked_at=None).exists()
    assert not Notice.objects.filter(recipient=person).exists()
    assert not EmailAddress.objects.filter(user=person).exists()
    assert not tokens.valid_tokens(person).exists()
    assert Entrant.objects.filter(event__tournament=tournament).count() == 4


def test_who_holds_an_office_or_still_plays_is_told_what_comes_first() -> None:
    tournament = factories.tournament()
    owner = factories.owner(tournament)
    with pytest.raises(OfficeFirst, match="Coupe de Nantes"):
        erasure.erase(owner, by=owner)
    person = _person()
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=timezone.localdate() + timedelta(days=1))
    entrant = registration.enter(factories.event(tournament), by=None, players=[person])
    with pytest.raises(StillEntered, match="Main"):
        erasure.erase(person, by=person)
    person.refresh_from_db()
    assert person.name == _NAME
    registration.withdraw(entrant, by=None)
    Role.objects.create(tournament=tournament, player=person, kind=RoleKind.DESK)
    erasure.erase(person, by=person)
    assert not Role.objects.filter(player=person).exists()


def test_the_words_of_notices_to_others_have_the_new_name() -> None:
    person, tournament, _match = _played()
    other = Player.objects.get(name="Max Muster")
    before: list[Any] = [notices.render(one, "en").text for one in Notice.objects.filter(recipient=other)]
    other_word = Notice.objects.filter(recipient=other).latest("pk")
    word = f"{person.name}ois Open"
    other_word.params |= {"event": word}
    other_word.save()
    erasure.erase(person, by=None)
    other_word.refresh_from_db()
    assert other_word.params["event"] == word, "a name within another word is none"
    Notice.objects.filter(pk=other_word.pk).update(params=other_word.params | {"event": "Main"})
    texts = [notices.render(one, "en").text for one in Notice.objects.filter(recipient=other)]
    assert len(texts) == len(before)
    assert not any("Quatremère" in text for text in texts)
    assert tournament.name


def test_nothing_is_left_of_whoever_was_replaced_in_a_pair_and_no_undoing_brings_it_back() -> None:
    tournament = factories.tournament()
    owner = factories.owner(tournament)
    partner = factories.player("Max Muster", email="max@example.org")
    person = factories.player(_NAME)
    person.contact_email, person.club = _CONTACT, "Brelan"
    person.save()
    doubles = lifecycle.create_event(tournament, by=None, name="Pairs", kind=EventKind.DOUBLES)
    pair = registration.enter(doubles, by=None, players=[partner, person])
    claim = claims.mail_code(tournament, person, by=owner, address=str)
    claims.become_account(claim, by=None, password="a long enough password", agrees=True)
    teams.substitute(pair, out=person, in_=factories.player("Ada Else"), by=owner)
    assert Notice.objects.filter(recipient=partner, params__out=_NAME).exists()
    erasure.erase(Player.objects.get(pk=person.pk), by=None)
    assert [word for word in _PERSONAL if word in _everything()] == []
    assert not Consent.objects.filter(player=person, withdrawn_at=None).exists()
    claims.undo_claim(claim, by=owner)
    assert [word for word in _PERSONAL if word in _everything()] == []
    assert audits.is_clean(tournament)


def test_the_words_of_notices_go_where_a_replaced_player_left_nothing_else() -> None:
    doubles = factories.event(kind="doubles")
    partner = factories.player("Max Muster", email="max@example.org")
    person = _person()
    pair = registration.enter(doubles, by=None, players=[partner, person])
    teams.substitute(
        pair, out=person, in_=factories.player("Ada Else"), by=factories.owner(doubles.tournament)
    )
    erasure.erase(person, by=person)
    assert [word for word in _PERSONAL if word in _everything()] == []
