"""Time grows with the page, not with its square: every view, stage and renderer at four times the nodes (STYLE 32).

`benchmarks/test_growth.py` holds the sharper figure on larger pages; trees, queries and paging have growth tests of
their own beside what they measure.
"""

from collections.abc import Callable
from functools import cache, partial

import pytest

from benchmarks.generate import SHAPES, capture_bytes
from benchmarks.views import STAGES, VIEWS, Stage, lines_of
from perception.loading import load
from perception.snapshot import Snapshot
from rendering.renderers import RENDERERS
from tests.growth import RATIO, growth

SMALL, LARGE = 1_500, 6_000


@cache
def page(shape: str, nodes: int) -> tuple[bytes, Snapshot]:
    raw = capture_bytes(shape, nodes)
    return raw, load(raw)


def ratio(work: Callable[[bytes, Snapshot], Callable[[], object]], shape: str) -> float:
    """Time at `LARGE` nodes over time at `SMALL`; `work` prepares what is timed."""
    return growth(partial(work, *page(shape, SMALL)), partial(work, *page(shape, LARGE)))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", [name for name in VIEWS if "tree" not in name])
def test_views_grow_with_the_page(name: str, shape: str) -> None:
    assert ratio(lambda raw, _: partial(VIEWS[name], raw), shape) < RATIO


@pytest.mark.parametrize("shape", ["form", "table"])
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_stages_grow_with_the_page(stage: Stage, shape: str) -> None:
    assert ratio(stage.prepared, shape) < RATIO


@pytest.mark.parametrize("shape", ["deep", "form", "table"])
@pytest.mark.parametrize("name", [name for name in RENDERERS if name not in ("actions", "tree")])
def test_renderers_grow_with_the_page(name: str, shape: str) -> None:
    assert ratio(lambda _, snapshot: partial(lines_of, name, snapshot, -1), shape) < RATIO
