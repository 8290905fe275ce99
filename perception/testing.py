r"""Pages drawn by hand, for tests: trees to captures to pages, and hypothesis strategies that draw them.

In: a tree as indented text or as `Drawn` values. Out: a capture envelope like the browser's (SPEC 1.1) or a `Page`.
One line a node: a quoted text, or a tag with attributes, `:live` state, `{styles}`, `@x,y,width,height`, a text child:

    page = page_from('''
        label for="mail" "Your mail"
        input id="mail" type="email" :value="ann@x.org" @10,40,200,20
        button {cursor: pointer} "Send"
        p
          ::before {content: "* "}
          "All fields are needed"
    ''')
    assert node_at(page, "input").name == "Your mail"

Live state: `:value`, `:checked`, `:selected`, `:clickable`, `:shadow=open` (the node belongs to its parent's shadow
tree); where it is not drawn the markup's state holds (`:checked=false` takes back `checked`). An `iframe`'s children
are its document. Layout is a stack of lines 20 px high, 8 px a character, unless a box is given. Needs the extra `test`
(hypothesis).
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from perception.drawing import Drawn, capture_from, parse, walk
from perception.loading import load
from perception.node import Node
from perception.perceive import Page, perceive
from perception.profile import DEFAULT, Profile
from perception.tables.roles import ROLES

__all__ = [
    "Drawn",
    "attributes",
    "capture_from",
    "captures",
    "elements",
    "node_at",
    "page_from",
    "parse",
    "texts",
    "trees",
    "walk",
]


def page_from(
    tree: str | Drawn | Sequence[Drawn],
    *,
    viewport: tuple[float, float] = (1280, 800),
    viewport_expansion: float = 0,
    profile: Profile = DEFAULT,
) -> Page:
    """The page that the tree draws; what is not `html` is put into its body. `viewport` is width, height in CSS px."""
    return perceive(load(capture_from(tree, viewport=viewport)), viewport_expansion, profile)


def node_at(page: Page, what: str) -> Node:
    """The first node in wire order with this id attribute, else this tag. Raises LookupError where there is none."""
    s = page.snapshot
    found = next((i for i in range(len(s)) if s.attrs(i).get("id") == what), -1)
    if found < 0:
        found = next((i for i in range(len(s)) if s.tag[i] == what), -1)
    if found < 0:
        raise LookupError(f"no node with the id or tag {what!r}")
    return page.node(found)


# ------------------------------------------------------------------------------------------------ strategies

TAGS = (
    *(
        "a",
        "article",
        "aside",
        "button",
        "details",
        "dialog",
        "div",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
    ),
    *("header", "img", "input", "label", "legend", "li", "main", "nav", "option", "p", "section", "select", "span"),
    *("summary", "table", "td", "textarea", "th", "tr", "ul"),
)
"""Elements that drawn trees are made of."""

_IDS = ("a", "b", "c", "d")
_TEXTS = st.one_of(
    st.sampled_from(("", " ", "Save", "Two words", "\u00a0", "\ue001", "one\n two", "a\u200db")),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)
_ATTRIBUTES: dict[str, st.SearchStrategy[str]] = {
    "alt": _TEXTS,
    "aria-checked": st.sampled_from(("true", "false", "mixed", "")),
    "aria-describedby": st.lists(st.sampled_from(_IDS), max_size=3).map(" ".join),
    "aria-expanded": st.sampled_from(("true", "false")),
    "aria-hidden": st.sampled_from(("true", "false")),
    "aria-label": _TEXTS,
    "aria-labelledby": st.lists(st.sampled_from(_IDS), max_size=3).map(" ".join),
    "aria-owns": st.lists(st.sampled_from(_IDS), max_size=3).map(" ".join),
    "disabled": st.just(""),
    "for": st.sampled_from(_IDS),
    "hidden": st.just(""),
    "href": st.just("/x"),
    "id": st.sampled_from(_IDS),
    "open": st.just(""),
    "placeholder": _TEXTS,
    "role": st.one_of(st.sampled_from([row.id for row in ROLES]), _TEXTS),
    "tabindex": st.sampled_from(("0", "-1", "x")),
    "title": _TEXTS,
    "type": st.sampled_from(("text", "checkbox", "radio", "submit", "button", "image", "password", "search")),
    "value": _TEXTS,
}


def texts() -> st.SearchStrategy[str]:
    """Texts of attributes and nodes: empty, blank, ordinary, odd."""
    return _TEXTS


def attributes() -> st.SearchStrategy[dict[str, str]]:
    """Attributes of one element: those that names, roles and states look at, with values that occur and odd ones."""
    return st.lists(st.sampled_from(sorted(_ATTRIBUTES)), max_size=4, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: _ATTRIBUTES[name] for name in names})
    )


def elements(children: st.SearchStrategy[list[Drawn]]) -> st.SearchStrategy[Drawn]:
    """One element over the given children."""
    styles = st.sampled_from(({}, {}, {}, {"display": "block"}, {"display": "none"}, {"visibility": "hidden"}))
    return st.builds(Drawn, st.sampled_from(TAGS), attributes(), children, styles.map(dict), st.just({}).map(dict))


def trees(max_leaves: int = 12) -> st.SearchStrategy[list[Drawn]]:
    """Trees of elements and texts, ready for `page_from`."""
    leaf = st.builds(Drawn, st.just("#text"), text=_TEXTS)
    node = st.recursive(leaf, lambda inner: elements(st.lists(inner, max_size=4)), max_leaves=max_leaves)
    return st.lists(node, min_size=1, max_size=4)


def captures(max_leaves: int = 12) -> st.SearchStrategy[dict[str, Any]]:
    """Capture envelopes of drawn trees."""
    return trees(max_leaves).map(capture_from)
