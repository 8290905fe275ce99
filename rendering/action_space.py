"""The action space: its text and, when asked for, the actions as data (SPEC 6.4).

In: a page and its ids. Out: an `ActionSpace`. The text is made alone and on demand; models, locators and points only
for who asks for them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict

from ids.idmap import IdMap
from perception.capture import paused_collector
from perception.errors import BudgetError
from perception.locator import Locator
from perception.node import Node
from perception.perceive import Dialog, Page
from perception.profile import NOTTE
from perception.tables.action_lines import ATTRIBUTES
from perception.tables.action_values import VALUES, ValueRow
from rendering import notte
from rendering.actions import ActionOptions, action_lines
from rendering.browser_actions import BROWSER, BrowserAction, Parameter
from rendering.fit import Budget, Measure, fitted
from rendering.lines import ActionLine
from rendering.text import clean, cut

DESCRIPTION_LIMIT = 200
"""HEURISTIC: code points of a name in a description of ours; one of 3,079 in the public captures is longer."""


class InteractionAction(BaseModel):
    """Something to do with one listed node; `point` is where to click, viewport CSS px, None out of sight; `locator`
    finds the node on the live page."""

    model_config = ConfigDict(frozen=True)

    id: str
    kind: str
    role: str
    name: str
    description: str
    locator: Locator | None = None
    point: tuple[float, float] | None = None
    parameter: Parameter | None = None


class DialogData(BaseModel):
    """An open dialog; `node` is its backend node id."""

    model_config = ConfigDict(frozen=True)

    node: int
    role: str
    name: str
    modal: bool
    pruned_page: bool


class ActionSpaceData(BaseModel):
    """All of an action space, to be stored or sent."""

    model_config = ConfigDict(frozen=True)

    description: str
    interaction_actions: tuple[InteractionAction, ...]
    browser_actions: tuple[BrowserAction, ...]
    dialogs: tuple[DialogData, ...]


class ActionSpace:
    """What can be done on a page; everything is computed when it is first asked for."""

    def __init__(
        self,
        page: Page,
        labels: IdMap,
        options: ActionOptions,
        budget: Budget | None = None,
        describe: Callable[[Node], str] | None = None,
    ) -> None:
        self.page, self.labels, self.options, self.budget, self.describe = page, labels, options, budget, describe

    # ------------------------------------------------------------------------------------------------ text

    @cached_property
    def lines(self) -> tuple[ActionLine, ...]:
        """The lines of the text, marks of ours included."""
        with paused_collector():
            return tuple(fitted(self.page, list(action_lines(self.page, self.labels, self.options)), self.budget))

    @cached_property
    def description(self) -> str:
        """The action text."""
        return "\n".join(line.text for line in self.lines)

    # ------------------------------------------------------------------------------------------------ data

    @cached_property
    def interaction_actions(self) -> tuple[InteractionAction, ...]:
        """The actions of the text's listed nodes, in its order; in the `notte` profile those behind a dialog too."""
        if self.page.profile.name == NOTTE.name:
            return tuple(self._action(id, node.i) for id, node in self.labels.items())
        return tuple(self._action(line.id, line.node) for line in self.lines if line.id)

    @property
    def browser_actions(self) -> tuple[BrowserAction, ...]:
        """What can be done whatever the page."""
        return BROWSER

    @property
    def actions(self) -> tuple[InteractionAction | BrowserAction, ...]:
        """All actions."""
        return (*self.interaction_actions, *self.browser_actions)

    @property
    def dialogs(self) -> tuple[Dialog, ...]:
        """The open dialogs, the modal first."""
        return self.page.dialogs

    @property
    def action_list(self) -> str:
        """The actions as a list for a prompt, by category, ids in the order of their characters (row N-65)."""
        interactions = sorted(self.interaction_actions, key=lambda action: action.id)
        lines = [f"# {notte.CATEGORIES['interaction']}", *map(_listed, interactions)]
        return "\n".join([*lines, "", f"# {notte.CATEGORIES['browser']}", *map(_listed, self.browser_actions)])

    def filter(self, pattern: str | None = None, ids: Iterable[str] | None = None) -> tuple[InteractionAction, ...]:
        """The interaction actions with these ids, in the order given, or those in whose id, role, name or Playwright
        locator a regular expression is found."""
        found = self.interaction_actions
        if ids is not None:
            by_id = {action.id: action for action in found}
            found = tuple(by_id[id] for id in ids if id in by_id)
        if pattern is not None:
            search = re.compile(pattern).search
            found = tuple(action for action in found if any(map(search, _searched(action))))
        return found

    def first(self, pattern: str | None = None, ids: Iterable[str] | None = None) -> InteractionAction | None:
        """The first that `filter` gives, None without any."""
        return next(iter(self.filter(pattern, ids)), None)

    def data(self) -> ActionSpaceData:
        """All of it as one model."""
        return ActionSpaceData(
            description=self.description,
            interaction_actions=self.interaction_actions,
            browser_actions=self.browser_actions,
            dialogs=tuple(
                DialogData(
                    node=d.node.backend_node_id, role=d.role, name=d.name, modal=d.modal, pruned_page=d.pruned_page
                )
                for d in self.dialogs
            ),
        )

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """The JSON schema of `data()`."""
        return ActionSpaceData.model_json_schema()

    # ------------------------------------------------------------------------------------------------ one action

    def _action(self, id: str, i: int) -> InteractionAction:
        page = self.page
        control = page.listing.control(i)
        subject = control if control >= 0 else i
        kind, role, name = page.interactivity.action(i), page.role_of(subject), clean(page.spoken_name(i))
        said = self.describe(page.node(i)) if self.describe else f'{role} "{cut(name, DESCRIPTION_LIMIT)}"'
        value = parameter(VALUES[kind], page.interactivity.constraints(i)) if kind in VALUES else None
        if page.profile.name == NOTTE.name:
            kind, value = notte.action(id, role)
        point = page.occlusion.hit(i).point
        return InteractionAction(
            id=id,
            kind=kind,
            role=role,
            name=name,
            description=said,
            locator=page.locator_of(i),
            point=point,
            parameter=value,
        )


