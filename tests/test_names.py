"""Names: policies, what was read, laziness, growth, and what holds for any tree (SPEC 3.2, 3.3). The sentences of the
specifications are rows of tests/conformance."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.characters import collapsed, visible
from perception.errors import UnknownNameError
from perception.loading import load
from perception.names import ACCNAME, HOST_NAMED_ELEMENTS, Names
from perception.perceive import Page, perceive
from perception.profile import DEFAULT, NOTTE, WEBBRAIN, NameStep, Profile
from perception.snapshot import ELEMENT
from perception.tables.naming import (
    ATOMIC_ELEMENTS,
    BOXLESS_PARTS,
    CLOSED_ROLES,
    MOST_SAID,
    NAME_ATTRIBUTES,
    NAMED_BY_CONTENT_ELEMENTS,
    UNREAD_ELEMENTS,
)
from perception.tables.roles import ROLES
from perception.testing import Drawn, capture_from, node_at, page_from, texts, trees, walk
from tests.growth import RATIO, growth, seconds

# ---------------------------------------------------------------------------------------------------- what was read


class Read(NamedTuple):
    """The step that names `id=x`, and the ids of the nodes that were read (`x` itself too)."""

    tree: str
    step: str
    nodes: str


@pytest.mark.parametrize(
    "case",
    [
        Read('button id=x aria-labelledby="b a"\ni id=a "a"\ni id=b "b"', "comp_labelledby", "b a"),
        Read('button id=x aria-label="a"', "comp_label", "x"),
        Read('label for=x id=l "a"\ninput id=x', "comp_host_language_label", "l"),
        Read('fieldset id=x\n  legend id=l "a"', "comp_host_language_label", "l"),
        Read('img id=x alt="a" src=/', "comp_host_language_label", "x"),
        Read('a id=x href=/ "a"', "comp_name_from_content", "x"),
        Read('div id=x role=dialog\n  h2 "a"', "comp_name_from_heading", "x"),
        Read('div id=x role=group title="a"', "comp_tooltip", "x"),
        Read('input id=x placeholder="a"', "comp_placeholder", "x"),
        Read('figure\n  img id=x src=/\n  figcaption "a"', "comp_figure", "x"),
        Read('p id=x "a"', "", ""),
        Read('img id=x alt="" title="a" src=/', "", ""),
    ],
)
def test_the_step_that_answered_and_what_it_read(case: Read) -> None:
    page = page_from(case.tree)
    i = node_at(page, "x").i
    assert page.names.name_from(i) == case.step
    assert " ".join(page.snapshot.attrs(k)["id"] for k in page.names.name_nodes(i)) == case.nodes


def test_the_texts_that_make_up_a_name() -> None:
    page = page_from('a id=x href=/ "one "\n  b hidden "no"\n  img id=i alt="two" src=/\n  u " three"')
    nodes = page.names.name_parts(node_at(page, "x").i)
    assert [page.snapshot.attrs(k).get("id") or page.snapshot.text(k) for k in nodes] == ["one ", "i", " three"]


def test_only_elements_have_names() -> None:
    page = page_from('a href=/\n  ::before {content: "b"}\n  "a"')
    s = page.snapshot
    assert {page.names.name(i) for i in range(len(s)) if s.node_type[i] != ELEMENT or i in s.pseudo_type} == {""}


def test_a_capture_without_layout_is_read_by_its_markup() -> None:
    hidden = '<b hidden>2</b><i style="display:none">3</i>'
    unseen = '<i style="visibility:hidden">4<u style="visibility:visible">5</u></i>'
    page = perceive(load(f"<a href=/ id=x>One {hidden}{unseen}<span>six</span></a>".encode()))
    assert node_at(page, "x").name == "One 5six"


def test_blocks_are_apart_without_layout() -> None:
    page = perceive(load(b"<a href=/ id=x><div>One</div><div>two</div></a>"))
    assert node_at(page, "x").name == "One two"


# ---------------------------------------------------------------------------------------------------- policies

PAGE = """
    div id=hidden {display: none} "hidden text"
    button id=before
      ::before {content: "PRE "}
      "Save"
    div id=titled title="tt"
      span "nested"
    div tabindex=0 "tab div"
    input id=unnamed
    label for=box "lab"
    input type=checkbox id=box
    select id=select
      option :selected "A"
      option selected :selected=false "B"
    a id=link href=/ "link "
      b "bold"
    details id=details
      "content of details"
      summary id=sum "Sum"
    div id=spin role=spinbutton "spin"
    img id=image src=/i.png
    input id=labelled aria-label="by label" aria-labelledby=hidden placeholder="p" title="t"
    input id=tip placeholder="p" title="t"
    input id=submit type=submit value="Send"
    input type=password id=secret value="hunter2" name="pw"
    h2 id=long "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789+"
    ul
      li id=item "one"
