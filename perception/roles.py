"""The ARIA role of every element (SPEC 3.1).

In: snapshot, naming sources, ownership, styles. Out: WebDriver's role string of a node and what decided it. A role is
decided by the node and its ancestors alone and remembered; asking for one node looks at nothing else.
"""

from functools import cached_property
from types import MappingProxyType

from perception.controls import Controls, inherited
from perception.flat_tree import FlatTree
from perception.naming_sources import NamingSources
from perception.ownership import Ownership
from perception.role_conditions import RoleConditions, test_of
from perception.rows import rows_with
from perception.snapshot import ELEMENT, HTML, MATHML, SVG, Snapshot
from perception.styles import Styles
from perception.tables.controls import INPUT_TYPES
from perception.tables.html_roles import HTML_ROLES, MATHML_ROLES, MINIMUM_ROLE_ATTRIBUTES, SVG_ROLES, ElementRow
from perception.tables.roles import GLOBAL_ATTRIBUTES, NAMED_ROLES, ROLES, SYNONYMS


def _rows_by_tag(rows: tuple[ElementRow, ...]) -> dict[str, tuple[ElementRow, ...]]:
    out: dict[str, tuple[ElementRow, ...]] = {}
    for row in rows:
        out[row.tag] = (*out.get(row.tag, ()), row)
    return out


_ROWS = MappingProxyType(
    {HTML: _rows_by_tag(HTML_ROLES), SVG: _rows_by_tag(SVG_ROLES), MATHML: _rows_by_tag(MATHML_ROLES)}
)
_CHOICES = MappingProxyType(
    {
        namespace: {tag: tuple((row.role, test_of(row.condition)) for row in rows) for tag, rows in by_tag.items()}
        for namespace, by_tag in _ROWS.items()
    }
)
_INPUT_CHOICES = MappingProxyType(
    {
        kind: tuple(
            (row.role, None if row.condition == f"type:{kind}" else test_of(row.condition))
            for row in _ROWS[HTML]["input"]
            if row.condition == f"type:{kind}" or not row.condition.startswith("type:")
        )
        for kind in INPUT_TYPES
    }
)
"""Of these the rows that can hold for an input of a type."""

_UNCONDITIONAL = MappingProxyType({tag: rows[0].role for tag, rows in _ROWS[HTML].items() if not rows[0].condition})
_CONDITIONAL = frozenset(_ROWS[HTML].keys() - _UNCONDITIONAL.keys())
_BY_ID = MappingProxyType({row.id: row for row in ROLES if not row.is_abstract})

_NO_ROLE = ("generic", "none")

NAMING = MappingProxyType({row.id: row.naming for row in ROLES})
"""Role -> who names it."""


