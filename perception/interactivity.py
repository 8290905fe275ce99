"""What can be acted on, by evidence (SPEC 4.4, 4.5): the rule rows of `tables/interactivity.py` through an index.

In: markup, computed styles, roles and the capture's listener flags. Out: the rule that makes a node something to act
on, the kind of action with its constraints, and the hidden control that a label or wrapper stands for. A verdict
looks at the node and its surroundings only, so any node can be asked. Whether the node can be reached is
`listing.py`'s to say.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from perception.constraints import Constraint, Constraints
from perception.controls import inherited, tabindex
from perception.flat_tree import FlatTree
from perception.geometry import Rect, contains
from perception.labels import Labels
from perception.occlusion import Occlusion
from perception.profile import Profile
from perception.roles import Roles
from perception.rows import by_attribute_row
from perception.snapshot import ELEMENT, HTML, Snapshot
from perception.states import States
from perception.styles import Styles
from perception.tables.interactivity import (
    ACTING_STATES,
    CLICKED_THROUGH_LABEL,
    CONTROL,
    FILLED_THROUGH_WRAPPER,
    INTERACTIVE_COMPOSITES,
    KEYS,
    LINKS,
    LISTENER,
    MEDIA,
    NO_LISTENERS,
    POINTER,
    ROOTS,
    RULES,
    TRANSPARENT,
    Rule,
)
from perception.tables.layout import SCROLLABLE_OVERFLOW
from perception.tables.roles import ROLES
from perception.visibility import Visibility

WRAPPER_SIZE = 40
"""HEURISTIC: a wrapper that stands for a hidden control holds at most so many nodes: the largest one of the public
captures (a switch of a component library) holds 21; larger elements are groups of things."""

SCROLL_MIN = 8
"""HEURISTIC: CSS px; less is a rounding of line heights or a shadow and hides nothing (2 px in a calendar's head), the
smallest scroller of use in the public captures holds back 13 px."""

ROLE_IDS = frozenset(row.id for row in ROLES)

NO_RULES: tuple[int, ...] = ()


class Interactivity:
    """Rule verdicts of one page, each computed when it is first asked for."""

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        labels: Labels,
        roles: Roles,
        states: States,
        occlusion: Occlusion,
        profile: Profile,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles, self.visibility = snapshot, flat_tree, styles, visibility
        self.labels, self.roles, self.states = labels, roles, states
        self.occlusion, self.profile = occlusion, profile
        self.rules = profile.rules
        self.index = INDEX if profile.rules is RULES else index_of(profile.rules)
        self.controls = roles.controls
        self._constraints = Constraints(snapshot, flat_tree, self.controls)
        self._rules: list[Rule | None] = [None] * len(snapshot)
        self._is_judged = bytearray(len(snapshot))
        self._rows_to_ask_of: dict[tuple[object, ...], tuple[tuple[Rule, Test | None], ...]] = {}
        self._stands_for: dict[int, int] = {}
        self._editors: dict[int, bool] = {}

    def rule(self, i: int) -> str:
        """The id of the first rule that fires, '' where none does."""
        row = self.row(i)
        return row.id if row is not None else ""

    def row(self, i: int) -> Rule | None:
        """The first rule that fires."""
        if not self._is_judged[i]:
            self._rules[i] = self._judge(i)
            self._is_judged[i] = 1
        return self._rules[i]

    def action(self, i: int) -> str:
        """The action kind (SPEC 4.5): click, fill, select, check, upload, press, scroll, open; '' without a rule."""
        row = self.row(i)
        if row is None:
            return ""
        control = self.control(i)
        return self.action(control) if control >= 0 else row.action

    def constraints(self, i: int) -> dict[str, Constraint]:
        """What the field may hold, of a stand-in its control; see `constraints.py` for the keys."""
        control = self.control(i)
        return self._constraints.of(control if control >= 0 else i)

    def control(self, i: int) -> int:
        """The hidden native control that a label or wrapper stands for, -1 for other nodes."""
        known = self._stands_for.get(i)
        if known is None:
            known = self._stands_for[i] = self._control(i)
        return known

    def candidates(self, nodes: Iterable[int]) -> Iterator[int]:
        """Those of the nodes on which a rule fires, in the order given."""
        s, tags, row_of = self.snapshot, self.index["tag"].keys() | {"input"}, self.row
        by_attributes, by_style, is_clickable = self._by_attribute_row, self._by_style_row, s.is_clickable
        node_type, tag, attribute_row, layout, style_row = s.node_type, s.tag, s.attribute_row, s.layout, s.style_row
        for i in nodes:
            if node_type[i] != ELEMENT:
                continue
            box = layout[i]
            if (
                tag[i] in tags
                or by_attributes[attribute_row[i]]
                or by_style[style_row[box] if box >= 0 else -1]
                or i in is_clickable
            ) and row_of(i) is not None:
                yield i

    # ------------------------------------------------------------------------------------------------ rules

    def _judge(self, i: int) -> Rule | None:
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return None
        for row, test in self._rows_to_ask(i):
            if row.key == "role" and self._stated_role(i) not in row.value.split():
                continue
            if test is None or test(self, i):
                return row
        return None

    def _rows_to_ask(self, i: int) -> tuple[tuple[Rule, "Test | None"], ...]:
        """The rules that look at something that the node has, in their order, with what they still have to test; few
        combinations are distinct."""
        s = self.snapshot
        tag, box = s.tag[i] if s.namespace[i] == HTML else "", s.layout[i]
        kind = self.controls.input_type(i) if tag == "input" else ""
        by_attributes = self._by_attribute_row[s.attribute_row[i]]
        by_style = self._by_style_row[s.style_row[box] if box >= 0 else -1]
        has = (s.tag[i], kind, by_attributes, by_style, i in s.is_clickable, tag)
        known = self._rows_to_ask_of.get(has)
        if known is None:
            found = {*by_attributes, *by_style, *self.index["tag"].get(tag, NO_RULES)}
            found.update(self.index["input"].get(kind, NO_RULES))
            if i in s.is_clickable:
                found.update(self.index["flag"].get("is_clickable", NO_RULES))
            known = self._rows_to_ask_of[has] = tuple(self._tested([self.rules[k] for k in sorted(found)], i))
        return known

    def _tested(self, rules: Iterable[Rule], i: int) -> Iterator[tuple[Rule, "Test | None"]]:
        """The rules with their tests; those about the tag alone are decided here for all nodes like `i`."""
        for row in rules:
            test = TESTS[row.test] if isinstance(row.test, str) and row.test else row.test or None
            if test in TAG_TESTS:
                if not test(self, i):
                    continue
                test = None
            yield row, test
            if test is None and row.key != "role":
                return

    def _stated_role(self, i: int) -> str:
        """The first token of the role attribute that is a role. Out of its place (a tab outside of a tab list) it is no
        role to assistive technology, and still says what the author made."""
        tokens = self.snapshot.attrs(i)["role"].lower().split()
        return next((token for token in tokens if token in ROLE_IDS), "")

    @cached_property
    def _by_attribute_row(self) -> list[tuple[int, ...]]:
        """Distinct attribute row -> rules that look at one of its attributes; every role rule where there is a role."""
        roles = tuple(k for k, rule in enumerate(self.rules) if rule.key == "role")
        wanted = {**self.index["attribute"], "role": roles}
        return by_attribute_row(
            self.snapshot, lambda row: tuple(rule for name in row for rule in wanted.get(name, NO_RULES))
        )

    @cached_property
    def _by_style_row(self) -> list[tuple[int, ...]]:
        """Distinct style row -> rules that look at one of its values."""
        wanted = [(value.partition(":"), rules) for value, rules in self.index["style"].items()]
        if not self.profile.pointer_elements:
            wanted = [(value, tuple(k for k in rules if self.rules[k].evidence != POINTER)) for value, rules in wanted]

        def rules_of(style: Mapping[str, str]) -> tuple[int, ...]:
            return tuple(rule for (name, _, value), rules in wanted if style.get(name) == value for rule in rules)

        return self.styles.judge(rules_of)

    # ------------------------------------------------------------------------------------------------ stand-ins

    def _control(self, i: int) -> int:
        row = self.row(i)
        if row is None:
            return -1
        if row.test == "stands-for-control":
            return self.labels.control(i)
        control = self.wrapped_control(i) if row.evidence in (POINTER, LISTENER) else -1
        return control if control >= 0 and self.stand_in_label(control) < 0 else -1

    def wrapped_control(self, i: int) -> int:
        """The one control in a small wrapper where it is hidden, -1 for other elements."""
        s = self.snapshot
        if s.subtree_end[i] - i > WRAPPER_SIZE:
            return -1
        controls = [k for k in range(i + 1, s.subtree_end[i]) if self.rule(k) != "label" and self._is_control(k)]
        if len(controls) != 1:
            return -1
        rule, control = self.rule(controls[0]), controls[0]
        is_stood_for = (rule in CLICKED_THROUGH_LABEL and not self.visibility.is_visible(control)) or (
            rule in FILLED_THROUGH_WRAPPER and self._is_filled_through(control, i)
        )
        return control if is_stood_for else -1

    def _is_filled_through(self, field: int, wrapper: int) -> bool:
        """Whether a field lies in its wrapper and takes no click there, for it is transparent or something in the
        wrapper covers it: what is hidden in other ways, or lies elsewhere (a search field in a closed menu), is not
        what the wrapper shows."""
        s, hidden = self.snapshot, self.visibility.hidden_reasons(field)
        if (hidden and hidden != TRANSPARENT) or s.layout[wrapper] < 0:
            return False
        hit = self.occlusion.hit(field)
        if hit.occluded is False or (not hidden and not wrapper <= hit.by < s.subtree_end[wrapper]):
            return False
        return contains(Rect(*s.bounds[s.layout[wrapper]]).edges, *Rect(*s.bounds[s.layout[field]]).center)

    def _is_control(self, i: int) -> bool:
        row = self.row(i)
        return row is not None and row.evidence == CONTROL

    def stand_in_label(self, control: int) -> int:
        """The first visible label that a click operates a hidden control through, -1 without one."""
        if control < 0 or self.rule(control) not in CLICKED_THROUGH_LABEL or self.visibility.is_visible(control):
            return -1
        return next((label for label in self.labels.of_control(control) if self.visibility.is_visible(label)), -1)

    # ------------------------------------------------------------------------------------------------ signs

    def shows_hand(self, i: int) -> bool:
        """The pointer cursor, its own or inherited."""
        return self.styles.get(i, "cursor") == "pointer"

    def is_tab_stop(self, i: int) -> bool:
        """Put into the tab order by its author."""
        index = tabindex(self.snapshot.attrs(i).get("tabindex", ""))
        return index is not None and index >= 0

    # ------------------------------------------------------------------------------------------------ tests of rules

    def is_in_list_box(self, i: int) -> bool:
        """An option that is on the page itself and not in a drop-down."""
        return self.snapshot.layout[i] >= 0

    def is_editing_host(self, i: int) -> bool:
        """Turns editing on, and is not part of an editor itself. Source: html #editing-host."""
        return self.controls.is_editing_host(i) and not self._is_in_editor(i)

    def _is_in_editor(self, i: int) -> bool:
        return inherited(self.snapshot, i, self._editors, self._editing, False)

    def _editing(self, ancestor: int, _child: int) -> bool | None:
        value = self.snapshot.attrs(ancestor).get("contenteditable")
        return None if value is None else self.controls.is_editing_host(ancestor)

    def stands_for_control(self, i: int) -> bool:
        control = self.labels.control(i)
        return control >= 0 and self.stand_in_label(control) == i

    def is_link(self, i: int) -> bool:
        return self.snapshot.tag[i] in LINKS

    def is_summary(self, i: int) -> bool:
        return self.controls.is_summary(i)

    def is_media(self, i: int) -> bool:
        return self.snapshot.tag[i] in MEDIA

    def is_own_listener(self, i: int) -> bool:
        """Listens itself: no root of the page, no part of an editor, no label (flagged for its control's sake) and no
        plug-in (always flagged)."""
        return self.snapshot.tag[i] not in NO_LISTENERS and not self._is_in_editor(i) and self.labels.control(i) < 0

    def starts_pointer_region(self, i: int) -> bool:
        """The topmost element with the hand: the cursor is inherited, so on what is inside it says nothing."""
        s = self.snapshot
        if s.tag[i] in ROOTS or s.namespace[i] != HTML or self.labels.control(i) >= 0:
            return False
        p = s.parent[i]
        while p >= 0 and s.layout[p] < 0 and s.document[p] == s.document[i]:
            p = s.parent[p]
        return p < 0 or s.document[p] != s.document[i] or self.styles.get(p, "cursor") != "pointer"

    def has_reason_for_focus(self, i: int) -> bool:
        """In the tab order, and its role or a state says that it takes keys there."""
        if not self.is_tab_stop(i):
            return False
        return self.roles.role(i) in INTERACTIVE_COMPOSITES or not ACTING_STATES.isdisjoint(self.snapshot.attrs(i))

    def scrolls(self, i: int) -> bool:
        """Holds more than it shows, in a direction that a user can scroll in; the page's own scroller is none."""
        s, box = self.snapshot, self.snapshot.layout[i]
        if box < 0 or s.tag[i] in ROOTS:
            return False
        client, scroll = s.client_rects[box], s.scroll_rects[box]
        if not client or not scroll or client[2] <= 0 or client[3] <= 0:
            return False
        across = scroll[2] > client[2] + SCROLL_MIN and self.styles.get(i, "overflow-x") in SCROLLABLE_OVERFLOW
        return across or (
            scroll[3] > client[3] + SCROLL_MIN and self.styles.get(i, "overflow-y") in SCROLLABLE_OVERFLOW
        )


Test: TypeAlias = Callable[[Interactivity, int], bool]

TESTS: Mapping[str, Test] = MappingProxyType(
    {
        "has-reason-for-focus": Interactivity.has_reason_for_focus,
        "is-editing-host": Interactivity.is_editing_host,
        "is-in-list-box": Interactivity.is_in_list_box,
        "is-link": Interactivity.is_link,
        "is-media": Interactivity.is_media,
        "is-own-listener": Interactivity.is_own_listener,
        "is-summary": Interactivity.is_summary,
        "scrolls": Interactivity.scrolls,
        "stands-for-control": Interactivity.stands_for_control,
        "starts-pointer-region": Interactivity.starts_pointer_region,
    }
)
"""Test word of a rule row -> predicate on (interactivity, node)."""

TAG_TESTS: frozenset[Test] = frozenset({Interactivity.is_link, Interactivity.is_media})
"""Those that look at the tag alone."""


def index_of(rules: Iterable[Rule]) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
    """Key -> value -> numbers of the rules that look at it, for every key."""
    out: dict[str, dict[str, tuple[int, ...]]] = {key: {} for key in KEYS}
    for k, rule in enumerate(rules):
        values = out[rule.key]
        for value in rule.value.split():
            values[value] = (*values.get(value, ()), k)
    return MappingProxyType(out)


INDEX = index_of(RULES)
"""Key -> value -> numbers of the rules that look at it."""
