"""One capture -> one row: what a worker does (SPEC 10).

In: an `Item` and the `Options`. Out: a `Done`: the row as a line of JSON, and what the summary tells of it. Nothing
that a capture holds raises out of here.
"""

import time
from typing import Any

import msgspec

import perception
from perception import Limits, PerceptionError, Snapshot, Viewport
from perception.errors import BudgetError
from rendering.batch.items import Failure, Item
from rendering.batch.options import VIEWS, Options


class Done(msgspec.Struct):
    """A finished capture: `row` is a line of JSON without its end."""

    name: str
    row: bytes
    seconds: float = 0.0
    failure: Failure | None = None


def perform(item: Item, options: Options) -> Done:
    """Read, perceive and render a capture; its error is a row too."""
    if item.failure is not None:
        return failed(item.name, item.failure)
    start = time.perf_counter()
    try:
        return Done(item.name, _encoded(_row(item, options), options.max_output), time.perf_counter() - start)
    except PerceptionError as error:
        failure = Failure(type(error).__name__, getattr(error, "reason", str(error)), getattr(error, "where", ""))
    except OSError as error:
        failure = Failure(type(error).__name__, error.strerror or str(error))
    except MemoryError:
        failure = Failure("memory", "not enough memory")
    except Exception as error:  # the per-file loop: a fault of ours in one capture must not end the others
        failure = Failure("internal", f"{type(error).__name__}: {error}")
    return failed(item.name, failure, time.perf_counter() - start)


def failed(name: str, failure: Failure, seconds: float = 0.0) -> Done:
    """The row of a capture that could not be done."""
    row = {"capture": name, "ok": False, "error": failure}
    return Done(name, msgspec.json.encode(row), seconds, failure)


def _encoded(row: dict[str, Any], limit: int) -> bytes:
    out = msgspec.json.encode(row)
    if len(out) > limit:
        raise BudgetError(f"a row of {len(out):,} bytes, the limit is {limit:,}")
    return out


def _row(item: Item, options: Options) -> dict[str, Any]:
    snapshot = _loaded(item, options)
    page = perception.perceive(snapshot, options.expansion, perception.PROFILES[options.profile])
    row: dict[str, Any] = {
        "capture": item.name,
        "ok": True,
        "url": snapshot.url,
        "title": snapshot.title,
        "nodes": len(snapshot),
    }
    return row | {view: VIEWS[view](page, options) for view in options.views}


def _loaded(item: Item, options: Options) -> Snapshot:
    return perception.load(
        _source(item),
        limits=Limits(nodes=options.max_nodes, unpacked_bytes=options.max_bytes),
        viewport=Viewport(*options.viewport) if options.viewport else None,
        computed_styles=options.computed_styles,
        name=item.name,
    )


def _source(item: Item) -> str | bytes:
    if item.path is not None:
        return item.path
    if item.url is None:
        return item.data or b""
    import fsspec

    with fsspec.open(item.url, "rb") as file:
        data: bytes = file.read()
    return data
