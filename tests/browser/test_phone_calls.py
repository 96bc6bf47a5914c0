"""From Enter at the desk to a phone in a pocket: encrypted, shown by the service worker, and tapped."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall, Pair
from tests.browser.people import SMALL_PHONE, Person
from tests.faults.push_service import PushBrowser, PushService
from tests.faults.service import wait_until


def test_a_call_reaches_the_phone_and_its_tap_opens_the_match(
    arrive: Arrival, hall: Hall, pair: Pair
) -> None:
    """The push service of this machine stands for that of the browser; all between them is ours.

    `./videau bench troubles` says after how many seconds the call is there.
    """
    with PushService() as service:
        browser = PushBrowser(f"{service.url}/phone")
        phone = arrive(size=SMALL_PHONE, language="fr")
        _ask_to_be_told(phone, pair, browser)
        _is_told_whatever_is_read(phone, pair)
        her = _at_the_board(arrive(), hall, pair)
        assert service.pushed == []
        her.page.keyboard.press("Enter")
        wait_until(lambda: bool(service.pushed), what="the call on the phone")
        [pushed] = service.pushed
        expect(her.page.locator(".board-table .board-names")).to_have_count(1)
        message = browser.read(pushed.body).decode()
    content = json.loads(message)
    assert (content["title"], content["url"]) == ("Table 7", f"/m/{pair.match}/")
    assert pair.two.name in content["body"]
    _is_shown_and_tapped(phone, message, path=content["url"])


def _ask_to_be_told(phone: Person, pair: Pair, browser: PushBrowser) -> None:
    """Tap on the card, and let the browser subscribe at the push service of this machine."""
    phone.page.add_init_script(
        "Notification.requestPermission = async () => 'granted';"
        "Object.defineProperty(Notification, 'permission', { get: () => 'default' });"
        f"PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({browser.subscription}) }});"
    )
    phone.open(pair.one.link)
    phone.press("Tell me when I am called")
    phone.sees("This phone tells you when you are called. Stop it on the page of your notices.")


def _is_told_whatever_is_read(phone: Person, pair: Pair) -> None:
    """Read brackets, also one for other sites: they name others, and the phone is still its owner's."""
    owner = phone.page.evaluate("localStorage.getItem('videau-told')")
    assert owner
    for path in (f"/s/{pair.stage}/bracket/", f"/embed/s/{pair.stage}/bracket/", "/"):
        phone.open(path)
        phone.page.wait_for_load_state("networkidle")
        assert phone.page.evaluate("localStorage.getItem('videau-told')") == owner, path


def _at_the_board(her: Person, hall: Hall, pair: Pair) -> Person:
    """The director, whose next Enter calls the match to table 7."""
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    her.open(f"/desk/t/{pair.tournament}/")
    her.page.locator("input[name=names]").fill("7")
    her.press("Add tables")
    her.open(f"/desk/t/{pair.tournament}/control/")
    call = her.page.locator("[data-key=c]").first
    call.focus()
    return her


def _is_shown_and_tapped(phone: Person, message: str, *, path: str) -> None:
    """Let the browser deliver the message to the service worker, read what that shows, and tap it.

    A browser without a screen shows nothing, so what the worker hands to it is noted, and a tap is made of that.
    """
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    [worker] = phone.context.service_workers
    worker.evaluate(
        "registration.showNotification = async (title, options) => { self.shown = { title, ...options }; };"
        "clients.openWindow = async (address) => { self.opened = address; };"
    )
    line = phone.context.new_cdp_session(phone.page)
    registrations: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    wait_until(lambda: bool(phone.page.evaluate("1") and registrations), what="the registration")
    origin = phone.page.evaluate("location.origin")
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[0], "data": message},
    )
    wait_until(lambda: bool(worker.evaluate("self.shown !== undefined")), what="the notification")
    content, display = json.loads(message), worker.evaluate("self.shown")
    assert [display[name] for name in ("title", "body", "tag", "lang")] == [
        content[name] for name in ("title", "body", "tag", "lang")
    ]
    assert (display["requireInteraction"], display["data"]) == (True, {"url": path})
    worker.evaluate(
        "(() => { const tap = new ExtendableEvent('notificationclick');"
        " tap.notification = { ...self.shown, close: () => { self.closed = true; } };"
        " tap.waitUntil = (work) => { self.work = work; };"
        " dispatchEvent(tap); return self.work; })()"
    )
    assert worker.evaluate("[self.closed, self.opened]") == [True, f"{origin}{path}"]
