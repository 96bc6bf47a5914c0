"""The tag for posting forms adds the CSRF token, the version seen and the idempotency key."""

from __future__ import annotations

import re

import pytest
from django.template import Context, RequestContext, Template
from django.test import RequestFactory
from django.urls import reverse

from tournaments.web.frame.form_idempotency import FIELD


def _form(tag: str, **values: object) -> str:
    request = RequestFactory().get("/")
    return Template(f"{{% {tag} %}}inside{{% endpost_form %}}").render(RequestContext(request, values))


def test_it_posts_to_a_view_with_the_token_against_forged_requests() -> None:
    html = _form('post_form "desk_draw" uid', uid="abc")
    assert html.startswith(f'<form method="post" action="{reverse("desk_draw", args=["abc"])}"><input')
    assert re.search(r'name="csrfmiddlewaretoken" value="\w{64}"', html)
    assert html.endswith("inside</form>")
    assert 'name="seen"' not in html
    assert f'name="{FIELD}"' not in html


def test_it_posts_back_to_its_page_where_no_view_is_named() -> None:
    assert _form("post_form").startswith('<form method="post"><input')


def test_it_carries_the_number_of_the_log_and_the_key_against_double_taps() -> None:
    html = _form('post_form action="/here/" seen=number once=True', number=7)
    assert '<input type="hidden" name="seen" value="7">' in html
    assert re.search(rf'name="{FIELD}" value="[\w-]+"', html)


def test_htmx_sends_it_to_the_same_address_as_the_browser() -> None:
    html = _form('post_form action="/here/" target="#board" queue="#board"')
    head = html.partition(">")[0]
    assert 'action="/here/" hx-post="/here/" hx-target="#board"' in head
    assert 'hx-swap="innerHTML settle:0s" hx-sync="#board:replace"' in head


def test_attributes_are_escaped_and_flags_have_no_value() -> None:
    html = _form('post_form data_to=to data_report=True novalidate=False class="card"', to='"><script>')
    head = html.partition("<input")[0]
    assert 'data-to="&quot;&gt;&lt;script&gt;"' in head
    assert re.search(r" data-report>$", head)
    assert "novalidate" not in head
    assert ' class="card"' in head


def test_a_page_without_a_request_has_a_form_without_a_token() -> None:
    assert Template("{% post_form %}{% endpost_form %}").render(Context()) == '<form method="post"></form>'


@pytest.mark.django_db
def test_a_view_that_does_not_exist_is_an_error_at_once() -> None:
    with pytest.raises(Exception, match="no_such_view"):
        _form('post_form "no_such_view"')
