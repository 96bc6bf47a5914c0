"""The URLs of the pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.web.draws import ceremony
from tournaments.web.events import finish, public
from tournaments.web.federations import public as federations
from tournaments.web.hall import attendance, away, display

from . import app
from .disputes import dispute, file
from .draws import challenges, stages
from .entrants import check_in_code, lineup, reentry, registration
from .exports import calendar, embed, files
from .people import home, language, links, me
from .records import record
from .results import match, reporting
from .style import page

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("sw.js", app.service_worker, name="service_worker"),
    path("app.webmanifest", app.manifest, name="manifest"),
    path("offline/", app.offline, name="offline"),
    path("style/", page.style, name="style"),
    path("language/", language.set_language, name="set_language"),
    path("l/<str:token>/", links.open_link, name="link"),
    path("c/<str:token>.ics", calendar.feed, name="calendar_feed"),
    path("link/leave/", links.leave_link, name="leave_link"),
    path("me/", me.my_matches, name="my_matches"),
    path("me/live/", me.my_matches_live, name="my_matches_live"),
    path("me/notices/", me.notice_list, name="notices"),
    path("me/notices/read/", me.read_notices, name="read_notices"),
    path("me/profile/", me.profile, name="profile"),
    path("t/<str:uid>/", public.tournament, name="tournament"),
    path("t/<str:uid>/calendar/", calendar.my_calendar, name="my_calendar"),
    path("t/<str:uid>/hall/", display.hall, name="hall"),
    path("t/<str:uid>/hall/live/", display.hall_live, name="hall_live"),
    path("s/<str:uid>/ceremony/", ceremony.ceremony, name="ceremony"),
    path("s/<str:uid>/ceremony/live/", ceremony.ceremony_live, name="ceremony_live"),
    path("f/<str:uid>/", federations.federation, name="federation"),
    path("e/<str:uid>/", public.event, name="event"),
    path("e/<str:uid>/finish/", finish.finish_page, name="finish"),
    path("e/<str:uid>/event.ics", calendar.event_file, name="event_file"),
    path("e/<str:uid>/lobby/", public.lobby_live, name="lobby_live"),
    path("e/<str:uid>/entrants/", public.entrants, name="entrants"),
    path("e/<str:uid>/register/", registration.register, name="register"),
    path("x/<str:uid>/here/", check_in_code.here, name="here"),
    path("x/<str:uid>/withdraw/", registration.withdraw, name="withdraw"),
    path("x/<str:uid>/come-back/", reentry.come_back, name="come_back"),
    path("x/<str:uid>/away/", away.away, name="away"),
    path("x/<str:uid>/rounds/", attendance.attendance_page, name="attendance"),
    path("e/<str:uid>/entrants.<str:ending>", files.entrants, name="file_entrants"),
    path("s/<str:uid>/pairings.<str:ending>", files.pairings, name="file_pairings"),
    path("s/<str:uid>/results.<str:ending>", files.results, name="file_results"),
    path("s/<str:uid>/standings.<str:ending>", files.standings, name="file_standings"),
    path("s/<str:uid>/bracket/", stages.bracket_page, name="bracket"),
    path("s/<str:uid>/bracket/live/", stages.bracket_live, name="bracket_live"),
    path("embed/e/<str:uid>/", embed.event, name="embed"),
    path("embed/s/<str:uid>/bracket/", embed.bracket, name="embed_bracket"),
    path("embed/s/<str:uid>/bracket/live/", embed.bracket_live, name="embed_bracket_live"),
    path("embed/s/<str:uid>/standings/", embed.standings, name="embed_standings"),
    path("embed/s/<str:uid>/standings/live/", embed.standings_live, name="embed_standings_live"),
    path("s/<str:uid>/standings/", stages.standings_page, name="standings"),
    path("s/<str:uid>/draw/", stages.draw_page, name="draw"),
    path("s/<str:uid>/challenge/", challenges.challenge, name="challenge"),
    path("k/<str:uid>/take-back/", challenges.take_back, name="take_back_challenge"),
    path("p/<str:uid>/", stages.pairing_page, name="pairing"),
    path("p/<str:uid>/why/", stages.pairing_why, name="pairing_why"),
    path("m/<str:uid>/", match.match, name="match"),
    path("m/<str:uid>/live/", match.match_live, name="match_live"),
    path("m/<str:uid>/next/", match.match_next, name="match_next"),
    path("m/<str:uid>/lineup/", lineup.lineup, name="lineup"),
    path("m/<str:uid>/report/", reporting.report, name="report"),
    path("m/<str:uid>/report/unplayed/", reporting.report_unplayed, name="report_unplayed"),
    path("m/<str:uid>/scoresheet/", reporting.scoresheet, name="scoresheet"),
    path("m/<str:uid>/records/", record.upload, name="upload_record"),
    path("r/<str:uid>/confirm/", reporting.confirm, name="confirm"),
    path("r/<str:uid>/dispute/", reporting.dispute, name="dispute_report"),
    path("d/<str:uid>/", dispute.dispute, name="dispute"),
    path("d/<str:uid>/exhibits/", file.add_exhibit, name="add_exhibit"),
    path("d/<str:uid>/exhibits/<str:exhibit>/photo/", file.photo, name="exhibit_photo"),
    path("d/<str:uid>/appeal/", file.appeal, name="appeal"),
    path("d/<str:uid>/appeal/take-back/", file.take_back, name="take_back_appeal"),
    path("d/<str:uid>/appeal/vote/", file.vote, name="vote"),
    path("d/<str:uid>/report/", file.paper, name="dispute_paper"),
    path("g/<str:uid>/", record.record, name="record"),
    path("g/<str:uid>/live/", record.record_live, name="record_live"),
    path("g/<str:uid>/check/", record.check_again, name="check_record"),
    path("g/<str:uid>/replay/<int:game>/<int:step>/", record.replay, name="replay"),
    # Last, because they are many, and phones send more requests than desks.
    path("", include("tournaments.web.desk_urls")),
]
