"""The cursor: one node of a page as people and rule predicates see it (SPEC 2).

Two words, `Node(page, i)`; it holds nothing and computes nothing, every property asks the page. Equal where page and
index are equal. Imports no pass: what it needs of the page is the `PageFacts` protocol.
"""

from collections.abc import Mapping
from typing import Protocol

from perception.geometry import Rect
from perception.locator import Locator
from perception.snapshot import ELEMENT, TEXT, Snapshot


class PageFacts(Protocol):
    """What a cursor asks of its page; `i` is a node's index in wire order."""

    snapshot: Snapshot

    def node(self, i: int) -> "Node": ...
    def children_of(self, i: int) -> list[int]: ...
    def role_of(self, i: int) -> str: ...
    def name_of(self, i: int) -> str: ...
    def name_from_of(self, i: int) -> str: ...
    def description_of(self, i: int) -> str: ...
    def states_of(self, i: int) -> Mapping[str, bool | str | int | float]: ...
    def value_of(self, i: int) -> str | None: ...
    def rect_of(self, i: int) -> Rect | None: ...
    def style_of(self, i: int, name: str) -> str | None: ...
    def hidden_reasons_of(self, i: int) -> tuple[str, ...]: ...
    def is_in_viewport_of(self, i: int) -> bool | None: ...
    def is_occluded_of(self, i: int) -> bool | None: ...
    def is_interactive_of(self, i: int) -> bool: ...
    def shadow_host_of(self, i: int) -> int: ...
    def locators_of(self, i: int) -> tuple[Locator, ...]: ...
    def locator_of(self, i: int) -> Locator | None: ...


class Node:
    """One node: an element, a text, a pseudo-element or a document."""

    __slots__ = ("i", "page")

    def __init__(self, page: PageFacts, i: int) -> None:
        self.page = page
        self.i = i

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.i == self.i and other.page is self.page

    def __hash__(self) -> int:
        return hash((id(self.page), self.i))

    def __repr__(self) -> str:
        what = repr(self.text[:40]) if self.is_text else f"{self.role} {self.name[:40]!r}" if self.is_element else ""
        return f"<Node {self.backend_node_id} {self.tag} {what}>".replace(" >", ">")

    # ------------------------------------------------------------------------------------------------ tree

    @property
    def backend_node_id(self) -> int:
        """Unique within one renderer process and one document life."""
        return self.page.snapshot.backend_node_id[self.i]

    @property
    def tag(self) -> str:
        """Lower case for HTML, as written for SVG; `#text`, `#document`, `::before` … for what is no element."""
        return self.page.snapshot.tag[self.i]

    @property
    def is_element(self) -> bool:
        """An element of the DOM; pseudo-elements are none."""
        s = self.page.snapshot
        return s.node_type[self.i] == ELEMENT and self.i not in s.pseudo_type

    @property
    def is_text(self) -> bool:
        return self.page.snapshot.node_type[self.i] == TEXT

    @property
    def parent(self) -> "Node | None":
        """The flat-tree parent; of a frame's document the frame element."""
        p = self.page.snapshot.parent[self.i]
        return self.page.node(p) if p >= 0 else None

    @property
    def children(self) -> list["Node"]:
        """Flat-tree children in reading order; of a frame element its document."""
        return [self.page.node(child) for child in self.page.children_of(self.i)]

    @property
    def attributes(self) -> Mapping[str, str]:
        """Authored attributes; secrets are not in them."""
        return self.page.snapshot.attrs(self.i)

    @property
    def text(self) -> str:
        """The text of a text node; '' for others."""
        return self.page.snapshot.text(self.i) if self.is_text else ""

    @property
    def frame(self) -> str:
        """The frame id of the document it is in."""
        s = self.page.snapshot
        return s.documents[s.document[self.i]].frame_id

    @property
    def shadow_host(self) -> "Node | None":
        """The host of the shadow tree it is in."""
        host = self.page.shadow_host_of(self.i)
        return self.page.node(host) if host >= 0 else None

    # ------------------------------------------------------------------------------------------------ facts

    @property
    def role(self) -> str:
        """The ARIA role; `generic` for none, '' for what is no element."""
        return self.page.role_of(self.i)

    @property
    def name(self) -> str:
        """The accessible name."""
        return self.page.name_of(self.i)

    @property
    def name_from(self) -> str:
        """The step of the name algorithm that answered."""
        return self.page.name_from_of(self.i)

    @property
    def description(self) -> str:
        return self.page.description_of(self.i)

    @property
    def states(self) -> Mapping[str, bool | str | int | float]:
        return self.page.states_of(self.i)

    @property
    def value(self) -> str | None:
        """What a person reads in a field; None where there is no value."""
        return self.page.value_of(self.i)

    @property
    def rect(self) -> Rect | None:
        """Border box in top-level viewport CSS px, unclipped; None without a box."""
        return self.page.rect_of(self.i)

    def style(self, name: str) -> str | None:
        """A computed style; None without a box. Raises `MissingStyleError` where the capture does not hold it."""
        return self.page.style_of(self.i, name)

    @property
    def is_visible(self) -> bool:
        """Painted somewhere on the page; in the window or not, covered or not."""
        return not self.page.hidden_reasons_of(self.i)

    @property
    def is_in_viewport(self) -> bool | None:
        return self.page.is_in_viewport_of(self.i)

    @property
    def is_occluded(self) -> bool | None:
        """In the window, but no point of it takes a click; None where that cannot be told."""
        return self.page.is_occluded_of(self.i)

    @property
    def is_interactive(self) -> bool:
        """Can be acted on, anywhere on the page (SPEC 4.7)."""
        return self.page.is_interactive_of(self.i)

    # ------------------------------------------------------------------------------------------------ locating

    @property
    def locator(self) -> Locator | None:
        """The best way to find the element on the live page; None for what is no element."""
        return self.page.locator_of(self.i)

    @property
    def locators(self) -> tuple[Locator, ...]:
        """Every kind of locator that finds this element alone, best first."""
        return self.page.locators_of(self.i)
