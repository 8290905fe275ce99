"""CSS selectors and find (SPEC 8.1, 8.3): rows by feature, a plain reference on random trees, hostile texts, growth."""

import functools
import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception import DEFAULT, AmbiguousError, BudgetError, SelectorError, load_html, perceive
from perception.loading import load
from perception.node import Node
from perception.perceive import Page
from perception.selectors import (
    MAX_LENGTH,
    MAX_NESTING,
    Complex,
    Compound,
    SelectorList,
    css_identifier,
    css_string,
    parse,
)
from perception.testing import Drawn, capture_from, page_from, trees
from tests.growth import RATIO, growth


def ids(page: Page, selector: str) -> str:
    """The ids of what a selector matches, in order."""
    return " ".join(node.attributes.get("id", node.tag) for node in page.select(selector))


PAGE = """
    html lang=en-GB
      body
        div id=one class="a b" data-x="A" title=""
          p id=p1 class=a "text"
          p id=p2
          b id=b1
          p id=p3 class="a c"
        div id=two lang=de
          div id=three
            p id=p4 class=c
              i id=i1
        form id=form
          input id=name required :value=""
          input id=mail type=email placeholder="you@x" :value=""
          input id=tick type=checkbox checked :checked=false
          input id=tock type=checkbox :checked
          fieldset id=off disabled
            legend id=legend
              input id=free
            input id=shut
          select id=choice
            option id=o1
            option id=o2 :selected
        a id=link href="#p1" TARGET=_blank
        svg id=pic viewBox="0 0 1 1"
          linearGradient id=shade
"""

ROWS = [
    ("type", "p", "p1 p2 p3 p4"),
    ("type_without_case", "P", "p1 p2 p3 p4"),
    ("type_foreign_without_case", "lineargradient", "shade"),
    ("universal", "#two *", "three p4 i1"),
    ("class", ".a", "one p1 p3"),
    ("classes", "p.a.c", "p3"),
    ("id", "#p2", "p2"),
    ("attribute", "[data-x]", "one"),
    ("attribute_name_without_case", "[DATA-X]", "one"),
    ("attribute_value_keeps_case", "[data-x=a]", ""),
    ("attribute_i", "[data-x=a i]", "one"),
    ("attribute_s", "[type=EMAIL s]", ""),
    ("attribute_value_of_html_without_case", "[type=EMAIL]", "mail"),
    ("attribute_empty", "[title='']", "one"),
    ("attribute_empty_substring", "[title*='']", ""),
    ("attribute_prefix", "[id^=p]:not(#pic)", "p1 p2 p3 p4"),
    ("attribute_dash", "[lang|=en]", "html"),
    ("descendant", "div i", "i1"),
    ("child", "div > p", "p1 p2 p3 p4"),
    ("next", "p + b", "b1"),
    ("later", "b ~ p", "p3"),
    ("list", "i, b, i", "b1 i1"),
    ("first_child", "#one > :first-child", "p1"),
    ("last_child", "#one > :last-child", "p3"),
    ("only_child", "#two :only-child", "three p4 i1"),
    ("nth_child", "p:nth-child(2n)", "p2 p3"),
    ("nth_child_of", ":nth-child(2 of p)", "p2"),
    ("nth_last_child", "p:nth-last-child(1)", "p3 p4"),
    ("nth_of_type", "p:nth-of-type(3)", "p3"),
    ("nth_of_type_of_any", "#one > *:nth-of-type(1)", "p1 b1"),
    ("first_of_type", "#one > :first-of-type", "p1 b1"),
    ("is", ":is(i, b)", "b1 i1"),
    ("where", "div :where(i, b)", "b1 i1"),
    ("not_list", "p:not(.a, #p2)", "p4"),
    ("not_complex", "p:not(div div p)", "p1 p2 p3"),
    ("has", "div:has(i)", "two three"),
    ("has_child", "div:has(> i)", ""),
    ("has_next", "p:has(+ b)", "p2"),
    ("has_later", "p:has(~ .c)", "p1 p2"),
    ("not_has", "div:not(:has(i))", "one"),
    ("nested", ":is(div:not(:has(b)), :is(b))", "b1 two three"),
    ("root", ":root", "html"),
    ("empty", "div :empty", "p2 b1 p3 i1"),
    ("checked", ":checked", "tock o2"),
    ("disabled", "input:disabled", "shut"),
    ("enabled", "input:enabled", "name mail tick tock free"),
    ("required", ":required", "name"),
    ("optional", "input:optional", "mail tick tock free shut"),
    ("placeholder_shown", ":placeholder-shown", "mail"),
    ("any_link", ":any-link", "link"),
    ("lang", ":lang(de)", "two three p4 i1"),
    ("lang_list", "div:lang('*-GB', de)", "one two three"),
    ("contains", "p:contains(ext)", "p1"),
    ("escapes", r"#\70 1", "p1"),
    ("dashes", "p:not(.--on, #--2x)", "p1 p2 p3 p4"),
    ("comments", "/**/p/* x */.c", "p3 p4"),
]
"""Feature, selector, ids that it matches."""


