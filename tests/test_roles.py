"""Roles: the tables are whole, a role looks at ancestors only (SPEC 3.1). The sentences of the specifications are rows
of tests/conformance."""

from itertools import chain

import pytest
from hypothesis import given, settings

from perception.loading import load
from perception.perceive import perceive
from perception.role_conditions import CONDITIONS
from perception.snapshot import ELEMENT
from perception.states import SUPPORTED
from perception.tables.controls import INPUT_TYPES
from perception.tables.html_roles import HTML_ROLES, MATHML_ROLES, SVG_ROLES, ElementRow
from perception.tables.roles import AUTHOR, CONTENT, NAMED_ROLES, PROHIBITED, ROLES, SYNONYMS, RoleRow
from perception.testing import Drawn, capture_from, node_at, page_from, trees
from tests.growth import RATIO, seconds

ARIA_12 = """
    alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
    complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
    gridcell group heading insertion link list listbox listitem log main marquee math menu menubar menuitem
    menuitemcheckbox menuitemradio meter navigation none note option paragraph progressbar radio radiogroup region row
    rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch
    tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem
"""
ARIA_13 = "comment image mark sectionfooter sectionheader suggestion"
ABSTRACT = "command composite input landmark range roletype section sectionhead select structure widget window"
GRAPHICS = "graphics-document graphics-object graphics-symbol"
DPUB = """
    abstract acknowledgments afterword appendix backlink biblioentry bibliography biblioref chapter colophon conclusion
    cover credit credits dedication endnote endnotes epigraph epilogue errata example footnote foreword glossary
    glossref index introduction noteref notice pagebreak pagefooter pageheader pagelist part preface prologue pullquote
    qna subtitle tip toc
"""

NAMED_FROM_CONTENT = """
    button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row
    rowheader switch tab tooltip treeitem
"""
NEVER_NAMED = """
    caption code definition deletion emphasis generic insertion none paragraph strong subscript superscript term time
"""

ATOMIC = """
    button checkbox doc-cover doc-pagebreak graphics-symbol image menuitemcheckbox menuitemradio meter option
    progressbar radio scrollbar separator slider switch tab
"""

BY_ID = {row.id: row for row in ROLES}


# ---------------------------------------------------------------------------------------------------- tables


def test_every_role_of_the_specifications_has_a_row() -> None:
    concrete = {*ARIA_12.split(), *ARIA_13.split(), *GRAPHICS.split(), *(f"doc-{name}" for name in DPUB.split())}
    assert {row.id for row in ROLES if not row.is_abstract} == concrete
    assert {row.id for row in ROLES if row.is_abstract} == set(ABSTRACT.split())


def test_role_rows_are_sorted_and_know_their_parents() -> None:
    ids = [row.id for row in ROLES]
    assert ids == sorted(set(ids))
    for row in ROLES:
        assert row.parents or row.id == "roletype"
        assert {*row.parents, *row.contexts} <= BY_ID.keys()
        assert row.naming in (AUTHOR, CONTENT, PROHIBITED)
    assert set(SYNONYMS.values()) | NAMED_ROLES <= BY_ID.keys()
    assert not SYNONYMS.keys() & BY_ID.keys() - {"directory"}


@pytest.mark.parametrize(
    ("role", "states"),
    [
        ("button", {"disabled", "expanded", "haspopup", "pressed"}),
        ("switch", {"checked", "expanded", "disabled", "errormessage", "invalid", "readonly", "required"}),
        ("heading", {"level"}),
        ("meter", {"valuemax", "valuemin", "valuenow", "valuetext"}),
        ("paragraph", set()),
    ],
)
def test_roles_support_their_superclasses_states(role: str, states: set[str]) -> None:
    assert SUPPORTED[role] == states


def test_names_of_roles_are_given_from_content_or_not_at_all() -> None:
    """Source: wai-aria-1.2 #namefromcontent, #namefromprohibited."""
    content = {
        row.id for row in ROLES if row.naming == CONTENT and row.source == "wai-aria-1.2" and not row.is_abstract
    }
    assert content == set(NAMED_FROM_CONTENT.split())
    prohibited = {row.id for row in ROLES if row.naming == PROHIBITED and row.source == "wai-aria-1.2"}
    assert prohibited == set(NEVER_NAMED.split())


def test_roles_with_presentational_children() -> None:
    """Source: wai-aria-1.2 #childrenArePresentational and its neighbours in the modules."""
    assert {row.id for row in ROLES if row.is_atomic} == set(ATOMIC.split())


@pytest.mark.parametrize("rows", [HTML_ROLES, SVG_ROLES, MATHML_ROLES])
def test_element_rows_end_without_a_condition(rows: tuple[ElementRow, ...]) -> None:
    tags = [row.tag for row in rows]
    assert tags == sorted(tags)
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        if not row.condition:
            assert after is None or after.tag != row.tag, "an unreachable row"
        word, _, value = row.condition.partition(":")
        assert value in INPUT_TYPES if value else word in CONDITIONS or not word
        assert row.role in BY_ID


GENERIC = """
    abbr acronym audio b base bdi bdo big body canvas center cite col colgroup data div dl embed figcaption font frame
    frameset head i iframe kbd label legend link map marquee meta noscript object param picture pre q rp rt ruby samp
    script slot small source span strike style summary template title track tt u unknown var video wbr
"""