class Roles:
    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, ownership: Ownership, sources: NamingSources
    ) -> None:
        self.snapshot, self.styles, self.ownership, self.sources = snapshot, styles, ownership, sources
        self.controls = Controls(snapshot, flat_tree)
        self._roles: list[str | None] = [None] * len(snapshot)
        self._from: dict[int, str] = {}
        self._conditions = RoleConditions(snapshot, flat_tree, sources, self.controls, self._roles)
        self._has_role_attributes = rows_with(snapshot, MINIMUM_ROLE_ATTRIBUTES | {"role"})
        self._contexts: dict[tuple[str, ...], dict[int, bool]] = {}

    def role(self, i: int) -> str:
        """WebDriver's role string: `image`, `none`, `generic` for no role; '' for what is no element."""
        known = self._roles[i]
        return known if known is not None else self._fill(i)

    def role_from(self, i: int) -> str:
        """What decided it: `explicit` (a token of the role attribute), `orphan` (a token outside of its context),
        `implicit`, `minimum` (an attribute that asks for a group), `image content`."""
        self.role(i)
        return self._from.get(i, "implicit")

    def _fill(self, i: int) -> str:
        """Decide the ancestors that are not decided yet, then `i`."""
        parent, roles = self.snapshot.parent, self._roles
        p = parent[i]
        if p < 0 or roles[p] is not None:
            roles[i] = role = self._decide(i)
            return role
        undecided = [i]
        while p >= 0 and roles[p] is None:
            undecided.append(p)
            p = parent[p]
        role = ""
        for node in reversed(undecided):
            role = roles[node] = self._decide(node)
        return role

    # ------------------------------------------------------------------------------------------------ deciding

    def _decide(self, i: int) -> str:
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return ""
        if self._has_role_attributes[s.attribute_row[i]]:
            return self._by_attributes(i)
        if s.namespace[i] == HTML and s.tag[i] not in _CONDITIONAL:
            role = _UNCONDITIONAL.get(s.tag[i], "generic")
            return self._image_content(i) if role == "generic" and self._image_rows else role
        return self._implicit(i)

    def _by_attributes(self, i: int) -> str:
        """With a role attribute, or one that makes a generic element a group."""
        attrs = self.snapshot.attrs(i)
        role, orphan = self._explicit(i, attrs["role"]) if attrs.get("role") else ("", "")
        if role:
            self._from[i] = "explicit"
        else:
            role = self._implicit(i)
            if orphan and role in _NO_ROLE and self._takes_input(i):
                self._from[i] = "orphan"
                return orphan
        if role in _NO_ROLE and any(attrs.get(name, "false") != "false" for name in MINIMUM_ROLE_ATTRIBUTES):
            self._from[i] = "minimum"
            return "group"
        return role

    def _explicit(self, i: int, given: str) -> tuple[str, str]:
        """The first token that is a role and may be used here, and the first that would stand in its context only.

        Source: wai-aria-1.2 #document-handling_author-errors_roles.
        """
        orphan = ""
        for token in given.lower().split():
            role = SYNONYMS.get(token, token)
            row = _BY_ID.get(role)
            if row is None or (role in NAMED_ROLES and not self.sources.has_author_name(i)):
                continue
            if role == "none" and self._keeps_semantics(i):
                break
            if not row.contexts or self._is_inside(i, row.contexts):
                return role, ""
            orphan = orphan or role
        return "", orphan

    def _takes_input(self, i: int) -> bool:
        """SPEC DIFFERENCE: a token outside of its context is passed over (wai-aria-1.3 #scope); where nothing else
        would be left to say what a focusable or clickable element is, it stands: an author meant it, users meet it."""
        return self.controls.can_focus(i) or i in self.snapshot.is_clickable

    def _keeps_semantics(self, i: int) -> bool:
        """Whether `none` is overruled. Source: wai-aria-1.2 #conflict_resolution_presentation_none."""
        return not GLOBAL_ATTRIBUTES.isdisjoint(self.snapshot.attrs(i)) or self.controls.can_focus(i)

    def _is_inside(self, i: int, contexts: tuple[str, ...]) -> bool:
        """Whether an ancestor has one of the roles, or the node is moved elsewhere by aria-owns.

        SPEC DIFFERENCE: wai-aria-1.3 asks for the nearest ancestor with a role; pages put lists and groups between (a
        tab in a list in a tablist), and users act on what is there.
        """
        memo = self._contexts.setdefault(contexts, {})
        owner, roles = self.ownership.owner, self._roles

        def seed(ancestor: int, child: int) -> bool | None:
            return True if roles[ancestor] in contexts or child in owner else None

        return inherited(self.snapshot, i, memo, seed, False)

    def _implicit(self, i: int) -> str:
        s = self.snapshot
        choices = _CHOICES[s.namespace[i]].get(s.tag[i], ())
        if s.tag[i] == "input" and s.namespace[i] == HTML:
            choices = _INPUT_CHOICES[self.controls.input_type(i)]
        for role, test in choices:
            if test is None or test(self._conditions, i):
                return role
        return self._image_content(i) if self._image_rows else "generic"

    # ------------------------------------------------------------------------------------------------ images by style

    @cached_property
    def _image_rows(self) -> frozenset[int]:
        """Distinct style rows that put an image in place of the content. Source: css-content-3 #content-property."""
        verdicts = self.styles.judge(lambda row: row.get("content", "").startswith("url("))
        return frozenset(k for k, is_image in enumerate(verdicts) if is_image)

    def _image_content(self, i: int) -> str:
        if self.styles.row_of(i) not in self._image_rows:
            return "generic"
        self._from[i] = "image content"
        return "image"