@pytest.mark.parametrize(("selector", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_select(selector: str, expected: str) -> None:
    assert ids(page_from(PAGE), selector) == expected


ODD = """
    <!doctype html><input id=odd @click=go :href=x v-on:x.once=y [ngModel]=z title="a&#1;b&#xFFFE;c">
    <o:p id=office>&#xd800;</o:p>
"""

ODD_ROWS = [
    ("at", r"[\@click]", '//*[@*[name()="@click"]]', "odd"),
    ("colon", r"[\:href=x]", '//*[@*[name()=":href" and .="x"]]', "odd"),
    ("directive", r"[v-on\:x\.once]", "//input[@v-on:x.once]", "odd"),
    ("part", r"[v-on\:x\.once^=y]", '//*[@*[starts-with(name(), "v-on:")]]', "odd"),
    ("brackets", r"[\[ngmodel\]=z]", '//*[@*[name()="[ngmodel]"]="z"]', "odd"),
    ("tag", r"o\:p", "//o:p", "office"),
    ("control", '[title="a\x01b\ufffec"]', '//*[@title="a\x01b\ufffec"]', "odd"),
    ("control_part", '[title*="\x01"]', '//*[contains(@title, "\x01")]', "odd"),
    ("replaced_surrogate", "o\\:p:contains('\ufffd')", "//o:p[.='\ufffd']", "office"),
]
"""What is odd, selector, XPath, ids that both find."""


@pytest.mark.parametrize(("selector", "xpath", "expected"), [r[1:] for r in ODD_ROWS], ids=[r[0] for r in ODD_ROWS])
def test_odd_names_and_values_answer(selector: str, xpath: str, expected: str) -> None:
    page = perceive(load_html(ODD))
    assert ids(page, selector) == expected
    assert " ".join(node.attributes["id"] for node in page.xpath(xpath)) == expected


ERRORS = [
    ("", 0, "the end"),
    ("div[", 4, "the end"),
    ("a > > b", 4, "'>'"),
    ("a,,b", 2, "the end"),
    ("a)", 1, "')'"),
    (":not(a", 1, "not closed"),
    (":is(:is(b)", 1, "not closed"),
    ("a:b", 2, "unknown pseudo-class :b"),
    ("p, a:hover", 5, "cannot be told from a capture"),
    (":not(:is(q:nope))", 11, "unknown pseudo-class :nope"),
    ("p::before", 2, "pseudo-elements"),
    ("x|y", 0, "namespace"),
    ("li:nth-child(x)", 13, "an+b"),
    ("li:nth-of-type(2 of p)", 15, "an+b"),
    ("[a='b", 3, "unclosed string"),
    ("p[a!=b]", 3, ":not("),
]
"""Selector, position of the fault, words of the reason."""


@pytest.mark.parametrize(("selector", "position", "reason"), ERRORS)
def test_errors_point(selector: str, position: int, reason: str) -> None:
    with pytest.raises(SelectorError) as caught:
        page_from("p").select(selector)
    assert (caught.value.position, caught.value.selector) == (position, selector)
    assert reason in caught.value.reason


@pytest.mark.parametrize("ask", [Page.select, Page.xpath])
def test_the_longest_query_is_an_option(ask: Callable[[Page, str], list[Node]]) -> None:
    page = page_from('p "x"', profile=replace(DEFAULT, longest_query=5))
    assert len(ask(page, "//p" if ask is Page.xpath else "p, p")) == 1
    with pytest.raises(SelectorError, match=r"6 characters, the limit is 5.*longest_query"):
        ask(page, "p" * 6)


def test_limits_of_selectors() -> None:
    page = page_from("p")
    with pytest.raises(SelectorError, match="limit"):
        page.select("p" * (MAX_LENGTH + 1))
    with pytest.raises(SelectorError, match="nested"):
        page.select(":not(" * (MAX_NESTING + 1) + "p" + ")" * (MAX_NESTING + 1))
    assert len(page.select(":not(" * 20 + "p" + ")" * 20)) == 1


def test_the_marker_of_lifted_lists_cannot_be_written() -> None:
    for selector in (":-not(0)", r":\0 not(0)", ":\0not(0)", ":\N{REPLACEMENT CHARACTER}not(0)"):
        with pytest.raises(SelectorError):
            page_from("p").select(selector)


# ---------------------------------------------------------------------------------------------------- piercing

SHADOW = """
    x-card id=card
      div id=inner :shadow=open
        slot id=slot :shadow=open
          b id=slotted
          b id=second
        button id=own :shadow=open
    iframe id=frame
      button id=framed
    button id=after
"""


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("button", "own framed after"),
        ("#card button", "own"),
        ("#frame button", "framed"),
        ("#card > b", "slotted second"),
        ("#inner b", ""),
        ("#card > :first-child", "slotted inner"),
        ("b:first-child", "slotted"),
        ("b + b", "second"),
        ("div + b", ""),
        ("iframe > html", "html"),
        (":root", "html html"),
    ],
)
def test_frames_and_shadow_trees_are_pierced(selector: str, expected: str) -> None:
    page = page_from(SHADOW)
    assert sorted(ids(page, selector).split()) == sorted(expected.split())
    ranks = [page.flat_tree.rank[node.i] for node in page.select(selector)]
    assert ranks == sorted(ranks)


