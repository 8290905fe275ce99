"""Four times the nodes take at most 4.6 times the time, for every view: `pytest benchmarks/test_growth.py [--million]`.

The sharper figure of what `tests/test_growth.py` holds in every run: larger pages, where a constant cost hides nothing.
Of some tries the least counts: noise only adds, quadratic work is never linear.
"""

from collections.abc import Callable

import pytest

from benchmarks.pages import MILLION, SHAPES, generated
from benchmarks.views import VIEWS, lines_of
from benchmarks.yardstick import seconds
from perception.loading import load
from rendering.renderers import RENDERERS

SHARP = 4.6
SMALL = 25_000
TRIES = 4

WORK: dict[str, Callable[[bytes], object]] = {
    **VIEWS,
    **{name: lambda raw, name=name: lines_of(name, load(raw)) for name in RENDERERS},  # type: ignore[misc]
}


@pytest.mark.parametrize("large", [4 * SMALL, MILLION])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("view", WORK)
def test_growth(million: bool, view: str, shape: str, large: int) -> None:
    if large == MILLION and not million:
        pytest.skip("with --million")
    ratio = float("inf")
    for _ in range(TRIES):
        ratio = min(ratio, _seconds(view, shape, large) / _seconds(view, shape, large // 4))
        if ratio < SHARP:
            break
    assert ratio < SHARP


def _seconds(view: str, shape: str, nodes: int) -> float:
    raw = generated(shape, nodes).raw
    return seconds(lambda: WORK[view](raw), 1 if nodes == MILLION else 3)
