"""Rating lists and counting rules in the office: added, computed, published and uploaded, in both languages."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.lists import feeds
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.exchange import result_files, submissions
from tournaments.actions.feed import judging, writing
from tournaments.actions.lists import keeping
from tournaments.models import (
    CountingRule,
    Federation,
    ListOrder,
    ListOrigin,
    ListState,
    OfficeKind,
    OfficialList,
    OfficialRow,
    OpeningRating,
    RatingList,
)
from tournaments.ratings import FORMULAS
from tournaments.ratings.counting import CountingRules
from tournaments.web.federations.list_forms import ComputedListForm
from tournaments.web.wording.counting import FIELD_WORDS, GROUPS
from tournaments.web.wording.formulas import PARAMETER_WORDS

pytestmark = pytest.mark.django_db


def _rater(federation: Federation) -> Visitor:
    return Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))


def _csv(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("ratings.csv", text.encode(), "text/csv")


def _kept(page: Page, address: str) -> dict[str, str]:
    return next(fields for at, fields in page.forms if at == address and fields.get("kept"))


def test_a_list_is_added_with_parameters_as_a_french_reader_writes_them() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    rater.client.cookies["django_language"] = "fr"
    address = f"/f/{federation.uid}/office/lists/add/?formula=brass-city"
    form = dict(rater.at(address).forms[-1][1])
    assert form["parameter_ramp"] == "2"
    values = form | {
        "name": "Nationale",
        "parameter_factor": "4,5",
        "order": "events",
        "inactive_after": "24",
    }
    assert rater.client.post(address, values).status_code == 302
    row = RatingList.objects.get()
    assert (row.name, row.formula, row.order, row.inactive_after) == (
        "Nationale",
        "brass-city",
        ListOrder.EVENTS,
        24,
    )
    assert row.parameters == {"factor": 4.5}
    # What stays as it is with the formula is not stored, so that saving again changes nothing.
    page = rater.open("office_change_list", federation.uid, row.uid)
    again = page.form(f"/f/{federation.uid}/office/lists/{row.uid}/change/")
    assert again["parameter_factor"].startswith("4,5")
    rater.send("office_change_list", federation.uid, row.uid, **again)
    row.refresh_from_db()
    assert row.parameters == {"factor": 4.5}


@pytest.mark.both_databases
def test_a_table_of_points_by_length_is_typed_line_by_line() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    address = f"/f/{federation.uid}/office/lists/add/?formula=elo"
    form = dict(rater.at(address).forms[-1][1]) | {"name": "Elo"}
    wrong = rater.client.post(address, form | {"parameter_k_by_length": "5 18\nseven 21"})
    assert (wrong.status_code, "seven 21" in wrong.content.decode()) == (422, True)
    rater.client.post(address, form | {"parameter_k_by_length": "5: 18\n7 21.5\n"})
    assert RatingList.objects.get().parameters == {"k_by_length": {"5": 18, "7": 21.5}}


def test_every_parameter_of_a_formula_and_every_field_of_the_rules_has_words() -> None:
    by_match = [formula for formula in FORMULAS.values() if hasattr(formula, "changes")]
    assert {name for formula in by_match for name in formula.values} == PARAMETER_WORDS.keys()
    fields = CountingRules(body="x").to_dict().keys() - {"version", "body"}
    assert FIELD_WORDS.keys() == fields == {name for _heading, names in GROUPS for name in names}


def test_an_unknown_formula_and_one_by_periods_are_not_found() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    for formula in ("none", "glicko2"):
        assert rater.at(f"/f/{federation.uid}/office/lists/add/?formula={formula}").status == 404


def test_the_page_of_lists_says_what_is_missing_until_nothing_is() -> None:
    rating_list = feeds.rating_list()
    federation = rating_list.federation
    rater = _rater(federation)
    CountingRule.objects.update(ended_at="2026-01-01T00:00Z")
    assert "No counting rules are in force" in rater.open("office_lists", federation.uid)
    CountingRule.objects.update(ended_at=None)
    assert "It has not been computed yet" in rater.open("office_lists", federation.uid)
    people = feeds.players(4)
    feeds.add(feeds.season(people, 12), rating_list)
    page = rater.send("office_compute_list", federation.uid, rating_list.uid)
    assert "National is computed." in page
    assert "from 12 matches, 4 people" in page
    feeds.add([feeds.row(*people[:2], day=date(2025, 6, 1))], rating_list)
    page = rater.open("office_lists", federation.uid)
    assert "1 result came since" in page
    assert "Nothing is published yet" in page
    rater.send("office_compute_list", federation.uid, rating_list.uid)
    rater.send("office_publish_list", federation.uid, rating_list.uid, as_of="2026-01-31")
    page = rater.open("office_lists", federation.uid)
    assert "up to date" in page
    assert "to do" not in page


def test_what_is_shown_before_is_what_is_published() -> None:
    rating_list = feeds.rating_list(provisional_below=60)
    federation = rating_list.federation
    rater = _rater(federation)
    feeds.add(feeds.season(feeds.players(6), 30), rating_list)
    address = ("office_publish_list", federation.uid, rating_list.uid)
    preview = rater.open(*address, as_of="2025-01-13")
    assert OfficialList.objects.count() == 0
    assert "This will be official list 1 of National" in preview
    assert "official list is published" in rater.send(*address, as_of="2025-01-13")
    official = OfficialList.objects.get()
    ranked = OfficialRow.objects.filter(official=official, status="ranked").count()
    assert f"With a place {ranked} Provisional, too little experience {official.players - ranked}" in preview
    best = OfficialRow.objects.filter(official=official, place=1)[0]
    assert f"{best.rating / 10**9:.2f}" in preview
    # The second one says who moved, and a day that cannot be is refused in words.
    assert "Who moved most" in rater.open(*address, as_of="2025-01-20")
    page = rater.open(*address, as_of="2025-01-13")
    assert (page.status, "Choose a later day" in page) == (422, True)
    assert rater.post(*address, as_of="2150-01-01").status == 422


def test_a_file_is_checked_then_stored_without_choosing_it_again_and_nothing_half_stored() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    numbers = [factories.member(federation).number for _ in range(2)]
    partner = keeping.create_list(federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    names = ("office_upload_ratings", federation.uid, partner.uid)
    at = f"/f/{federation.uid}/office/lists/{partner.uid}/upload/"
    wrong = f"number;rating\n{numbers[0]};1600\nX;1500\n{numbers[1]};6000\n"
    for do in ("check", "store"):
        page = rater.post(*names, do=do, as_of="2026-01-31", file=_csv(wrong))
        assert page.status == 422
        assert "2 rows are refused, so nothing is stored." in page
        assert "3 No member has this number. 4 A rating is from 0 to 5000." in page
    page = rater.post(
        *names, do="check", as_of="2026-01-31", file=_csv(f"number;rating\n{numbers[0]};1600,5\n")
    )
    assert "1 rating would be stored. Nothing is stored yet." in page
    assert OfficialList.objects.count() == 0
    page = rater.send(*names, **_kept(page, at), do="store")
    assert "1 rating is stored." in page
    official = OfficialList.objects.get()
    assert (official.source, official.players, OfficialRow.objects.get().rating) == (
        "ratings.csv",
        1,
        1600_500_000_000,
    )
    assert "This field is required." in rater.post(*names, do="check", as_of="2026-02-28")


def test_opening_ratings_come_from_a_file_with_a_day_and_a_source() -> None:
    rating_list = feeds.rating_list()
    federation = rating_list.federation
    rater = _rater(federation)
    number = factories.member(federation).number
    names = ("office_upload_ratings", federation.uid, rating_list.uid)
    fields = {"as_of": "2025-01-01", "source": "The old list"}
    page = rater.post(*names, do="check", **fields, file=_csv(f"number,rating\n{number},1700\n"))
    rater.send(
        *names, **_kept(page, f"/f/{federation.uid}/office/lists/{rating_list.uid}/upload/"), do="store"
    )
    assert OpeningRating.objects.get().rating == 1700 * 10**9
    page = rater.open("office_list", federation.uid, rating_list.uid)
    assert "The old list" in page
    assert not ListState.objects.exists()


def test_counting_rules_are_put_in_force_by_a_form_and_keep_their_history() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    at = f"/f/{federation.uid}/office/rules/set/"
    fields = rater.open("office_set_rules", federation.uid).form(at)
    # A browser sends one value of several boxes of a name; here there is one of each.
    page = rater.send("office_set_rules", federation.uid, **fields | {"shortest": "5"})
    assert "The counting rules are in force." in page
    first = CountingRule.objects.get()
    usual = CountingRules(body=federation.uid).to_dict()
    assert first.data == {name: value for name, value in usual.items() if name != "body"} | {"shortest": 5}
    # The form of the newest one shows it; sent unchanged it is the same version.
    again = rater.at(f"{at}?from={first.uid}").form(at)
    rater.send("office_set_rules", federation.uid, **again)
    assert CountingRule.objects.count() == 1
    classes = again | {
        "must_be_sanctioned": "on",
        "sanction_classes": "Main\nCat. A",
        "walkover": "if_both_moved",
    }
    rater.send("office_set_rules", federation.uid, **classes)
    page = rater.open("office_rules", federation.uid)
    assert "Version 2" in page
    assert "Classes of events Cat. A, Main" in page
    assert "Walkover counts if both had moved" in page
    assert "Earlier versions Version 1" in page
    assert "Shortest match 5" in rater.open("office_rule", federation.uid, first.uid)
    assert CountingRule.objects.get(version=1).ended_at is not None


def test_the_effect_of_rules_is_shown_before_they_are_in_force() -> None:
    federation, stage = factories.federation(), factories.drawn_stage(4)
    rater = _rater(federation)
    at = f"/f/{federation.uid}/office/rules/set/"
    show = {**rater.open("office_set_rules", federation.uid).form(at), "do": "show"}
    assert "No match was submitted to you yet." in rater.send("office_set_rules", federation.uid, **show)
    factories.sanction(stage.event, federation)
    other = factories.drawn_stage(2)
    for played in (stage, other):
        factories.play_open_matches(played)
    progress.advance(stage.event)
    [final] = factories.open_matches(stage)
    results.report(final, by=factories.around(final).director, score=(3, 1), winner="one", outcome="retired")
    writing.write_all()
    page = rater.send("office_set_rules", federation.uid, **show)
    assert "submitted to you 3 Rated by these rules 3 Nothing is in force yet." in page
    assert not CountingRule.objects.exists()
    judging.set_counting_rules(federation, by=None, rules={"version": 1, "shortest": 9})
    submission, _counts = result_files.send_results(stage.event, federation, by=None)
    submissions.accept_results(submission, by=None)
    writing.write_all()
    page = rater.send("office_set_rules", federation.uid, **show)
    assert (
        "submitted to you 3 Rated now 0 Rated by these rules 3 3 matches would be rated that are not rated now."
        in page
    )
    judging.set_counting_rules(federation, by=None, rules={"version": 1})
    page = rater.send("office_set_rules", federation.uid, **show | {"retired": "unrated"})
    assert (
        "Rated now 3 Rated by these rules 2 Not rated any more: 1: A match that a side gives up does not count."
        in page
    )
    assert CountingRule.objects.count() == 2
    page = rater.post("office_set_rules", federation.uid, **show | {"shortest": "9", "longest": "5"})
    assert page.status == 422


def test_contradictions_of_the_rules_are_named_at_their_fields() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    at = f"/f/{federation.uid}/office/rules/set/"
    fields = rater.open("office_set_rules", federation.uid).form(at)
    wrong = fields | {
        "shortest": "9",
        "longest": "5",
        "sanction_classes": "Main",
        "membership_kinds": "full",
    }
    rater.client.cookies["django_language"] = "fr"
    page = rater.post("office_set_rules", federation.uid, **wrong)
    assert page.status == 422
    for words in (
        "Le match le plus long est plus court que le plus court.",
        "Des classes demandent des épreuves homologuées.",
        "Des types d’adhésion demandent des membres.",
    ):
        assert words in page
    assert not CountingRule.objects.exists()


def test_a_trial_stands_beside_the_rules_in_force_and_a_list_can_follow_it() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    judging.set_counting_rules(federation, by=None, rules={"version": 1})
    at = f"/f/{federation.uid}/office/rules/set/"
    fields = rater.open("office_set_rules", federation.uid).form(at)
    rater.send("office_set_rules", federation.uid, **fields | {"name": "Long", "shortest": "9"})
    assert "trial: Long" in rater.open("office_rules", federation.uid)
    form = ComputedListForm(None, federation=federation, formula="fibs")
    assert ("Long", "Long") in form.fields["rules"].choices  # type: ignore[attr-defined]
