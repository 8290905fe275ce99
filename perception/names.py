"""Accessible names (SPEC 3.2, 3.3): a policy is a tuple of named steps; the first that answers names the element.

In: snapshot, roles, labels, the reader of texts (`name_text.py`). Out: a name, the step that gave it, the nodes it was
made of. Each element is named when it is first asked for and remembered. Cleaning: white space collapsed, no-break
spaces and joiners kept, private-use and invisible characters dropped.

SPEC DIFFERENCE: wai-aria-1.2 prohibits to name some roles (generic, paragraph, code …); browsers and web-platform-tests
take what an author gives all the same, and so do we.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from perception.characters import collapsed, visible
from perception.flat_tree import FlatTree
from perception.labels import Labels
from perception.name_text import NameText
from perception.profile import NameStep
from perception.rendered_texts import SubtreeTexts, all_texts, rendered_texts
from perception.roles import Roles
from perception.snapshot import ELEMENT, HTML, TEXT, Snapshot, nodes_with_attribute
from perception.tables.controls import LABELABLE_ELEMENTS, VALUED_ELEMENTS
from perception.tables.naming import (
    HEADING_ELEMENTS,
    NAMED_BY_ALT,
    NAMED_BY_HEADING_ROLES,
    NAMED_BY_LABEL_ATTRIBUTE,
    NAMED_BY_TOOLTIP_ELEMENTS,
    NAMING_CHILDREN,
    PLACEHOLDER_ELEMENTS,
    TEXT_FIELD_ROLES,
)

HOST_NAMED_ELEMENTS = frozenset({*NAMING_CHILDREN, *NAMED_BY_ALT, *NAMED_BY_LABEL_ATTRIBUTE, *LABELABLE_ELEMENTS})
"""Elements that HTML itself gives ways to name."""


class Names:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        labels: Labels,
        roles: Roles,
        text: NameText,
        steps: tuple[NameStep, ...],
    ) -> None:
        self.snapshot, self.flat_tree, self.labels, self.roles, self.text = snapshot, flat_tree, labels, roles, text
        self.steps = steps
        self._steps_of_plain = tuple(step for step in self.steps if not step.asks_attributes)
        self._names: list[str | None] = [None] * len(snapshot)
        self._steps: dict[int, str] = {}
        self._told_children: dict[int, list[int]] = {}
        self.texts_of_lists: dict[tuple[int, str], str] = {}

    def name(self, i: int) -> str:
        """The accessible name, '' without one."""
        known = self._names[i]
        if known is None:
            known = self._names[i] = self._named(i)
        return known

    def name_from(self, i: int) -> str:
        """The id of the step that answered (`comp_labelledby` …), '' without a name."""
        return self._steps[i] if self.name(i) else ""

    def name_nodes(self, i: int) -> tuple[int, ...]:
        """The nodes that were read for the name: those referred to, else the element itself."""
        step = self.name_from(i)
        if not step:
            return ()
        if step == "comp_labelledby":
            return tuple(self.flat_tree.resolve_list(i, self.snapshot.attrs(i)["aria-labelledby"]))
        if step == "comp_host_language_label":
            return self.native_labels(i) or (i,)
        return (i,)

    def name_parts(self, i: int) -> tuple[int, ...]:
        """The nodes whose own text or attributes make up the name, in reading order; read anew at every call."""
        if self.name_from(i) == "comp_name_from_content":
            return self.text.content_nodes(i)
        return tuple(dict.fromkeys(part for node in self.name_nodes(i) for part in self._parts(i, node)))

    def _parts(self, i: int, node: int) -> tuple[int, ...]:
        return self.text.referenced_nodes(node, i) if node != i else (i,)

    def _named(self, i: int) -> str:
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return ""
        is_plain = not self.text.has_name_attributes[s.attribute_row[i]]
        for step in self._steps_of_plain if is_plain else self.steps:
            said = step.source(self, i)
            if said is None:
                continue
            name = collapsed(visible(said))
            if name:
                self._steps[i] = step.id
            if name or not said:
                return name
        return ""

    def told_children(self, i: int) -> list[int]:
        """The child elements and non-blank texts of `i`, in wire order."""
        known = self._told_children.get(i)
        if known is None:
            s = self.snapshot
            known = self._told_children[i] = [
                k
                for k in s.children(i)
                if (s.node_type[k] == ELEMENT and k not in s.pseudo_type)
                or (s.node_type[k] == TEXT and s.text(k).strip())
            ]
        return known

    @cached_property
    def rendered_texts(self) -> SubtreeTexts:
        return rendered_texts(self.snapshot, self.text.rendered)

    @cached_property
    def all_texts(self) -> SubtreeTexts:
        return all_texts(self.snapshot)

    # ------------------------------------------------------------------------------------------------ steps

    def from_labelledby(self, i: int) -> str | None:
        """Source: accname-1.2 #comp_labelledby."""
        references = self.snapshot.attrs(i).get("aria-labelledby")
        return self.text.of_list(i, references, i) or None if references else None

    def from_label(self, i: int) -> str | None:
        """Source: accname-1.2 #comp_label."""
        return self.snapshot.attrs(i).get("aria-label") or None

    def from_host_language(self, i: int) -> str | None:
        """Elements that name this one, else its own native attributes; an empty `alt` says that there is no name.

        Source: accname-1.2 #comp_host_language_label, html-aam-1.0 #accname-computation.
        """
        s, tag = self.snapshot, self.snapshot.tag[i]
        if tag not in HOST_NAMED_ELEMENTS and s.namespace[i] == HTML:
            return None
        if s.namespace[i] != HTML:
            return self.text.native.svg_name(i) or self.text.native.only_title(i)
        if self.roles.role(i) == "none":
            return "" if tag in NAMED_BY_ALT else None
        said = self._referenced(i, self.native_labels(i))
        if said is not None and said.strip():
            return said
        if tag == "input":
            said = self.text.native.button_text(i)
            return said if tag in NAMED_BY_ALT or self.roles.controls.input_type(i) == "image" else said or None
        if tag in NAMED_BY_ALT:
            return s.attrs(i).get("alt")
        return s.attrs(i).get("label") or None if tag in NAMED_BY_LABEL_ATTRIBUTE else None

    def native_labels(self, i: int) -> tuple[int, ...]:
        """The rendered elements that name this one: labels of a control, a legend, a caption."""
        s = self.snapshot
        wanted = NAMING_CHILDREN.get(s.tag[i])
        if wanted is None:
            return tuple(label for label in self.labels.of_control(i) if not self.text.rendered.is_hidden(label))
        child = next((k for k in s.children(i) if s.tag[k] == wanted and not self.text.rendered.is_hidden(k)), -1)
        return (child,) if child >= 0 else ()

    def _referenced(self, i: int, targets: Sequence[int]) -> str | None:
        return " ".join([self.text.referenced(k, i) for k in targets]) or None

    def from_content(self, i: int) -> str | None:
        """Source: accname-1.2 #comp_name_from_content."""
        return self.text.content(i) or None if self.text.names_by_content(i) else None

    def from_heading(self, i: int) -> str | None:
        """The first heading inside. Source: accname editor's draft #comp_name_from_heading."""
        if self.roles.role(i) not in NAMED_BY_HEADING_ROLES:
            return None
        k = bisect_right(self._headings, i)
        if k < len(self._headings) and self._headings[k] < self.snapshot.subtree_end[i]:
            return self.text.content(self._headings[k]) or None
        return None

    @cached_property
    def _headings(self) -> list[int]:
        """All rendered headings of the page, in wire order."""
        s = self.snapshot
        given = [i for i in nodes_with_attribute(s, ("role",))["role"] if "heading" in s.attrs(i)["role"].lower()]
        candidates = sorted({*(i for i, tag in enumerate(s.tag) if tag in HEADING_ELEMENTS), *given})
        return [i for i in candidates if self.roles.role(i) == "heading" and not self.text.rendered.is_hidden(i)]

    def from_figure(self, i: int) -> str | None:
        """The caption of a figure that holds nothing but an image. Source: html-aam-1.0 #img-element."""
        s = self.snapshot
        figure = s.parent[i]
        if s.tag[i] != "img" or s.tag[figure] != "figure":
            return None
        captions = [k for k in self.told_children(figure)[:3] if k != i]
        if len(captions) != 1 or s.tag[captions[0]] != "figcaption":
            return None
        return self.text.referenced(captions[0], i) or None

    def from_cell_tooltip(self, i: int) -> str | None:
        """Source: html-aam-1.0 #tr-td-th-elements."""
        return self.from_tooltip(i) if self.snapshot.tag[i] in NAMED_BY_TOOLTIP_ELEMENTS else None

    def from_tooltip(self, i: int) -> str | None:
        """Source: accname-1.2 #comp_tooltip.

        SPEC DIFFERENCE: the title of a field made of other elements that says what the field holds is the value once
        more, and no name; so do browsers have it.
        """
        title = self.snapshot.attrs(i).get("title") or None
        if not title or self.snapshot.tag[i] in VALUED_ELEMENTS or self.roles.role(i) not in TEXT_FIELD_ROLES:
            return title
        return None if collapsed(title) == self.text.values.value(i) else title

    def from_placeholder(self, i: int) -> str | None:
        """Source: html-aam-1.0 #input-type-text, wai-aria-1.2 #aria-placeholder."""
        attrs = self.snapshot.attrs(i)
        if self.snapshot.tag[i] in PLACEHOLDER_ELEMENTS:
            return attrs.get("placeholder") or attrs.get("aria-placeholder") or None
        said = attrs.get("aria-placeholder")
        is_field = said and (self.roles.role(i) in TEXT_FIELD_ROLES or self.roles.controls.is_editing_host(i))
        return said if is_field else None


ACCNAME: tuple[NameStep, ...] = (
    NameStep("comp_labelledby", Names.from_labelledby, asks_attributes=True),
    NameStep("comp_label", Names.from_label, asks_attributes=True),
    NameStep("comp_host_language_label", Names.from_host_language),
    NameStep("comp_tooltip", Names.from_cell_tooltip, asks_attributes=True),
    NameStep("comp_name_from_content", Names.from_content),
    NameStep("comp_name_from_heading", Names.from_heading),
    NameStep("comp_tooltip", Names.from_tooltip, asks_attributes=True),
    NameStep("comp_figure", Names.from_figure),
    NameStep("comp_placeholder", Names.from_placeholder, asks_attributes=True),
)
"""The policy of the specifications."""
