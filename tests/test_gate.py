"""The gate: figures are counted right, floors only rise."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks import gate, gate_actions
from benchmarks.gate import Collection, Tally, f1, figures, raised, summed
from perception.loading import load
from perception.perceive import perceive
from perception.testing import capture_from

PAGE = """
button id=save @0,0,90,20
a id=more href=/ @0,40,90,20
div id=card {cursor: pointer} @0,80,90,20
p id=text @0,120,90,20 "text"
input id=box type=radio {display: none}
label id=label for=box @0,160,90,20 "A"
div id=root :clickable @0,200,90,90
"""


def record(**facts: Any) -> dict[str, Any]:
    known = {"inViewport": True, "visible": True, "hit": True, "enabled": True, "why": [], "parent": None}
    return known | facts


def truth_of(capture: Mapping[str, Any], records: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Records by id attribute as a truth: by backend node id."""
    page = perceive(load(dict(capture)))
    keys = {page.snapshot.attrs(i).get("id"): page.snapshot.backend_node_id[i] for i in range(len(page.snapshot))}
    for facts in records.values():
        facts["labels"] = [keys[id] for id in facts.get("labels", ())]
    return {"nodes": {str(keys[id]): facts for id, facts in records.items()}}


def tallies(records: Mapping[str, dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Measure -> (agreeing, compared)."""
    capture = capture_from(PAGE)
    page = perceive(load(capture))
    out: dict[str, Tally] = {}
    for finding in gate_actions.findings(page, truth_of(capture, records)):
        out.setdefault(finding.measure, Tally()).add(finding)
    return {name: (tally.agreeing, tally.compared) for name, tally in out.items()}


NATIVE = {"actionable": True, "why": ["native"], "operable": "self"}


def test_right_wrong_and_unsettled() -> None:
    found = tallies(
        {
            "save": record(vis=[0, 0, 90, 20], **NATIVE),
            "more": record(vis=[0, 40, 90, 20], hit=False, why=["native"]),
            "card": record(vis=[0, 80, 90, 20], plausible=["cursor"]),
            "label": record(vis=[0, 160, 90, 20], plausible=["label"]),
            "box": record(inViewport=False, visible=False, operable="label", labels=["label"]),
            "text": record(vis=[0, 120, 90, 20], actionable=True, why=["listener"]),
            "root": record(vis=[0, 200, 90, 90], actionable=True, why=["listener"], contains=3),
        }
    )
    assert found["precision"] == (1, 2), "the covered link is wrong, what the truth does not settle is left out"
    assert found["precision_strict"] == (1, 5)
    assert found["recall"] == (1, 2), "the paragraph with a listener is missed, the container is not asked for"
    assert found["recall_strong"] == (1, 1)
    assert found["recall_operable"] == (1, 1)
    assert found["single"] == (5, 5)
    assert found["inside"] == (5, 5)
    assert found["rule label"] == (1, 1), "a label that a control is operated through is right by rule"
    assert found["rule pointer"] == (0, 1)
    assert found["rule button found"] == (1, 1)


def test_the_same_box_counts_as_found() -> None:
    found = tallies({"save": record(vis=[0, 0, 90, 20], parent=None), "more": record(vis=[0, 0, 88, 20], **NATIVE)})
    assert found["recall"] == (1, 1)
    capture = capture_from("div id=wrap @0,0,90,20\n  button id=save @0,0,90,20")
    page = perceive(load(capture))
    truth = truth_of(capture, {"wrap": record(vis=[0, 0, 90, 20], **NATIVE), "save": record(vis=[0, 0, 88, 20])})
    keys = {page.snapshot.attrs(i).get("id"): page.snapshot.backend_node_id[i] for i in range(len(page.snapshot))}
    truth["nodes"][str(keys["save"])]["parent"] = keys["wrap"]
    kinds = {f.measure: f.agrees for f in gate_actions.findings(page, truth)}
    assert kinds["recall"]
    assert kinds["precision"]


def test_f1_of_all_and_of_pages() -> None:
    good = {"precision": Tally(4, 4), "recall": Tally(4, 4)}
    poor = {"precision": Tally(4, 2), "recall": Tally(4, 1)}
    found = figures([good, poor, {}])
    assert found["precision"] == 6 / 8
    assert found["recall"] == 5 / 8
    assert found["f1"] == pytest.approx(2 * 0.75 * 0.625 / 1.375)
    assert found["macro_f1"] == pytest.approx((1 + 2 * 0.5 * 0.25 / 0.75) / 2)
    assert f1({"recall": Tally(3, 0)}) == 0.0, "nothing listed where something is expected"
    assert summed([good, poor])["recall"].all == 8


OLD = Collection("corpus", "aa", {"recall": 0.9, "rect": 0.99}, [])


def test_floors_rise_and_are_rounded_down() -> None:
    new = raised(OLD, "bb", {"recall": 0.98765, "rect": 0.99, "visible": 1.0}, "")
    assert new == Collection("corpus", "bb", {"recall": 0.987, "rect": 0.99, "visible": 1.0}, [])


def test_a_floor_falls_only_for_a_reason() -> None:
    with pytest.raises(ValueError, match="recall would fall"):
        raised(OLD, "bb", {"recall": 0.8, "rect": 0.99}, "")
    with pytest.raises(ValueError, match="rect would fall"):
        raised(OLD, "bb", {"recall": 0.95}, "")
    new = raised(OLD, "bb", {"recall": 0.8, "rect": 0.99}, "a page of frames came in")
    assert new.floors["recall"] == 0.8
    assert new.lowered == ["recall: 0.9 -> 0.8: a page of frames came in"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One page with its truth, and no floors yet."""
    capture = capture_from(PAGE)
    truth = truth_of(capture, {"save": record(vis=[0, 0, 90, 20], topRect=[0, 0, 90, 20], **NATIVE)})
    for kind, value in (("capture", capture), ("truth", truth)):
        (tmp_path / f"one.{kind}.json.gz").write_bytes(gzip.compress(json.dumps(value).encode(), mtime=0))
    (tmp_path / "floors.toml").write_text("")
    monkeypatch.setattr(gate, "FLOORS", tmp_path / "floors.toml")
    return tmp_path


def test_floors_hold_for_exactly_these_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--captures", str(folder)]
    assert gate.main(arguments) == 0
    assert "no floors are kept" in capsys.readouterr().err
    assert gate.main([*arguments, "--raise", "--name", "mine"]) == 0
    (kept,) = gate.read_floors()
    assert kept.floors["recall"] == 1.0
    gate.write_floors([kept._replace(floors=kept.floors | {"recall": 1.5})])
    assert gate.main([*arguments, "--part", "actions", "--rules"]) == 1
    told = capsys.readouterr()
    assert "under the floor: recall" in told.err
    assert "button" in told.out
    with pytest.raises(SystemExit):
        gate.main([*arguments, "--raise", "--name", "mine"])


def test_the_corpus_holds_its_floors() -> None:
    assert any(c.digest == gate.digest_of(gate.pairs(gate.CORPUS, None)) for c in gate.read_floors()), (
        "the corpus has changed: python -m benchmarks.gate --raise"
    )
