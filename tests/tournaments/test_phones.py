"""Phones are told of what concerns their player now, in words that nobody else reads, by a client that trusts nobody."""

from __future__ import annotations

import json
import socket
from base64 import b64decode
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import LazySettings
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.factories import OpenMatch
from tests.faults.push_service import PushBrowser, PushService, bytes_of, text_of
from tournaments import tasks
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.people import erasure, links, phones
from tournaments.errors.people import PhoneNotUsable, TooManyPhones
from tournaments.models import DIRECT, Notice, Origin, OutboxJob, PushSubscription
from tournaments.notices import BrowserKeys
from tournaments.notices.phones import client
from tournaments.notices.phones.encryption import encrypt
from tournaments.notices.phones.endpoints import InvalidEndpoint, NotPublic, PushEndpoint, is_public
from tournaments.queries.people.own_data import own_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings: LazySettings) -> Iterator[PushService]:
    """A push service of this machine that takes everything."""
    settings.PUSH_TO_LOCALHOST = True
    with PushService() as running:
        yield running


def subscribe(
    player: Player,
    service: PushService,
    *,
    name: str = "phone",
    language: str = "en",
    origin: Origin = DIRECT,
) -> PushBrowser:
    """Let a browser of this player be told."""
    browser = PushBrowser(f"{service.url}/{name}")
    phones.subscribe(player, keys=keys_of(browser), language=language, origin=origin)
    return browser


def keys_of(browser: PushBrowser) -> BrowserKeys:
    """The keys of a browser as the page sends them."""
    return BrowserKeys(browser.endpoint, text_of(browser.point), text_of(browser.auth))


def call(game: OpenMatch, table: str = "7") -> None:
    """Call a match to a new table."""
    [row] = lifecycle.add_tables(game.stage.event.tournament, by=None, names=[table])
    calling.assign(game.match, by=None, table=row)


def words(browser: PushBrowser, service: PushService, number: int = 0) -> dict[str, Any]:
    """What the browser reads in a message."""
    content: dict[str, Any] = json.loads(browser.read(service.pushed[number].body))
    return content


