"""Loading (SPEC 1): every accepted form gives the same snapshot, a malformed capture a CaptureError that points."""

import copy
import gzip
import io
import json
import pickle
import struct
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

import perception
from perception import CaptureError, Limits, Snapshot, Viewport, capture_parameters, load
from perception.testing import capture_from

TREE = """
h1 id="top" "Straße 🚲"
a href="/x" "Link" :clickable
iframe id="f"
  p "inner"
input type="text" :value="v"
"""


class _Gone:
    """Marks a key or an entry to delete."""


GONE = _Gone()


class Broken(NamedTuple):
    """A capture with one part replaced, and what the error must say."""

    id: str
    path: str
    """Where to put the value: dots and [k], as in the errors."""
    value: Any
    where: str
    """JSON path in the error; '=' for the same as `path`."""
    reason: str
    """Part of the error's reason."""


D = "snapshot.documents[0]"
EMPTY: dict[str, Any] = {"documents": [], "strings": []}
RARE = {"index": [1], "value": [9999]}
N, L, T = f"{D}.nodes", f"{D}.layout", f"{D}.textBoxes"
LINKS = f"{N}.contentDocumentIndex"

BROKEN = (
    Broken("key-snapshot", "snapshot", GONE, "=", "missing"),
    Broken("key-documents", "snapshot.documents", GONE, "=", "missing"),
    Broken("key-strings", "snapshot.strings", GONE, "=", "missing"),
    Broken("key-nodes", N, GONE, "=", "missing"),
    Broken("key-layout", L, GONE, "=", "missing"),
    Broken("key-parents", f"{N}.parentIndex", GONE, "=", "missing"),
    Broken("key-attributes", f"{N}.attributes", GONE, "=", "missing"),
    Broken("key-bounds", f"{L}.bounds", GONE, "=", "missing"),
    Broken("key-viewport-width", "viewport.width", GONE, "=", "missing"),
    Broken("no-documents", "snapshot.documents", [], "=", "no documents"),
    Broken("no-nodes", f"{N}.parentIndex", [], "=", "no nodes"),
    Broken("snapshot-null", "snapshot", None, "snapshot", "missing"),
    Broken("snapshot-list", "snapshot", [], "=", "array"),
    Broken("documents-object", "snapshot.documents", {}, "=", "array"),
    Broken("document-null", "snapshot.documents[1]", None, "=", "null"),
    Broken("strings-number", "snapshot.strings[3]", 7, "=", "str"),
    Broken("strings-null", "snapshot.strings[0]", None, "=", "str"),
    Broken("viewport-text", "viewport.width", "1280", "=", "float"),
    Broken("viewport-list", "viewport", [1280, 800], "=", "object"),
    Broken("viewport-null-width", "viewport.width", None, "=", "null"),
    Broken("styles-text", "computedStyles", "display", "=", "array"),
    Broken("styles-null", "computedStyles[2]", None, "=", "str"),
    Broken("loader-ids", "loaderIds", {"F": 3}, "loaderIds.F", "str"),
    Broken("focus-text", "focusedBackendNodeId", "12", "=", "int"),
    Broken("url-number", "url", 5, "=", "str"),
    Broken("parent-text", f"{N}.parentIndex[3]", "1", "=", "int"),
    Broken("parent-float", f"{N}.parentIndex[3]", 1.0, "=", "float"),
    Broken("parent-bool", f"{N}.parentIndex[3]", True, "=", "bool"),
    Broken("parent-null", f"{N}.parentIndex[3]", None, "=", "null"),
    Broken("parent-forward", f"{N}.parentIndex[3]", 5, "=", "not an open earlier node"),
    Broken("parent-self", f"{N}.parentIndex[3]", 3, "=", "not an open earlier node"),
    Broken("parent-huge", f"{N}.parentIndex[3]", 10**12, "=", "not an open earlier node"),
    Broken("parent-beyond-64-bits", f"{N}.parentIndex[3]", 10**30, "=", ""),
    Broken("parent-below", f"{N}.parentIndex[3]", -2, "=", ">= -1"),
    Broken("root-is-a-text", f"{N}.nodeType[0]", 3, "=", "no text"),
    Broken("parent-closed", f"{N}.parentIndex[7]", 5, "=", "not an open earlier node"),
    Broken("parent-inner-forward", "snapshot.documents[1].nodes.parentIndex[3]", 4, "=", "not an open earlier node"),
    Broken("text-with-children", f"{N}.nodeType[4]", 3, f"{N}.parentIndex[5]", "only elements have children"),
    Broken("root-is-a-text", f"{N}.nodeType[0]", 3, "=", "root is no text"),
    Broken("root-is-a-child", f"{N}.parentIndex[0]", 0, "=", "root"),
    Broken("root-inner-is-a-child", "snapshot.documents[1].nodes.parentIndex[0]", 0, "=", "root"),
    Broken("two-roots", f"{N}.parentIndex[4]", -1, "=", "second root"),
    Broken("two-roots-inner", "snapshot.documents[1].nodes.parentIndex[2]", -1, "=", "second root"),
    Broken("parents-short", f"{N}.parentIndex[8]", GONE, f"{N}.nodeType", "expected"),
    Broken("types-short", f"{N}.nodeType[0]", GONE, f"{N}.nodeType", "expected"),
    Broken("names-short", f"{N}.nodeName[0]", GONE, f"{N}.nodeName", "expected"),
    Broken("values-short", f"{N}.nodeValue[0]", GONE, f"{N}.nodeValue", "expected"),
    Broken("ids-short", f"{N}.backendNodeId[0]", GONE, f"{N}.backendNodeId", "expected"),
    Broken("attributes-short", f"{N}.attributes[0]", GONE, f"{N}.attributes", "expected"),
    Broken("type-text", f"{N}.nodeType[1]", "ELEMENT", "=", "int"),
    Broken("name-out-of-range", f"{N}.nodeName[2]", 9999, "=", "out of range"),
    Broken("value-out-of-range", f"{N}.nodeValue[5]", 9999, "=", "out of range"),
    Broken("value-negative", f"{N}.nodeValue[5]", -7, "=", ">= -1"),
    Broken("id-beyond-53-bits", f"{N}.backendNodeId[2]", 2**60, "=", "<="),
    Broken("id-twice", f"{N}.backendNodeId[2]", 1, "=", "already another node's"),
    Broken("id-twice-in-a-frame", "snapshot.documents[1].nodes.backendNodeId[2]", 1, "=", "already another node's"),
    Broken("attributes-odd", f"{N}.attributes[4]", [0, 1, 2], "=", "alternate"),
    Broken("attributes-text", f"{N}.attributes[4]", "href", "=", "array"),
    Broken("attributes-null", f"{N}.attributes[4]", None, "=", "null"),
    Broken("attributes-nested", f"{N}.attributes[4]", [[0, 1]], "=", "int"),
    Broken("attributes-names", f"{N}.attributes[4]", ["href", "/x"], "=", "str"),
    Broken("attributes-out-of-range", f"{N}.attributes[4]", [0, 9999], f"{N}.attributes[4][1]", "out of range"),
    Broken("attributes-negative", f"{N}.attributes[4]", [0, -2], "=", ">= -1"),
    Broken("rare-ragged", f"{N}.inputValue.value", [], "=", "expected"),
    Broken("rare-list", f"{N}.inputValue", [1, 2], "=", "object"),
    Broken("rare-index-out-of-range", f"{N}.inputValue.index[0]", 99, "=", "out of range"),
    Broken("rare-index-negative", f"{N}.isClickable.index[0]", -1, "=", "out of range"),
    Broken("rare-flag-out-of-range", f"{N}.isClickable.index[0]", 99, "=", "out of range"),
    Broken("rare-value-out-of-range", f"{N}.inputValue.value[0]", 9999, "=", "out of range"),
    Broken("shadow-root", f"{N}.shadowRootType", {"index": [0], "value": [0]}, f"{N}.shadowRootType.index[0]", "root"),
    Broken("pseudo-text", f"{N}.pseudoType", {"index": [5], "value": [0]}, f"{N}.pseudoType.index[0]", "cannot be"),
    Broken("pseudo-root", f"{N}.pseudoType", {"index": [0], "value": [0]}, f"{N}.pseudoType.index[0]", "cannot be"),
    Broken("pseudo-parent", f"{N}.pseudoType", {"index": [3], "value": [0]}, f"{N}.parentIndex[4]", "no such children"),
    Broken("rare-source-out-of-range", f"{N}.currentSourceURL", RARE, f"{N}.currentSourceURL.value[0]", "out of range"),
    Broken("frame-no-such-document", f"{N}.contentDocumentIndex.value[0]", 2, "=", "out of range"),
    Broken("frame-negative-document", f"{N}.contentDocumentIndex.value[0]", -1, "=", "out of range"),
    Broken("frame-shows-the-top", f"{N}.contentDocumentIndex.value[0]", 0, "=", "first document"),
    Broken("frame-of-a-text", f"{LINKS}.index[0]", 5, f"{LINKS}.value[0]", "only an element"),
    Broken("frame-of-a-root", f"{LINKS}.index[0]", 0, f"{LINKS}.value[0]", "only an element"),
    Broken("frame-twice", LINKS, {"index": [2, 3], "value": [1, 1]}, f"{LINKS}.value[1]", "already has an owner"),
    Broken("frame-shows-two", LINKS, {"index": [2, 2], "value": [1, 1]}, f"{LINKS}.value[1]", "already has an owner"),
    Broken("box-no-such-node", f"{L}.nodeIndex[1]", 99, "=", "out of range"),
    Broken("box-negative-node", f"{L}.nodeIndex[1]", -1, "=", "out of range"),
    Broken("boxes-short", f"{L}.bounds[0]", GONE, f"{L}.bounds", "expected"),
    Broken("styles-short", f"{L}.styles[0]", GONE, f"{L}.styles", "expected"),
    Broken("texts-short", f"{L}.text[0]", GONE, f"{L}.text", "expected"),
    Broken("orders-short", f"{L}.paintOrders[0]", GONE, f"{L}.paintOrders", "expected"),
    Broken("client-rects-short", f"{L}.clientRects[0]", GONE, f"{L}.clientRects", "expected"),
    Broken("bounds-three", f"{L}.bounds[2]", [0, 0, 5], "=", "length 4"),
    Broken("bounds-five", f"{L}.bounds[2]", [0, 0, 5, 5, 5], "=", "length 4"),
    Broken("bounds-text", f"{L}.bounds[2]", [0, 0, "5", 5], f"{L}.bounds[2][2]", "float"),
    Broken("bounds-object", f"{L}.bounds[2]", {"x": 0}, "=", "array"),
    Broken("client-rect-three", f"{L}.clientRects[1]", [0, 0, 5], "=", "expected 4"),
    Broken("client-rect-five", f"{L}.clientRects[1]", [0, 0, 5, 5, 5], "=", "length"),
    Broken("client-rect-text", f"{L}.clientRects[1]", [0, 0, 5, "5"], "=", "float"),
    Broken("scroll-rect-null", f"{L}.scrollRects[1]", None, "=", "null"),
    Broken("style-row-short", f"{L}.styles[2]", [1, 2], "=", "expected"),
    Broken("style-row-out-of-range", f"{L}.styles[2][5]", 9999, "=", "out of range"),
    Broken("style-row-text", f"{L}.styles[2]", "block", "=", "array"),
    Broken("box-text-out-of-range", f"{L}.text[2]", 9999, "=", "out of range"),
    Broken("order-float", f"{L}.paintOrders[2]", 1.5, "=", "float"),
    Broken("text-box-no-such-row", f"{T}.layoutIndex[0]", 99, "=", "out of range"),
    Broken("text-boxes-unsorted", f"{T}.layoutIndex[0]", 8, f"{T}.layoutIndex[1]", "in order"),
    Broken("text-boxes-ragged", f"{T}.start", [], "=", "expected"),
    Broken("text-box-negative", f"{T}.start[0]", -1, "=", ">= 0"),
    Broken("text-box-bounds", f"{T}.bounds[0]", [0], "=", "length 4"),
    Broken("title-out-of-range", f"{D}.title", 9999, "=", "out of range"),
    Broken("url-out-of-range", f"{D}.documentURL", 9999, "=", "out of range"),
    Broken("scroll-text", f"{D}.scrollOffsetX", "0", "=", "float"),
    Broken("frames-object", "frames", {"F": {}}, "=", "array"),
    Broken("frame-without-snapshot", "frames", [{"frameId": "G"}], "frames[0].snapshot", "missing"),
    Broken("frame-without-id", "frames", [{"snapshot": EMPTY}], "frames[0].frameId", "missing"),
    Broken("frame-empty", "frames", [{"frameId": "G", "snapshot": EMPTY}], "frames[0].snapshot.documents", "no doc"),
)  # fmt: skip


