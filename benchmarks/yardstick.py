"""The yardstick of speed: a typed decode of the same bytes in the same process, nothing checked, nothing concluded.

In: the JSON bytes of a capture envelope. Out: seconds of process time. Every list is decoded to what a program could
read, with the fastest decoder there is; a view is told as a multiple of it, which hardly differs by machine.
"""

import gc
import time
from collections.abc import Callable
from typing import Any

import msgspec


class Rare(msgspec.Struct, gc=False):
    index: list[int]
    value: list[int] = msgspec.field(default_factory=list)


class Nodes(msgspec.Struct, gc=False, rename="camel"):
    parent_index: list[int]
    node_type: list[int]
    node_name: list[int]
    node_value: list[int]
    backend_node_id: list[int]
    attributes: list[list[int]]
    shadow_root_type: Rare | None = None
    text_value: Rare | None = None
    input_value: Rare | None = None
    input_checked: Rare | None = None
    option_selected: Rare | None = None
    content_document_index: Rare | None = None
    pseudo_type: Rare | None = None
    is_clickable: Rare | None = None


class Layout(msgspec.Struct, gc=False, rename="camel"):
    node_index: list[int]
    styles: list[list[int]]
    bounds: list[list[float]]
    text: list[int]
    paint_orders: list[int] = msgspec.field(default_factory=list)
    client_rects: list[list[float]] = msgspec.field(default_factory=list)
    scroll_rects: list[list[float]] = msgspec.field(default_factory=list)


class Document(msgspec.Struct, gc=False):
    nodes: Nodes
    layout: Layout


class Snapshot(msgspec.Struct, gc=False):
    documents: list[Document]
    strings: list[str]


class Envelope(msgspec.Struct, gc=False):
    snapshot: Snapshot


DECODER = msgspec.json.Decoder(Envelope)

RUNS = 5


def decode_seconds(raw: bytes, runs: int = RUNS) -> float:
    """Seconds of the decode, what it makes freed again."""
    return seconds(lambda: DECODER.decode(raw), runs)


def seconds(work: Callable[[], Any], runs: int = RUNS) -> float:
    """The median of some runs, process time, the collector paused; what a run gives is freed inside."""
    times = []
    for _ in range(runs):
        gc.collect()
        gc.disable()
        try:
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        finally:
            gc.enable()
    return sorted(times)[runs // 2]
