"""Requests made from the API's own schema, by every kind of caller, and what is wrong with the answers to them.

Ids come from a world with one of everything and from the answers of other cases, so that a case may follow another. A number
and a seed give the same case again as long as the cases before it are the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # it has no types

from matches.models import Match, Player
from tests import factories
from tests.api import world
from tests.api.client import Caller
from tests.api.world import Who
from tests.attacks.schema_values import Schema, Values
from tests.exchange.examples import DIRECTORY, RESULTS
from tests.pictures import JPEG, PNG
from tests.tournaments.whole_federation import larger_federation
from tournaments.exchange import write_directory, write_results
from tournaments.models import (
    Archive,
    Event,
    Federation,
    Membership,
    OfficeKind,
    OfficialList,
    OfficialRow,
    RatingList,
    Recomputation,
    Sanction,
    Stage,
    Tournament,
)

# So many cases change the world before it is as it was again: what was closed or erased is open again.
_CASES_OF_A_DAY = 250
_MOST_KNOWN = 30
# A superuser is refused nothing for who they are, and the others are met by what they may do too.
_SHARE_OF_SUPERUSER, _SHARE_OF_ALLOWED = 0.25, 0.8
_GARBAGE = ("", "a", "0", "%00", "..", "a" * 300, "é", "null", "a b", "a%0d%0ab")
_SINGULAR = {
    "entries": "entrants",
    "one": "entrants",
    "two": "entrants",
    "into": "players",
    "person": "players",
}
_FILES = (
    b"",
    b"7 point match\n",
    JPEG,
    PNG,
    b"PK\x03\x04",
    b"name;club;country\nAda;Nantes;FR\n",
    b"\xff\xfe\x00",
    b"{}",
)
_HEADERS: tuple[dict[str, str], ...] = (
    {"If-None-Match": '"1"'},
    {"If-None-Match": "*, W/"},
    {"If-Match": '"0"'},
    {"Accept": "text/csv"},
    {"Accept": "application/x-ndjson"},
    {"Accept": "image/png;q=x"},
    {"Accept-Language": "fr"},
    {"Accept-Language": "x" * 5000},
    {"Range": "bytes=0-1"},
    {"Idempotency-Key": "é\x7f"},
    {"Idempotency-Key": "k" * 300},
    {"Content-Type": "application/json; charset=utf-7"},
    {"X-Request-ID": "a b\tc"},
)


class Endpoint(NamedTuple):
    """An operation of the schema."""

    method: str
    path: str
    about: Schema

    @property
    def name(self) -> str:
        """Its name in the schema."""
        return str(self.about["operationId"])


class Case(NamedTuple):
    """A request: who asks, for what, with what, and whether the schema forbids its body."""

    number: int
    who: str
    endpoint: Endpoint
    address: str
    body: Any
    headers: Mapping[str, str]
    is_forbidden: bool


class Fault(NamedTuple):
    """A case whose answer is wrong, and in what."""

    case: Case
    status: int
    words: str

    def __str__(self) -> str:
        case = self.case
        body = json.dumps(case.body, default=str)[:600]
        return (
            f"{case.number} {case.who}: {case.endpoint.method.upper()} {case.address} {dict(case.headers)} {body}\n"
            f"    {self.status}: {self.words}"
        )


@dataclass
class Walk:
    """A walk of many cases through one world."""

    seed: int
    callers: Mapping[str, Caller]
    ids: Mapping[str, list[str]]
    faults: list[Fault] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    by_endpoint: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    refused: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    by_caller: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.known: dict[str, list[str]] = {}
        self.values = Values(self.document, self.chance, self._known_value)

    @cached_property
    def document(self) -> Schema:
        """The OpenAPI document."""
        return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call,no-any-return]

    @cached_property
    def endpoints(self) -> list[Endpoint]:
        """Every operation of the document."""
        return [
            Endpoint(method, path, about)
            for path, operations in self.document["paths"].items()
            for method, about in operations.items()
        ]

    def walk(self, count: int, *, first: int = 0) -> None:
        """Send so many cases; each operation has its turn before any has a second one."""
        order = self.chance.sample(self.endpoints, len(self.endpoints))
        for start in range(first, first + count, _CASES_OF_A_DAY):
            self.known = {kind: [*uids] for kind, uids in self.ids.items()}
            with transaction.atomic():
                for number in range(start, min(start + _CASES_OF_A_DAY, first + count)):
                    self._try(self._case(number, order[number % len(order)]))
                transaction.set_rollback(True)
            # What was rendered for a version is another thing under the same version from now on.
            for cache in caches.all():
                cache.clear()

    def never_found(self) -> list[str]:
        """Return the operations that have answered nothing but 404."""
        return [one.name for one in self.endpoints if set(self.by_endpoint[one.name]) <= {404}]

    def never_done(self) -> list[str]:
        """Return the operations that have never answered as asked."""
        return [
            one.name
            for one in self.endpoints
            if not any(status < 300 for status in self.by_endpoint[one.name])
        ]

    def _case(self, number: int, endpoint: Endpoint) -> Case:
        body, is_forbidden = self._body(endpoint)
        query = self._query(endpoint)
        headers = self.chance.choice(_HEADERS) if self.chance.random() < 0.15 else {}
        address = self._path(endpoint.path) + (f"?{urlencode(query, doseq=True)}" if query else "")
        return Case(number, self._who(endpoint), endpoint, address, body, headers, is_forbidden)

    def _who(self, endpoint: Endpoint) -> str:
        """Return a caller: most of the time somebody whom this operation has not refused yet."""
        outsiders, draw = self.refused[endpoint.name], self.chance.random()
        if draw < _SHARE_OF_SUPERUSER:
            return str(Who.SUPERUSER)
        others = [who for who in self.callers if who not in outsiders]
        return self.chance.choice(others if others and draw < _SHARE_OF_ALLOWED else [*self.callers])

    def _path(self, path: str) -> str:
        kind = path.removeprefix("/api/v1/").partition("/")[0]
        kinds = {"uid": kind, "first": kind, "other": "players"}

        def value(match: re.Match[str]) -> str:
            draw = self.chance.random()
            if match[1] == "code":
                return self.ids["codes"][0] if kind == "codes" else "not_found"
            if draw < 0.9 and (known := self.known.get(kinds.get(match[1], f"{match[1]}s"))):
                # The first ones belong together, and have been there longest.
                return known[min(int(self.chance.expovariate(0.4)), len(known) - 1)]
            if draw < 0.96:
                return self.chance.choice(self.chance.choice([*self.ids.values()]))
            return self.chance.choice(_GARBAGE)

        return re.sub(r"\{(\w+)\}", value, path)

    def _query(self, endpoint: Endpoint) -> dict[str, Any]:
        query = {}
        for parameter in endpoint.about.get("parameters", ()):
            if parameter["in"] == "query" and self.chance.random() < 0.3:
                is_edge = self.chance.random() < 0.3
                value = self.values.allowed(parameter["schema"], name=parameter["name"], is_edge=is_edge)
                query[parameter["name"]] = _without_halves(value)
        if self.chance.random() < 0.03:
            query["unknown"] = "1"
        return query

    def _body(self, endpoint: Endpoint) -> tuple[Any, bool]:
        content = endpoint.about.get("requestBody", {}).get("content", {})
        if not content:
            return None, False
        [(media, about)] = content.items()
        draw = self.chance.random()
        if media == "multipart/form-data":
            return self._form(about["schema"]), False
        if draw < 0.3:
            [example] = about["examples"].values()
            return self._with_known(example["value"]), False
        if draw < 0.65:
            return self.values.allowed(about["schema"]), False
        if draw < 0.82:
            return self.values.allowed(about["schema"], is_edge=True), False
        body = self.values.forbidden(about["schema"])
        return body, not self._validator(about["schema"], is_request=True).is_valid(body)

    def _form(self, schema: Schema) -> dict[str, Any]:
        form = {}
        for name, value in self.values.allowed(schema).items():
            about = self.values.resolved(schema)["properties"][name]
            if about.get("format") == "binary":
                packages = (write_results(RESULTS), write_directory(DIRECTORY))
                data = self.chance.choice(_FILES + packages)
                form[name] = SimpleUploadedFile(self.chance.choice(("a.mat", "é.csv", "x")), data)
            elif value is not None:
                form[name] = _without_halves(str(value))
        return form

    def _with_known(self, value: Any, name: str = "") -> Any:
        """Return an example with ids that exist in the place of its own."""
        match value:
            case dict():
                return {key: self._with_known(entry, key) for key, entry in value.items()}
            case list():
                return [self._with_known(entry, name.removesuffix("s")) for entry in value]
            case str():
                return self._known_value(name) or value
        return value

    def _known_value(self, name: str) -> str | None:
        for kind in (_SINGULAR.get(name, ""), f"{name}s", f"{name.removesuffix('_id')}s", name):
            if kind and (known := self.known.get(kind)):
                return self.chance.choice(known)
        return None

    def _try(self, case: Case) -> None:
        try:
            with transaction.atomic():
                answer = self._send(case)
                _require_whole(answer)
        except _Broken as broken:
            self._note(case, broken.status, broken.words)
        # Whatever a view lets through is the fault that is looked for.
        except Exception as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            at = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
            self._note(case, 500, f"{type(error).__name__}: {error} at {at}")
        else:
            for words in self._wrongs(case, answer):
                self.faults.append(Fault(case, answer.status_code, words))
            self._note(case, answer.status_code)

    def _note(self, case: Case, status: int, words: str = "") -> None:
        self.statuses[status] += 1
        self.by_endpoint[case.endpoint.name][status] += 1
        self.by_caller[case.who][status] += 1
        if status in (401, 403):
            self.refused[case.endpoint.name].add(case.who)
        if words:
            self.faults.append(Fault(case, status, words))

    def _send(self, case: Case) -> Any:
        client = self.callers[case.who].client
        headers = dict(case.headers)
        media = headers.pop("Content-Type", "application/json")
        call = getattr(client, case.endpoint.method)
        if case.endpoint.method == "get":
            answer = call(case.address, headers=headers)
        elif (
            isinstance(case.body, dict)
            and "multipart/form-data" in case.endpoint.about["requestBody"]["content"]
        ):
            answer = call(case.address, case.body, format="multipart", headers=headers)
        else:
            answer = call(case.address, json.dumps(case.body), content_type=media, headers=headers)
        if answer.streaming:
            # Only who reads to the end meets what fails on the way.
            answer.text_of_stream = b"".join(answer.streaming_content)
        return answer

    def _wrongs(self, case: Case, answer: Any) -> Iterator[str]:
        """Yield each way in which an answer contradicts the schema."""
        declared = case.endpoint.about["responses"].get(str(answer.status_code))
        media = answer.headers.get("Content-Type", "").partition(";")[0]
        if declared is None:
            yield f"a status that is not declared, {media}"
            return
        if case.is_forbidden and answer.status_code < 300:
            yield "a body that the schema forbids was taken"
        content = declared.get("content", {})
        if not content:
            if answer.status_code not in (304,) and not answer.streaming and answer.content:
                yield "a body where none is declared"
            return
        if media not in content and "*/*" not in content:
            yield f"{media} is not declared"
            return
        if "json" not in media or answer.streaming:
            return
        body = answer.json()
        for error in self._validator(content[media]["schema"], is_request=False).iter_errors(body):
            yield f"{error.json_path}: {error.message[:300]}"
        if answer.status_code < 300:
            self._learn(case.endpoint.path, body)

    def _learn(self, path: str, body: Any) -> None:
        """Keep the ids of an answer for later cases, by the kind of what they name."""
        kind = path.rstrip("/").rpartition("/")[2]
        rows = body if isinstance(body, list) else body.get("results", [body])
        for row in rows[:5] if isinstance(rows, list) else ():
            for key, value in row.items() if isinstance(row, dict) else ():
                name = kind if key == "id" else f"{key}s"
                if isinstance(value, str) and name in self.known and value not in self.known[name]:
                    self.known[name] = [*self.known[name], value][:1] + [*self.known[name], value][1:][
                        -_MOST_KNOWN:
                    ]

    def _validator(self, schema: Schema, *, is_request: bool) -> Draft202012Validator:
        key = (json.dumps(schema, sort_keys=True), is_request)
        if key not in self._validators:
            defs = {
                name: _as_json_schema(one, is_strict=not is_request) for name, one in self._components.items()
            }
            whole = _as_json_schema(schema, is_strict=not is_request) | {"components": {"schemas": defs}}
            self._validators[key] = Draft202012Validator(whole)
        return self._validators[key]

    @cached_property
    def _validators(self) -> dict[tuple[str, bool], Draft202012Validator]:
        return {}

    @property
    def _components(self) -> dict[str, Schema]:
        components: dict[str, Schema] = self.document["components"]["schemas"]
        return components


class _Broken(Exception):
    """An answer from 500 on, whose transaction is taken back."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