def test_scope_is_a_subtree_and_what_scope_means() -> None:
    page = page_from(PAGE)
    two = page.select("#two")[0]
    assert [node.attributes["id"] for node in page.select("*", two)] == ["three", "p4", "i1"]
    assert [node.attributes["id"] for node in page.select(":scope > div", two)] == ["three"]


@pytest.mark.parametrize(("doctype", "expected"), [("", "Main"), ("<!doctype html>", "")])
def test_only_quirks_mode_takes_ids_and_classes_without_case(doctype: str, expected: str) -> None:
    page = perceive(load_html(f"{doctype}<p id=Main class=Box title=Main>"))
    assert ids(page, "#main") == ids(page, ".box") == expected
    assert ids(page, "[id=main]") == ids(page, "[title=main]") == ""


def test_a_hidden_value_is_not_empty() -> None:
    page = page_from("""
        input id=pin type=password value=sesame :value=sesame
        input id=none value=""
    """)
    assert ids(page, "[value='']") == "none"
    assert ids(page, "[value=sesame]") == ""


# ---------------------------------------------------------------------------------------------------- reference


def plain_match(page: Page, selectors: SelectorList, i: int, scope: int = -1) -> bool:
    """Selectors level 4 for one element, as the specification says it, by looking around."""
    return any(plain_complex(page, one, len(one.compounds) - 1, i, scope) for one in selectors)


