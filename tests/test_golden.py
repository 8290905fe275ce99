"""Golden texts: what each renderer writes for each capture of the corpus, reviewed as text.

`pytest tests/test_golden.py --update-golden` writes them anew; without it a missing one fails, and so does one that no
capture asks for any more.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import ids
import perception
import rendering
from corpus.build import all_files
from perception.perceive import Page

GOLDEN = Path(__file__).parent / "golden"
FILES = {file.name.removesuffix(".capture.json.gz"): file for file in all_files()}


class View(NamedTuple):
    """A way to write a page; `text` takes a page perceived for the window alone."""

    name: str
    text: Callable[[Page], str]


def written_by(name: str) -> View:
    """A renderer of the table."""
    return View(name, lambda page: rendering.render(page, ids.assign(page), name).text)


NOT_REVIEWED = frozenset({"jsonl", "tree"})
"""Renderers without golden texts: facts are data, megabytes of them; the tree has a view for each filter below."""

VIEWS: Mapping[str, View] = {
    view.name: view
    for view in (
        *(written_by(name) for name in rendering.RENDERERS if name not in NOT_REVIEWED),
        View("tree-all", lambda page: rendering.tree(page, ids.RefRegistry(), filter="all").text),
        View("tree-interactive", lambda page: rendering.tree(page, ids.RefRegistry(), filter="interactive").text),
        View("tree-visible", lambda page: rendering.tree(page, ids.RefRegistry(), filter="visible").text),
    )
}


def golden_file(capture: str, view: str) -> Path:
    return GOLDEN / capture / f"{view}.txt"


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("capture", FILES)
def test_text_is_the_golden_one(capture: str, view: str, request: pytest.FixtureRequest) -> None:
    page = perception.perceive(perception.load(FILES[capture]))
    text = VIEWS[view].text(page) + "\n"
    golden = golden_file(capture, view)
    if request.config.getoption("--update-golden"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert golden.exists(), "no golden text yet: review what `--update-golden` writes"
    assert text == golden.read_text(encoding="utf-8")


def test_every_golden_text_has_its_capture() -> None:
    wanted = {golden_file(capture, view) for capture in FILES for view in VIEWS}
    assert set(GOLDEN.rglob("*.txt")) <= wanted