def _require_whole(answer: Any) -> None:
    """Raise _Broken for an answer from 500 on: PostgreSQL may not go on in its transaction."""
    if answer.status_code >= 500:
        raise _Broken(answer.status_code, answer.content.decode())


def _without_halves(value: Any) -> Any:
    """Return a value of an address, where half a character cannot be written."""
    if isinstance(value, list):
        return [_without_halves(one) for one in value]
    return value.replace("\ud800", "") if isinstance(value, str) else value


def _as_json_schema(value: Any, *, is_strict: bool) -> Any:
    """Return a schema of OpenAPI 3.0 as JSON Schema; strict, an object has no field that is not declared."""
    if isinstance(value, list):
        return [_as_json_schema(one, is_strict=is_strict) for one in value]
    if not isinstance(value, dict):
        return value
    schema = {
        key: _as_json_schema(one, is_strict=is_strict) for key, one in value.items() if key != "nullable"
    }
    if is_strict and value.get("type") == "object" and isinstance(value.get("properties"), dict):
        schema.setdefault("additionalProperties", False)
    if value.get("nullable") is True:
        return {"anyOf": [schema, {"type": "null"}]}
    return schema


def _more_ids(federation: Federation) -> dict[str, list[str]]:
    """Return the ids of a larger federation and of the tournaments that were submitted to it."""
    officials = OfficialList.objects.all()
    change = Recomputation.objects.create(
        list=RatingList.objects.get(federation=federation, name="National"),
        number=1,
        causes={"late": 1},
        moved=0,
        touched=1,
        moves=b"",
    )
    rows: dict[str, Any] = {
        "archives": Archive.objects.all(),
        "clubs": federation.clubs.all(),
        "events": Event.objects.all(),
        "federations": Federation.objects.filter(pk=federation.pk),
        "lists": federation.rating_lists.all(),
        "matches": Match.objects.order_by("-pk"),
        "members": federation.members.all(),
        "memberships": Membership.objects.all(),
        "different-people": federation.no_duplicates.all(),
        "merges": federation.merges.all(),
        "officials": officials,
        "players": Player.objects.order_by("-pk"),
        "sanctions": Sanction.objects.filter(federation=federation),
        "seasons": federation.points_seasons.all(),
        "stages": Stage.objects.all(),
        "submissions": federation.submissions.all(),
        "tournaments": Tournament.objects.all(),
        "variations": federation.variations.all(),
    }
    ids = {kind: list(some.values_list("uid", flat=True)[:_MOST_KNOWN]) for kind, some in rows.items()}
    [listed, *_others] = OfficialRow.objects.filter(official__in=officials).values_list("uid", flat=True)
    Player.objects.filter(uid=listed).update(has_profile=True)
    return {**ids, "changes": [change.uid], "players": [listed, *ids["players"]]}


def make_walk(seed: int, *, is_whole: bool = True) -> Walk:
    """Return a walk through a new world, with a larger federation beside it if it is whole."""
    there = world.make()
    federation = Federation.objects.get(uid=there.ids["federations"])
    ids = {kind: [uid] for kind, uid in there.ids.items()}
    if is_whole:
        federation = larger_federation("BGF")
        for kind, uids in _more_ids(federation).items():
            ids[kind] = list(dict.fromkeys([*ids.get(kind, []), *uids]))
    callers = {str(who): there.callers[who] for who in Who if who not in (Who.STAFF, Who.OTHER_LINK)}
    callers["president"] = Caller(federation.officers.filter(kind=OfficeKind.PRESIDENT)[0].player)
    for kind in (OfficeKind.REGISTRAR, OfficeKind.RATING_OFFICER):
        callers[f"officer {kind}"] = Caller(factories.officer(federation, kind))
    return Walk(seed, callers, ids)
