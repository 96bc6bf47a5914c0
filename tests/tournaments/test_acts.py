"""Each act has one declaration, which says how it is stored and what depends on it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from datetime import UTC, datetime
from enum import Enum
from io import StringIO
from itertools import product
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests import factories
from tests.upgrades.loading import dumps
from tests.web.browsing import Visitor
from tournaments import acts
from tournaments.actions import log, undo
from tournaments.actions.inverses import NoInverseExpected, inverse
from tournaments.acts import ABSENT, ACTS, Act, EditedForm, OfMatch, Show, UnreadableAct
from tournaments.acts.hall import AvailabilitySet, TableChanged, TableSettings
from tournaments.acts.money import FeeSet
from tournaments.acts.service import ActUndone
from tournaments.acts.stages import Paired, StageCompleted
from tournaments.acts.teams import PlayerSubstituted
from tournaments.acts.tournaments import CapacitySet, TournamentCreated
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import FeeKind, LogEntry, NoticeCode, Tournament
from tournaments.queries.audit.checks import FindingCode
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.audit.news import news
from tournaments.web.desk.log_lines import log_lines

_PLACE = re.compile(r"%\((\w+)\)s")
_KINDS = sorted(ACTS.values(), key=lambda kind: kind.code)


def _example(hint: Any) -> Any:
    """A value of a type, of a union one that is there."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _example(arguments[0])
    if origin in (Union, UnionType):
        return _example(next(one for one in arguments if one not in (NoneType, acts.Absent)))
    if origin is tuple:
        return tuple(_example(one) for one in arguments if one is not ...)
    if origin is not None:
        return {"a": "b"}
    if issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return hint(**_examples(hint))
    return {str: "abc", int: 3, bool: True, datetime: datetime(2026, 3, 7, 12, tzinfo=UTC)}[hint]


def _examples(kind: type[Any], *, is_whole: bool = True) -> dict[str, Any]:
    """Values for the fields of an act, with or without those that may be absent."""
    fields = [field for field in acts.fields_of(kind) if is_whole or field.is_required]
    return {field.name: _example(field.type) for field in fields}


def _sentences(kind: type[Act]) -> Iterator[str]:
    """The sentences of a kind of act."""
    whole, least = kind("x", **_examples(kind)), kind("x", **_examples(kind, is_whole=False))
    own = [value for name, value in vars(kind).items() if name.isupper()]
    for sentence in (kind.words, whole.sentence, least.sentence, *own):
        arguments = getattr(sentence, "_kw", {}) or {}
        yield str(arguments) + str(getattr(sentence, "_proxy____args", ""))


class TestADeclaration:
    """A declaration is complete and agrees with the undo functions, forms and notices."""

    def test_it_has_an_inverse_or_a_reason_for_none(self) -> None:
        assert [kind.code for kind in _KINDS if (kind in undo.INVERSES) is not (kind.lasting is None)] == []

    def test_the_places_of_its_sentences_are_its_fields(self) -> None:
        unknown = {
            kind.code: {place for sentence in _sentences(kind) for place in _PLACE.findall(sentence)}
            - {"subject", *(field.key for field in acts.fields_of(kind))}
            for kind in _KINDS
        }
        assert {code: places for code, places in unknown.items() if places} == {}

    def test_it_is_said_in_another_language(self) -> None:
        with translation.override("en"):
            english = {kind.code: [str(kind.words % _Everything()), str(kind.lasting)] for kind in _KINDS}
        with translation.override("fr"):
            french = {kind.code: [str(kind.words % _Everything()), str(kind.lasting)] for kind in _KINDS}
        pairs = [
            (kind.code, zip(english[kind.code], french[kind.code], (True, kind.lasting), strict=True))
            for kind in _KINDS
        ]
        assert [
            (code, one) for code, words in pairs for one, other, is_said in words if is_said and one == other
        ] == []

    def test_a_code_has_one_declaration(self) -> None:
        with pytest.raises(acts.DuplicateAct, match="FeeSet"):

            @acts.act("fee_set", FeeSet.words)
            class Another(Act):
                """The same once more."""

    def test_an_inverse_is_registered_once_and_only_where_one_is_expected(self) -> None:
        for kind in (FeeSet, TournamentCreated):
            with pytest.raises(NoInverseExpected):
                inverse(kind)(lambda _entry, _act, _by: None)

    def test_every_form_is_overwritten_by_something(self) -> None:
        assert all(acts.overwriting(form) for form in EditedForm)

    def test_every_notice_but_a_reminder_and_a_moved_rating_goes_out_with_an_act(self) -> None:
        codes = {code for kind in _KINDS for code in kind.tells}
        # Ratings are derived: they move when a list is computed again, whatever the act was.
        assert set(NoticeCode) - codes == {
            NoticeCode.CHALLENGE_DUE,
            NoticeCode.LINEUP_MISSING,
            NoticeCode.RATING_MOVED,
        }


