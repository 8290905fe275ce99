"""The page: every pass, run when it is first asked for (SPEC 2, 4; ARCHITECTURE).

In: a Snapshot, the viewport expansion, a Profile. Out: a `Page`, lazy: nothing is computed before it is asked for, and
for the window only what the window needs. The only module that knows all passes.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from perception.capture import paused_collector
from perception.content_root import propose
from perception.descriptions import Descriptions
from perception.errors import AmbiguousError, BudgetError
from perception.explain import Explain
from perception.find import Conditions, Find, Text
from perception.flat_tree import FlatTree
from perception.frames import FrameRow, Frames
from perception.geometry import Rect, rect_of
from perception.interactivity import Interactivity
from perception.labels import Labels
from perception.listing import Listing
from perception.locator import Locator
from perception.locators import Locators
from perception.name_policies import steps_of
from perception.name_text import NameText
from perception.names import Names
from perception.naming_sources import NamingSources
from perception.node import Node
from perception.occlusion import Occlusion
from perception.overlays import Overlay, Overlays
from perception.ownership import Ownership
from perception.plan import Plan, Planner
from perception.profile import DEFAULT, Profile
from perception.query import Query
from perception.read import Read
from perception.relations import Relations
from perception.rendered import Rendered
from perception.roles import Roles
from perception.scrolling import scroll_hint
from perception.snapshot import ELEMENT, Snapshot
from perception.states import States
from perception.styles import Styles
from perception.tables.interactivity import CLICKED_THROUGH_LABEL
from perception.tables.overlays import DIALOG_ROLES
from perception.viewport import WHOLE_PAGE, ViewportGeometry
from perception.visibility import Visibility


def perceive(snapshot: Snapshot, viewport_expansion: float = 0, profile: Profile = DEFAULT) -> "Page":
    """A lazy page over a snapshot; `viewport_expansion` in CSS px, -1 for the whole page."""
    return Page(snapshot, viewport_expansion, profile)


class Dialog(NamedTuple):
    """An open dialog: whether it is modal, and whether the page behind it is held back for its sake (a modal below
    another one is modal and prunes nothing)."""

    node: Node
    role: str
    name: str
    modal: bool
    pruned_page: bool


class ContentRoot(NamedTuple):
    """The region that holds what one came to read: `kind` is `feed`, `thread`, `article`, `main` or `region`,
    `evidence` says why, `collapsed` are the nodes in it that say they are closed."""

    node: Node
    kind: str
    evidence: tuple[str, ...]
    collapsed: tuple[Node, ...]


class Found(NamedTuple):
    """A page of a search's results, and whether there are more."""

    items: list[Node]
    has_more: bool


class Frame(NamedTuple):
    """One frame. `document` is its document node, None where its content was not captured; `owner` its element, None
    for the top document; `rect` the owner's, in viewport CSS px; `elements` and `actions` count what is in it, frames
    inside left out; `unsaved` are the fields whose live value differs from the markup's."""

    document: Node | None
    owner: Node | None
    frame_id: str
    parent_frame_id: str
    url: str
    rect: Rect | None
    elements: int
    actions: int
    unsaved: tuple[Node, ...]


class ShadowHost(NamedTuple):
    """An element with a shadow tree, and its mode: `open` or `closed`."""

    node: Node
    mode: str