def test_encryption_is_that_of_the_example_in_rfc_8291() -> None:
    own = int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        point=bytes_of(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        secret=bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
        own=ec.derive_private_key(own, ec.SECP256R1()),
    )
    assert text_of(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl"
        "95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.both_databases
def test_call_is_read_by_its_phone_alone_in_the_language_of_its_reader(
    service: PushService, settings: LazySettings
) -> None:
    game = factories.open_match(7)
    browser = subscribe(game.one, service, language="fr")
    call(game)
    tasks.run_due()
    [pushed] = service.pushed
    content = words(browser, service)
    assert (content["title"], content["lang"], content["url"]) == ("Table 7", "fr", f"/m/{game.match.uid}/")
    assert game.match.two.name in content["body"]
    assert "en 7 points" in content["body"] or "7 points" in content["body"]
    assert (pushed.headers["Content-Encoding"], pushed.headers["Urgency"]) == ("aes128gcm", "high")
    assert 0 < int(pushed.headers["TTL"]) <= 1800
    assert pushed.headers["Topic"] == content["tag"]
    assert len(content["tag"]) == 32
    _require_signature(pushed.headers["Authorization"], audience=service.url, settings=settings)
    assert PushSubscription.objects.get().told_at is not None
    assert game.one.name not in PushSubscription.objects.get().sealed
    assert service.url not in PushSubscription.objects.get().sealed


def _require_signature(header: str, *, audience: str, settings: LazySettings) -> None:
    """The token is signed by the key that it names, which is that of the installation, for this push service."""
    token, key = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    signed, _dot, signature = token.rpartition(".")
    claims = json.loads(bytes_of(signed.partition(".")[2]))
    assert claims["aud"] == audience
    assert 0 < claims["exp"] - timezone.now().timestamp() < 24 * 60 * 60
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    raw = bytes_of(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    private = ec.derive_private_key(int.from_bytes(b64decode(settings.PUSH_KEY), "big"), ec.SECP256R1())
    assert private.public_key() == public


def test_next_opponent_confirmation_and_dispute_are_told_once_and_the_newest_counts(
    service: PushService,
) -> None:
    game = factories.open_match(7)
    one, two = subscribe(game.one, service, name="one"), subscribe(game.two, service, name="two")
    # The draw has named the opponents before anybody asked to be told.
    report = results.report(game.match, by=game.one, score=(7, 4)).report
    tasks.run_due()
    assert words(two, service)["title"] == "Please confirm the result"
    results.dispute(report, by=game.two, reason="It was 7-5.")
    tasks.run_due()
    assert words(one, service, 1)["title"] == "Your result is disputed"
    assert len(service.pushed) == 2
    other = factories.open_match(7)
    browser = subscribe(other.one, service, name="other")
    notice = Notice.objects.get(recipient=other.one, code="next_opponent")
    call(other)
    OutboxJob.objects.create(
        name="tell_phone",
        args={
            "notice_id": notice.pk,
            "subscription_id": PushSubscription.objects.get(player=other.one).pk,
        },
    )
    tasks.run_due()
    assert [words(browser, service, number)["title"] for number in range(2, len(service.pushed))] == [
        "Table 7"
    ], "the call says more than the opponent alone"


def test_during_the_own_match_a_phone_is_silent_but_for_a_call(service: PushService) -> None:
    game = factories.open_match(7)
    subscribe(game.one, service)
    event = factories.event(game.stage.event.tournament, name="Jackpot")
    side = factories.drawn_stage(of=event, n=2)
    busy = factories.around(factories.open_matches(side)[0])
    call(busy)
    [member] = busy.match.one.members.all()
    member.player = game.one
    member.save()
    with time_machine.travel(timezone.now()) as clock:
        results.report(game.match, by=game.two, score=(4, 7))
        tasks.run_due()
        assert service.pushed == []
        job = OutboxJob.objects.get(name="tell_phone")
        assert (job.is_dead, job.attempts) == (False, 0)
        results.report(busy.match, by=busy.director, score=(7, 0))
        clock.shift(timedelta(seconds=31))
        tasks.run_due()
        assert len(service.pushed) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_browser_that_is_gone_is_forgotten(settings: LazySettings, status: int) -> None:
    settings.PUSH_TO_LOCALHOST = True
    with PushService((status, {})) as service:
        game = factories.open_match(7)
        subscribe(game.one, service)
        call(game)
        tasks.run_due()
    assert not PushSubscription.objects.exists()
    assert not OutboxJob.objects.filter(name="tell_phone").exists()


def test_busy_push_service_is_asked_again_when_it_says_and_not_after_the_matter(
    settings: LazySettings,
) -> None:
    settings.PUSH_TO_LOCALHOST = True
    with (
        PushService((429, {"Retry-After": "120"}), (503, {}), (201, {})) as service,
        time_machine.travel(timezone.now()) as clock,
    ):
        game = factories.open_match(7)
        subscribe(game.one, service)
        call(game)
        tasks.run_due()
        job = OutboxJob.objects.get(name="tell_phone")
        assert timedelta(seconds=110) < job.due_at - timezone.now() <= timedelta(seconds=120)
        for seconds, count in ((60, 1), (61, 2), (600, 3)):
            clock.shift(timedelta(seconds=seconds))
            tasks.run_due()
            assert len(service.pushed) == count
        assert not OutboxJob.objects.filter(name="tell_phone").exists()
        call(game, "8")
        OutboxJob.objects.filter(name="tell_phone").update(due_at=timezone.now() + timedelta(minutes=31))
        clock.shift(timedelta(minutes=31, seconds=1))
        tasks.run_due()
        assert len(service.pushed) == 3


def test_redirect_is_followed_by_nobody_and_a_liar_is_forgotten(settings: LazySettings) -> None:
    settings.PUSH_TO_LOCALHOST = True
    with PushService() as inside, PushService((307, {"Location": f"{inside.url}/secret"})) as liar:
        game = factories.open_match(7)
        subscribe(game.one, liar)
        for number in range(5):
            assert PushSubscription.objects.exists()
            call(game, str(number + 1))
            tasks.run_due()
        assert len(liar.pushed) == 5
        assert inside.pushed == []
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://0x7f.0x1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://user:word@push.example.org/x",
        "https://push.example.org/x#y",
        "https://push.example.org/x y",
        "https://push..example.org/x",
        "https://push.example.org:x/",
        "https://pusch\u00e9.example.org/x",
        f"https://push.example.org/{'x' * 1000}",
        "ftp://push.example.org/x",
        "",
    ],
)
def test_endpoint_is_https_to_a_named_host(address: str) -> None:
    with pytest.raises(InvalidEndpoint):
        PushEndpoint.read(address)


