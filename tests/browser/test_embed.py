"""A bracket in a frame of another site: it is shown there, follows the results, and leads out without a way back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Pair
from tests.browser.people import PHONE

_SITE = """<!doctype html><html lang="en"><title>Club</title><p id="height"></p>
<iframe src="{base}/embed/e/{event}/?theme=dark" title="Open" width="600" height="400"></iframe>
<script>addEventListener("message", (event) => {{
  if (event.data.videau === "height") document.getElementById("height").textContent = event.data.height;
}});</script></html>"""


@contextmanager
def _another_site(html: str) -> Iterator[str]:
    """A page on another host than the service."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_said: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_another_site_shows_a_bracket_that_renews_itself(arrive: Arrival, pair: Pair, base: str) -> None:
    with _another_site(_SITE.format(base=base, event=pair.event)) as site:
        _check_embed(arrive, pair, base, site)


def _check_embed(arrive: Arrival, pair: Pair, base: str, site: str) -> None:
    reader = arrive()
    reader.page.clock.install()
    reader.open(site)
    frame = reader.page.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1)).to_have_text("Open")
    assert frame.locator("html").evaluate("(html) => getComputedStyle(html).colorScheme") == "dark"
    expect(reader.page.locator("#height")).not_to_be_empty()
    reader.page.frames[1].evaluate("window.isSameFrame = true")
    loser = arrive(size=PHONE)
    loser.open(pair.two.link)
    loser.open(f"/m/{pair.match}/report/?winner=one")
    loser.page.locator("button[name=loser_points][value='3']").click()
    loser.sees("Thank you. The result is final.")
    reader.let_time_pass()
    expect(frame.locator(".slot-score")).to_have_text(["7", "3"])
    assert reader.page.frames[1].evaluate("window.isSameFrame")
    assert reader.context.cookies() == []
    with reader.page.expect_popup() as popup:
        frame.locator(".slot-box").click()
    popup.value.wait_for_load_state()
    assert popup.value.url == f"{base}/m/{pair.match}/"
    assert popup.value.evaluate("window.opener") is None
    frame.get_by_role("link", name=reader.words("Standings")).click()
    expect(frame.locator("table.standings")).to_be_visible()
    assert reader.page.url == site
