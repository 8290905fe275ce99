"""XPath over the lxml mirror (SPEC 8.3): names and texts go there and back, trees are pierced, errors point."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from perception import SelectorError, load_html, perceive
from perception.perceive import Page
from perception.snapshot import TEXT
from perception.testing import Drawn, page_from, trees
from perception.xml_names import html_name, html_text, translated, xml_name, xml_text

PAGE = """
    div id=one title="it's \\"so\\""
      "first"
      p id=p1 "second"
      "third"
      p id=p2
        b id=b1 "fourth"
    DIV id=two
    svg id=pic
      linearGradient id=shade
    x-card id=card
      div id=inner :shadow=open
        slot :shadow=open
          b id=slotted
      button id=own :shadow=open
    iframe id=frame
      button id=framed
"""


def ids(page: Page, expression: str) -> str:
    return " ".join(node.attributes.get("id", node.text or node.tag) for node in page.xpath(expression))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("//p", "p1 p2"),
        ("//P[@ID]", "p1 p2"),
        ("/html/body/div[2]", "two"),
        ("//p[2]/b", "b1"),
        ("//p[last()]", "p2"),
        ("//b/ancestor::div[1]", "one"),
        ("//p[1]/following-sibling::p", "p2"),
        ("//*[.='fourth']", "p2 b1"),
        ("//p | //b", "p1 p2 b1 slotted"),
        ('//div[@title=concat("it\'s ", \'"so"\')]', "one"),
        ("//linearGradient", "shade"),
        ("//lineargradient", ""),
        ("//*[name()='svg']", "pic"),
        ("//button", "own framed"),
        ("//x-card/*[1]", "slotted"),
        ("//x-card//b", "slotted"),
        ("//iframe/html/body/button", "framed"),
        ("//iframe//button[not(@disabled) and @id='framed']", "framed"),
        ("//text()[contains(., 'ir')]", "first third"),
        ("//div[p and not(b)]", "one"),
        ("//p[position() mod 2 = 1]", "p1"),
        ("//p[1]/text()", "second"),
        ("//*[@id='one']/text()[2]", "third"),
        (".", "html"),
    ],
)
def test_xpath(expression: str, expected: str) -> None:
    assert ids(page_from(PAGE), expression) == expected


def test_scope_is_the_context_node() -> None:
    page = page_from(PAGE)
    one = page.select("#one")[0]
    assert [node.attributes["id"] for node in page.xpath(".//b", one)] == ["b1"]
    assert len(page.xpath("//b", one)) == 2


def test_comments_are_selected_and_part_texts() -> None:
    page = perceive(load_html("<p id=p>a<!--x -- y--->b</p>"))
    assert [node.tag for node in page.xpath("//comment()")] == ["#comment"]
    assert [node.text for node in page.xpath("//p/text()")] == ["a", "b"]


@pytest.mark.parametrize(
    ("expression", "position", "reason"),
    [
        ("//a[", 4, "invalid"),
        ("", 0, "invalid"),
        ("//a[$x]", 4, "variables"),
        ("//a[matches(., 'x')]", 4, "unknown function matches()"),
        ("//\x01", 2, "unexpected character"),
        ("//a/\ud800", 4, "unexpected character"),
        ("count(//p)", 0, "a number"),
        ("string(//p)", 0, "a text"),
        ("//p = 'x'", 0, "true or false"),
        ("//p/@id", 0, "attributes (id)"),
        ("document('file:///etc/passwd')", 0, "unknown function"),
        ("//namespace::*", 0, "no node"),
        ("//p" * 4000, 0, "limit"),
    ],
)
def test_errors_point(expression: str, position: int, reason: str) -> None:
    with pytest.raises(SelectorError) as caught:
        page_from(PAGE).xpath(expression)
    assert caught.value.position == position
    assert reason in caught.value.reason


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters()))
def test_names_and_texts_are_read_back_and_lxml_takes_them(text: str) -> None:
    assert html_name(xml_name(text)) == text
    assert html_text(xml_text(text)) == text
    element = etree.Element(xml_name(text), {xml_name(text): xml_text(text)})
    element.text = xml_text(text)


@given(st.text(st.characters()), st.text(st.characters()))
def test_escaping_is_one_to_one(a: str, b: str) -> None:
    assert (a == b) == (xml_name(a) == xml_name(b)) == (xml_text(a) == xml_text(b))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("//o:p", "//o_x3A_p"),
        ("//DIV/child::P", "//div/child::p"),
        ("//a[@v-on:x.once='o:p']", "//a[@v-on_x3A_x.once='o:p']"),
        ("//*[name()='o:p' and @t='o:p']", "//*[name()='o_x3A_p' and @t='o:p']"),
        ("//*[contains(local-name(), ':')]", "//*[contains(local-name(), '_x3A_')]"),
        ("1 div 2", "1 div 2"),
        ("'a \" b'", "'a \" b'"),
    ],
)
def test_expressions_ask_for_escaped_names(expression: str, expected: str) -> None:
    assert translated(expression, {"a", "p"}) == expected


@settings(max_examples=60, deadline=None)
@given(trees(max_leaves=10))
def test_every_node_is_found_and_in_order(tree: list[Drawn]) -> None:
    page = page_from(tree)
    assert [node.i for node in page.xpath("//*")] == page.query.in_order(page.query.dom.elements)
    texts = {node.i for node in page.xpath("//text()")}
    assert texts <= {i for i, kind in enumerate(page.snapshot.node_type) if kind == TEXT}
    assert page.xpath("//*") == page.select("*")


PIECES = st.sampled_from(
    (
        *("//", "/", "*", "p", "@", "[", "]", "(", ")", "'", '"', "1", "and", "or", "|", "::", "child", "ancestor"),
        *(
            "text()",
            "last()",
            "name()",
            ".",
            "..",
            "=",
            ",",
            "$",
            ":",
            "-",
            "\0",
            "\ud800",
            "\x1c",
            "\x0c",
            "\xa0",
            "not(",
            "\U0010fffd",
        ),
    )
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
def test_hostile_expressions_raise_selector_errors_only(expression: str) -> None:
    page = page_from('div id=a\n  p "x"')
    try:
        page.xpath(expression)
    except SelectorError as error:
        refused = error
        assert 0 <= refused.position <= len(expression)
