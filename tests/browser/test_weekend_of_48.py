"""A weekend of 48 from the template to its last match: main bracket, consolation and last chance, all from the pages."""

from __future__ import annotations

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk
from tests.browser.hall import Hall
from tests.factories import names


def test_a_weekend_of_48_names_three_winners(arrive: Arrival, hall: Hall) -> None:
    desk = Desk(arrive())
    desk.director.sign_in(email=hall.demo.email, password=hall.demo.password)
    desk.begin_with("weekend", "Weekend of 48")
    everybody = names(47)
    desk.import_list([f"{name};Club {number % 6};FR" for number, name in enumerate(everybody)])
    desk.check_everybody_in_at_once()
    desk.draw()
    desk.walk_in("Lara Latecomer, Lyon, FR")
    desk.director.sees("late entry")
    desk.withdraw(everybody[11], reason="ill")
    entered = desk.play_to_the_end(stages=3)
    # 47 matches of the main bracket, one of them given away; the losers play again, and most of them a third time.
    assert entered >= 46 + 40

    spectator = arrive(language="fr")
    spectator.open(f"/e/{desk.event}/")
    cards = spectator.page.locator("section.card:has(.champion)")
    assert cards.count() == 3
    stages = [card.locator("a.button").get_attribute("href") or "" for card in cards.all()]
    winners = [card.locator(".champion strong").inner_text() for card in cards.all()]
    assert len(set(winners)) == 3
    seen = []
    for stage, winner in zip(stages, winners, strict=True):
        spectator.open(stage.replace("/bracket/", "/standings/"))
        rows = spectator.page.locator("table.standings tbody tr")
        places = [row.locator("td").first.inner_text().strip() for row in rows.all()]
        assert all(place[0].isdigit() for place in places)
        assert winner in rows.first.locator("th").inner_text()
        seen.append(rows.count())
    main, consolation, last_chance = seen
    assert main == 48
    assert consolation > last_chance > 0
