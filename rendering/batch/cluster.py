"""The same work on a Dask cluster (SPEC 10).

In: items, in order. Out: their `Done`s in the same order. Tasks are runs of items; each is done by a worker process
below the Dask worker, with the same limits as on one machine. A Dask worker that is killed costs nothing but time: its
tasks are done elsewhere.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any

from rendering.batch.items import Failure, Item
from rendering.batch.job import Done, failed
from rendering.batch.options import Options
from rendering.batch.pool import Pool

LOCAL = "local"
"""Stands for a cluster on this machine."""

TASK = 32
"""Captures a task; starting its process then costs little."""

AHEAD = 4
"""Tasks a worker that may be under way or wait for an earlier one."""


@contextmanager
def cluster_client(address: str, jobs: int) -> Iterator[Any]:
    """A client of the scheduler at this address, or of a cluster made here with so many workers."""
    distributed: Any = import_module("distributed")  # untyped
    if address != LOCAL:
        with distributed.Client(address) as client:
            yield client
        return
    threads = {"processes": False, "n_workers": 1, "threads_per_worker": jobs}  # each has a process below it
    with (
        distributed.LocalCluster(dashboard_address=":0", **threads) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def results_on_cluster(client: Any, items: Iterable[Item], options: Options, total: int) -> Iterator[Done]:
    """What became of each item, in their order."""
    source = iter(items)
    workers = max(sum(client.nthreads().values()), 1)
    size = max(min(TASK, total // (2 * workers)), 1)
    under_way: deque[tuple[list[Item], Any]] = deque()
    more = True
    while more or under_way:
        while more and len(under_way) < AHEAD * workers:
            run = list(islice(source, size))
            more = bool(run)
            if run:
                under_way.append((run, _submitted(client, run, options)))
        if under_way:
            yield from _gathered(client, *under_way.popleft(), options)


def _submitted(client: Any, run: list[Item], options: Options) -> Any:
    return client.submit(perform_run, run, options, pure=False)


def perform_run(run: list[Item], options: Options) -> list[Done]:
    """A task: the items one after the other, in a process of their own."""
    with Pool(options, 1) as pool:
        return list(pool.results(run))


def _gathered(client: Any, run: list[Item], future: Any, options: Options) -> Iterator[Done]:
    """The task's results; where Dask has given it up (it killed several workers), each of its items alone."""
    from distributed import KilledWorker

    try:
        done: list[Done] = future.result()
    except KilledWorker as error:
        if len(run) == 1:
            yield failed(run[0].name, Failure("died", str(error)))
            return
        singles = [([item], _submitted(client, [item], options)) for item in run]
        for item, single in singles:
            yield from _gathered(client, item, single, options)
        return
    yield from done
