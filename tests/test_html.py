"""Static HTML as input (SPEC 9): live state, shadow templates, frames, encodings; the corpus against its captures."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ids
import rendering
from corpus.build import CAPTURES, PAGES, declared
from perception import CaptureError, Limits, load, load_html, perceive
from perception.perceive import Page
from tests.growth import RATIO, growth


def page_of(html: str) -> Page:
    return perceive(load_html(html))


def shown(page: Page) -> list[str]:
    return [node.attributes["id"] for node in page.select("[id]") if node.is_visible]


def test_the_tree_is_the_parsers() -> None:
    page = page_of("<!doctype html><!-- c --><title> A  page </title><p id=p>one<p>two<table><tr><td>x</table>")
    tags = [node.tag for node in page.select("*")]
    assert tags == ["html", "head", "title", "body", "p", "p", "table", "tbody", "tr", "td"]
    assert page.snapshot.title == "A page"
    assert page.select("p")[1].children[0].text == "two"


def test_the_url_is_an_argument() -> None:
    page = perceive(load_html("<p id=t>x<p id=u>y", url="https://x.example/a?token=s3cret#t"))
    assert [node.attributes["id"] for node in page.select(":target")] == ["t"]
    assert "s3cret" not in page.snapshot.url


def test_foreign_elements_keep_their_names_and_namespace() -> None:
    page = page_of("<svg viewBox='0 0 1 1'><linearGradient/><foreignObject><div><svg/></div></foreignObject></svg>")
    assert [node.tag for node in page.select("body *")] == ["svg", "linearGradient", "foreignObject", "div", "svg"]
    assert [page.snapshot.namespace[node.i] for node in page.select("body *")] == [1, 1, 1, 0, 1]


@pytest.mark.parametrize(
    ("html", "selector", "expected"),
    [
        ("<input id=a value=x>", "#a", "x"),
        ("<input id=a type=file value=x>", "#a", ""),
        ("<textarea id=a>\nx\ny</textarea>", "#a", "x\ny"),
        ("<select id=a><option disabled>1<option>2<option>3</select>", "#a", "2"),
        ("<select id=a><option>1<option selected>2<option selected>3</select>", "#a", "3"),
        ("<select id=a multiple><option>1<option selected>2<option selected>3</select>", "#a", "2, 3"),
        ("<select id=a size=3><option>1<option>2</select>", "#a", ""),
        ("<select id=a><optgroup disabled><option>1</optgroup><option>2</select>", "#a", "2"),
        ("<input id=a type=password value=secret>", "#a", "•••"),
    ],
)
def test_live_values_are_what_the_markup_says(html: str, selector: str, expected: str) -> None:
    assert page_of(html).select(selector)[0].value == expected


def test_the_last_checked_radio_of_a_group_is_checked() -> None:
    page = page_of(
        "<input type=radio name=r checked id=a><input type=radio name=r checked id=b>"
        "<form><input type=radio name=r checked id=c></form><input type=checkbox checked id=d>"
    )
    assert [node.attributes["id"] for node in page.select(":checked")] == ["b", "c", "d"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p id=a>x<p id=b hidden>y", ["a"]),
        ("<p id=a style='display: none'>x<p id=b>y", ["b"]),
        ("<div hidden><p id=a>x</div><p id=b>y", ["b"]),
        ("<details><summary id=a>s</summary><p id=b>x</details>", ["a"]),
        ("<details open><summary id=a>s</summary><p id=b>x</details>", ["a", "b"]),
        ("<dialog id=a>x</dialog><dialog open id=b>y</dialog>", ["b"]),
        ("<script id=a>x</script><style id=b>y</style><template><p id=c></template><p id=d>x", ["d"]),
        ("<noscript><p id=a>x</noscript><p id=b>y", ["b"]),
        ("<input type=hidden id=a><input id=b>", ["b"]),
        ("<p id=a style='visibility:hidden'>x<p id=b style='opacity:0'>y<p id=c>z", ["c"]),
    ],
)
def test_markup_decides_what_is_visible(html: str, expected: list[str]) -> None:
    assert shown(page_of(html)) == expected


def test_geometry_cannot_be_told() -> None:
    node = page_of("<button>Go</button>").one(role="button")
    assert (node.rect, node.is_in_viewport, node.is_occluded) == (None, None, None)
    assert node.is_interactive


def test_declared_shadow_roots_are_flattened() -> None:
    page = page_of("""
        <x-card><template shadowrootmode=open><h2>In</h2><slot name=s>fallback</slot><slot><i>none</i></slot></template>
        <b slot=s>slotted</b><u slot=nowhere>lost</u>text</x-card>
        <x-shut><template shadowrootmode=closed><button>Shut</button></template></x-shut>
        <x-plain><template><button>never</button></template></x-plain>""")
    assert [(host.node.tag, host.mode) for host in page.shadow_hosts()] == [("x-card", "open"), ("x-shut", "closed")]
    card = page.select("x-card")[0]
    assert [node.tag for node in card.children] == ["h2", "slot", "slot"]
    assert [node.tag for node in page.select("x-card > *")] == ["h2", "slot", "b", "slot"]
    assert page.get([card], ["innerText"])[0]["innerText"] == "In\nslotted text"
    assert [node.name for node in page.find(role="button").items] == ["Shut"]


def test_slots_in_slots_are_flattened() -> None:
    page = page_of("""<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open>
        <p><slot></slot></p></template><slot></slot></x-b></template><i>deep</i></x-a>""")
    path = [page.snapshot.tag[i] for i in page.flat_tree.ancestors(page.select("i")[0].i)]
    assert path[:6] == ["slot", "slot", "p", "x-b", "x-a", "body"]
    assert [node.tag for node in page.select("x-a > i")] == ["i"]


def test_a_page_of_too_many_frames_is_read() -> None:
    page = page_of("<iframe srcdoc=x></iframe>" * 1200)
    assert len(page.snapshot.documents) == 500
    assert len(page.select("body > iframe")) == 1200


def test_srcdoc_frames_have_their_document() -> None:
    page = page_of(
        "<iframe srcdoc='<iframe srcdoc=&quot;<b>in</b>&quot;></iframe><p>mid'></iframe><iframe src=x></iframe>"
    )
    assert [frame.url for frame in page.frames()] == ["about:blank", "about:srcdoc", "about:srcdoc", "x"]
    assert [node.tag for node in page.select("iframe iframe b")] == ["b"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("<p>é".encode(), "é"),
        ("\ufeff<p>é".encode(), "é"),
        ("<p>é".encode("utf-16"), "é"),
        ('<meta charset="iso-8859-1"><p>é'.encode("latin-1"), "é"),
        (b"<meta charset=no-such><p>\xc3\xa9", "é"),
        (b"<p>\xff", "\ufffd"),
    ],
)
def test_encodings(data: bytes, expected: str) -> None:
    assert perceive(load(data)).select("p")[0].children[0].text == expected


def test_load_takes_html_in_every_form(tmp_path: Path) -> None:
    plain, packed = tmp_path / "page.html", tmp_path / "page.html.gz"
    plain.write_bytes(b"\n <!doctype html><button>Go</button>")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for source in (plain, str(packed), plain.read_bytes()):
        assert perceive(load(source)).one(role="button").name == "Go"
    with pytest.raises(CaptureError, match="limit"):
        load_html("<p>x", limits=Limits(nodes=3))


def test_texts_of_a_page_without_layout() -> None:
    page = page_of("<h1>Tickets</h1><form><label>Name <input></label><button>Send</button></form><a href=/x>More</a>")
    labels = ids.assign(page)
    assert list(labels) == ["I1", "B1", "L1"]
    tree = rendering.tree(page, ids.RefRegistry(), filter="all").text
    for line in ('heading "Tickets"', 'textbox "Name"', 'button "Send"', 'link "More"'):
        assert line in tree
    assert all(page.node(i).locator for i in page.listing.listed)


PIECES = st.sampled_from(
    (
        *("<p>", "</p>", "<table>", "<tr>", "<svg>", "<math>", "</svg>", "<slot>", "<x-a>", "</x-a>", "<select>", "x"),
        *("<template shadowrootmode=open>", "</template>", "<option selected>", "<iframe srcdoc='<p>'>", "<", "<!--"),
        *("<input type=radio name=a checked>", "-->", "<title>", "<noscript>", "<textarea>", "<frameset>", "\0"),
        *("<b slot=a>", "&#0;", "<o:p @a=1>", "<plaintext>", "&#xd800;", "<base href=x>", "<form>", "</form>"),
    )
)


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_no_markup_raises(html: str) -> None:
    page = page_of(html)
    assert page.select("html")
    rendering.action_space(page, ids.assign(page)).data()
    assert perceive(load_html(html)).snapshot.digest == page.snapshot.digest


@pytest.mark.parametrize(
    "piece", ["<p class=a>x<b>y</b></p>", "<iframe srcdoc='<p>x'></iframe>", "<select><option>1</select>"]
)
def test_reading_grows_with_the_text(piece: str) -> None:
    small, large = piece * 300, piece * 1200
    assert growth(lambda: lambda: load_html(small), lambda: lambda: load_html(large)) < RATIO


# ---------------------------------------------------------------------------------------------------- corpus

AGREEMENT = 0.98


def test_roles_and_names_agree_with_the_captures() -> None:
    """Of the elements that a page's markup and its capture both have in the same state: same place, same attributes,
    on the element and on all around it. What only style sheets say (generated text, spacing) is the difference."""
    pairs = roles = names = 0
    for capture in declared():
        markup = perceive(load(PAGES / capture.page))
        captured = perceive(load(CAPTURES / f"{capture.name}.capture.json.gz"))
        places = {place: i for i, place in in_place(captured).items()}
        for i, place in in_place(markup).items():
            if place in places:
                pairs += 1
                roles += markup.role_of(i) == captured.role_of(places[place])
                names += markup.name_of(i) == captured.name_of(places[place])
    assert pairs > 2000
    assert roles / pairs >= AGREEMENT
    assert names / pairs >= AGREEMENT


def in_place(page: Page) -> dict[int, int]:
    """Element -> a hash of the path to it: tags, places among siblings of the tag, attributes."""
    dom, out = page.query.dom, {-1: 0}
    for i in dom.elements:
        p = dom.parent[i]
        around = out[p if p in out else -1]
        own = (page.snapshot.tag[i], dom.typed_position[i], tuple(sorted(page.snapshot.attrs(i).items())))
        out[i] = hash((around, own))
    del out[-1]
    return out
