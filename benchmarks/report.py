"""What each view costs: writes `docs/benchmarks.md`. Run by `make bench`, in a few minutes.

In: the corpus and generated pages. Out: the time of each view as a multiple of the typed decode of the same bytes in
the same process (`yardstick.py`), the time of each stage, lines and characters a second of each renderer, memory a
node, growth. Seconds differ by machine, ratios hardly do.
"""

import platform
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks import memory
from benchmarks.pages import MILLION, PageBytes, corpus, corpus_digest, generated
from benchmarks.views import STAGES, VIEWS, lines_of
from benchmarks.yardstick import decode_seconds, seconds
from perception.loading import load
from rendering.renderers import RENDERERS

TABLE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
VIEW_PAGES = (
    ("flat", 10_000),
    ("form", 10_000),
    ("nested", 10_000),
    ("table", 1_000),
    ("table", 10_000),
    ("table", 100_000),
    ("table", MILLION),
)
STAGE_PAGE = ("table", 100_000)
GROWTH = (25_000, 100_000)
MEMORY_PAGES = (("table", 10_000), ("table", 100_000), ("flat", 100_000))
RUNS = 3

INTRODUCTION = """# Benchmarks

<!-- written by `make bench`; do not edit -->

{machine}; corpus digest `{digest}`, {captures} captures. Times are medians of process time. A view is
told as a multiple of the yardstick: the typed decode of the same bytes, nothing checked and nothing concluded, in the
same process (`benchmarks/yardstick.py`). Generated pages: `benchmarks/generate.py`. Suites by stage, renderer and size:
`pytest benchmarks [--million]`; peers: `python -m benchmarks.peers`.
"""


def tables() -> Iterator[str]:
    """The parts of the page of the docs."""
    pages = list(corpus())
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield INTRODUCTION.format(machine=machine, digest=corpus_digest(), captures=len(pages))
    yield from views(pages)
    yield from growth()
    yield from stages()
    yield from renderers(pages)
    yield from memories()


def views(pages: Sequence[PageBytes]) -> Iterator[str]:
    """Each view over the decode; of the corpus the sums."""
    yield "## Views, as multiples of the typed decode\n"
    rows = [_view_row(generated(shape, nodes), 1 if nodes == MILLION else RUNS) for shape, nodes in VIEW_PAGES]
    of_corpus = [_view_times(page) for page in pages]
    total = {key: sum(times[key] for times in of_corpus) for key in of_corpus[0]}
    rows.append([f"corpus, {len(pages)} pages", *_ratios(total)])
    yield table(("page", "decode, ms", *VIEWS), rows)


def _view_row(page: PageBytes, runs: int) -> list[str]:
    return [page.name, *_ratios(_view_times(page, runs))]


def _view_times(page: PageBytes, runs: int = RUNS) -> dict[str, float]:
    return {"decode": decode_seconds(page.raw)} | {
        name: seconds(lambda view=view: view(page.raw), runs)  # type: ignore[misc]
        for name, view in VIEWS.items()
    }


def _ratios(times: Mapping[str, float]) -> list[str]:
    return [f"{times['decode'] * 1e3:.1f}", *(f"{times[name] / times['decode']:.1f}" for name in VIEWS)]


def growth() -> Iterator[str]:
    """Time of a large page over that of a quarter of it."""
    small, large = GROWTH
    yield f"## Growth: time at {large:,} nodes over time at {small:,}\n"
    rows = []
    for shape in dict.fromkeys(shape for shape, _ in VIEW_PAGES):
        short, long = generated(shape, small), generated(shape, large)
        ratios = (
            seconds(lambda view=view: view(long.raw), RUNS) / seconds(lambda view=view: view(short.raw), RUNS)  # type: ignore[misc]  # noqa: B023
            for view in VIEWS.values()
        )
        rows.append([shape, *(f"{ratio:.1f}" for ratio in ratios)])
    yield table(("page", *VIEWS), rows)


def stages() -> Iterator[str]:
    """Each stage alone."""
    page = generated(*STAGE_PAGE)
    snapshot = load(page.raw)
    yield f"## Stages of {page.name}, whole page\n"
    rows = []
    for stage in STAGES:
        spent = sorted(_seconds_of(stage.prepared(page.raw, snapshot)) for _ in range(RUNS))[RUNS // 2]
        rows.append([stage.name, f"{spent * 1e3:.1f}", f"{spent / len(snapshot) * 1e6:.2f}"])
    yield table(("stage", "ms", "µs a node"), rows)


def _seconds_of(work: object) -> float:
    assert callable(work)
    return seconds(work, 1)


def renderers(pages: Sequence[PageBytes]) -> Iterator[str]:
    """Lines and characters a second, from the snapshot on."""
    yield "## Renderers, whole pages, from the snapshot on\n"
    rows = []
    for what, raws in (("corpus", [page.raw for page in pages]), ("table-100000", [generated(*STAGE_PAGE).raw])):
        snapshots = [load(raw) for raw in raws]
        for name in RENDERERS:
            start = time.process_time()
            lines = [line for snapshot in snapshots for line in lines_of(name, snapshot, -1)]
            spent = time.process_time() - start
            rows.append([name, what, f"{len(lines) / spent:,.0f}", f"{sum(map(len, lines)) / spent / 1e6:.1f}"])
    yield table(("renderer", "pages", "lines/s", "MB/s"), rows)


def memories() -> Iterator[str]:
    """The peak over the bytes of the capture, in a process of its own."""
    yield "## Memory: peak over the capture's own bytes, bytes a node\n"
    rows = []
    for shape, nodes in MEMORY_PAGES:
        page = generated(shape, nodes)
        found = memory.measured(page.raw)
        per_node = (found[key] * memory.MIB / found["nodes"] for key in ("load", "window", "whole"))
        rows.append([page.name, *(f"{size:,.0f}" for size in per_node)])
    yield table(("page", "loaded", "text of the window", "both texts of the whole page"), rows)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, numbers to the right."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text("\n".join(tables()), encoding="utf-8")
    print(TABLE.read_text(encoding="utf-8"), end="")