def _listed(action: InteractionAction | BrowserAction) -> str:
    """`* type(id=B1, value: string): description`; a description of ours or one that `describe` gave, on one line."""
    if isinstance(action, BrowserAction):
        values, said = action.parameters, []
    else:
        values, said = (action.parameter,) if action.parameter else (), [f"id={action.id}"]
    said += [f"{value.name}: {value.type}" for value in values]
    kind = action.type if isinstance(action, BrowserAction) else action.kind
    return f"* {kind}({', '.join(said)}): {clean(action.description)}"


def _searched(action: InteractionAction) -> tuple[str, ...]:
    return action.id, action.role, action.name, action.locator.playwright if action.locator else ""


def parameter(row: ValueRow, constraints: Mapping[str, Any]) -> Parameter:
    """The value that an action of a kind takes, within what the field may hold."""
    options = constraints.get("options", ())
    is_number = constraints.get("type") in row.number_types
    is_list = row.type == "array" or bool(constraints.get("multiple") and row.choices)
    bound = _number if is_number else str
    return Parameter(
        name=row.name,
        type="array" if is_list else "number" if is_number else row.type,
        description=row.description,
        minimum=bound(constraints["min"]) if "min" in constraints else None,
        maximum=bound(constraints["max"]) if "max" in constraints else None,
        step=bound(constraints["step"]) if "step" in constraints else None,
        max_length=constraints.get("maxlength"),
        min_length=constraints.get("minlength"),
        pattern=constraints.get("pattern"),
        format=constraints.get("format"),
        choices=options if row.choices else (),
        accept=constraints.get("accept"),
        multiple=bool(constraints.get("multiple", False)),
    )


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def action_space(
    page: Page,
    labels: IdMap,
    *,
    attributes: Sequence[str] = ATTRIBUTES,
    include: Sequence[str] | str = (),
    exclude: Sequence[str] | str = (),
    coordinates: bool = False,
    max_chars: int | None = None,
    max_tokens: int | None = None,
    measure: Measure | None = None,
    describe: Callable[[Node], str] | None = None,
) -> ActionSpace:
    """The action space of a page and its ids.

    `attributes` is the whitelist of the lines; `include` and `exclude` are selectors that bound what is said;
    `coordinates` adds the point to click. The text is at most `max_chars` long, or `max_tokens` as `measure` counts
    them. `describe` says of a node what its action does. Raises `SelectorError`, `BudgetError`.
    """
    options = ActionOptions(tuple(attributes), _selectors(include), _selectors(exclude), coordinates)
    return ActionSpace(page, labels, options, _budget(max_chars, max_tokens, measure), describe)


def _selectors(given: Sequence[str] | str) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _budget(max_chars: int | None, max_tokens: int | None, measure: Measure | None) -> Budget | None:
    if max_tokens is not None:
        if measure is None or max_chars is not None:
            raise BudgetError("max_tokens needs measure, a function that counts the tokens of a text, and no max_chars")
        return Budget(max_tokens, measure)
    return Budget(max_chars) if max_chars is not None else None