def plain_complex(page: Page, one: Complex, k: int, i: int, scope: int) -> bool:
    if not plain_compound(page, one.compounds[k], i):
        return False
    if k == 0 and scope < 0:
        return True
    dom = page.query.dom
    before = [sibling for sibling in siblings(page, i) if sibling < i]
    near = {
        " ": list(dom.ancestors(i)),
        ">": [dom.parent[i]],
        "+": before[-1:],
        "~": before,
    }[one.combinators[k]]
    if k == 0:
        return scope in near
    return any(page.is_element(p) and plain_complex(page, one, k - 1, p, scope) for p in near if p >= 0)


def plain_compound(page: Page, compound: Compound, i: int) -> bool:
    s = page.snapshot
    attrs = s.attrs(i)
    if compound.tag and s.tag[i] != compound.tag:
        return False
    for test in compound.attributes:
        if test.operator == "exists" and test.name not in attrs:
            return False
        if test.operator == "=" and attrs.get(test.name) != test.value:
            return False
        if test.operator == "~=" and test.value not in attrs.get(test.name, "").split():
            return False
    return all(
        plain_pseudo(page, pseudo.name, pseudo.selectors or (), pseudo.series, i) for pseudo in compound.pseudo_classes
    )


def plain_pseudo(page: Page, name: str, selectors: SelectorList, series: tuple[int, int], i: int) -> bool:
    group = siblings(page, i)
    if name == "not":
        return not plain_match(page, selectors, i)
    if name == "is":
        return plain_match(page, selectors, i)
    if name == "has":
        return any(plain_match(page, selectors, k, i) for k in page.query.dom.elements if k > i)
    if name in ("first-child", "last-child"):
        return group[0 if name == "first-child" else -1] == i
    if selectors:
        group = [k for k in group if plain_match(page, selectors, k)]
    if name == "nth-of-type":
        group = [k for k in group if page.snapshot.tag[k] == page.snapshot.tag[i]]
    a, b = series
    return i in group and any(a * n + b == group.index(i) + 1 for n in range(len(group) + 10))


def siblings(page: Page, i: int) -> list[int]:
    dom, scope = page.query.dom, page.flat_tree.scope
    return [k for k in dom.elements if dom.parent[k] == dom.parent[i] and scope(k) == scope(i)]


COMPOUNDS = st.sampled_from(
    [
        "*", "div", "p", "button", "span", "a", "[id]", "[class]", "[role]", "[title]", "div[class]",
        ":first-child", ":last-child", ":nth-child(2n+1)", "p:nth-of-type(2)", ":nth-child(1 of [id], p)",
    ]
)  # fmt: skip


def selector_texts(depth: int = 2) -> st.SearchStrategy[str]:
    combined = st.lists(COMPOUNDS, min_size=1, max_size=3).flatmap(
        lambda parts: st.lists(
            st.sampled_from([" ", " > ", " + ", " ~ "]), min_size=len(parts) - 1, max_size=len(parts) - 1
        ).map(lambda between: parts[0] + "".join(c + p for c, p in zip(between, parts[1:], strict=True)))
    )
    if not depth:
        return combined
    inner = selector_texts(depth - 1)
    wrapped = st.tuples(
        st.sampled_from([":not({})", ":is({}, p)", ":has({})", ":has(> {})", ":has(+ {})", "div:not(p, {})", "{}"]),
        inner,
    )
    return st.one_of(combined, wrapped.map(lambda pair: pair[0].format(pair[1])))


@settings(max_examples=100, deadline=None)
@given(trees(max_leaves=10), selector_texts())
def test_matching_equals_the_plain_reference(tree: list[Drawn], selector: str) -> None:
    page = page_from(tree)
    expected = [i for i in page.query.dom.elements if plain_match(page, parse(selector), i)]
    assert page.query.select(selector) == page.query.in_order(expected)


# ---------------------------------------------------------------------------------------------------- hostile texts