"""

WEBBRAIN_NAMES = {
    "hidden": "hidden text",
    "before": "Save",
    "titled": "tt",
    "unnamed": "tab div",
    "box": "lab",
    "select": "B",
    "link": "link",
    "details": "content of details",
    "sum": "Sum",
    "spin": "Sum",
    "image": "",
    "labelled": "by label",
    "tip": "p",
    "submit": "Send",
    "long": "0123456789" * 10,
    "item": "one",
}
NOTTE_NAMES = {
    "hidden": "",
    "before": "Save",
    "titled": "tt",
    "unnamed": "",
    "box": "",
    "select": "",
    "link": "link bold",
    "image": "/i.png",
    "labelled": "by label",
    "tip": "t",
    "submit": "Send",
    "secret": "pw",
    "body": "body content",
}


@pytest.mark.parametrize(("id", "name"), WEBBRAIN_NAMES.items())
def test_webbrain_names(id: str, name: str) -> None:
    assert node_at(page_from(PAGE, profile=WEBBRAIN), id).name == name


@pytest.mark.parametrize(("id", "name"), NOTTE_NAMES.items())
def test_notte_names(id: str, name: str) -> None:
    assert node_at(page_from(PAGE, profile=NOTTE), id).name == name


@pytest.mark.parametrize("profile", [DEFAULT, NOTTE, WEBBRAIN], ids=lambda profile: profile.name)
def test_no_policy_names_a_secret(profile: Profile) -> None:
    page = page_from(PAGE, profile=profile)
    assert not any("hunter2" in page.names.name(i) for i in range(len(page.snapshot)))


def test_an_unknown_policy_is_named_with_those_there_are() -> None:
    page = page_from("p", profile=replace(DEFAULT, name_policy="best"))
    with pytest.raises(UnknownNameError, match=r"name policy 'best'.*accname, notte, webbrain"):
        page.names.name(0)


def test_a_policy_of_ones_own() -> None:
    def test_id(names: Names, i: int) -> str | None:
        return names.snapshot.attrs(i).get("data-testid")

    mine = replace(DEFAULT, name_policy=(NameStep("test_id", test_id), *ACCNAME))
    page = page_from('button data-testid="save" "Speichern"\na href=/ "Home"', profile=mine)
    assert (node_at(page, "button").name, node_at(page, "button").name_from) == ("save", "test_id")
    assert node_at(page, "a").name == "Home"


# ---------------------------------------------------------------------------------------------------- tables


def test_naming_tables_name_real_roles() -> None:
    assert {row.id for row in ROLES} >= CLOSED_ROLES


def test_elements_that_say_something_are_of_one_kind() -> None:
    assert not ATOMIC_ELEMENTS & UNREAD_ELEMENTS
    assert not NAMED_BY_CONTENT_ELEMENTS & HOST_NAMED_ELEMENTS
    assert {"aria-label", "aria-labelledby", "title", "placeholder"} <= NAME_ATTRIBUTES


# ---------------------------------------------------------------------------------------------------- any tree


def text(content: str) -> Drawn:
    return Drawn("#text", text=content)


def names_of(page: Page) -> list[str]:
    return [page.names.name(i) for i in range(len(page.snapshot))]


NORMAL = re.compile(r"[^ \t\n\f\r\ue000-\uf8ff]+( [^ \t\n\f\r\ue000-\uf8ff]+)*")


@settings(max_examples=50, deadline=None)
@given(trees(), st.sampled_from([DEFAULT, NOTTE, WEBBRAIN]))
def test_names_have_a_normal_form_and_a_step(tree: list[Drawn], profile: Profile) -> None:
    page = page_from(tree, profile=profile)
    for i, name in enumerate(names_of(page)):
        assert NORMAL.fullmatch(name) or not name
        assert bool(page.names.name_from(i)) == bool(name)
        assert bool(page.names.name_nodes(i)) == bool(name)


@settings(max_examples=50, deadline=None)
@given(trees())
def test_names_do_not_depend_on_the_order_of_asking(tree: list[Drawn]) -> None:
    snapshot = load(capture_from(tree))
    page = perceive(snapshot)
    backwards = [page.names.name(i) for i in reversed(range(len(snapshot)))]
    assert backwards[::-1] == names_of(perceive(snapshot))
    assert [perceive(snapshot).names.name(i) for i in range(len(snapshot))] == backwards[::-1]


SOURCES: tuple[tuple[str, Callable[[Drawn], None]], ...] = (
    ("comp_placeholder", lambda node: node.attributes.update({"placeholder": "the placeholder"})),
    ("comp_tooltip", lambda node: node.attributes.update({"title": "the title"})),
    ("comp_host_language_label", lambda node: node.attributes.update({"id": "named"})),
    ("comp_label", lambda node: node.attributes.update({"aria-label": "the label"})),
    ("comp_labelledby", lambda node: node.attributes.update({"aria-labelledby": "reference"})),
)
"""What names a field, from the weakest to the strongest."""

REFERENCES = [
    Drawn("label", {"for": "named"}, [Drawn("#text", text="the native label")]),
    Drawn("i", {"id": "reference"}, [Drawn("#text", text="the reference")]),
]


@settings(max_examples=50, deadline=None)
@given(trees(max_leaves=6), st.sets(st.sampled_from(range(len(SOURCES))), min_size=1))
def test_the_strongest_source_wins_and_taking_it_away_falls_back(tree: list[Drawn], chosen: set[int]) -> None:
    order = sorted(chosen, reverse=True)
    for k in range(len(order)):
        field = Drawn("input", {"data-field": ""})
        for source in order[k:]:
            SOURCES[source][1](field)
        page = page_from([*REFERENCES, field, *tree])
        i = next(i for i in range(len(page.snapshot)) if "data-field" in page.snapshot.attrs(i))
        assert page.names.name_from(i) == SOURCES[order[k]][0]


@settings(max_examples=50, deadline=None)
@given(trees(max_leaves=8))
def test_hidden_content_never_leaks_unless_referenced(tree: list[Drawn]) -> None:
    """An option says all of its text, hidden or not; there is none here."""
    secret = Drawn("b", {"hidden": ""}, [text("QQQ"), Drawn("img", {"alt": "QQQ", "data-secret": ""})])
    for node in list(walk(tree)):
        node.attributes.pop("aria-labelledby", None)
        node.tag = "p" if node.tag in BOXLESS_PARTS else node.tag
        if node.tag != "#text":
            node.children.append(secret)
    page = page_from(tree)
    for i, name in enumerate(names_of(page)):
        assert "QQQ" not in name or "data-secret" in page.snapshot.attrs(i)


@settings(max_examples=50, deadline=None)
@given(trees(max_leaves=8), trees(max_leaves=6))
def test_a_name_depends_on_nothing_outside_its_sources(tree: list[Drawn], more: list[Drawn]) -> None:
    """What is added elsewhere, without ids and references, changes no name."""
    for node in walk(more):
        for name in ("id", "for", "aria-owns", "aria-labelledby", "aria-describedby"):
            node.attributes.pop(name, None)
    alone = page_from([Drawn("div", children=tree)])
    beside = page_from([Drawn("div", children=tree), Drawn("section", children=more)])
    count = len(alone.snapshot)
    assert names_of(beside)[:count] == names_of(alone)


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(NAME_ATTRIBUTES)), texts()),
    st.sampled_from(["a", "img", "input", "svg", "td"]),
)
def test_any_attribute_text_is_taken(attributes: dict[str, str], tag: str) -> None:
    for profile in (DEFAULT, NOTTE, WEBBRAIN):
        names_of(page_from([Drawn(tag, attributes), Drawn("#text", text="a")], profile=profile))


@settings(max_examples=40, deadline=None)
@given(trees(), st.permutations(ACCNAME))
def test_steps_are_asked_in_their_order(tree: list[Drawn], steps: list[NameStep]) -> None:
    page = page_from(tree, profile=replace(DEFAULT, name_policy=tuple(steps)))
    for i in range(len(page.snapshot)):
        step = page.names.name_from(i)
        for earlier in steps[: next((k for k, one in enumerate(steps) if one.id == step), 0)]:
            said = earlier.source(page.names, i)
            assert said is None or (said and not collapsed(visible(said)))


# ---------------------------------------------------------------------------------------------------- growth


LONG = " ".join(f"i{k}" for k in range(60))


@pytest.mark.parametrize("profile", [DEFAULT, WEBBRAIN], ids=lambda profile: profile.name)
def test_a_long_list_says_the_same_to_all_but_those_inside(profile: Profile) -> None:
    """Elements that share a list are named as if each had one of its own; what is inside a target leaves itself out."""
    inside = Drawn("input", {"type": "checkbox", "aria-labelledby": LONG, "title": "x"})
    words = [Drawn("i", {"id": f"i{k}"}, [text(f"w{k}"), *([inside] if k == 2 else [])]) for k in range(60)]
    outside = [Drawn("button", {"aria-labelledby": LONG}) for _ in range(2)]
    page = page_from([*words, *outside], profile=profile)
    box, *buttons = page.select("input, button")
    assert buttons[0].name == buttons[1].name
    assert buttons[0].name.startswith("w0 w1 w2")
    alone = page_from([*words, outside[0]], profile=profile)
    assert alone.select("button")[0].name == buttons[0].name
    assert box.name == page_from(words, profile=profile).select("input")[0].name


def test_a_name_is_no_longer_than_a_limit() -> None:
    page = page_from([Drawn("button", children=[text("word " * MOST_SAID)])])
    assert len(node_at(page, "button").name) == MOST_SAID - 1


@pytest.mark.parametrize("profile", [DEFAULT, NOTTE, WEBBRAIN], ids=lambda profile: profile.name)
def test_names_inside_one_another_do_not_add_up(profile: Profile) -> None:
    page = page_from(nested("section", "h2", "a word ")(3 * MOST_SAID // 7), profile=profile)
    assert max(map(len, names_of(page))) <= MOST_SAID


def chain_of(depth: int, **attributes: str) -> list[Drawn]:
    node = Drawn("#text", text="a")
    for _ in range(depth):
        node = Drawn("div", dict(attributes), [node])
    return [node]


def labelled_by(count: int) -> list[Drawn]:
    ids = [f"i{k}" for k in range(count)]
    return [Drawn("button", {"aria-labelledby": " ".join(ids)}), *(Drawn("i", {"id": id}, [text("a")]) for id in ids)]


def labels_of(count: int) -> list[Drawn]:
    return [*(Drawn("label", {"for": "x"}, [text("a")]) for _ in range(count)), Drawn("input", {"id": "x"})]


def labels_in_labels(count: int) -> list[Drawn]:
    node = Drawn("input", {"type": "checkbox"})
    for _ in range(count):
        node = Drawn("label", children=[node, text("a")])
    return [node]


def cycle_of(count: int) -> list[Drawn]:
    return [Drawn("button", {"id": f"i{k}", "aria-labelledby": f"i{(k + 1) % count}"}) for k in range(count)]


def named_by_the_same(count: int) -> list[Drawn]:
    """Buttons that share a long list; the wire has it once."""
    ids = [f"i{k}" for k in range(count)]
    said = {"aria-labelledby": " ".join(ids), "aria-describedby": " ".join(ids)}
    words = [Drawn("i", {"id": id}, [text("many words " * 4)]) for id in ids]
    return [*words, *(Drawn("button", dict(said)) for _ in ids)]


def named_by_their_container(count: int) -> list[Drawn]:
    fields = [Drawn("input", {"type": "checkbox", "aria-labelledby": "set"}) for _ in range(count)]
    return [Drawn("fieldset", {"id": "set"}, [Drawn("legend", children=[text("a")]), *fields])]


def table_of(count: int) -> list[Drawn]:
    rows = [
        Drawn("tr", children=[Drawn("td", children=[Drawn("a", {"href": "/"}, [text("a")])]), Drawn("td")])
        for _ in range(count)
    ]
    return [Drawn("table", children=rows)]


def fields_in_a_row(count: int) -> list[Drawn]:
    return [Drawn("input") for _ in range(count)]


def nested(tag: str, inner: str, said: str) -> Callable[[int], list[Drawn]]:
    """Elements inside one another, each saying something before the next."""

    def draw(count: int) -> list[Drawn]:
        nodes: list[Drawn] = []
        for _ in range(count):
            nodes = [Drawn(tag, children=[Drawn(inner, children=[text(said), *nodes])])]
        return nodes

    return draw


def fields_behind_a_long_text(count: int) -> list[Drawn]:
    fields = [Drawn("input") for _ in range(count)]
    return [Drawn("p", children=[text("word " * 20 * count)]), Drawn("div", children=fields)]


GROWING: dict[str, Callable[[int], list[Drawn]]] = {
    "buttons": lambda n: chain_of(n, role="button"),
    "container": named_by_their_container,
    "cycle": cycle_of,
    "dialogs": lambda n: chain_of(n, role="dialog"),
    "blank-items": nested("ul", "li", " "),
    "fields": lambda n: chain_of(n, role="textbox"),
    "fields-behind-a-text": fields_behind_a_long_text,
    "groups": nested("fieldset", "legend", "many words " * 20),
    "headings": nested("section", "h2", "many words " * 20),
    "items": nested("ul", "li", "one or two words "),
    "label": lambda n: [Drawn("label", {"for": "x"}, chain_of(n)), Drawn("input", {"id": "x"})],
    "labels": labels_of,
    "labels-in-labels": labels_in_labels,
    "links": lambda n: chain_of(n, role="link", title="a"),
    "references": labelled_by,
    "same-references": named_by_the_same,
    "siblings": fields_in_a_row,
    "table": table_of,
    "tree-items": lambda n: chain_of(n, role="treeitem", tabindex="0"),
}


@pytest.mark.parametrize("draw", GROWING.values(), ids=GROWING)
@pytest.mark.parametrize("profile", [DEFAULT, NOTTE, WEBBRAIN], ids=lambda profile: profile.name)
def test_naming_every_element_is_one_pass(draw: Callable[[int], list[Drawn]], profile: Profile) -> None:
    def work(count: int) -> Callable[[], Callable[[], object]]:
        snapshot = load(capture_from(draw(count)))

        def prepare() -> Callable[[], object]:
            page = perceive(snapshot, profile=profile)
            return lambda: [(page.names.name(i), page.states.value(i)) for i in range(len(snapshot))]

        return prepare

    assert growth(work(300), work(1200)) < RATIO


def test_one_name_does_not_name_the_page() -> None:
    """A name costs the same on a small page and on a large one."""

    def work(count: int) -> Callable[[], Callable[[], object]]:
        snapshot = load(capture_from([Drawn("a", {"id": "x", "href": "/"}, [text("a")]), *table_of(count)]))
        i = next(i for i in range(len(snapshot)) if snapshot.attrs(i).get("id") == "x")

        def prepare() -> Callable[[], object]:
            page = perceive(snapshot)
            return lambda: (page.names.name(i), page.roles.role(i))

        return prepare

    assert seconds(work(2000), 3) < RATIO * seconds(work(20), 3) + 1e-3


def test_five_thousand_levels() -> None:
    page = page_from(chain_of(5000, role="button"))
    assert {page.names.name(i) for i in range(5, 5004)} == {"a"}


def test_white_space_of_the_source_does_not_count_for_the_limit_of_names() -> None:
    lines = "\n".join(f"{' ' * 60}word{k}" for k in range(300))
    page = page_from([Drawn("button", {}, [Drawn("div", {}, [text(lines)]), text("the end")])])
    button = node_at(page, "button")
    assert button.name.startswith("word0 word1 ")
    assert button.name.endswith("word299 the end")
