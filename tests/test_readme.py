"""What the README shows is what happens: its Python runs, its output is the command's."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import perception
from perception.testing import capture_from

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def printed(command: str) -> str:
    words = command.removeprefix("domsight ").split()
    done = subprocess.run(
        [sys.executable, "-m", "rendering", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: block.strip().splitlines()[0])
def test_python_runs(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(block, "README.md", "exec"), {})


@pytest.mark.parametrize("block", blocks("console"))
def test_output_is_the_commands(block: str) -> None:
    command, _, output = block.partition("\n")
    assert printed(command.removeprefix("$ ")) == output


def test_the_capture_recipe_gives_an_envelope_that_loads() -> None:
    names: dict[str, Any] = {}
    recipe = next(block for block in blocks("python") if "def capture(send)" in block)
    exec(compile(recipe, "README.md", "exec"), names)
    drawn = capture_from('button "Save"')
    answers = {
        "Page.getLayoutMetrics": {
            "cssVisualViewport": {"clientWidth": 1280, "clientHeight": 800, "pageX": 0, "pageY": 40}
        },
        "Runtime.evaluate": {"result": {"value": 1}},
        "Page.getFrameTree": {"frameTree": {"frame": {"id": "FRAME0", "url": "http://x.test/", "loaderId": "L"}}},
        "DOMSnapshot.captureSnapshot": drawn["snapshot"],
    }
    envelope = names["capture"](lambda method, params: answers[method])
    snapshot = perception.load(json.dumps(envelope).encode())
    assert snapshot.viewport == (1280, 800, 0, 40, 1)
    assert snapshot.documents[0].loader_id == "L"
    assert not snapshot.diagnostics


def test_the_first_screen_shows_a_real_output() -> None:
    assert "[:]<" in "\n".join(README.splitlines()[:40])
