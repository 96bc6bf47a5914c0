"""What an https address demands of browsers, and of which hosts."""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec
from typing import Any

import pytest
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory


def _settings_of_this_environment() -> dict[str, Any]:
    """What a process that starts now would read, beside the settings of this one."""
    spec = find_spec("tournaments.project.settings")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


@pytest.mark.parametrize(
    ("address", "variables", "header"),
    [
        ("http://desk.example.org", (), None),
        ("https://desk.example.org", (), "max-age=31536000"),
        ("https://desk.example.org", ("HSTS_SUBDOMAINS",), "max-age=31536000; includeSubDomains"),
        (
            "https://desk.example.org",
            ("HSTS_SUBDOMAINS", "HSTS_PRELOAD"),
            "max-age=31536000; includeSubDomains; preload",
        ),
    ],
)
def test_https_is_demanded_of_other_hosts_only_where_that_is_asked_for(
    address: str,
    variables: tuple[str, ...],
    header: str | None,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    monkeypatch.setenv("BASE_URL", address)
    for name in variables:
        monkeypatch.setenv(name, "1")
    for name, value in _settings_of_this_environment().items():
        if name.startswith("SECURE_"):
            setattr(settings, name, value)
    request = RequestFactory().get("/readyz", secure=True)
    answer = SecurityMiddleware(lambda _request: HttpResponse()).process_response(request, HttpResponse())
    assert answer.headers.get("Strict-Transport-Security") == header
