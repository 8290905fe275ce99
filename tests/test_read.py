"""Properties, relations and frames (SPEC 8.2, 8.5): rows by property, hostile names, nothing secret."""

from pathlib import Path
from typing import Any

import pytest

from perception import AmbiguousError, MissingStyleError, UnknownNameError, load, load_html, perceive
from perception.perceive import Page
from perception.read import DOCUMENT_NODE, DOCUMENT_PROPERTIES, PROPERTIES, declarations
from perception.relations import RELATIONS
from perception.tables.reading import CONTEXT_RELATIONS, REFERENCES
from perception.testing import node_at, page_from

CORPUS = Path(__file__).parent.parent / "corpus" / "captures"

FORM = """
    h1 "Booking"
    form id=form aria-label=Booking
      fieldset
        legend "Who"
        label for=mail "E-mail"
        input id=mail type=email required maxlength=40 value=old :value=new style="color:red; width: calc(1px + 2px)"
        input id=pin type=password value=sesame :value=sesame autocomplete=current-password
      label
        input id=tick type=checkbox value=yes :checked
        "I agree"
      select id=one {display: inline-block}
        option value=a "Aye"
        option :selected "Bee"
        option value=c disabled label="Sea" "C"
      select id=many multiple
        option value=x :selected "X"
        option value=y :selected "Y"
      input id=free list=ideas
      datalist id=ideas
        option value=one
        option value=two
      textarea id=text :value="live\\ntext" "authored"
    div id=prose
      p "First  line"
      p "Second "
        b "bold"
        br
        span "after"
      p {display: none} "hidden"
      script "var x"
      pre {white-space-collapse: preserve} "a\\n  b"
"""


def got(page: Page, what: str, name: str, **options: Any) -> Any:
    return page.get([node_at(page, what)], [name], **options)[0][name]


@pytest.mark.parametrize(
    ("what", "name", "expected"),
    [
        ("mail", "value", "new"),
        ("mail", "submitted_value", "new"),
        ("mail", "attr:value", "old"),
        ("mail", "attr:nope", None),
        ("mail", "style:width", "calc(1px + 2px)"),
        ("mail", "style:COLOR", "red"),
        ("mail", "style:height", None),
        ("mail", "constraints", {"type": "email", "maxlength": 40, "required": True}),
        ("mail", "tag", "input"),
        ("mail", "role", "textbox"),
        ("mail", "name", "E-mail"),
        ("mail", "checked", None),
        ("mail", "selected_text", None),
        ("mail", "selected_values", None),
        ("mail", "options", None),
        ("pin", "value", "•••"),
        ("pin", "submitted_value", None),
        ("pin", "attr:value", "•••"),
        ("tick", "checked", True),
        ("tick", "submitted_value", "yes"),
        ("one", "value", "Bee"),
        ("one", "selected_text", "Bee"),
        ("one", "selected_values", ["Bee"]),
        ("one", "submitted_value", "Bee"),
        ("one", "computed:display", "inline-block"),
        ("many", "selected_values", ["x", "y"]),
        ("many", "submitted_value", ["x", "y"]),
        ("text", "value", "live\ntext"),
        ("text", "textContent", "authored"),
        ("prose", "innerText", "First line\n\nSecond bold\nafter\n\na\n  b"),
        ("prose", "textContent", "First  lineSecond boldafterhiddenvar xa\n  b"),
    ],
)
def test_properties(what: str, name: str, expected: Any) -> None:
    assert got(page_from(FORM), what, name) == expected


def test_options_come_in_pages() -> None:
    page = page_from(FORM)
    first = got(page, "one", "options", limit=2)
    assert [(o["text"], o["value"], o["selected"], o["disabled"]) for o in first["items"]] == [
        ("Aye", "a", False, False),
        ("Bee", "Bee", True, False),
    ]
    assert (first["total"], first["has_more"]) == (3, True)
    rest = got(page, "one", "options", limit=2, offset=2)
    assert [(o["text"], o["disabled"]) for o in rest["items"]] == [("Sea", True)]
    assert rest["has_more"] is False
    assert [o["value"] for o in got(page, "free", "options")["items"]] == ["one", "two"]