PIECES = st.sampled_from(
    (
        *("p", "#a", ".b", "[", "]", "(", ")", ":", "::", ":not(", ":has(", ":is(", ":nth-child(", "2n+1", " of "),
        *(">", "+", "~", ",", " ", "*", "|", "\\", '"', "'", "=", "~=", "\\0", "\\d800 ", "\ud800", "\0", "/*", "*/"),
        *("9" * 5000, ":lang(", ":-not(0", "-", "i]", "\ufffd", "\U0010fffd", ":contains(", ":dir(", ":scope"),
    )
)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
def test_hostile_selectors_raise_selector_errors_only(selector: str) -> None:
    position, found = answer(page_from('div id=a class=b\n  p lang=en "x"').select, selector)
    assert 0 <= position <= len(selector)
    assert all(node.is_element for node in found)


def answer(ask: Callable[[str], list[Node]], text: str) -> tuple[int, list[Node]]:
    """The position of the error, and what was found without one."""
    try:
        return 0, ask(text)
    except SelectorError as error:
        return error.position, []


@given(st.text(min_size=1))
def test_identifiers_and_strings_are_read_back(text: str) -> None:
    text = text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
    compound = parse(f"#{css_identifier(text)}[a={css_string(text)}]")[0].compounds[0]
    assert [test.value for test in compound.attributes] == [text, text]


# ---------------------------------------------------------------------------------------------------- find


FIND = """
    main
      h1 "Kettles &amp; cups"
      ul
        li
          a href=/k1 "Swan-neck kettle"
          button aria-label="Add Swan-neck kettle" "+"
        li
          a href=/k2 "Stove "
            b "kettle"
          button "Add"
      p {display: none} "hidden kettle"
      input placeholder="Search kettles"
      img alt="A kettle"
"""


def found(page: Page, **conditions: object) -> list[str]:
    return [node.tag for node in page.find(limit=None, **conditions).items]  # type: ignore[arg-type]


def test_find_by_text_gives_the_smallest_elements() -> None:
    page = page_from(FIND)
    assert found(page, text="KETTLE") == ["h1", "a", "button", "b", "input", "img"]
    assert found(page, text="Stove kettle") == ["a"]
    assert found(page, text="stove kettle add") == ["li"]
    assert found(page, text="hidden") == []
    assert found(page, text="hidden", include_hidden=True) == ["p"]
    assert found(page, text=re.compile("^K.*s$")) == []
    assert found(page, text=re.compile(r"Kettles\b")) == ["h1"]


def test_conditions_are_anded() -> None:
    page = page_from(FIND)
    assert found(page, role="link", text="kettle") == ["a", "a"]
    assert found(page, role="button", name="swan") == ["button"]
    assert found(page, selector="li", text="stove") == ["li"]
    assert found(page, selector="li button", name=re.compile("^Add$")) == ["button"]
    assert found(page, role="IMG") == ["img"]
    assert found(page, role="link", scope=page.select("li")[1]) == ["a"]


def test_find_gives_pages() -> None:
    page = page_from('button "ok"\n' * 5)
    parts = [page.find("button", limit=2, offset=k) for k in (0, 2, 4, 6)]
    assert [(len(part.items), part.has_more) for part in parts] == [(2, True), (2, True), (1, False), (0, False)]
    with pytest.raises(BudgetError):
        page.find("button", limit=0)


def test_one_refuses_none_and_several() -> None:
    page = page_from(FIND)
    assert page.one(role="heading").tag == "h1"
    with pytest.raises(AmbiguousError, match="none"):
        page.one(role="dialog")
    with pytest.raises(AmbiguousError) as caught:
        page.one(role="button")
    assert caught.value.count == len(caught.value.candidates) == 2


# ---------------------------------------------------------------------------------------------------- growth


def wide(n: int) -> Drawn:
    """n rows of a table, each with a text."""
    row = [Drawn("td", {"class": f"c{k % 3}"}, [Drawn("#text", text=f"cell {k}")]) for k in range(2)]
    return Drawn(
        "table", {}, [Drawn("tr", {"id": f"r{k}", "class": "row even" if k % 2 else "row"}, row) for k in range(n)]
    )


