"""Captures become columns: documents in place, units, processes, distinct rows (SPEC 1.1-1.4)."""

import gzip
import io
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perception
from perception import CaptureError, Viewport, load
from perception.capture import Source
from perception.snapshot import HTML, MATHML, SVG, Snapshot, nodes_with_attribute
from perception.testing import capture_from, trees

PAGE = """
main
  p class="a" "one"
  p class="a" "two"
  iframe
    button "inside"
  svg
    a "drawn"
    foreignObject
      div "back"
  math
    mi "x"
"""


def at(snapshot: Snapshot, tag: str) -> int:
    return snapshot.tag.index(tag)


def scaled(capture: dict[str, Any], factor: float) -> dict[str, Any]:
    """The same capture from a screen with a real scale factor: boxes in device px, client rectangles in CSS px."""
    out = deepcopy(capture)
    out["viewport"]["deviceScaleFactor"] = factor
    for document in out["snapshot"]["documents"]:
        for part in ("layout", "textBoxes"):
            document[part]["bounds"] = [[edge * factor for edge in box] for box in document[part]["bounds"]]
        document["scrollOffsetX"] *= factor
        document["scrollOffsetY"] *= factor
    return out


# ------------------------------------------------------------------------------------------------ forms of input


@pytest.mark.parametrize("form", ["dict", "bytes", "gzip", "path", "file", "bare"])
def test_every_form_gives_the_same_columns(form: str, tmp_path: Path) -> None:
    capture = capture_from(PAGE)
    raw = json.dumps(capture).encode()
    path = tmp_path / "page.capture.json"
    path.write_bytes(raw)
    bare = load(capture["snapshot"], viewport=Viewport(1280, 800), computed_styles=capture["computedStyles"])
    forms: dict[str, Source] = {
        "dict": capture,
        "bytes": raw,
        "gzip": gzip.compress(raw),
        "path": path,
        "file": io.BytesIO(raw),
    }
    loaded = bare if form == "bare" else load(forms[form])
    expected = load(capture)
    assert (loaded.tag, loaded.parent, loaded.bounds) == (expected.tag, expected.parent, expected.bounds)
    assert loaded.style_rows == expected.style_rows
    assert loaded.viewport[:2] == (1280, 800)


def test_a_bare_result_without_viewport_or_style_names_says_so() -> None:
    snapshot = load(capture_from(PAGE)["snapshot"])
    assert {d.code for d in snapshot.diagnostics} == {"viewport-inferred", "no-style-names"}
    assert snapshot.viewport[:2] == (1280, 800)
    assert snapshot.style(at(snapshot, "p")) == {}


@pytest.mark.parametrize("unit", [0xD83D, 0xDC00, 0xDFFF])
def test_lone_surrogates_are_replaced_and_counted(unit: int) -> None:
    lone = f"a{chr(unit)}b"
    capture = capture_from('p "one"')
    strings = capture["snapshot"]["strings"]
    strings[strings.index("one")] = lone
    for source in (
        capture,
        json.dumps(capture).encode(),
        json.dumps(capture, ensure_ascii=False).encode("utf-8", "surrogatepass"),
    ):
        snapshot = load(source)
        text = snapshot.text(at(snapshot, "#text"))
        assert "\ufffd" in text
        text.encode()


# ------------------------------------------------------------------------------------------------ columns


def test_tags_are_lower_case_in_html_and_as_written_elsewhere() -> None:
    snapshot = load(capture_from(PAGE))
    spaces = {snapshot.tag[i]: snapshot.namespace[i] for i in range(len(snapshot))}
    assert (spaces["p"], spaces["svg"], spaces["foreignObject"], spaces["math"], spaces["mi"]) == (
        HTML,
        SVG,
        SVG,
        MATHML,
        MATHML,
    )
    assert spaces["div"] == HTML


def test_a_content_document_stands_behind_its_owner() -> None:
    snapshot = load(capture_from(PAGE))
    owner = at(snapshot, "iframe")
    document = snapshot.documents[snapshot.content_document[owner]]
    assert snapshot.parent[document.begin] == document.owner == owner
    assert snapshot.tag[document.begin : document.end].count("button") == 1


def test_equal_attribute_rows_are_one_row() -> None:
    snapshot = load(capture_from(PAGE))
    first, second = nodes_with_attribute(snapshot, ["class"])["class"]
    assert snapshot.attribute_row[first] == snapshot.attribute_row[second]
    assert snapshot.attrs(first) is snapshot.attrs(second)


def test_index_minus_one_reads_as_the_empty_string() -> None:
    snapshot = load(capture_from('input value="" disabled=""'))
    assert snapshot.attrs(at(snapshot, "input")) == {"value": "", "disabled": ""}


