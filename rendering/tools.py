"""The actions of a page as function-calling tools (SPEC 6.4).

In: an `ActionSpace`, the shape that a provider wants. Out: tool definitions, one a kind of interaction with the ids
that it can be done to, one a browser action. A list of plain dicts, ready for the request.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from perception.errors import UnknownNameError
from perception.tables.action_values import TOOLS, VALUES
from rendering.action_space import ActionSpace, parameter
from rendering.browser_actions import Parameter, object_schema

Tool = dict[str, Any]


def tool_definitions(space: ActionSpace, shape: str = "openai") -> list[Tool]:
    """The tools of a page in the shape of a provider (a key of `SHAPES`). Raises `UnknownNameError`."""
    shaped = SHAPES.get(shape)
    if shaped is None:
        raise UnknownNameError("tool shape", shape, tuple(SHAPES))
    ids: dict[str, list[str]] = {}
    values: dict[str, Parameter] = {}
    for action in space.interaction_actions:
        ids.setdefault(action.kind, []).append(action.id)
        if action.parameter is not None:
            values.setdefault(action.kind, _any_of_kind(action.parameter, action.kind))
    tools = [
        shaped(row.name, row.description, _interaction_schema(ids[kind], values.get(kind)))
        for kind, row in TOOLS.items()
        if kind in ids
    ]
    return tools + [shaped(action.type, action.description, action.json_schema()) for action in space.browser_actions]


def _any_of_kind(value: Parameter, kind: str) -> Parameter:
    """The value that any action of a kind takes: what bounds a single field is left out."""
    return parameter(VALUES[kind], {}) if kind in VALUES else Parameter(name=value.name, type=value.type)


def _interaction_schema(ids: list[str], value: Parameter | None) -> dict[str, Any]:
    id = Parameter(name="id", type="string", description="Id of the element.", choices=tuple(ids))
    return object_schema((id, value) if value is not None else (id,))


def _openai(name: str, description: str, schema: dict[str, Any]) -> Tool:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def _anthropic(name: str, description: str, schema: dict[str, Any]) -> Tool:
    return {"name": name, "description": description, "input_schema": schema}


SHAPES: Mapping[str, Callable[[str, str, dict[str, Any]], Tool]] = MappingProxyType(
    {"anthropic": _anthropic, "openai": _openai}
)
"""Provider -> how it wants a tool written."""