@pytest.fixture(scope="module")
def capture() -> dict[str, Any]:
    out = capture_from(TREE)
    assert len(out["snapshot"]["documents"]) == 2
    return out


def steps(path: str) -> list[str | int]:
    parts = path.replace("[", ".[").split(".")
    return [int(part[1:-1]) if part.startswith("[") else part for part in parts]


def replaced(capture: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a capture with the part at `path` replaced or, for GONE, deleted."""
    out = copy.deepcopy(dict(capture))
    place: Any = out
    *way, last = steps(path)
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return out


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.id)
@pytest.mark.parametrize("form", ["bytes", "dict"])
def test_a_malformed_capture_points_to_its_fault(capture: dict[str, Any], case: Broken, form: str) -> None:
    broken = replaced(capture, case.path, case.value)
    with pytest.raises(CaptureError) as raised:
        load(broken if form == "dict" else json.dumps(broken).encode(), name="here")
    assert raised.value.where == (case.path if case.where == "=" else case.where)
    assert case.reason in raised.value.reason
    assert str(raised.value).startswith("here: ")


def test_the_path_of_a_bare_result_starts_at_its_documents(capture: dict[str, Any]) -> None:
    broken = replaced(capture, f"{N}.parentIndex[3]", 5)["snapshot"]
    with pytest.raises(CaptureError) as raised:
        load(broken)
    assert raised.value.where == "documents[0].nodes.parentIndex[3]"


def frame_of(capture: dict[str, Any], frame_id: str, parent: str, owner: int) -> dict[str, Any]:
    """An out-of-process frame whose content is the capture's own."""
    snapshot = copy.deepcopy(capture["snapshot"])
    snapshot["documents"][0]["frameId"] = len(snapshot["strings"])
    snapshot["strings"].append(frame_id)
    return {"frameId": frame_id, "parentFrameId": parent, "ownerBackendNodeId": owner, "snapshot": snapshot}


def top_frame_id(capture: dict[str, Any]) -> str:
    frame_id: str = capture["snapshot"]["strings"][capture["snapshot"]["documents"][0]["frameId"]]
    return frame_id


def test_frames_that_own_one_another_are_a_cycle(capture: dict[str, Any]) -> None:
    frames = [frame_of(capture, "A", "B", 3), frame_of(capture, "B", "A", 3)]
    with pytest.raises(CaptureError, match="cycle") as raised:
        load({**capture, "frames": frames})
    assert raised.value.where == "frames[0].snapshot.documents[0]"


def test_one_element_shows_one_document(capture: dict[str, Any]) -> None:
    frames = [frame_of(capture, k, top_frame_id(capture), 3) for k in ("A", "B")]
    with pytest.raises(CaptureError, match="owns two") as raised:
        load({**capture, "frames": frames})
    assert raised.value.where == "frames[1].ownerBackendNodeId"


def test_a_fault_in_a_frame_names_the_frame(capture: dict[str, Any]) -> None:
    frame = frame_of(capture, "A", top_frame_id(capture), 3)
    frame["snapshot"]["documents"][0]["layout"]["styles"][1][0] = len(frame["snapshot"]["strings"])
    with pytest.raises(CaptureError, match="out of range") as raised:
        load({**capture, "frames": [frame]})
    assert raised.value.where == "frames[0].snapshot.documents[0].layout.styles[1][0]"


# ------------------------------------------------------------------------------------------------ bytes


def as_bytes(capture: dict[str, Any]) -> bytes:
    return json.dumps(capture).encode()


GOOD = as_bytes(capture_from(TREE))
PACKED = gzip.compress(GOOD)
NESTED = 200_000

NO_CAPTURE: dict[str, tuple[Any, str]] = {
    "empty": (b"", "empty"),
    "blank": (b" \n\t" * 100, "empty"),
    "cut": (GOOD[: len(GOOD) // 2], "not JSON"),
    "trailing": (GOOD + b"x", "not JSON"),
    "two-values": (GOOD + GOOD, "not JSON"),
    "text": (b'"a capture"', "object"),
    "number": (b"7", "object"),
    "null": (b"null", "object"),
    "list": (b"[" + GOOD + b"]", "object"),
    "empty-object": (b"{}", "missing"),
    "no-utf-8": (GOOD.replace(b"Link", b"\xff\xfe\xff"), "not JSON"),
    "zeros": (b"\0" * 1000, "not JSON"),
    "deep-lists": (b"[" * NESTED + b"]" * NESTED, ""),
    "deep-open": (b"[" * NESTED, ""),
    "deep-objects": (b'{"a":' * NESTED, ""),
    "deep-unknown-key": (b'{"axTree":' + b"[" * NESTED + b"]" * NESTED + b"," + GOOD[1:], ""),
    "digits": (GOOD.replace(b'"width": 1280', b'"width": ' + b"9" * 5000), ""),
    "control-character": (GOOD.replace(b"Link", b"a\nb"), "not JSON"),
    "gzip-head-only": (PACKED[:4], "gzip"),
    "gzip-cut": (PACKED[: len(PACKED) // 2], "gzip: it is cut off"),
    "gzip-without-trailer": (PACKED[:-8], "gzip: it is cut off"),
    "gzip-wrong-sum": (PACKED[:-8] + b"\0" * 8, "gzip"),
    "gzip-wrong-byte": (PACKED[:40] + bytes([PACKED[40] ^ 255]) + PACKED[41:], "gzip"),
    "gzip-and-more": (PACKED + b"more", "gzip"),
    "gzip-of-nothing": (gzip.compress(b""), "empty"),
    "gzip-of-gzip": (gzip.compress(PACKED), "not JSON"),
    "zstd-cut": (b"\x28\xb5\x2f\xfd\x00", "zstd"),
    "number-for-a-source": (17, "not int"),
    "none-for-a-source": (None, "not NoneType"),
    "list-for-a-source": ([1], "not list"),
    "text-for-a-source": (GOOD.decode(), "give JSON as bytes"),
    "nul-in-path": ("a\0b", "no path"),
    "text-file": (io.StringIO(GOOD.decode()), "binary mode"),
    "gzip-file-cut": (gzip.GzipFile(fileobj=io.BytesIO(PACKED[:200])), ""),
    "dict-with-odd-keys": ({(1, 2): 3}, "cannot be written"),
    "dict-with-objects": ({"snapshot": object()}, "cannot be written"),
    "empty-dict": ({}, "missing"),
}


@pytest.mark.parametrize("kind", NO_CAPTURE)
def test_what_is_no_capture_is_refused(kind: str) -> None:
    source, reason = NO_CAPTURE[kind]
    with pytest.raises(CaptureError) as raised:
        load(source)
    assert reason in str(raised.value)


def test_a_text_mode_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    path.write_bytes(PACKED)
    with path.open(encoding="utf-8") as file, pytest.raises(CaptureError, match="binary mode"):
        load(file)  # type: ignore[arg-type]


def test_a_dict_that_holds_itself_is_refused(capture: dict[str, Any]) -> None:
    loop: dict[str, Any] = dict(capture)
    loop["snapshot"] = loop
    with pytest.raises(CaptureError):
        load(loop)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_for_numbers_are_no_json(word: str) -> None:
    broken = GOOD.replace(b'"width": 1280', b'"width": ' + word.encode())
    with pytest.raises(CaptureError) as raised:
        load(broken)
    assert raised.value.where == "viewport.width"


def test_an_error_keeps_its_parts_over_a_pickle(capture: dict[str, Any]) -> None:
    with pytest.raises(CaptureError) as raised:
        load({}, name="x.json")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.source, again.where, again.reason) == ("x.json", "snapshot", raised.value.reason)
    assert isinstance(again, ValueError)
    assert isinstance(again, perception.PerceptionError)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.json")


# ------------------------------------------------------------------------------------------------ limits


@pytest.mark.parametrize(
    "limits", [Limits(nodes=5), Limits(documents=1), Limits(strings=3), Limits(unpacked_bytes=100)]
)
@pytest.mark.parametrize("source", [GOOD, PACKED, io.BytesIO(GOOD)], ids=["json", "gzip", "file"])
def test_a_capture_over_a_limit_is_refused(source: Any, limits: Limits) -> None:
    if isinstance(source, io.BytesIO):
        source.seek(0)
    with pytest.raises(CaptureError, match="limit"):
        load(source, limits=limits)


def test_the_limits_are_inclusive(capture: dict[str, Any]) -> None:
    snapshot = capture["snapshot"]
    nodes = sum(len(d["nodes"]["parentIndex"]) for d in snapshot["documents"])
    limits = Limits(nodes=nodes, documents=2, strings=len(snapshot["strings"]), unpacked_bytes=len(GOOD))
    assert len(load(GOOD, limits=limits)) == nodes


def bomb(claimed: int | None = None) -> bytes:
    """200 MB of blanks in 200 kB; `claimed` replaces the size that the trailer states."""
    packer = zlib.compressobj(9, wbits=31)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(200)) + packer.flush()
    return packed if claimed is None else packed[:-4] + struct.pack("<I", claimed)


@pytest.mark.parametrize("claimed", [None, 1000])
def test_a_gzip_bomb_is_refused_before_it_is_unpacked(claimed: int | None) -> None:
    import tracemalloc

    packed = bomb(claimed)
    tracemalloc.start()
    try:
        with pytest.raises(CaptureError, match="limit"):
            load(packed, limits=Limits(unpacked_bytes=10 << 20))
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


# ------------------------------------------------------------------------------------------------ forms


def same(a: Snapshot, b: Snapshot) -> bool:
    return a.digest == b.digest


def forms(tmp_path: Path) -> dict[str, Callable[[], Any]]:
    """The same capture in every form that `load` takes."""
    plain, packed = tmp_path / "a.json", tmp_path / "a.json.gz"
    plain.write_bytes(GOOD)
    packed.write_bytes(PACKED)
    return {
        "path": lambda: str(plain),
        "path-object": lambda: plain,
        "gzip-path": lambda: packed,
        "bytearray": lambda: bytearray(GOOD),
        "memoryview": lambda: memoryview(GOOD),
        "gzip": lambda: PACKED,
        "gzip-of-several-members": lambda: gzip.compress(GOOD[:100]) + gzip.compress(GOOD[100:]),
        "gzip-padded": lambda: PACKED + b"\0" * 512,
        "file": lambda: io.BytesIO(GOOD),
        "gzip-file": lambda: io.BytesIO(PACKED),
        "open-gzip-file": lambda: gzip.GzipFile(fileobj=io.BytesIO(PACKED)),
        "dict": lambda: json.loads(GOOD),
        "mapping": lambda: MappingProxyType(json.loads(GOOD)),
        "blank-around": lambda: b"\n " + GOOD + b"\r\n",
        "utf-8-mark": lambda: b"\xef\xbb\xbf" + GOOD,
        "utf-16": lambda: GOOD.decode().encode("utf-16"),
        "unescaped": lambda: json.dumps(json.loads(GOOD), ensure_ascii=False, indent=1).encode(),
        "reserved-keys": lambda: {**json.loads(GOOD), "axTree": [{"x": 1}], "screenshot": "…", "mine": None},
        "nulls-for-optional-keys": lambda: {**json.loads(GOOD), "loaderIds": None, "frames": None, "title": None},
    }


@pytest.mark.parametrize("form", [
    "path", "path-object", "gzip-path", "bytearray", "memoryview", "gzip", "gzip-of-several-members", "gzip-padded",
    "file", "gzip-file", "open-gzip-file", "dict", "mapping", "blank-around", "utf-8-mark", "utf-16", "unescaped",
    "reserved-keys", "nulls-for-optional-keys",
])  # fmt: skip
def test_every_form_gives_the_same_snapshot(form: str, tmp_path: Path) -> None:
    assert same(load(forms(tmp_path)[form]()), load(GOOD))


def test_zstd(capture: dict[str, Any]) -> None:
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.ZstdCompressor().compress(GOOD)
    assert same(load(packed), load(GOOD))
    with pytest.raises(CaptureError, match="limit"):
        load(packed, limits=Limits(unpacked_bytes=100))
    with pytest.raises(CaptureError):
        load(packed[: len(packed) // 2])


def test_a_bare_result_takes_viewport_and_styles_from_arguments(capture: dict[str, Any]) -> None:
    bare = capture["snapshot"]
    given = load(bare, viewport=Viewport(1280, 800), computed_styles=capture["computedStyles"])
    whole = load(capture)
    assert given.style_rows == whole.style_rows
    assert (given.viewport, given.tag, given.bounds) == (whole.viewport, whole.tag, whole.bounds)


def test_a_bare_result_alone_says_what_it_lacks(capture: dict[str, Any]) -> None:
    snapshot = load(capture["snapshot"])
    assert {d.code for d in snapshot.diagnostics} >= {"viewport-inferred", "no-style-names"}
    assert (snapshot.viewport.width, snapshot.viewport.height) == (1280, 800)
    assert not snapshot.styles_captured


def test_arguments_do_not_replace_what_the_envelope_says(capture: dict[str, Any]) -> None:
    snapshot = load(capture, viewport=Viewport(1, 1), computed_styles=["color"])
    assert snapshot.viewport.width == 1280
    assert "display" in snapshot.styles_captured


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (rb"a\ud800b", "a\ufffdb"),
        (rb"a\udc00b", "a\ufffdb"),
        (rb"\ud83d\udeb2", "🚲"),
        (b"a\xed\xa0\x80b", "a\ufffdb"),
        (b"\xed\xa0\xbd\xed\xba\xb2", "🚲"),
    ],
)
def test_lone_surrogates_are_replaced(written: bytes, read: str) -> None:
    snapshot = load(GOOD.replace(b"Link", written))
    assert read in snapshot.strings
    assert "\ufffd" not in read or "lone-surrogates" in {d.code for d in snapshot.diagnostics}


def test_lone_surrogates_in_a_dict_are_replaced(capture: dict[str, Any]) -> None:
    odd = json.loads(GOOD.replace(b"Link", rb"a\ud800b"))
    assert "a\ufffdb" in load(odd).strings


@pytest.mark.parametrize(
    ("number", "read"),
    [(None, 0.0), (1e300, 1e9), (-1e300, -1e9), (10**40, 1e9), (float("nan"), 0.0), (1e9, 1e9), (-5.0, -5.0)],
)
def test_coordinates_that_no_layout_has_are_mended(capture: dict[str, Any], number: Any, read: float) -> None:
    snapshot = load(replaced(capture, f"{L}.bounds[1]", [0, 0, 10, number]))
    assert snapshot.bounds[1] == (0, 0, 10, read)
    assert ("odd-coordinates" in {d.code for d in snapshot.diagnostics}) == (number != read)


def test_a_number_beyond_floats_is_mended() -> None:
    at = GOOD.index(b'"bounds": [[0, ')
    odd = GOOD[:at] + GOOD[at:].replace(b'"bounds": [[0, ', b'"bounds": [[1e999, ', 1)
    assert load(odd).bounds[0][0] == 1e9


def test_the_parameters_to_capture_with() -> None:
    parameters = capture_parameters()
    assert {"padding-left", "padding-top"} <= set(parameters["computedStyles"])
    assert parameters["includePaintOrder"] is True
    assert parameters["includeDOMRects"] is True
