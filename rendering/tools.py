"""The actions of a page as function-calling tools (SPEC 6.4).

In: an `ActionSpace`, the shape that a provider wants. Out: tool definitions, one a kind of interaction with the ids
that it can be done to, one a browser action. A list of plain dicts, ready for the request.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from perception.errors import UnknownNameError
from perception.tables.action_values import VALUES
from rendering.action_space import ActionSpace, parameter
from rendering.browser_actions import object_schema

Tool = dict[str, Any]

KINDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "check": ("check", "Check or uncheck a box, switch or radio button."),
        "click": ("click", "Click an element."),
        "fill": ("fill", "Fill a field."),
        "open": ("open_link", "Follow a link."),
        "press": ("press", "Press a key on an element."),
        "scroll": ("scroll", "Scroll a region."),
        "select": ("select_option", "Choose an option."),
        "upload": ("upload", "Put files into a file field."),
    }
)
"""Kind of interaction -> name and description of its tool."""


def tool_definitions(space: ActionSpace, shape: str = "openai") -> list[Tool]:
    """The tools of a page in the shape of a provider (a key of `SHAPES`). Raises `UnknownNameError`."""
    shaped = SHAPES.get(shape)
    if shaped is None:
        raise UnknownNameError("tool shape", shape, tuple(SHAPES))
    ids: dict[str, list[str]] = {}
    for action in space.interaction_actions:
        ids.setdefault(action.kind, []).append(action.id)
    tools = [shaped(*KINDS[kind], _interaction_schema(kind, ids[kind])) for kind in KINDS if kind in ids]
    return tools + [shaped(action.type, action.description, action.json_schema()) for action in space.browser_actions]


def _interaction_schema(kind: str, ids: list[str]) -> dict[str, Any]:
    schema = object_schema((parameter(VALUES[kind], {}),) if kind in VALUES else ())
    schema["properties"] = {
        "id": {"type": "string", "enum": ids, "description": "Id of the element."},
        **schema["properties"],
    }
    schema["required"] = ["id", *schema["required"]]
    return schema


def _openai(name: str, description: str, schema: dict[str, Any]) -> Tool:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def _anthropic(name: str, description: str, schema: dict[str, Any]) -> Tool:
    return {"name": name, "description": description, "input_schema": schema}


SHAPES: Mapping[str, Callable[[str, str, dict[str, Any]], Tool]] = MappingProxyType(
    {"anthropic": _anthropic, "openai": _openai}
)
"""Provider -> how it wants a tool written."""
