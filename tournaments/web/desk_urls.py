"""The addresses of the desk, and of the first page of an installation."""

from __future__ import annotations

from django.urls import path

from .views import (
    desk_control,
    desk_dispute,
    desk_draw,
    desk_entrants,
    desk_frame,
    desk_games,
    desk_links,
    desk_list,
    desk_match,
    desk_officers,
    desk_qualifying,
    desk_stage,
    setup,
)

urlpatterns = [
    path("setup/", setup.setup, name="setup"),
    path("desk/", desk_frame.desk_home, name="desk_home"),
    path("desk/new/", desk_frame.new_tournament, name="desk_new_tournament"),
    path("desk/lengths/", desk_frame.lengths, name="desk_lengths"),
    path("desk/t/<str:uid>/", desk_frame.tournament, name="desk_tournament"),
    path("desk/t/<str:uid>/edit/", desk_frame.edit_tournament, name="desk_edit_tournament"),
    path("desk/t/<str:uid>/publish/", desk_frame.publish, name="desk_publish"),
    path("desk/t/<str:uid>/tables/", desk_frame.add_tables, name="desk_add_tables"),
    path("desk/t/<str:uid>/log/", desk_frame.log_page, name="desk_log"),
    path("desk/t/<str:uid>/people/", desk_officers.officers, name="desk_officers"),
    path("desk/t/<str:uid>/people/<str:player>/dismiss/", desk_officers.dismiss, name="desk_dismiss"),
    path("desk/t/<str:uid>/links/<str:link>/revoke/", desk_links.revoke, name="desk_revoke_link"),
    path("desk/t/<str:uid>/new-event/", desk_frame.new_event, name="desk_new_event"),
    path("desk/e/<str:uid>/", desk_control.control_page, name="desk_event"),
    path("desk/e/<str:uid>/live/", desk_control.control_live, name="desk_event_live"),
    path("desk/e/<str:uid>/quick/", desk_control.quick, name="desk_quick"),
    path("desk/e/<str:uid>/edit/", desk_frame.edit_event, name="desk_edit_event"),
    path("desk/e/<str:uid>/format/", desk_stage.new_stage, name="desk_new_stage"),
    path("desk/e/<str:uid>/registration/", desk_frame.set_registration, name="desk_registration"),
    path("desk/e/<str:uid>/entrants/", desk_entrants.entrants, name="desk_entrants"),
    path("desk/e/<str:uid>/entrants/search/", desk_entrants.search, name="desk_search"),
    path("desk/e/<str:uid>/entrants/live/", desk_entrants.live, name="desk_entrants_live"),
    path("desk/e/<str:uid>/entrants/import/", desk_list.import_list, name="desk_import"),
    path("desk/e/<str:uid>/qualify/", desk_qualifying.enter_qualified, name="desk_qualify"),
    path("desk/e/<str:uid>/links/", desk_links.registration_links, name="desk_links"),
    path("desk/x/<str:uid>/", desk_entrants.entrant_page, name="desk_entrant"),
    path("desk/x/<str:uid>/link/<str:player>/", desk_links.player_link, name="desk_player_link"),
    path("desk/x/<str:uid>/<str:act>/", desk_entrants.act_on_entrant, name="desk_entrant_act"),
    path("desk/s/<str:uid>/hold/", desk_stage.hold, name="desk_hold"),
    path("desk/s/<str:uid>/draw/", desk_draw.draw, name="desk_draw"),
    path("desk/m/<str:uid>/", desk_match.match, name="desk_match"),
    path("desk/m/<str:uid>/games/", desk_games.match_games, name="desk_match_games"),
    path("desk/m/<str:uid>/<str:act>/", desk_control.act_on_match, name="desk_match_act"),
    path("desk/d/<str:uid>/", desk_dispute.dispute, name="desk_dispute"),
    path("desk/d/<str:uid>/games/", desk_games.dispute_games, name="desk_dispute_games"),
]