class Page:
    """A perceived page. Methods take and return `Node`s; `…_of(i)` and the passes speak of node indexes.

    `renderings` holds the lines of texts that were made of it, by their arguments: a later part is a slice of them.
    """

    def __init__(self, snapshot: Snapshot, viewport_expansion: float, profile: Profile) -> None:
        self.snapshot = snapshot
        self.viewport_expansion = viewport_expansion
        self.profile = profile
        self.renderings: dict[Hashable, object] = {}

    def node(self, i: int) -> Node:
        return Node(self, i)

    # ------------------------------------------------------------------------------------------------ passes

    @cached_property
    def flat_tree(self) -> FlatTree:
        return FlatTree(self.snapshot)

    @cached_property
    def styles(self) -> Styles:
        return Styles(self.snapshot)

    @cached_property
    def visibility(self) -> Visibility:
        return Visibility(self.snapshot, self.flat_tree, self.styles)

    @cached_property
    def roles(self) -> Roles:
        sources = NamingSources(self.snapshot, self.flat_tree)
        return Roles(self.snapshot, self.flat_tree, self.styles, self.ownership, sources)

    @cached_property
    def rendered(self) -> Rendered:
        return Rendered(self.snapshot, self.styles, self.visibility)

    @cached_property
    def ownership(self) -> Ownership:
        """The accessibility tree's parents and children, re-arranged by aria-owns."""
        return Ownership(self.snapshot, self.flat_tree, self.rendered)

    @cached_property
    def name_text(self) -> NameText:
        return NameText(self.snapshot, self.flat_tree, self.rendered, self.ownership, self.labels, self.roles)

    @cached_property
    def names(self) -> Names:
        steps = steps_of(self.profile)
        return Names(self.snapshot, self.flat_tree, self.labels, self.roles, self.name_text, steps)

    @cached_property
    def descriptions(self) -> Descriptions:
        return Descriptions(self.snapshot, self.flat_tree, self.names)

    @cached_property
    def states(self) -> States:
        return States(self.snapshot, self.visibility, self.roles, self.name_text.values)

    @cached_property
    def geometry(self) -> ViewportGeometry:
        if self.viewport_expansion == 0:
            return self.window
        return self.whole if self.viewport_expansion == WHOLE_PAGE else self._geometry_at(self.viewport_expansion)

    @cached_property
    def window(self) -> ViewportGeometry:
        """The geometry of the real window, whatever the expansion."""
        return self._geometry_at(0)

    @cached_property
    def whole(self) -> ViewportGeometry:
        """The geometry of the whole page, whatever the expansion."""
        return self._geometry_at(WHOLE_PAGE)

    def _geometry_at(self, expansion: float) -> ViewportGeometry:
        real = self.window if expansion != 0 else None
        return ViewportGeometry(self.snapshot, self.flat_tree, self.styles, self.visibility, expansion, real)

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.snapshot, self.flat_tree)

    @cached_property
    def occlusion(self) -> Occlusion:
        return Occlusion(self.snapshot, self.flat_tree, self.styles, self.visibility, self.labels, self.window)

    @cached_property
    def interactivity(self) -> Interactivity:
        return Interactivity(
            self.snapshot,
            self.flat_tree,
            self.styles,
            self.visibility,
            self.labels,
            self.roles,
            self.states,
            self.occlusion,
            self.profile,
        )

    @cached_property
    def overlays(self) -> Overlays:
        return Overlays(
            self.snapshot,
            self.flat_tree,
            self.styles,
            self.visibility,
            self.roles,
            self.window,
            self.occlusion,
            self.interactivity,
        )

    @cached_property
    def listing(self) -> Listing:
        return Listing(
            self.snapshot,
            self.flat_tree,
            self.styles,
            self.visibility,
            self.states,
            self.geometry,
            self.whole,
            self.occlusion,
            self.interactivity,
            self.overlays,
        )

    # ------------------------------------------------------------------------------------------------ search

    @cached_property
    def query(self) -> Query:
        return Query(self.snapshot, self.flat_tree, self.profile.longest_query)

    @cached_property
    def locators(self) -> Locators:
        return Locators(self.snapshot, self.query, self.roles, self.names.name, self.rendered.is_exposed)

    def select(self, selector: str, scope: Node | None = None) -> list[Node]:
        """The elements that match a CSS selector, in flat-tree order; frames and shadow trees are searched too.

        `scope` keeps what is below it, and is what `:scope` means. Raises `SelectorError`, which has the position.
        """
        with paused_collector():
            return self._nodes(self.query.select(selector, scope.i if scope is not None else -1))

    def xpath(self, expression: str, scope: Node | None = None) -> list[Node]:
        """The elements, texts and comments that an XPath 1.0 expression selects, in flat-tree order.

        `scope` is the context node (`.//a` is below it, `//a` is not). Raises `SelectorError`.
        """
        with paused_collector():
            return self._nodes(self.query.xpath(expression, scope.i if scope is not None else -1))

    @cached_property
    def search(self) -> Find:
        return Find(self)

    @cached_property
    def relations(self) -> Relations:
        return Relations(self)

    def find(
        self,
        selector: str | None = None,
        text: Text | None = None,
        role: str | None = None,
        name: Text | None = None,
        scope: Node | None = None,
        limit: int | None = 20,
        offset: int = 0,
        include_hidden: bool = False,
    ) -> Found:
        """The elements that fulfil all conditions, in flat-tree order, at most `limit` of them from `offset` on.

        `text` and `name` are parts, without regard to case, or compiled patterns. `text` is looked for in texts, values
        and attributes that show; alone it finds the smallest elements that hold it. Raises `SelectorError`,
        `BudgetError`.
        """
        if offset < 0 or (limit is not None and limit < 1):
            raise BudgetError(f"a page of {limit} from {offset} on: limit is 1 or more, offset 0 or more")
        conditions = Conditions(selector, text, role, name, scope.i if scope is not None else -1, include_hidden)
        found = list(islice(self.search.matches(conditions), offset, None if limit is None else offset + limit + 1))
        return Found(self._nodes(found[:limit]), limit is not None and len(found) > limit)

    def one(
        self,
        selector: str | None = None,
        text: Text | None = None,
        role: str | None = None,
        name: Text | None = None,
        scope: Node | None = None,
        include_hidden: bool = False,
    ) -> Node:
        """The only element that fulfils all conditions. Raises `AmbiguousError` where there is none or another one."""
        found = self.find(selector, text, role, name, scope, limit=2, include_hidden=include_hidden)
        if len(found.items) != 1 or found.has_more:
            raise AmbiguousError("element", len(found.items), [repr(node) for node in found.items])
        return found.items[0]

    def get(
        self,
        nodes: Iterable[Node | str],
        properties: Sequence[str],
        limit: int | None = 100,
        offset: int = 0,
    ) -> list[dict[str, Any]]:
        """For each node its properties by name (`read.PROPERTIES`, `attr:…`, `style:…`, `computed:…`), in order.

        `"@document"` among the nodes is the page. `limit` and `offset` page a field's options. Raises
        `UnknownNameError`, `MissingStyleError`.
        """
        read = Read(self, limit, offset)
        return [
            {name: read.document(name) if isinstance(node, str) else read.property(node.i, name) for name in properties}
            for node in nodes
        ]

    def plan(
        self,
        node: Node,
        action: str,
        value: Any = None,
        *,
        property: str = "value",
        clear: bool | None = None,
        submit: bool = False,
    ) -> Plan:
        """The dry run of `click`, `type`, `set_field`, `set_checked` or `set`: protocol calls, or a refusal.

        `value` is the text, the state or what `property` (of `set`: `value`, `checked`, `selected_values`) becomes;
        `clear` replaces what is there (default: `set_field` does), `submit` presses Enter. Raises `UnknownNameError`.
        """
        options = {"property": property, "submit": submit, **({} if clear is None else {"clear": clear})}
        return Planner(self, Read(self, None, 0)).plan(node.i, action, value, **options)

    def locate(self, locator: Locator) -> Node:
        """The node that a locator finds alone. Raises `AmbiguousError` for none or several, `SelectorError`."""
        found = self.locators.resolve(locator)
        if len(found) != 1:
            raise AmbiguousError("element", len(found), [repr(self.node(i)) for i in found[:5]])
        return self.node(found[0])

    def related(self, node: Node, relation: str) -> list[Node]:
        """The nodes that stand in a relation to a node, such as `dialog`, `row`, `labels` (`relations.RELATIONS`)."""
        return self._nodes(self.relations.of(node.i, relation))

    def frames(self, url_filter: str = "") -> list[Frame]:
        """The frames whose URL holds `url_filter`, the top document first."""
        return [self._frame(row) for row in Frames(self).rows(url_filter)]

    def frame(self, url_filter: str) -> Frame:
        """The only frame whose URL holds `url_filter`. Raises `AmbiguousError` with the candidates."""
        return self._frame(Frames(self).one(url_filter))

    def _frame(self, row: FrameRow) -> Frame:
        return Frame(
            self.node(self.snapshot.documents[row.document].begin) if row.document >= 0 else None,
            self.node(row.owner) if row.owner >= 0 else None,
            row.frame_id,
            row.parent_frame_id,
            row.url,
            self.rect_of(row.owner) if row.owner >= 0 else None,
            row.elements,
            row.actions,
            tuple(self._nodes(row.unsaved)),
        )

    def shadow_hosts(self) -> list[ShadowHost]:
        """The elements with a shadow tree, in flat-tree order, and its mode (`open`, `closed`)."""
        modes = self.query.shadow_modes
        return [ShadowHost(self.node(i), modes[i]) for i in self.query.in_order(sorted(modes))]

    def _nodes(self, indexes: Iterable[int]) -> list[Node]:
        return [Node(self, i) for i in indexes]

    def explain(self, node: Node) -> list[str]:
        """Why a node is, or is not, something to act on, in plain sentences, the verdict first (SPEC 11)."""
        return Explain(self).sentences(node.i)

    @cached_property
    def scroll_hint(self) -> tuple[float, float]:
        """CSS px above and below what the window shows; where the document does not scroll, of its largest scroller."""
        return scroll_hint(self.snapshot, self.window, self.interactivity)

    @property
    def dialogs(self) -> tuple[Dialog, ...]:
        """The open dialogs, the topmost modal first, then the others in flat-tree order (SPEC 4.6, 6.4)."""
        modal = self.overlays.modal
        found = [overlay for overlay in self.overlays.open if overlay.kind in DIALOG_ROLES]
        return tuple(self._dialog(overlay) for overlay in sorted(found, key=lambda overlay: overlay != modal))

    def content_root(self) -> ContentRoot | None:
        """The region that holds what one came to read, None where nothing stands out (SPEC 7.6)."""
        found = propose(self.snapshot, self.visibility, self.roles, self.states)
        if found is None:
            return None
        node, kind, evidence, collapsed = found
        return ContentRoot(self.node(node), kind, evidence, tuple(self.node(i) for i in collapsed))

    def _dialog(self, overlay: Overlay) -> Dialog:
        i = overlay.node
        is_pruning = self.overlays.is_pruning(i)
        return Dialog(self.node(i), self.role_of(i), self.name_of(i), overlay.is_modal, is_pruning)

    # ------------------------------------------------------------------------------------------------ for cursors

    def children_of(self, i: int) -> list[int]:
        return self.flat_tree.children(i)

    def is_element(self, i: int) -> bool:
        """An element of the DOM; pseudo-elements are none."""
        return self.snapshot.node_type[i] == ELEMENT and i not in self.snapshot.pseudo_type

    def role_of(self, i: int) -> str:
        return self.roles.role(i)

    def name_of(self, i: int) -> str:
        return self.names.name(i)

    def name_from_of(self, i: int) -> str:
        return self.names.name_from(i)

    def spoken_name(self, i: int) -> str:
        """The name that a line about the node says: of a stand-in its control's, of a nameless box or file input what
        the stand-in shows (for a field that is its value)."""
        control = self.interactivity.control(i)
        if control < 0:
            return self.names.name(i)
        name = self.names.name(control)
        if name or self.interactivity.rule(control) not in CLICKED_THROUGH_LABEL:
            return name
        return self.names.text.shown_text(i) or self.names.name(i)

    def description_of(self, i: int) -> str:
        return self.descriptions.description(i)

    def states_of(self, i: int) -> Mapping[str, bool | str | int | float]:
        return self.states.states(i)

    def value_of(self, i: int) -> str | None:
        return self.states.value(i)

    def rect_of(self, i: int) -> Rect | None:
        edges = self.geometry.rect(i)
        return rect_of(edges) if edges is not None else None

    def style_of(self, i: int, name: str) -> str | None:
        return self.styles.require(i, name)

    def hidden_reasons_of(self, i: int) -> tuple[str, ...]:
        return self.visibility.hidden_reasons(i)

    def is_in_viewport_of(self, i: int) -> bool | None:
        return self.geometry.is_in_viewport(i)

    def is_occluded_of(self, i: int) -> bool | None:
        return self.occlusion.hit(i).occluded

    def is_interactive_of(self, i: int) -> bool:
        return self.listing.is_interactive(i)

    def locators_of(self, i: int) -> tuple[Locator, ...]:
        return self.locators.all(i)

    def locator_of(self, i: int) -> Locator | None:
        return self.locators.best(i)

    def shadow_host_of(self, i: int) -> int:
        """The host of the shadow tree that `i` is in, -1 outside of shadow trees."""
        scope = self.flat_tree.scope(i)
        return scope if scope != self.snapshot.documents[self.snapshot.document[i]].begin else -1