class _Everything(dict[str, Any]):
    def __missing__(self, key: str) -> int:
        return 2


class TestStoring:
    """Reading a stored act gives the same act; unknown data are refused."""

    def test_an_act_is_read_back(self) -> None:
        for kind, is_whole in product(_KINDS, (True, False)):
            act = kind("uid", **_examples(kind, is_whole=is_whole))
            data = acts.stored(act)
            assert acts.act_of(kind.code, "uid", data) == act

    def test_the_keys_are_those_of_the_fields(self) -> None:
        assert acts.stored(FeeSet("f", kind=FeeKind.ENTRY, amount=5000, optional=False)) == {
            "kind": "entry",
            "amount": 5000,
            "optional": False,
        }
        substitution = PlayerSubstituted("x", side="s", out="a", in_="b", kept=())
        assert acts.stored(substitution) == {"side": "s", "out": "a", "in": "b", "kept": []}
        assert acts.stored(CapacitySet("e", capacity=None, before=8)) == {"capacity": None, "before": 8}
        now = datetime(2026, 3, 7, 12, tzinfo=UTC)
        available = AvailabilitySet("p", away_until=now, leaves_at=None, not_before=None)
        assert acts.stored(available)["away_until"] == "2026-03-07T12:00:00+00:00"
        settings = TableSettings(is_out_of_order=False, is_streaming=True, reserved_for=None)
        act = TableChanged("t", before=settings, is_out_of_order=False, is_streaming=False, reserved_for="e")
        assert acts.stored(act)["before"] == {
            "is_out_of_order": False,
            "is_streaming": True,
            "reserved_for": None,
        }

    def test_a_field_that_older_entries_lack_is_absent(self) -> None:
        act = acts.act_of("capacity_set", "e", {"capacity": 8})
        assert act == CapacitySet("e", capacity=8)
        assert isinstance(act, CapacitySet)
        assert act.before is ABSENT
        assert acts.stored(act) == {"capacity": 8}

    @pytest.mark.parametrize(
        ("code", "data", "says"),
        [
            ("never_heard_of", {}, "never_heard_of: unknown"),
            ("fee_ended", {"amount": 3}, "fee_ended: no field amount"),
            ("capacity_set", {"before": 3}, "capacity_set: capacity is missing"),
            ("capacity_set", {"capacity": "8"}, "capacity_set.capacity: str in place of int"),
            ("capacity_set", {"capacity": True}, "capacity_set.capacity: bool in place of int"),
            ("fee_set", {"kind": "bribe", "amount": 3, "optional": False}, "fee_set.kind: 'bribe'"),
            ("tables_added", {"tables": "A1"}, "tables_added.tables: str in place of list"),
            ("suspended", {"suspension": "s", "score": [3]}, "suspended.score: 1 values"),
            ("fee_ended", {"act_version": 2}, "fee_ended: version 2"),
        ],
    )
    def test_anything_else_is_refused_with_its_reason(
        self, code: str, data: dict[str, Any], says: str
    ) -> None:
        with pytest.raises(UnreadableAct) as refusal:
            acts.act_of(code, "x", data)
        assert str(refusal.value) == says

    def test_every_entry_that_a_release_has_written_is_read_and_would_be_written_the_same(self) -> None:
        rows = [
            row["fields"] for dump in dumps() for row in dump.rows if row["model"] == "tournaments.logentry"
        ]
        assert len(rows) > 2000
        for row in rows:
            act = acts.act_of(row["code"], row["subject"], row["data"])
            assert acts.stored(act) == row["data"]


class TestAVersion:
    """Data of an earlier version of an act are converted on reading."""

    def _kind(self) -> Any:
        @acts.act(
            "paid",
            FeeSet.words,
            # The first releases wrote whole euros, the next ones cents under the same name.
            earlier=(
                lambda data: {**data, "amount": data["amount"] * 100},
                lambda data: {"cents": data["amount"]},
            ),
            registry={},
        )
        class Paid(Act):
            """Something was paid."""

            cents: int

        return Paid

    def test_the_data_of_each_version_are_turned_into_todays(self) -> None:
        kind = self._kind()
        kinds = {"paid": kind}
        for data in ({"amount": 5}, {"amount": 500, "act_version": 2}, {"cents": 500, "act_version": 3}):
            assert acts.act_of("paid", "x", data, registry=kinds) == kind("x", cents=500)

    def test_it_is_stored_from_the_second_on(self) -> None:
        kind = self._kind()
        assert acts.version_of(kind) == 3
        assert acts.stored(kind("x", cents=500)) == {"cents": 500, "act_version": 3}
        assert acts.version_of(FeeSet) == 1


