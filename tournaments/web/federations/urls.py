"""The URLs of the office of a federation."""

from __future__ import annotations

from django.urls import URLPattern, path

from . import (
    archive_pages,
    club_pages,
    comparison_pages,
    counting_pages,
    duplicate_pages,
    list_pages,
    member_list_pages,
    member_pages,
    office,
    officer_pages,
    publication_pages,
    sanction_pages,
    season_pages,
    settings_pages,
    signal_pages,
    submission_pages,
    variation_pages,
)

urlpatterns: list[URLPattern] = [
    path("f/<str:uid>/office/", office.office, name="office"),
    path("f/<str:uid>/office/sanctions/", sanction_pages.sanction_list, name="office_sanctions"),
    path(
        "f/<str:uid>/office/sanctions/<str:sanction>/", sanction_pages.sanction_page, name="office_sanction"
    ),
    path("f/<str:uid>/office/results/", submission_pages.submission_list, name="office_submissions"),
    path("f/<str:uid>/office/results/upload/", submission_pages.upload_results, name="office_upload_results"),
    path(
        "f/<str:uid>/office/results/directory/", submission_pages.download_directory, name="office_directory"
    ),
    path(
        "f/<str:uid>/office/results/<str:submission>/", submission_pages.submission, name="office_submission"
    ),
    path(
        "f/<str:uid>/office/results/<str:submission>/people/",
        submission_pages.name_person,
        name="office_name_person",
    ),
    path("f/<str:uid>/office/archives/", archive_pages.archive_list, name="office_archives"),
    path(
        "f/<str:uid>/office/archives/example/", archive_pages.archive_example, name="office_archive_example"
    ),
    path("f/<str:uid>/office/archives/upload/", archive_pages.upload_archive, name="office_upload_archive"),
    path("f/<str:uid>/office/archives/<str:archive>/", archive_pages.archive, name="office_archive"),
    path(
        "f/<str:uid>/office/archives/<str:archive>/people/",
        archive_pages.name_person,
        name="office_name_in_archive",
    ),
    path("f/<str:uid>/office/lists/", list_pages.lists, name="office_lists"),
    path("f/<str:uid>/office/lists/add/", list_pages.new_list, name="office_new_list"),
    path("f/<str:uid>/office/lists/<str:rating_list>/", list_pages.list_page, name="office_list"),
    path(
        "f/<str:uid>/office/lists/<str:rating_list>/change/",
        list_pages.change_list,
        name="office_change_list",
    ),
    path(
        "f/<str:uid>/office/lists/<str:rating_list>/compute/",
        list_pages.compute_list,
        name="office_compute_list",
    ),
    path(
        "f/<str:uid>/office/lists/<str:rating_list>/compare/",
        comparison_pages.compare_list,
        name="office_compare_list",
    ),
    path(
        "f/<str:uid>/office/lists/<str:rating_list>/publish/",
        publication_pages.publish_list,
        name="office_publish_list",
    ),
    path(
        "f/<str:uid>/office/lists/<str:rating_list>/upload/",
        publication_pages.upload_ratings,
        name="office_upload_ratings",
    ),
    path("f/<str:uid>/office/rules/", counting_pages.rules, name="office_rules"),
    path("f/<str:uid>/office/rules/set/", counting_pages.set_rules, name="office_set_rules"),
    path("f/<str:uid>/office/rules/<str:rule>/", counting_pages.rule, name="office_rule"),
    path("f/<str:uid>/office/seasons/", season_pages.seasons, name="office_seasons"),
    path("f/<str:uid>/office/seasons/add/", season_pages.new_season, name="office_new_season"),
    path("f/<str:uid>/office/seasons/<str:season>/", season_pages.season, name="office_season"),
    path(
        "f/<str:uid>/office/seasons/<str:season>/change/",
        season_pages.change_season,
        name="office_change_season",
    ),
    path(
        "f/<str:uid>/office/seasons/<str:season>/close/",
        season_pages.close_season,
        name="office_close_season",
    ),
    path("f/<str:uid>/office/duplicates/", duplicate_pages.duplicates, name="office_duplicates"),
    path("f/<str:uid>/office/signals/", signal_pages.signal_page, name="office_signals"),
    path("f/<str:uid>/office/duplicates/merge/", duplicate_pages.merge, name="office_merge"),
    path("f/<str:uid>/office/members/", member_pages.members, name="office_members"),
    path(
        "f/<str:uid>/office/members/import/", member_list_pages.import_members, name="office_import_members"
    ),
    path("f/<str:uid>/office/members/<str:member>/", member_pages.member, name="office_member"),
    path(
        "f/<str:uid>/office/members/<str:member>/periods/",
        member_pages.add_membership,
        name="office_add_membership",
    ),
    path("f/<str:uid>/office/periods/<str:membership>/", member_pages.membership, name="office_membership"),
    path("f/<str:uid>/office/numbers/", member_pages.offer_number, name="office_offer_number"),
    path(
        "f/<str:uid>/office/players/<str:player>/number/", member_pages.give_number, name="office_give_number"
    ),
    path("f/<str:uid>/office/players/<str:player>/name/", member_pages.correct_name, name="office_name"),
    path("f/<str:uid>/office/clubs/", club_pages.clubs, name="office_clubs"),
    path("f/<str:uid>/office/clubs/<str:club>/", club_pages.club, name="office_club"),
    path("f/<str:uid>/office/clubs/<str:club>/merge/", club_pages.merge_club, name="office_merge_club"),
    path("f/<str:uid>/office/clubs/<str:club>/part/", club_pages.part_club, name="office_part_club"),
    path("f/<str:uid>/office/officers/", officer_pages.officers, name="office_officers"),
    path(
        "f/<str:uid>/office/officers/<str:officer>/end/", officer_pages.end_office, name="office_end_office"
    ),
    path("f/<str:uid>/office/what-if/", variation_pages.variation_list, name="office_variations"),
    path(
        "f/<str:uid>/office/what-if/<str:variation>/", variation_pages.variation_page, name="office_variation"
    ),
    path(
        "f/<str:uid>/office/what-if/<str:variation>/csv/",
        variation_pages.variation_file,
        name="office_variation_file",
    ),
    path("f/<str:uid>/office/settings/", settings_pages.settings, name="office_settings"),
    path("f/<str:uid>/office/log/", settings_pages.log_page, name="office_log"),
]
