"""Drawn trees: the grammar, what they make, and the example of the module's own documentation."""

import pytest
from hypothesis import given, settings

import perception.testing
from perception.errors import CaptureError
from perception.loading import load
from perception.snapshot import HTML, SVG
from perception.testing import Drawn, capture_from, node_at, page_from, parse, trees, walk


def test_the_example_of_the_documentation_runs() -> None:
    source = perception.testing.__doc__ or ""
    lines = source[source.index("    page = ") : source.index("\n\nLive state")].splitlines()
    exec("\n".join(line[4:] for line in lines), {"page_from": page_from, "node_at": node_at})


def test_a_line_is_a_node() -> None:
    (node,) = parse('input id="a b" disabled :value="x\\ty" {display: block; color: red} @1,2.5,3,4 "text"')
    assert (node.tag, node.attributes, node.live) == ("input", {"id": "a b", "disabled": ""}, {"value": "x\ty"})
    assert (node.styles, node.box) == ({"display": "block", "color": "red"}, (1, 2.5, 3, 4))
    assert [child.text for child in node.children] == ["text"]


def test_indentation_nests() -> None:
    roots = parse('ul\n    li "a"\n    li\n     b\np')
    assert [node.tag for node in walk(roots)] == ["ul", "li", "#text", "li", "b", "p"]


@pytest.mark.parametrize("line", ["div =x", 'p\n  "open', "{display: none}", "@1,2,3,4"])
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=f"line {line.count(chr(10)) + 1}"):
        parse(line)


def test_html_is_made_where_there_is_none() -> None:
    s = page_from('p "a"').snapshot
    assert s.tag == ["#document", "html", "head", "body", "p", "#text"]


def test_pseudo_elements_come_first_and_have_two_boxes() -> None:
    s = page_from('p "a"\n  ::after {content: "b"}').snapshot
    i = s.tag.index("::after")
    assert s.tag[i - 1] == "p"
    assert s.layout_last[i] == s.layout[i] + 1
    assert s.strings[s.box_text[s.layout_last[i]]] == "b"


def test_frames_are_documents() -> None:
    s = page_from('iframe\n  p "in"').snapshot
    assert len(s.documents) == 2
    assert s.documents[1].owner == s.tag.index("iframe")


def test_foreign_elements_keep_their_case() -> None:
    s = page_from("svg\n  linearGradient\n  foreignObject\n    p").snapshot
    assert [s.namespace[s.tag.index(tag)] for tag in ("svg", "linearGradient", "p")] == [SVG, SVG, HTML]


def test_state_is_the_markups_unless_drawn() -> None:
    s = page_from("input type=checkbox checked\ninput type=checkbox checked :checked=false\ninput :checked").snapshot
    fields = [i for i, tag in enumerate(s.tag) if tag == "input"]
    assert [i in s.input_checked for i in fields] == [True, False, True]


def test_what_is_not_rendered_has_no_box() -> None:
    s = page_from('div {display: none}\n  p "a"\ndetails\n  summary "b"\n  p "c"\ndialog "d"\np hidden "e"').snapshot
    texts = {s.text(i): s.layout[i] >= 0 for i in range(len(s)) if s.text(i)}
    assert texts == {"a": False, "b": True, "c": False, "d": False, "e": False}


def test_node_at_names_what_it_missed() -> None:
    with pytest.raises(LookupError, match="nowhere"):
        node_at(page_from("p"), "nowhere")


@settings(max_examples=40, deadline=None)
@given(trees())
def test_every_tree_makes_a_capture_that_loads(tree: list[Drawn]) -> None:
    try:
        snapshot = load(capture_from(tree))
    except CaptureError as error:  # pragma: no cover - a fault of the drawing
        pytest.fail(str(error))
    drawn = [node.tag for node in walk(tree)]
    assert [tag for tag in snapshot.tag[4:] if not tag.startswith("::")] == drawn
