"""The names that a partial template reads from its context."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.template import Engine, Variable
from django.template.base import FilterExpression, Node, NodeList, TokenType
from django.template.defaulttags import ForNode, WithNode
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode

# The context processors and the tags of Django give these to every template.
EVERYWHERE = frozenset(
    {
        "True",
        "False",
        "None",
        "request",
        "user",
        "perms",
        "messages",
        "visitor",
        "csrf_token",
        "forloop",
        "block",
    }
)
_HEAD = re.compile(
    r"\A{# needs: (?P<names>.*?) #}|\A{% comment %}\s*needs: (?P<more>.*?)\s*{% endcomment %}", re.DOTALL
)
# The attributes in which tags keep the name that they bind.
_BOUND = ("asvar", "target_var", "variable", "variable_name", "var_name")


def names_in_head(text: str) -> list[str] | None:
    """The names in the head of a part; None where it has no head."""
    head = _HEAD.match(text)
    if head is None:
        return None
    names = head["names"] if head["names"] is not None else head["more"]
    return [] if names == "nothing" else re.split(r",\s+", names)


@cache
def needs(name: str) -> frozenset[str]:
    """The names that a template reads, those of what it includes among them."""
    template = Engine.get_default().get_template(name)
    return frozenset(_names_in(template.nodelist, set())) - EVERYWHERE


def _names_in(nodes: Iterable[Any], bindings: set[str]) -> Iterator[str]:
    for node in nodes:
        yield from (one for one in _of(node, bindings) if one not in bindings)
        for attribute in _BOUND:
            if isinstance(binds := getattr(node, attribute, None), str):
                bindings.add(binds)


def _of(node: Node, bindings: set[str]) -> Iterator[str]:
    if isinstance(node, ForNode):
        yield from _names(node.sequence)
        yield from _names_in(node.nodelist_loop, bindings | set(node.loopvars))
        yield from _names_in(node.nodelist_empty, bindings)
    elif isinstance(node, WithNode):
        yield from _names(list(node.extra_context.values()))
        yield from _names_in(node.nodelist, bindings | set(node.extra_context))
    elif isinstance(node, IncludeNode):
        yield from _names([node.template, *node.extra_context.values()])
        if isinstance(node.template.var, str):
            yield from needs(node.template.var) - set(node.extra_context)
    elif isinstance(node, BlockTranslateNode):
        yield from _translated(node)
    else:
        yield from _names([value for key, value in vars(node).items() if not key.startswith("nodelist")])
        for nodelist in _children(node):
            yield from _names_in(nodelist, bindings)


def _children(node: Node) -> Iterator[NodeList]:
    yield from (value for value in vars(node).values() if isinstance(value, NodeList))
    for _condition, nodelist in getattr(node, "conditions_nodelists", ()):
        yield nodelist


def _translated(node: BlockTranslateNode) -> Iterator[str]:
    bindings = {*node.extra_context, node.countervar}
    yield from _names([*node.extra_context.values(), node.counter])
    for token in (*node.singular, *(node.plural or ())):
        if token.token_type == TokenType.VAR:
            name = re.split(r"[.|]", token.contents)[0]
            if name not in bindings:
                yield name


def _names(value: Any) -> Iterator[str]:
    """The names at the head of every variable within a value of a node."""
    if isinstance(value, FilterExpression):
        yield from _names(value.var)
        yield from (
            name
            for _filter, arguments in value.filters
            for _is_variable, one in arguments
            for name in _names(one)
        )
    elif isinstance(value, Variable):
        if value.lookups is not None:
            yield value.lookups[0]
    elif isinstance(value, dict):
        yield from _names(list(value.values()))
    elif isinstance(value, list | tuple) and not isinstance(value, NodeList):
        yield from (name for one in value for name in _names(one))
    elif hasattr(value, "lbp"):
        # A part of a condition: a value, or an operator with one or two sides.
        yield from _names([getattr(value, side, None) for side in ("value", "first", "second")])
