"""What changed between two captures: SPEC 11, `domsight diff`."""

import json
from typing import Any

import pytest

from ids import Carry, RefRegistry
from perception.loading import load
from perception.perceive import Page, perceive
from perception.testing import capture_from, node_at
from rendering.diff import Diff, diff
from tests.moments import loaded_anew, without

BEFORE = """
    h1 "Shop"
    button id=less disabled "Less"
    input id=many type=number aria-label="Quantity" :value="1"
    p id=note "One is left"
    a id=gone href="/old" "Old"
    a id=new href="/new" "New"
"""
AFTER = BEFORE.replace("disabled ", "").replace(':value="1"', ':value="2"').replace("One is left", "Two are left")


def page_of(capture: dict[str, Any]) -> Page:
    return perceive(load(capture), -1)


def backend(capture: dict[str, Any], id: str) -> int:
    return node_at(page_of(capture), id).backend_node_id


def changed(reload: bool = False) -> tuple[Page, Page]:
    before, after = capture_from(BEFORE), capture_from(AFTER)
    old = page_of(without(before, {backend(before, "new")}))
    after = without(after, {backend(after, "gone")})
    return old, page_of(loaded_anew(after) if reload else after)


def said(result: Diff) -> dict[str, list[str]]:
    return {
        kind: [item.name or item.role for item in result.of_kind(kind)] for kind in ("kept", "new", "gone", "changed")
    }


def test_kept_new_gone_and_changed() -> None:
    result = diff(*changed())
    assert result.same_document
    assert said(result) == {
        "kept": ["Shop"],
        "new": ["New"],
        "gone": ["Old"],
        "changed": ["Less", "Quantity", "paragraph"],
    }


def test_what_changed_is_named() -> None:
    carry, (old, new) = Carry(), changed()
    result = diff(old, new, carry.assign(old), carry.assign(new))
    changes = {item.name or item.role: dict(item.changes) for item in result.changed}
    assert changes == {
        "Less": {"id": (None, "B1"), "disabled": (True, None)},
        "Quantity": {"value": ("1", "2")},
        "paragraph": {"text": ("One is left", "Two are left")},
    }
    assert [(item.old_id, item.new_id) for item in result.gone + result.new] == [("L1", None), (None, "L2")]


def test_refs_are_those_of_the_registry() -> None:
    registry, (old, new) = RefRegistry(), changed()
    result = diff(old, new, registry=registry)
    for item in result.kept + result.changed:
        assert item.old_ref == item.new_ref
        assert registry[item.new_ref or ""].i == item.new_node
    assert [registry.lookup(item.old_ref or "") for item in result.gone] == [None]


def test_after_a_reload_things_are_the_same_with_a_score() -> None:
    result = diff(*changed(reload=True))
    assert not result.same_document
    assert said(result) == {
        "kept": ["Shop"],
        "new": ["New"],
        "gone": ["Old"],
        "changed": ["Less", "Quantity", "paragraph"],
    }
    assert all(0 < item.score < 1 and item.evidence for item in result.kept + result.changed)


@pytest.mark.parametrize("reload", [False, True])
def test_a_capture_and_itself(reload: bool) -> None:
    capture = capture_from(BEFORE)
    result = diff(page_of(capture), page_of(loaded_anew(capture) if reload else capture))
    assert len(result.kept) == len(result.items) > 4


def test_json() -> None:
    data = json.loads(json.dumps(diff(*changed()).to_dict()))
    assert data["counts"] == {"kept": 1, "new": 1, "gone": 1, "changed": 3}
    assert [item["kind"] for item in data["items"]].count("kept") == 0


def test_empty_pages() -> None:
    assert diff(page_of(capture_from("")), page_of(capture_from(""))).items == ()
