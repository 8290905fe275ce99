"""Each stage and each renderer on the corpus and on generated pages: `pytest benchmarks/test_speed.py [--million]`.

`extra_info` says how many nodes a second a stage looks at, how many lines and megabytes a second a renderer writes.
"""

from functools import cache, partial
from typing import Any, TypeAlias

import pytest

from benchmarks.pages import MILLION, SHAPES, SIZES, PageBytes, corpus, generated
from benchmarks.views import STAGES, Stage, lines_of
from perception.loading import load
from perception.snapshot import Snapshot
from rendering.renderers import RENDERERS

Benchmark: TypeAlias = Any
"""The fixture of pytest-benchmark, which has no types."""

GENERATED = [(shape, nodes) for nodes in (*SIZES, MILLION) for shape in SHAPES]
ROUNDS = {1_000: 20, 10_000: 5, 100_000: 2, MILLION: 1}


@cache
def page(shape: str, nodes: int) -> tuple[PageBytes, Snapshot]:
    made = generated(shape, nodes)
    return made, load(made.raw)


@pytest.mark.parametrize(("shape", "nodes"), GENERATED)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_stage(benchmark: Benchmark, million: bool, stage: Stage, shape: str, nodes: int) -> None:
    if nodes == MILLION and not million:
        pytest.skip("with --million")
    made, snapshot = page(shape, nodes)
    benchmark.group = f"{stage.name}: {nodes:,}"

    def setup() -> tuple[tuple[object, ...], dict[str, object]]:
        return (stage.prepared(made.raw, snapshot),), {}

    benchmark.pedantic(lambda work: work(), setup=setup, rounds=ROUNDS[nodes])
    _say_rate(benchmark, nodes=len(snapshot))


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_stage_on_the_corpus(benchmark: Benchmark, stage: Stage) -> None:
    pages = [(made, load(made.raw)) for made in corpus()]
    benchmark.group = f"{stage.name}: corpus"

    def setup() -> tuple[tuple[object, ...], dict[str, object]]:
        return ([stage.prepared(made.raw, snapshot) for made, snapshot in pages],), {}

    benchmark.pedantic(lambda works: [work() for work in works], setup=setup, rounds=3)
    _say_rate(benchmark, nodes=sum(len(snapshot) for _, snapshot in pages))


@pytest.mark.parametrize(("shape", "nodes"), GENERATED)
@pytest.mark.parametrize("name", RENDERERS)
def test_renderer(benchmark: Benchmark, million: bool, name: str, shape: str, nodes: int) -> None:
    if nodes == MILLION and not million:
        pytest.skip("with --million")
    _, snapshot = page(shape, nodes)
    benchmark.group = f"{name}: {nodes:,}"
    lines = benchmark.pedantic(partial(lines_of, name, snapshot, -1), rounds=ROUNDS[nodes])
    _say_rate(benchmark, lines=len(lines), megabytes=sum(map(len, lines)) / 1e6)


@pytest.mark.parametrize("name", RENDERERS)
def test_renderer_on_the_corpus(benchmark: Benchmark, name: str) -> None:
    snapshots = [load(made.raw) for made in corpus()]
    benchmark.group = f"{name}: corpus"
    lines = benchmark.pedantic(lambda: [line for s in snapshots for line in lines_of(name, s)], rounds=3)
    _say_rate(benchmark, lines=len(lines), megabytes=sum(map(len, lines)) / 1e6)


def _say_rate(benchmark: Benchmark, **amounts: float) -> None:
    if benchmark.stats is not None:  # None where benchmarks are switched off
        for what, amount in amounts.items():
            benchmark.extra_info[f"{what} per second"] = round(amount / benchmark.stats["median"], 1)