def deep(n: int) -> Drawn:
    """n elements, each in the one before."""
    node = Drawn("p", {"class": "leaf"})
    for k in range(n):
        node = Drawn("div", {"class": "even" if k % 2 else "odd"}, [node])
    return node


GROWING = [
    ("type", "tr"),
    ("class", ".even"),
    ("id", "#r7"),
    ("attribute", "[id$='7']"),
    ("descendant", "tr td"),
    ("descendants", "* * * *"),
    ("child", "* > * > *"),
    ("next", "tr + tr"),
    ("later", "tr ~ tr"),
    ("laters", "tr ~ tr ~ tr ~ tr"),
    ("nth_child", "tr:nth-child(3n+1)"),
    ("nth_last_child", "tr:nth-last-child(7)"),
    ("nth_child_of", ":nth-child(2n of .even)"),
    ("nth_of_type", "*:nth-of-type(3)"),
    ("only_child", ":only-child"),
    ("not", ":not(tr, .c1)"),
    ("is", ":is(tr td, .even > *)"),
    ("has", ":has(.c1)"),
    ("has_later", "tr:has(~ .even)"),
    ("nested_has", ":has(:has(.c1))"),
    ("empty", ":empty"),
    ("lang", ":lang(en)"),
    ("contains", ":contains('cell 7')"),
    ("state", ":read-only:not(:checked):not(:disabled)"),
]


@pytest.mark.parametrize("drawn", [wide, deep], ids=["wide", "deep"])
@pytest.mark.parametrize("selector", [row[1] for row in GROWING], ids=[row[0] for row in GROWING])
def test_selectors_grow_with_the_page(selector: str, drawn: Callable[[int], Drawn]) -> None:
    small, large = (snapshots(drawn, n) for n in (400, 1600))
    assert growth(lambda: fresh(small, selector), lambda: fresh(large, selector)) < RATIO


QUESTIONS: list[tuple[str, Callable[[Page], object]]] = [
    ("find_text", lambda page: page.find(text="cell 7", limit=None)),
    ("find_long_text", lambda page: page.find(text=re.compile("cell.*"), limit=None)),
    ("find_role_and_name", lambda page: page.find(role="cell", name="7", limit=None)),
    ("find_hidden", lambda page: page.find(text="cell", include_hidden=True, limit=None)),
    ("inner_text", lambda page: page.get([page.node(0), *page.select("html")], ["innerText", "textContent"])),
    ("context", lambda page: page.get(page.select("td")[:50], ["context"])),
    ("column_headers", lambda page: [page.related(node, "column_headers") for node in page.select("td")[-50:]]),
    ("frames", lambda page: page.frames()),
    ("mirror", lambda page: page.xpath("//td[2]")),
    ("plans", lambda page: [page.plan(node, "click") for node in page.select("td, div")[:50]]),
]
"""What is asked of a page, once it is loaded."""


@pytest.mark.parametrize("drawn", [wide, deep], ids=["wide", "deep"])
@pytest.mark.parametrize("ask", [row[1] for row in QUESTIONS], ids=[row[0] for row in QUESTIONS])
def test_answers_grow_with_the_page(ask: Callable[[Page], object], drawn: Callable[[int], Drawn]) -> None:
    def prepared(n: int) -> Callable[[], Callable[[], object]]:
        snapshot = load(snapshots(drawn, n))

        def work() -> Callable[[], object]:
            page = perceive(snapshot)
            return lambda: ask(page)

        return work

    assert growth(prepared(400), prepared(1600)) < RATIO


def fresh(capture: bytes, selector: str) -> Callable[[], object]:
    page = perceive(load(capture))
    return lambda: page.select(selector)


@functools.cache
def snapshots(drawn: Callable[[int], Drawn], n: int) -> bytes:
    return json.dumps(capture_from(drawn(n))).encode()
