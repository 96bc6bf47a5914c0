"""An event of lives for 23 from the template to the champion, as a new director runs it in the browser."""

from __future__ import annotations

from tests.browser.conftest import Arrival
from tests.browser.desk import Desk
from tests.browser.hall import Hall
from tests.browser.people import PHONE
from tests.factories import names


def test_lives_of_23_with_a_late_entry_and_a_withdrawal(arrive: Arrival, hall: Hall) -> None:
    desk = Desk(arrive(language="fr"))
    desk.director.sign_in(email=hall.demo.email, password=hall.demo.password)
    desk.begin_with("lives", "Vingt-trois")
    everybody = names(21)
    desk.import_list([f"{name};Club {number % 4};FR" for number, name in enumerate(everybody)])
    desk.walk_in("Quentin Lorme, Lyon, FR")
    desk.check_everybody_in_at_once()
    desk.draw()
    desk.walk_in("Bruno Tardif, Lyon, FR")
    desk.director.sees("late entry")

    phone = arrive(size=PHONE, language="fr")
    phone.open(desk.player_link("Quentin Lorme"))
    # The loser says so, and it is final at once.
    winner = phone.page.locator("main a[href*='winner=']").filter(has_not_text="Quentin Lorme").first
    winner.click()
    phone.page.locator("button[name=loser_points][value='5']").click()
    phone.sees("Thank you. The result is final.")

    desk.withdraw(everybody[3], reason="malade")
    entered = desk.play_to_the_end(stages=1)
    # Two lives each, one for who came a round late; whoever left gives the matches of two lives or one away.
    assert 39 <= entered <= 45

    spectator = arrive(size=PHONE, language="fr")
    spectator.open(f"/e/{desk.event}/")
    champion = spectator.page.locator(".champion strong").inner_text()
    spectator.open(f"/s/{desk.stage}/standings/")
    rows = spectator.page.locator("table.standings tbody tr")
    assert rows.count() == 23
    places = [row.locator("td").first.inner_text().strip() for row in rows.all()]
    assert (places[0], rows.first.locator("th").inner_text().strip()) == ("1", champion)
    assert all(place[0].isdigit() for place in places)
