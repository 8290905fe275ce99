"""The runner of field cases: every key really asks, an unknown key is a failure, judgement is counted apart."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from perception.testing import capture_from
from tests.field_cases import __main__ as runner
from tests.field_cases.checks import ARGUMENTS, CHECKS, REMARKS

PAGE = """
h1 "Orders"
button data-case=save "Save"
button data-case=gone disabled "Delete"
input data-case=field aria-label="Your name" :value="Ann" @0,200,160,20
p data-case=text "Some words and more words"
div role=dialog aria-label="Help" {position: fixed} @900,600,200,100
"""

HOLDS: tuple[dict[str, Any], ...] = (
    {"selector": "save", "interactive": True, "visible": True, "inViewport": True, "occluded": False},
    {"selector": "gone", "interactive": False, "states": {"disabled": True}},
    {"selector": "field", "box": [0, 200, 160, None], "name": " Your  name", "role": "textbox", "value": "Ann"},
    {"selector": "field", "box": [3, 200, 160, 20], "tolerance": 4},
    {"selector": "save", "states": {"pressed": False}},
    {"view": "actions", "textPresent": "Save"},
    {"textPresent": "Some words"},
    {"textAbsent": "Nothing of the kind"},
    {"view": "tree", "textCount": {"text": "words", "count": 2, "wordBounded": True}},
    {"view": "tree", "textCount": {"text": "words", "count": 9, "max": True}},
    {"textOrder": ["Orders", "Save", "Some words"]},
    {"maxChars": 5000, "noLineMatches": "^forged", "wellFormed": True},
    {"view": "tree", "pages": {"pageChars": 200, "wholeLines": True, "coverAll": True, "stable": True}},
    {"pages": {"pageChars": 200, "lastContains": "words", "maxPageChars": 200, "wellFormed": True}},
    {"roundTrip": True},
    {"anyInteractive": ["text", "save"]},
    {"uniqueIds": True},
    {"distinct": ["save", "field"]},
    {"noRefCollision": ["B99", "ref_9999"]},
    {"query": "button", "count": 2},
    {"query": "[data-case=save]", "matches": ["save"]},
    {"query": "div[", "error": True},
    {"dialogName": "Help", "dialogPruned": False},
    {
        "stable": {
            "before": "capture.json.gz",
            "after": "after.json.gz",
            "selectors": ["save"],
            "gone": ["text"],
            "new": ["x"],
        }
    },
    {"noError": True},
    {"maxSeconds": 60},
)

FAILS: tuple[dict[str, Any], ...] = (
    {"selector": "save", "interactive": False},
    {"selector": "save", "visible": False},
    {"selector": "save", "inViewport": False},
    {"selector": "save", "occluded": True},
    {"selector": "field", "box": [3, 200, 160, 20]},
    {"selector": "field", "name": "Name"},
    {"selector": "field", "role": "button"},
    {"selector": "field", "value": "Bob"},
    {"selector": "save", "states": {"disabled": True}},
    {"selector": "nowhere", "visible": True},
    {"textPresent": "Nothing of the kind"},
    {"view": "actions", "textAbsent": "Save"},
    {"view": "tree", "textCount": {"text": "words", "count": 1}},
    {"textOrder": ["Save", "Orders"]},
    {"maxChars": 5},
    {"noLineMatches": "Save"},
    {"pages": {"pageChars": 200, "lastContains": "Nothing of the kind"}},
    {"pages": {"pageChars": 200, "maxPageChars": 20}},
    {"anyInteractive": ["text"]},
    {"distinct": ["save", "save"]},
    {"noRefCollision": ["B1"]},
    {"query": "button", "count": 1},
    {"query": "button", "matches": ["save"]},
    {"query": "button", "error": True},
    {"query": "div[", "count": 0},
    {"dialogName": "Other"},
    {"dialogPruned": True},
    {
        "stable": {
            "before": "capture.json.gz",
            "after": "after.json.gz",
            "selectors": ["save"],
            "gone": ["save"],
            "new": [],
        }
    },
    {"maxSeconds": 0},
    {"colour": "red"},
    {"selector": "save"},
    {"tolerance": 3, "textPresent": "Save"},
)


def selectors(value: Any) -> Any:
    """data-case values as selectors, wherever a key takes them."""
    if isinstance(value, list):
        return [f'[data-case="{v}"]' for v in value]
    return {k: selectors(v) if k in ("selectors", "gone", "new") else v for k, v in value.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "one").mkdir()
    after = PAGE.replace("p data-case=text", "p data-case=x")
    for name, tree in (("capture.json.gz", PAGE), ("after.json.gz", after)):
        capture = capture_from(tree)
        if tree is after:  # another element in the place of the text, in the same document life
            nodes = capture["snapshot"]["documents"][0]["nodes"]
            changed = next(i for i, k in enumerate(nodes["nodeName"]) if capture["snapshot"]["strings"][k] == "P")
            nodes["backendNodeId"][changed] = 900
        (tmp_path / "one" / name).write_bytes(gzip.compress(json.dumps(capture).encode()))
    return tmp_path


def write(folder: Path, entries: list[dict[str, Any]]) -> None:
    made = []
    for entry in entries:
        out = dict(entry)
        if "selector" in out:
            out["selector"] = f'[data-case="{out["selector"]}"]'
        for key in ("anyInteractive", "distinct", "stable"):
            if key in out:
                out[key] = selectors(out[key])
        made.append(out)
    expect = {"case": "one", "family": "runner", "fault": "", "right": "", "assertions": made}
    (folder / "one" / "expect.json").write_text(json.dumps(expect))


@pytest.mark.parametrize("entry", HOLDS, ids=lambda e: " ".join(e))
def test_entry_that_holds(folder: Path, entry: dict[str, Any]) -> None:
    write(folder, [entry])
    (result,) = runner.run(folder)
    assert result.verdict == runner.HELD, result
    assert str(result).startswith("held")


@pytest.mark.parametrize("entry", FAILS, ids=lambda e: " ".join(e))
def test_entry_that_fails(folder: Path, entry: dict[str, Any]) -> None:
    write(folder, [entry, entry | {"judgement": True, "why": "because"}])
    settled, judged = runner.run(folder)
    assert settled.verdict == runner.FAILED
    assert settled.problems
    is_mistake = any("unknown key" in problem for problem in judged.problems)
    assert judged.verdict == (runner.FAILED if is_mistake else runner.JUDGEMENT)


def test_every_key_is_tried() -> None:
    tried = {key for entry in HOLDS for key in entry}
    assert set(CHECKS) <= tried
    assert set(CHECKS) - {"noError", "roundTrip", "uniqueIds", "wellFormed"} <= {
        key for entry in FAILS for key in entry
    }


def test_format_names_every_key() -> None:
    text = (Path(runner.__file__).parent / "format.md").read_text(encoding="utf-8")
    keys = {*CHECKS, *ARGUMENTS, *REMARKS}
    assert [key for key in sorted(keys) if f"`{key}`" not in text and f"`{key}:" not in text] == []


def test_exit_status_and_totals(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, [{"noError": True}, {"dialogPruned": True, "judgement": True}])
    assert runner.main([str(folder)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["all", "1", "held,", "1", "judgement", "failed"]
    write(folder, [{"dialogPruned": True}])
    assert runner.main([str(folder), "--failed"]) == 1
    assert "dialogPruned: wanted True, got False" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        runner.main([str(folder / "one")])


def test_an_unreadable_capture_fails_its_entries(folder: Path) -> None:
    write(folder, [{"noError": True}])
    (folder / "one" / "capture.json.gz").write_bytes(b"no gzip")
    (result,) = runner.run(folder)
    assert result.verdict == runner.FAILED