def test_the_document_has_properties_of_its_own() -> None:
    page = perceive(load_html("<title>T</title><p id=p>x"))
    node = page.select("p")[0]
    answers = page.get([DOCUMENT_NODE], ["title", "url"]) + page.get([node], ["tag"])
    assert answers == [{"title": "T", "url": "about:blank"}, {"tag": "p"}]


def test_unknown_names_are_errors_that_list_the_known() -> None:
    page = page_from(FORM)
    with pytest.raises(UnknownNameError, match="textContent"):
        got(page, "mail", "texture")
    with pytest.raises(UnknownNameError, match="title"):
        page.get([DOCUMENT_NODE], ["value"])
    with pytest.raises(UnknownNameError, match="row_headers"):
        page.related(node_at(page, "mail"), "cousins")
    with pytest.raises(MissingStyleError, match="not captured"):
        got(page, "mail", "computed:grid-area")


def test_every_property_answers_for_every_node() -> None:
    page = page_from(FORM)
    nodes = [page.node(i) for i in range(len(page.snapshot))]
    answers = page.get(nodes, [*PROPERTIES, "attr:id", "style:color", "computed:display"])
    assert len(answers) == len(nodes)
    assert "sesame" not in repr(answers)
    assert page.get([DOCUMENT_NODE], list(DOCUMENT_PROPERTIES))


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("", {}),
        ("color:red", {"color": "red"}),
        ("COLOR : red ; width:1px;", {"color": "red", "width": "1px"}),
        ("background:url('a;b)c') x;top:0", {"background": "url('a;b)c') x", "top": "0"}),
        ("a:url(x;y);b:c", {"a": "url(x;y)", "b": "c"}),
        ("x", {}),
        (":;;a:;b:1;b:2", {"b": "2"}),
        ("a:)))b:c;d:(e", {"a": ")))b:c", "d": "(e"}),
    ],
)
def test_declarations(style: str, expected: dict[str, str]) -> None:
    assert declarations(style) == expected


# ---------------------------------------------------------------------------------------------------- relations

TABLE = """
    section aria-label=Orders
      table id=table
        tr
          th id=h0
          th id=h1 colspan=2 "Price"
          th id=h2 "Do"
        tr
          th id=r1 scope=row rowspan=2 "Cups"
          td id=net "1"
          td id=gross "2"
          td id=cell
            button id=del "Delete"
        tr
          td id=net2 "3"
          td id=gross2 "4"
          td id=do2 "x"
    div id=dialog role=dialog aria-label=Pick
      input id=field aria-controls=list aria-describedby=hint
      p id=hint "Choose one"
    ul id=list role=listbox
      li id=option role=option "One"
    label id=label for=named "Named"
    input id=named
    span id=says "Says"
    b id=said role=button aria-labelledby=says
    div
      button id=upload "Upload"
      input id=file type=file
"""


@pytest.mark.parametrize(
    ("what", "relation", "expected"),
    [
        ("del", "column_headers", "h2"),
        ("gross", "column_headers", "h1"),
        ("gross2", "column_headers", "h1"),
        ("do2", "column_headers", "h2"),
        ("net2", "column_headers", "h1"),
        ("del", "row_headers", "r1"),
        ("del", "table", "table"),
        ("field", "dialog", "dialog"),
        ("option", "dialog", "dialog"),
        ("field", "controls", "list"),
        ("field", "described_by", "hint"),
        ("del", "dialog", ""),
        ("named", "labels", "label"),
        ("label", "labelled", "named"),
        ("said", "labels", "says"),
        ("says", "labelled", "said"),
        ("option", "labels", ""),
        ("upload", "file_input", "file"),
        ("file", "file_input", "file"),
        ("named", "file_input", ""),
    ],
)
def test_relations(what: str, relation: str, expected: str) -> None:
    page = page_from(TABLE)
    found = page.related(node_at(page, what), relation)
    assert " ".join(node.attributes["id"] for node in found) == expected


