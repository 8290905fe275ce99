"""A batch from its inputs to its file (SPEC 10)."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from heapq import nlargest
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from rendering.batch.cluster import cluster_client, results_on_cluster
from rendering.batch.items import Failure, Item, items, listed
from rendering.batch.job import Done, perform
from rendering.batch.options import Options
from rendering.batch.pool import Pool
from rendering.batch.store import Store

DEFAULT_OPTIONS = Options()

SLOWEST = 5
"""How many of the slowest captures a summary names."""


class Progress(NamedTuple):
    """How far a batch is: captures done, earlier runs' included, of `total`, and how many of them failed."""

    done: int
    total: int
    failed: int


class Summary(NamedTuple):
    """What became of a batch. `resumed`: rows of an earlier run; `slowest` and `seconds` are this run's."""

    total: int
    failures: tuple[tuple[str, Failure], ...]
    resumed: int
    seconds: float
    slowest: tuple[tuple[str, float], ...]


def run(
    inputs: Sequence[str],
    out: str | os.PathLike[str],
    options: Options = DEFAULT_OPTIONS,
    *,
    jobs: int | None = None,
    dask: str | None = None,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Write a row for every capture of the inputs to `out` (.jsonl, .jsonl.gz, .parquet).

    `jobs`: worker processes, by default one a processor, 0 to work in this one, without limits of time and memory;
    `dask`: a scheduler's address, or `local`. `resume` goes on behind the rows that an ended run has left. `progress`
    is called after every capture. Raises `ResumeError`, `OSError` where `out` cannot be written, `ValueError` for its
    suffix.
    """
    workers = _processors() if jobs is None else jobs
    if workers == 0 and dask is None and (options.seconds is not None or options.megabytes is not None):
        raise ValueError("limits of time and memory need a process: jobs must be 1 or more")
    begun = time.monotonic()
    names = listed(inputs)
    store = Store(Path(out), options.fingerprint, names, resume=resume)
    failures = [(head.capture, head.error) for head in store.done if head.error is not None]
    resumed = len(store.done)
    seconds: dict[str, float] = {}
    todo = items(inputs, resumed, options.max_bytes)
    try:
        with _results(todo, options, workers, dask, len(names) - resumed) as results:
            for count, done in enumerate(results, resumed + 1):
                store.write(done.row)
                seconds[done.name] = done.seconds
                if done.failure is not None:
                    failures.append((done.name, done.failure))
                if progress is not None:
                    progress(Progress(count, len(names), len(failures)))
    except BaseException:
        store.leave()
        raise
    store.close()
    slowest = nlargest(SLOWEST, seconds.items(), key=lambda pair: pair[1])
    return Summary(len(names), tuple(failures), resumed, time.monotonic() - begun, tuple(slowest))


def _processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _results(
    todo: Iterator[Item], options: Options, jobs: int, dask: str | None, total: int
) -> Iterator[Iterator[Done]]:
    """The results in order, from processes here or on a cluster; none is started where there is nothing to do."""
    first = next(todo, None)
    if first is None:
        yield iter(())
    elif dask is not None:
        with cluster_client(dask, max(jobs, 1)) as client:
            yield results_on_cluster(client, chain([first], todo), options, total)
    elif jobs == 0:
        yield (perform(item, options) for item in chain([first], todo))
    else:
        with Pool(options, min(jobs, total)) as pool:
            yield pool.results(chain([first], todo))