@pytest.mark.parametrize("factor", [1.25, 1.5, 2, 3])
def test_device_pixels_are_calibrated(factor: float) -> None:
    capture = capture_from(PAGE)
    emulated = deepcopy(capture)
    emulated["viewport"]["deviceScaleFactor"] = factor
    expected = load(capture)
    for snapshot, scale in ((load(scaled(capture, factor)), factor), (load(emulated), 1)):
        assert snapshot.documents[0].scale == scale
        assert snapshot.bounds == [pytest.approx(box) for box in expected.bounds]


# ------------------------------------------------------------------------------------------------ processes


def with_remote_frame() -> dict[str, Any]:
    """A page whose frame lives in another process: own strings, backend ids from 1 again."""
    capture = capture_from('p "outer"\niframe')
    remote = capture_from('button id="b" "remote"')
    outer = load(capture)
    owner = outer.backend_node_id[at(outer, "iframe")]
    strings = capture["snapshot"]["strings"]
    remote["snapshot"]["strings"][remote["snapshot"]["strings"].index("FRAME0")] = "REMOTE"
    frame_id = strings[capture["snapshot"]["documents"][0]["frameId"]]
    capture["frames"] = [
        {
            "frameId": "REMOTE",
            "parentFrameId": frame_id,
            "ownerBackendNodeId": owner,
            "computedStyles": remote["computedStyles"],
            "viewport": remote["viewport"],
            "snapshot": remote["snapshot"],
        }
    ]
    return capture


def test_an_out_of_process_frame_is_merged_under_its_owner() -> None:
    snapshot = load(with_remote_frame())
    button = at(snapshot, "button")
    document = snapshot.documents[snapshot.document[button]]
    assert (document.process, document.frame_id) == (1, "REMOTE")
    assert snapshot.tag[document.owner] == "iframe"
    assert snapshot.attrs(button) == {"id": "b"}
    assert snapshot.text(button + 1) == "remote"
    assert snapshot.style(button)["display"] == "inline-block"
    key = snapshot.node_of_key
    assert key[1, snapshot.backend_node_id[button]] == button
    assert len(key) == len(snapshot)


def test_a_frame_without_its_owner_is_kept_and_said() -> None:
    capture = with_remote_frame()
    capture["frames"][0]["ownerBackendNodeId"] = 10_000
    snapshot = load(capture)
    assert "remote" in [snapshot.text(i) for i in range(len(snapshot))]
    assert {"frame-without-owner", "document-without-owner"} <= {d.code for d in snapshot.diagnostics}


def test_an_error_in_a_frame_names_the_frame() -> None:
    capture = with_remote_frame()
    capture["frames"][0]["snapshot"]["documents"][0]["nodes"]["parentIndex"][3] = 99
    with pytest.raises(CaptureError) as caught:
        load(capture)
    assert caught.value.where == "frames[0].snapshot.documents[0].nodes.parentIndex[3]"


# ------------------------------------------------------------------------------------------------ properties


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_subtree_is_a_slice(data: st.DataObject) -> None:
    snapshot = load(capture_from(data.draw(trees())))
    for i in range(len(snapshot)):
        inside = range(i, snapshot.subtree_end[i])
        assert all(snapshot.parent[k] in inside for k in inside if k > i)
        following = snapshot.subtree_end[i]
        if following < snapshot.documents[snapshot.document[i]].end:
            assert snapshot.parent[following] not in inside


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_loading_twice_is_equal(data: st.DataObject) -> None:
    capture = capture_from(data.draw(trees()))
    first, second = load(capture), load(json.dumps(capture).encode())
    assert first.digest == second.digest
    assert first.tag == second.tag


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-2, 12), min_size=1, max_size=12))
def test_any_parents_are_a_tree_or_an_error(parents: list[int]) -> None:
    """Whatever the parent column holds: a preorder tree is loaded, everything else is named."""
    count = len(parents)
    document = {
        "nodes": {
            "parentIndex": parents,
            "nodeType": [1] * count,
            "nodeName": [0] * count,
            "nodeValue": [-1] * count,
            "backendNodeId": list(range(count)),
            "attributes": [[]] * count,
        },
        "layout": {"nodeIndex": [], "styles": [], "bounds": [], "text": []},
    }
    source = {"documents": [document], "strings": ["DIV"]}
    if is_preorder(parents):
        assert load(source).parent == parents
    else:
        with pytest.raises(CaptureError) as caught:
            load(source)
        assert caught.value.where.startswith("documents[0].nodes.parentIndex[")


def is_preorder(parents: list[int]) -> bool:
    """The plain definition: one root, and every parent is on the path from the root to the node before."""
    if parents[0] != -1:
        return False
    for i in range(1, len(parents)):
        path, k = [], i - 1
        while k >= 0:
            path.append(k)
            k = parents[k]
        if parents[i] not in path:
            return False
    return True


def test_the_public_names_are_there() -> None:
    assert set(perception.__all__) <= set(dir(perception))
    parameters = perception.capture_parameters()
    assert parameters["includePaintOrder"]
    assert parameters["includeDOMRects"]
    assert {"padding-left", "padding-top"} <= set(parameters["computedStyles"])