class TestWhoIsConcerned:
    """An act names the players whose open pages it makes stale."""

    def test_a_pairing_concerns_those_who_sit_in_it_unless_somebody_leaves_the_stage(self) -> None:
        act = Paired("s", made=("a",), cancelled=("b",))
        assert (act.concern, act.pairings) == (acts.Concern.PAIRINGS, ("a", "b"))
        assert Paired("s", made=(), cancelled=(), dismissed=("x",)).concern is acts.Concern.EVERYBODY


@pytest.mark.django_db
class TestAnEntryThatCannotBeRead:
    """An entry with an unknown code breaks no page, and the audit reports it."""

    @pytest.fixture
    def tournament(self) -> Tournament:
        """A tournament whose last entry is from another release."""
        tournament = factories.tournament()
        entry = log.append(CapacitySet(tournament.uid, capacity=8), of=tournament, by=None)
        LogEntry.objects.bulk_create(
            [
                LogEntry(
                    tournament=tournament,
                    seq=entry.seq + 1,
                    at=entry.at,
                    actor="system",
                    code="dice_were_blessed",
                    data={"by": "x"},
                    hash="0",
                )
            ]
        )
        Tournament.objects.update(log_seq=entry.seq + 1)
        return Tournament.objects.get()

    def test_the_log_shows_its_code(self, tournament: Tournament) -> None:
        [line] = log_lines([LogEntry.objects.get(code="dice_were_blessed")])
        assert line.text == "dice were blessed"
        page = Visitor(factories.owner(tournament)).at(f"/desk/t/{tournament.uid}/log/")
        assert (page.status, "dice were blessed" in page.words) == (200, True)

    @pytest.mark.both_databases
    def test_it_concerns_everybody(self, tournament: Tournament) -> None:
        updates = news(tournament, since=tournament.log_seq - 1)
        assert updates is not None
        assert [one.players for one in updates] == [None]

    def test_it_cannot_be_undone(self, tournament: Tournament) -> None:
        entry = LogEntry.objects.get(code="dice_were_blessed")
        assert not undo.is_consequence(entry)
        with pytest.raises(CannotBeUndone, match="cannot read"):
            undo.undo(entry, by=None)

    def test_the_audit_names_it(self, tournament: Tournament) -> None:
        [finding] = evidence_findings(tournament)
        assert (finding.code, finding.is_fault) == (FindingCode.ENTRY_UNREADABLE, True)
        assert finding.data == {"seq": 3, "why": "dice_were_blessed: unknown"}
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("audit", tournament.uid, stdout=out)
        assert "entry_unreadable" in out.getvalue()


@pytest.mark.django_db
def test_an_entry_holds_what_its_act_says() -> None:
    tournament = factories.tournament()
    act = CapacitySet("e", capacity=None, before=8)
    entry = log.append(act, of=tournament, by=None)
    assert (entry.code, entry.subject, entry.data) == ("capacity_set", "e", {"capacity": None, "before": 8})
    assert acts.read(LogEntry.objects.get(pk=entry.pk)) == act
    assert log.verify(tournament) == []


@pytest.mark.django_db
def test_what_the_service_does_by_itself_names_nobody() -> None:
    tournament = factories.tournament()
    boss = factories.owner(tournament)
    own_acts = [ActUndone("x", seq=1, code_="fee_set", first=1), StageCompleted("s", champion=None)]
    one, other = log.append_all(own_acts, of=tournament, by=boss)
    assert (one.by, one.actor, other.by, other.actor) == (boss, "player", None, "system")


def test_acts_on_matches_can_carry_proofs_and_the_browser() -> None:
    kinds = [kind for kind in _KINDS if issubclass(kind, OfMatch)]
    assert len(kinds) > 20
    for kind in kinds:
        assert {"proofs", "browser"} <= {field.key for field in acts.fields_of(kind)}


def test_a_uid_that_a_sentence_names_is_shown_by_its_name() -> None:
    form_of_fields = {field.key: field.show for field in acts.fields_of(PlayerSubstituted)}
    assert form_of_fields == {"proofs": None, "side": None, "out": Show.NAME, "in": Show.NAME, "kept": None}


def test_the_table_of_acts_is_printed() -> None:
    out = StringIO()
    call_command("acts", "--json", stdout=out)
    rows = {row["code"]: row for row in json.loads(out.getvalue())}
    assert rows.keys() == ACTS.keys()
    assert rows["capacity_set"]["fields"]["before"] == {"type": ["integer", "null"], "required": False}
    assert rows["fee_set"]["can_be_undone"]
    assert rows["drawn"]["why_not"].startswith("A draw is made void")
    lines = StringIO()
    call_command("acts", stdout=lines)
    assert len(lines.getvalue().splitlines()) == len(ACTS)
