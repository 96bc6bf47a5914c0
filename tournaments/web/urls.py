"""The addresses of the pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from .views import (
    attendance,
    disputes,
    home,
    language,
    links,
    matches,
    me,
    records,
    registration,
    reporting,
    stages,
    tournaments,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("", include("tournaments.web.desk_urls")),
    path("language/", language.set_language, name="set_language"),
    path("l/<str:token>/", links.open_link, name="link"),
    path("link/leave/", links.leave_link, name="leave_link"),
    path("me/", me.my_matches, name="my_matches"),
    path("me/live/", me.my_matches_live, name="my_matches_live"),
    path("me/notices/", me.notice_list, name="notices"),
    path("me/notices/read/", me.read_notices, name="read_notices"),
    path("me/profile/", me.profile, name="profile"),
    path("t/<str:uid>/", tournaments.tournament, name="tournament"),
    path("e/<str:uid>/", tournaments.event, name="event"),
    path("e/<str:uid>/entrants/", tournaments.entrants, name="entrants"),
    path("e/<str:uid>/register/", registration.register, name="register"),
    path("x/<str:uid>/withdraw/", registration.withdraw, name="withdraw"),
    path("x/<str:uid>/rounds/", attendance.attendance_page, name="attendance"),
    path("s/<str:uid>/bracket/", stages.bracket_page, name="bracket"),
    path("s/<str:uid>/bracket/live/", stages.bracket_live, name="bracket_live"),
    path("s/<str:uid>/standings/", stages.standings_page, name="standings"),
    path("s/<str:uid>/draw/", stages.draw_page, name="draw"),
    path("p/<str:uid>/", stages.pairing_page, name="pairing"),
    path("p/<str:uid>/why/", stages.pairing_why, name="pairing_why"),
    path("m/<str:uid>/", matches.match, name="match"),
    path("m/<str:uid>/live/", matches.match_live, name="match_live"),
    path("m/<str:uid>/report/", reporting.report, name="report"),
    path("m/<str:uid>/report/unplayed/", reporting.report_unplayed, name="report_unplayed"),
    path("m/<str:uid>/scoresheet/", reporting.scoresheet, name="scoresheet"),
    path("m/<str:uid>/records/", records.upload, name="upload_record"),
    path("r/<str:uid>/confirm/", reporting.confirm, name="confirm"),
    path("r/<str:uid>/dispute/", reporting.dispute, name="dispute_report"),
    path("d/<str:uid>/", disputes.dispute, name="dispute"),
    path("g/<str:uid>/", records.record, name="record"),
    path("g/<str:uid>/live/", records.record_live, name="record_live"),
    path("g/<str:uid>/check/", records.check_again, name="check_record"),
    path("g/<str:uid>/replay/<int:game>/<int:step>/", records.replay, name="replay"),
]