def test_context_names_what_a_node_belongs_to() -> None:
    context = got(page_from(TABLE), "del", "context")
    assert (context["row_headers"], context["column_headers"], context["landmark"]) == (["Cups"], ["Do"], "Orders")
    assert "Delete" in context["item"]
    context = got(page_from(FORM), "mail", "context")
    assert (context["labels"], context["group"], context["form"]) == (["E-mail"], "Who", "Booking")


def test_relations_are_sorted_and_context_uses_them() -> None:
    assert list(RELATIONS) == sorted(RELATIONS)
    assert set(CONTEXT_RELATIONS) <= set(RELATIONS)
    assert not set(REFERENCES) & set(RELATIONS)


def test_a_scope_by_relation_finds_what_is_in_the_row() -> None:
    page = page_from(TABLE)
    row = page.related(node_at(page, "del"), "row")[0]
    assert [node.attributes["id"] for node in page.find(role="cell", scope=row).items] == ["net", "gross", "cell"]


# ---------------------------------------------------------------------------------------------------- frames

FRAMES = """
    <input value=a><textarea>x</textarea>
    <iframe id=f srcdoc="<button>one</button><input type=checkbox checked><select><option>1<option>2</select>"></iframe>
    <iframe src=https://ads.example/frame></iframe>
"""


def test_frames_are_listed_with_what_is_in_them() -> None:
    page = perceive(load_html(FRAMES))
    top, inner, ads = page.frames()
    assert (top.owner, top.parent_frame_id, top.unsaved) == (None, "", ())
    assert (inner.url, inner.actions, inner.owner and inner.owner.attributes["id"]) == ("about:srcdoc", 3, "f")
    assert (ads.document, ads.url) == (None, "https://ads.example/frame")
    assert [node.tag for node in page.find("button", scope=inner.document).items] == ["button"]


def test_one_frame_by_a_part_of_its_url() -> None:
    page = perceive(load_html(FRAMES))
    assert page.frame("ads.example").url == "https://ads.example/frame"
    with pytest.raises(AmbiguousError, match="about:srcdoc"):
        page.frame("about:")
    with pytest.raises(AmbiguousError, match=r"none.*ads\.example"):
        page.frame("nowhere")


@pytest.mark.parametrize(
    ("field", "is_unsaved"),
    [
        ("input value=a :value=a", False),
        ("input value=a :value=b", True),
        ("input :value=x", True),
        ("input type=checkbox checked :checked", False),
        ("input type=checkbox :checked", True),
        ("input type=checkbox checked :checked=false", True),
        ("input type=hidden value=a :value=b", False),
        ("input type=range :value=50", False),
        ("input type=password :value=secret", True),
        ('textarea :value=x "x"', False),
        ('textarea :value=y "x"', True),
        ("select\n  option :selected\n  option", False),
        ("select\n  option\n  option :selected", True),
        ("select\n  option\n  option selected :selected", False),
        ("select multiple\n  option :selected", True),
    ],
)
def test_unsaved_fields(field: str, is_unsaved: bool) -> None:
    assert bool(page_from(field).frames()[0].unsaved) == is_unsaved


def test_frames_of_other_processes_are_in_the_list() -> None:
    page = perceive(load(CORPUS / "payment.capture.json.gz"))
    frames = {frame.url.rsplit("/", 1)[-1]: frame for frame in page.frames()}
    card = frames["card.html"]
    assert card.parent_frame_id == frames["index.html"].frame_id
    assert card.unsaved
    assert frames["verify.html"].parent_frame_id == card.frame_id