@pytest.mark.parametrize("tag", GENERIC.split())
def test_elements_without_a_row_are_generic(tag: str) -> None:
    assert tag not in {row.tag for row in HTML_ROLES}
    assert node_at(page_from(f"{tag} id=x"), "x").role == "generic"


IMPLICIT = {
    "address": "group",
    "article": "article",
    "blockquote": "blockquote",
    "button": "button",
    "caption": "caption",
    "code": "code",
    "datalist": "listbox",
    "dd": "definition",
    "del": "deletion",
    "details": "group",
    "dfn": "term",
    "dialog": "dialog",
    "dt": "term",
    "em": "emphasis",
    "fieldset": "group",
    "figure": "figure",
    "form": "form",
    "hgroup": "group",
    "hr": "separator",
    "ins": "insertion",
    "main": "main",
    "mark": "mark",
    "menu": "list",
    "meter": "meter",
    "nav": "navigation",
    "ol": "list",
    "optgroup": "group",
    "option": "option",
    "output": "status",
    "p": "paragraph",
    "progress": "progressbar",
    "s": "deletion",
    "search": "search",
    "strong": "strong",
    "sub": "subscript",
    "sup": "superscript",
    "table": "table",
    "textarea": "textbox",
    "time": "time",
    "ul": "list",
}


@pytest.mark.parametrize(("tag", "role"), IMPLICIT.items())
def test_implicit_role(tag: str, role: str) -> None:
    assert node_at(page_from(f"{tag} id=x"), "x").role == role


@pytest.mark.parametrize("row", [row for row in ROLES if not row.is_abstract], ids=lambda row: row.id)
def test_every_token_is_taken_in_its_context(row: RoleRow) -> None:
    around = [row.id]
    while BY_ID[around[0]].contexts:
        around.insert(0, BY_ID[around[0]].contexts[-1])
    node = Drawn("b", {"id": "x", "role": row.id, "title": "a"})
    for role in reversed(around[:-1]):
        node = Drawn("div", {"role": role}, [node])
    assert node_at(page_from(node), "x").role == SYNONYMS.get(row.id, row.id)


# ---------------------------------------------------------------------------------------------------- why


@pytest.mark.parametrize(
    ("tree", "why"),
    [
        ("div id=x role=button", "explicit"),
        ("button id=x", "implicit"),
        ("div id=x draggable=true", "minimum"),
        ("div id=x role=tab tabindex=0", "orphan"),
        ('i id=x {content: url("a.png")}', "image content"),
        ("h2 id=x role=none tabindex=0", "implicit"),
    ],
)
def test_what_decided(tree: str, why: str) -> None:
    page = page_from(tree)
    assert page.roles.role_from(node_at(page, "x").i) == why


# ---------------------------------------------------------------------------------------------------- properties


def test_texts_and_pseudo_elements_have_no_role() -> None:
    page = page_from('p\n  ::before {content: "a"}\n  "b"')
    s = page.snapshot
    assert [page.roles.role(i) for i in range(len(s)) if s.tag[i] in ("#text", "::before", "#document")] == ["", "", ""]


@settings(max_examples=60, deadline=None)
@given(trees())
def test_a_role_depends_on_ancestors_and_references_alone(tree: list[Drawn]) -> None:
    """Asking for one node decides its ancestors, and all the same as asking for every node in order."""
    snapshot = load(capture_from(tree))
    whole = perceive(snapshot)
    in_order = [whole.roles.role(i) for i in range(len(snapshot))]
    backwards = perceive(snapshot)
    assert [backwards.roles.role(i) for i in reversed(range(len(snapshot)))] == in_order[::-1]
    last = len(snapshot) - 1
    lazy = perceive(snapshot)
    lazy.roles.role(last)
    decided = {i for i, role in enumerate(lazy.roles._roles) if role is not None}
    assert decided == {last, *lazy.flat_tree.ancestors(last)}


@settings(max_examples=60, deadline=None)
@given(trees())
def test_roles_are_roles(tree: list[Drawn]) -> None:
    page = page_from(tree)
    s = page.snapshot
    for i in range(len(s)):
        role = page.roles.role(i)
        assert role in BY_ID if s.node_type[i] == ELEMENT else role == ""
        assert role == "" or not BY_ID[role].is_abstract


def deep(tag: str, depth: int, **attributes: str) -> list[Drawn]:
    """A chain of elements one in another."""
    node = Drawn(tag, attributes, [Drawn("#text", text="a")])
    for _ in range(depth):
        node = Drawn(tag, attributes, [node])
    return [node]


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("header", {}),
        ("li", {}),
        ("td", {}),
        ("div", {"role": "treeitem"}),
        ("div", {"role": "menuitem"}),
        ("aside", {}),
    ],
)
def test_depth_costs_no_more_than_length(tag: str, attributes: dict[str, str]) -> None:
    def work(depth: int):  # type: ignore[no-untyped-def]
        snapshot = load(capture_from(deep(tag, depth, **attributes)))

        def prepare():  # type: ignore[no-untyped-def]
            page = perceive(snapshot)
            return lambda: [page.roles.role(i) for i in range(len(snapshot))]

        return prepare

    assert seconds(work(2000)) < RATIO * seconds(work(500)) + 1e-3


def test_the_last_node_of_a_deep_page_has_a_role() -> None:
    page = page_from(deep("section", 5000))
    assert page.roles.role(len(page.snapshot) - 2) == "generic"


def test_tables_are_data() -> None:
    assert all(isinstance(row, tuple) for row in chain(ROLES, HTML_ROLES, SVG_ROLES, MATHML_ROLES))