def test_host_that_leads_inwards_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the world are not at hand here: a resolver that lies stands for them."""
    for address in (
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - nothing listens there
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
    ):
        assert not is_public(address), address
        answers = [(0, 0, 0, "", ("1.1.1.1", 443)), (0, 0, 0, "", (address, 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, answers=answers, **_o: answers)
        with pytest.raises(NotPublic):
            PushEndpoint.read("https://push.example.org/x").addresses()
    assert is_public("1.1.1.1")
    assert is_public("2606:4700:4700::1111")
    assert is_public("64:ff9b::101:101")


def test_keys_that_make_no_sense_are_refused() -> None:
    player = factories.player()
    good = keys_of(PushBrowser("https://push.example.org/x"))
    for keys in (
        BrowserKeys("https://10.0.0.1/x", good.p256dh, good.auth),
        BrowserKeys(good.endpoint, text_of(bytes(65)), good.auth),
        BrowserKeys(good.endpoint, "?", good.auth),
        BrowserKeys(good.endpoint, good.p256dh, text_of(bytes(15))),
        BrowserKeys(good.endpoint, good.p256dh * 9, good.auth),
    ):
        with pytest.raises(PhoneNotUsable):
            phones.subscribe(player, keys=keys, language="en")
    assert phones.subscribe(player, keys=good, language="en").host == "push.example.org"


def test_browsers_of_one_account_are_twenty_however_many_ask() -> None:
    player = factories.player()
    browser = PushBrowser("https://push.example.org/0")
    for number in range(phones.MOST_PHONES + 1):
        keys = BrowserKeys(
            f"https://push.example.org/{number}", text_of(browser.point), text_of(browser.auth)
        )
        if number < phones.MOST_PHONES:
            phones.subscribe(player, keys=keys, language="en")
            continue
        with pytest.raises(TooManyPhones, match="20 browsers"):
            phones.subscribe(player, keys=keys, language="en")
    assert PushSubscription.objects.count() == phones.MOST_PHONES


def test_phone_of_a_private_link_ends_with_the_link_and_one_of_a_person_with_the_person(
    service: PushService,
) -> None:
    game = factories.open_match(7)
    tournament = game.stage.event.tournament
    link, _token = links.make_player_link(tournament, game.one, by=None)
    subscribe(game.one, service, origin=Origin(link))
    subscribe(game.two, service, name="two")
    links.revoke(link, by=None)
    call(game)
    tasks.run_due()
    assert [pushed.path for pushed in service.pushed] == ["/two"]
    [line] = own_data(game.two)["phones"]
    assert line["host"] == "127.0.0.1"
    tournament.ends_on = tournament.starts_on
    tournament.save()
    erasure.erase(game.two, by=None)
    assert [row.player for row in PushSubscription.objects.all()] == [game.one]


def test_browser_that_changes_hands_tells_the_new_reader_alone(service: PushService) -> None:
    game = factories.open_match(7)
    browser = subscribe(game.one, service)
    phones.subscribe(game.two, keys=keys_of(browser), language="en")
    call(game)
    tasks.run_due()
    assert len(service.pushed) == 1
    assert game.match.one.name in words(browser, service)["body"]


def test_without_a_key_no_phone_is_told(service: PushService, settings: LazySettings) -> None:
    game = factories.open_match(7)
    subscribe(game.one, service)
    settings.PUSH_KEY = ""
    call(game)
    tasks.run_due()
    assert service.pushed == []
    assert not OutboxJob.objects.filter(name="tell_phone").exists()


def test_push_service_that_drips_is_left_and_asked_again(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.3)
    game = factories.open_match(7)
    subscribe(game.one, service)
    service.drips = True
    call(game)
    tasks.run_due()
    job = OutboxJob.objects.get(name="tell_phone")
    assert (job.is_dead, job.due_at > timezone.now()) == (False, True)
    assert PushSubscription.objects.get().told_at is None
