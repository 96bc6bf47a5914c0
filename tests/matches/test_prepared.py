"""Prepared queries return the same rows as their querysets."""

from __future__ import annotations

import threading

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from matches.database.prepared import insert_new, insert_rows, prepared, store_columns
from matches.models import Match, Player, Report
from tests import factories
from tournaments.models import Notice, ProofSalt


def _players_of_name(name: str, *keys: int) -> QuerySet[Player]:
    return Player.objects.filter(name=name, pk__in=keys) if keys else Player.objects.filter(name=name)


def _with_keys(keys: tuple[int, ...]) -> QuerySet[Match]:
    return Match.objects.filter(pk__in=keys).select_related("one", "two").order_by("-pk")


@pytest.mark.django_db
class TestTheAnswers:
    """The rows equal those of the queryset, with their related objects."""

    def test_they_follow_the_values(self) -> None:
        ask = prepared(_players_of_name)
        ada, bo = (Player.objects.create_user(name=name) for name in ("Ada", "Bo"))
        for name, rows in (("Ada", [ada]), ("Bo", [bo]), ("Nobody", []), ("Ada", [ada])):
            assert ask(name) == rows
        assert ask("Bo", ada.pk) == []
        assert ask("Bo", bo.pk) == [bo]

    @pytest.mark.parametrize("number", [0, 1, 2, 5, 30])
    def test_a_list_may_have_any_length(self, number: int) -> None:
        stage = factories.drawn_stage(4)
        first = [match.pk for match in factories.open_matches(stage)]
        keys = tuple(first[at % len(first)] for at in range(number))
        ask = prepared(_with_keys)
        for _ in range(2):
            with CaptureQueriesContext(connection) as queries:
                matches = ask(keys)
                names = [(match.one.name, match.two.name) for match in matches]
            assert matches == list(_with_keys(keys))
            assert len(names) == len(set(keys))
            assert len(queries) == (1 if keys else 0)

    def test_a_value_that_the_question_does_not_ask_for_is_a_fault(self) -> None:
        ask = prepared(lambda _name: Player.objects.filter(name="Ada"))
        with pytest.raises(AssertionError, match="as they are"):
            ask("Bo")

    def test_values_are_given_by_position(self) -> None:
        with pytest.raises(TypeError, match="by position"):
            prepared(_players_of_name)(name="Ada")


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_on_its_own_connection() -> None:
    ask = prepared(_players_of_name)
    ada = Player.objects.create_user(name="Ada")
    answers = [ask("Ada")]

    def elsewhere() -> None:
        answers.append(ask("Ada"))
        connection.close()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert answers == [[ada], [ada]]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_outside_of_a_transaction() -> None:
    ask = prepared(lambda name: Player.objects.select_for_update().filter(name=name))
    ada = Player.objects.create_user(name="Ada")
    with transaction.atomic():
        assert ask("Ada") == [ada]
    with pytest.raises(TransactionManagementError):
        ask("Ada")


@pytest.mark.django_db
def test_columns_are_stored_as_saved_and_no_others() -> None:
    tournament = factories.tournament()
    name, tournament.name = tournament.name, "Another"
    tournament.log_seq, tournament.log_hash = 77, "7" * 64
    with CaptureQueriesContext(connection) as queries:
        store_columns(tournament, "log_seq", "log_hash")
    assert len(queries) == 1
    tournament.refresh_from_db()
    assert (tournament.log_seq, tournament.log_hash, tournament.name) == (77, "7" * 64, name)


@pytest.mark.django_db
def test_columns_of_a_row_that_is_gone_are_not_stored() -> None:
    player = Player.objects.create_user(name="Ada")
    Player.objects.filter(pk=player.pk).delete()
    with pytest.raises(DatabaseError, match="not stored"), transaction.atomic():
        store_columns(player, "name")


@pytest.mark.django_db
def test_inserted_rows_are_those_that_django_would_have_inserted() -> None:
    match = factories.open_match().match
    salts = [ProofSalt(kind="match", key=f"{number}", salt="5" * 32) for number in range(300)]
    reports = [
        Report(
            match=match,
            source="one",
            by=match.one.members.get().player,
            outcome="played",
            winner="one",
            length=7,
            score_one=7,
            score_two=3,
            counted_one=7,
            counted_two=3,
            remarks=["short"],
            overrides=[{"code": "x", "data": {"ä": None}}],
        )
        for _ in range(2)
    ]
    insert_rows(reports)
    insert_rows(salts)
    insert_rows([])
    for row in (*reports, *salts):
        assert not row._state.adding
        copy = type(row)._default_manager.get(pk=row.pk)
        names = [field.attname for field in row._meta.concrete_fields]
        assert [getattr(copy, name) for name in names] == [getattr(row, name) for name in names]
    with CaptureQueriesContext(connection) as queries:
        insert_rows([ProofSalt(kind="report", key=f"{number}", salt="5" * 32) for number in range(20)])
    assert len(queries) == 1


@pytest.mark.django_db
def test_more_rows_than_one_statement_takes_are_all_inserted() -> None:
    salts = [ProofSalt(kind="match", key=f"{number}", salt="5" * 32) for number in range(22_000)]
    insert_rows(salts)
    assert set(ProofSalt.objects.values_list("pk", "key")) == {(salt.pk, salt.key) for salt in salts}


@pytest.mark.django_db
def test_of_new_rows_those_that_are_there_already_are_left_out() -> None:
    ada = Player.objects.create_user(name="Ada")

    def notices() -> list[Notice]:
        return [Notice(recipient=ada, code="final", occasion=text) for text in ("b", "a", "a")]

    first = notices()
    assert insert_new(first) == first[:2]
    later = [*notices(), Notice(recipient=ada, code="final", occasion="c")]
    with CaptureQueriesContext(connection) as queries:
        assert insert_new(later) == later[3:]
    assert len(queries) == 1
    assert {notice.pk: notice.uid for notice in (*first[:2], later[3])} == dict(
        Notice.objects.values_list("pk", "uid")
    )
    assert later[0]._state.adding
    assert insert_new([]) == []
