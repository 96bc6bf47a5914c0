"""Operations of the API: each row declares route, permission, action, request and response."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from django.urls import reverse
from rest_framework.request import Request as HttpRequest
from rest_framework.response import Response

from matches.models import Dispute, Match, Player
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions.impact import foresee
from tournaments.models import ApiToken, Entrant, Event, Invitation, Origin, TokenScope, pairing_of
from tournaments.requests.fields import Request

from .bodies import body_class, example_of, read_body
from .endpoint import Endpoint, spend
from .idempotency import idempotent, key_of
from .parsers import FormBody
from .response import Shape, described, fits, render
from .responses.impact import ImpactResponse
from .rows import members
from .schema import describe_write

Row = TypeVar("Row")
Content = TypeVar("Content", bound=Request)


@dataclass(frozen=True, slots=True)
class Invocation(Generic[Row, Content]):
    """One call of an operation: the row of its address, the body and the caller."""

    row: Row
    body: Content
    by: Player | None
    visitor: Visitor
    http: HttpRequest

    @property
    def key(self) -> str:
        """The idempotency key made unique to the caller; empty without one."""
        key = key_of(self.http)
        return f"api:{self.by.uid if self.by is not None else ''}:{key}" if key else ""

    @property
    def origin(self) -> Origin:
        """The private link and the browser of the request."""
        return self.visitor.origin


@dataclass(frozen=True)
class Operation(Generic[Row, Content]):
    """A row of the table.

    Without `perform` the action is called with the row, and with the fields of the request as keyword arguments.
    Without `show` the response shows what the action returns.
    """

    name: str
    route: str
    access: Callable[..., Row]
    action: Callable[..., Any]
    request: type[Content]
    response: Shape
    words: str
    status: int = 200
    perform: Callable[[Invocation[Row, Content]], Any] | None = None
    show: Callable[[Invocation[Row, Content], Any], Any] | None = None
    location: Callable[[Invocation[Row, Content], Any], str] | None = None
    # Further actions of which the body chooses one.
    others: tuple[Callable[..., Any], ...] = ()
    # The kind of `API_RATES` that a use is counted in.
    rate: Callable[[Visitor, Row], str] | None = None
    # Whether each try counts as a guess at the code of its address, before anything is fetched.
    is_guess: bool = False
    # The scope that a token needs, where the permission does not say it (`access.scope_of`).
    token_scope: TokenScope | None = None
    # Whether the idempotency key is claimed; it is for everything that has an effect.
    is_claimed: Callable[[Invocation[Row, Content]], bool] = lambda _use: True
    # Fields of the answer that are not stored with the key: they are null when it is answered again.
    secrets: tuple[str, ...] = ()
    is_form: bool = False
    is_partial: bool = False
    largest_body: Callable[[], int] | None = None

    @property
    def method(self) -> str:
        """The HTTP method of its route."""
        return self.route.split()[0]

    @property
    def path(self) -> str:
        """The path of its route."""
        return self.route.split()[1]

    @property
    def actions(self) -> tuple[Callable[..., Any], ...]:
        """Every action that it can call."""
        return (self.action, *self.others)

    @property
    def members(self) -> dict[str, Any]:
        """The attributes that it adds to the view of its address."""
        members: dict[str, Any] = {self.method.lower(): self.handler()}
        if self.is_form:
            members["parser_classes"] = [FormBody]
        if self.largest_body is not None:
            limit = self.largest_body
            members["largest_body"] = property(lambda _view: limit())
        return members

    @cached_property
    def _takes_origin(self) -> bool:
        return "origin" in inspect.signature(self.action).parameters

    @cached_property
    def scope(self) -> TokenScope | None:
        """The scope that a token needs; None for what strangers may do."""
        return self.token_scope or access.scope_of(self.access, is_reading=False)

    @property
    def has_row(self) -> bool:
        """Whether its address names a row."""
        return "<" in self.path

    @property
    def has_key(self) -> bool:
        """Whether it accepts an Idempotency-Key; a PATCH does not, since it is idempotent."""
        return self.method == "POST"

    def faults(self) -> Iterator[str]:
        """Yield what of its request, its action and its response does not fit together."""
        if self.perform is None:
            yield from self._argument_faults()
        answer = self.show or self.perform or self.action
        kind = get_type_hints(answer, include_extras=True).get("return", Any)
        if not all(one is NoneType or fits(one, self.response) for one in members(kind)):
            yield f"its response shows no {kind}"

    def _argument_faults(self) -> Iterator[str]:
        """Yield what the action lacks, and the fields of the request that it does not know."""
        arguments = [*inspect.signature(self.action).parameters.values()][self.has_row :]
        names = {one.name for one in arguments}
        takes_all = any(one.kind is one.VAR_KEYWORD for one in arguments)
        needs = {
            one.name for one in arguments if one.default is one.empty and one.kind is not one.VAR_KEYWORD
        }
        specs = self.request.specs()
        always = {name for name, spec in specs.items() if spec.options.get("required", not self.is_partial)}
        yield from (f"its action lacks {name!r}" for name in sorted(needs - always - {"by", "origin"}))
        if not takes_all:
            yield from (f"its action takes no {name!r}" for name in specs if name not in names)

    def do(self, use: Invocation[Row, Content]) -> Any:
        """Call the action."""
        if self.perform is not None:
            return self.perform(use)
        values: dict[str, Any] = {"by": use.by, **use.body.given()}
        if self._takes_origin:
            values["origin"] = use.origin
        return self.action(use.row, **values) if self.has_row else self.action(**values)

    def answer(self, endpoint: Endpoint, uid: str | None) -> Response:
        """Fetch the row as this visitor, read the body, and perform the operation idempotently."""
        visitor = endpoint.visitor
        access.require_scope(visitor, self.scope)
        if self.is_guess:
            access.count_guess(visitor, endpoint.request)
        row = self.access(visitor) if uid is None else self.access(visitor, uid)
        if self.rate is not None:
            spend(self.rate(visitor, row), visitor, endpoint.request)
        body = read_body(self.request, endpoint.request, is_partial=self.is_partial, is_form=self.is_form)
        use = Invocation(row, body, _actor(visitor, row), visitor, endpoint.request)
        effect = partial(self._effect, use)
        if not self.has_key or not self.is_claimed(use):
            return effect()
        return idempotent(endpoint.request, visitor, effect, secrets=self.secrets)

    def _effect(self, use: Invocation[Row, Content]) -> Response:
        outcome = self.do(use)
        headers = {} if self.location is None else {"Location": self.location(use, outcome)}
        value = outcome if self.show is None else self.show(use, outcome)
        return Response(render(self.response, value), status=self.status, headers=headers)

    def handler(self) -> Callable[..., Response]:
        """Return the view method that performs the operation, described for the schema."""

        def handle(endpoint: Endpoint, request: HttpRequest, uid: str | None = None) -> Response:
            return self.answer(endpoint, uid)

        handle.__doc__ = self.words
        body = body_class(self.request, is_form=self.is_form)
        describe = describe_write(
            self.name,
            body(partial=True) if self.is_partial else body,
            described(self.response),
            status=self.status,
            is_form=self.is_form,
            has_key=self.has_key,
            example=example_of(self.request),
        )
        return describe(handle)


def operation(
    route: str, permission: Callable[..., Row], action: Callable[..., Any], response: Shape, **options: Any
) -> Callable[[Callable[[Invocation[Row, Content]], Any]], Operation[Row, Content]]:
    """Decorate a function as an operation that takes its name, description and request from the function."""

    def declare(perform: Callable[[Invocation[Row, Content]], Any]) -> Operation[Row, Content]:
        kind = get_type_hints(perform)["use"]
        request = get_args(kind)[1]
        words = inspect.getdoc(perform) or ""
        name = perform.__name__
        return Operation(
            name, route, permission, action, request, response, words, perform=perform, **options
        )

    return declare


def at(name: str) -> Callable[[Invocation[Any, Any], Any], str]:
    """Return a function for the Location header: the read of this name, for the object created."""
    return lambda _use, new: reverse(f"api_{name}", args=[new.uid])


def at_row(name: str) -> Callable[[Invocation[Any, Any], Any], str]:
    """Return a function for the Location header: the read of this name, for the row of the address."""
    return lambda use, _made: reverse(f"api_{name}", args=[use.row.uid])


def impact_of(
    operation: Operation[Row, Content],
    words: str,
    *,
    about: Callable[[Invocation[Row, Content]], Match | Entrant | None] = lambda _use: None,
) -> Operation[Row, Content]:
    """Return the operation that previews the side effects of another one and writes nothing."""
    return Operation(
        f"{operation.name}_impact",
        f"{operation.route}impact/",
        operation.access,
        operation.action,
        operation.request,
        ImpactResponse,
        words,
        perform=lambda use: foresee(_event_of(use.row), partial(operation.do, use), but=about(use)),
        is_claimed=lambda _use: False,
    )


def _actor(visitor: Visitor, row: Any) -> Player | None:
    if isinstance(row, Player):
        return row
    if isinstance(row, ApiToken | Invitation) or access.federation_of(row) is not None:
        return visitor.account
    return visitor.player_in(access.tournament_of(row))


def _event_of(row: Any) -> Event:
    match = row.match if isinstance(row, Dispute) else row
    event: Event = pairing_of(match).stage.event if isinstance(match, Match) else row.event
    return event
