"""The actions that every page has: the static registry as models (SPEC 6.4, N-64)."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from perception.tables.browser_actions import BROWSER_ACTIONS


class Parameter(BaseModel):
    """A value that an action takes: its JSON `type` and what bounds it."""

    model_config = ConfigDict(frozen=True)

    name: str
    type: str
    description: str = ""
    required: bool = True
    default: str | int | bool | None = None
    minimum: float | str | None = None
    maximum: float | str | None = None
    step: float | str | None = None
    max_length: int | None = None
    min_length: int | None = None
    pattern: str | None = None
    format: str | None = None
    choices: tuple[str, ...] = ()
    choices_total: int | None = None
    multiple: bool = False
    accept: str | None = None
    keys: tuple[str, ...] = ()

    def json_schema(self) -> dict[str, Any]:
        """The values that it takes, as JSON schema."""
        schema: dict[str, Any] = {"type": self.type}
        said = [self.description] if self.description else []
        if self.type == "object" and self.keys:
            schema |= {
                "properties": {key: {"type": "string"} for key in self.keys},
                "additionalProperties": False,
                "minProperties": 1,
            }
        if self.type == "array":
            schema["items"] = {"type": "string"}
        is_number = self.type in _NUMBERS
        for key, bound in (("minimum", self.minimum), ("maximum", self.maximum), ("multipleOf", self.step)):
            if bound is not None and is_number and not isinstance(bound, str):
                schema[key] = bound
            elif bound is not None:
                said.append(f"{key} {bound}")
        values = schema["items"] if self.type == "array" else schema
        values |= {
            key: value
            for key, value in (
                ("maxLength", self.max_length),
                ("minLength", self.min_length),
                ("pattern", self.pattern),
            )
            if value is not None
        }
        if self.choices and self.choices_total in (None, len(self.choices)):
            values["enum"] = list(self.choices)
        if self.format:
            said.append(f"format {self.format}")
        if said:
            schema["description"] = "; ".join(said)
        if self.default is not None:
            schema["default"] = self.default
        return schema


_NUMBERS = frozenset({"integer", "number"})


class BrowserAction(BaseModel):
    """An action on the browser itself; `type` names it."""

    model_config = ConfigDict(frozen=True)

    type: str
    description: str
    parameters: tuple[Parameter, ...] = ()

    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of its parameters, an object."""
        return object_schema(self.parameters)


def object_schema(parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    """The JSON schema of an object with these parameters and no others."""
    return {
        "type": "object",
        "properties": {parameter.name: parameter.json_schema() for parameter in parameters},
        "required": [parameter.name for parameter in parameters if parameter.required],
        "additionalProperties": False,
    }


BROWSER = tuple(
    BrowserAction(
        type=row.id,
        description=row.description,
        parameters=tuple(Parameter(**parameter._asdict()) for parameter in row.parameters),
    )
    for row in BROWSER_ACTIONS
)
"""The registry, in the order in which the actions are offered."""
