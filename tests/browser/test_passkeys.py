"""A passkey in a real browser: made, asked for beside the password, and enough alone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import Hall
from tests.faults.service import Service

_EMAIL, _PASSWORD = "paul@example.org", "a long enough password"
_DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def _use_passkey(page: Page) -> None:
    page.locator("button[data-passkey]").click()


def test_a_passkey_is_made_asked_for_and_signs_in_alone(
    browser: Browser, service: Service, hall: Hall
) -> None:
    # A passkey belongs to a name of a host, and never to its number.
    home = f"http://localhost:{service.port}/"
    context = browser.new_context(base_url=home, locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": _DEVICE})

    page.goto("/accounts/signup/")
    page.get_by_label("Your name").fill("Paul Passkey")
    page.locator("input[type=email]").fill(_EMAIL)
    page.locator("input[type=password]").fill(_PASSWORD)
    page.locator("input[name=agrees]").check()
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_url(home)
    page.goto("/accounts/second-factor/passkeys/add/")
    _use_passkey(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")

    context.clear_cookies()
    page.goto("/accounts/login/")
    page.locator("input[type=email]").fill(_EMAIL)
    page.locator("input[type=password]").fill(_PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your second factor")
    _use_passkey(page)
    page.wait_for_url(home)
    page.goto("/me/security/")
    expect(page.get_by_text("Passkey 1")).to_be_visible()

    context.clear_cookies()
    page.goto("/accounts/login/")
    _use_passkey(page)
    page.wait_for_url(home)
    page.goto("/me/security/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Account security")
    context.close()
