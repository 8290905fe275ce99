"""The accessibility tree text (SPEC 7)."""

from dataclasses import dataclass

from ids.refs import RefRegistry
from perception.errors import UnknownNameError
from perception.perceive import Page
from perception.snapshot import ELEMENT, TEXT
from perception.tables.outline import CONTENT_NAMED_CONTAINERS, TAG_AS_ROLE, TRANSPARENT_ROLES
from rendering.axline import element_line, safe, shown_name, text_of
from rendering.prune import Entry, Flow, Keep, outline

FILTERS = ("all", "visible", "interactive")
MAX_INDENT = 15


@dataclass(frozen=True)
class Tree:
    """The text of a tree."""

    text: str
    body: str


def tree(
    page: Page,
    registry: RefRegistry,
    filter: str = "all",
    max_depth: int | None = None,
    max_chars: int | None = None,
    ref: str | None = None,
    part: int = 1,
    continuation: str | None = None,
) -> Tree:
    """The accessibility tree text of a page."""
    if filter not in FILTERS:
        raise UnknownNameError("filter", filter, FILTERS)
    entries = _entries(page, filter)
    lines = _lines(page, registry, entries, max_depth if max_depth is not None else MAX_INDENT)
    text = "\n".join(lines)
    return Tree(text, text)


def _entries(page: Page, filter: str) -> list[Entry]:
    s, visibility = page.snapshot, page.visibility
    listed = page.listing.is_listed
    if filter == "visible":
        nodes = page.window.in_expanded()
    elif filter == "interactive":
        nodes = page.flat_tree.closure(listed)
    else:
        nodes = page.flat_tree.closure([*s.box_node, *listed, *_options(page)])
    visibility.fill(nodes)
    rank = page.flat_tree.rank
    if nodes and (len(s.documents) > 1 or s.pseudo_type):
        nodes = sorted(nodes, key=rank.__getitem__)
    node_type, roles, tag, pseudo = s.node_type, page.roles, s.tag, s.pseudo_type
    is_visible = visibility.is_visible

    def policy(i: int) -> Keep:
        if i in pseudo:
            return Keep.TEXT if filter != "interactive" and is_visible(i) else Keep.NOTHING
        if node_type[i] == TEXT:
            if filter == "interactive" or not is_visible(i) or not s.text(i).strip():
                return Keep.NOTHING
            return Keep.TEXT
        if node_type[i] != ELEMENT:
            return Keep.CHILDREN_ONLY
        if i in listed:
            return Keep.NODE
        if filter == "interactive" or not is_visible(i):
            return Keep.CHILDREN_ONLY
        if filter == "visible" and page.window.is_in_viewport(i) is False:
            return Keep.CHILDREN_ONLY
        if roles.role(i) not in TRANSPARENT_ROLES or tag[i] in TAG_AS_ROLE:
            return Keep.NODE
        return Keep.CHILDREN_ONLY

    display = page.styles.values("display")
    row = page.styles.row

    def flow(i: int) -> Flow:
        value = display[row[i]]
        if value in ("inline", "contents"):
            return Flow.INLINE
        return Flow.ATOM if value is not None and value.startswith("inline") else Flow.BLOCK

    return outline(nodes, s.parent, policy, flow)


def _options(page: Page) -> list[int]:
    s = page.snapshot
    return [i for i, tag in enumerate(s.tag) if tag == "option" and page.visibility.is_visible(s.parent[i])]


def _lines(page: Page, registry: RefRegistry, entries: list[Entry], max_depth: int) -> list[str]:
    refs = registry.issue(page, [entry.node for entry in entries])
    has_children = {entry.parent for entry in entries if entry.texts is None}
    names: dict[int, str] = {}
    covered: dict[int, set[int]] = {}
    out = []
    for k, entry in enumerate(entries):
        indent = " " * min(entry.depth, max_depth)
        if entry.texts is None:
            name = shown_name(page, entry.node)
            if k in has_children and page.roles.role(entry.node) in CONTENT_NAMED_CONTAINERS:
                name = ""
            names[k] = name
            covered[k] = covered.get(entry.parent, set())
            if name:
                covered[k] = covered[k] | set(page.names.name_nodes(entry.node))
            head, tail = element_line(page, entry.node, name)
            out.append(f"{indent}{head} [{refs[k]}]{tail}")
            continue
        above = covered.get(entry.parent, set())
        texts = [(i, spaced) for i, spaced in entry.texts if i not in above]
        text = text_of(page, entry._replace(texts=texts))
        if text and text not in names.get(entry.parent, ""):
            out.append(f"{indent}text {safe(text)} [{refs[k]}]")
    return out
