"""Pages that are valid and meant to hurt: each against an ordinary page with as many nodes and bytes.

usage: python -m benchmarks.pathological [--scale S] [--view VIEW] [NAME ...]

One line a page and view: nodes, megabytes, seconds and peak memory, and both as multiples of the ordinary page's. A
multiple of time over 3, or of memory over 2, is marked. Every measurement is a process of its own.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import ids
import perception
import rendering
from benchmarks.generate import HEIGHT, WIDTH, Writer, flat
from benchmarks.hostile_pages import PAGES
from perception import DEFAULT, NOTTE, WEBBRAIN, Page, Profile
from perception.read import PROPERTIES
from rendering.renderers import RENDERERS

MAX_TIME, MAX_MEMORY = 3.0, 2.0
"""The bars: multiples of an ordinary page's."""


def ordinary(nodes: int, size: int, share: float = 0.0) -> Writer:
    """A list of links with so many nodes, such a share of them in the window, and texts so long that its JSON has about
    so many bytes: what a page costs depends on how much of it the window shows."""
    plain = len(json.dumps(flat(300).capture()["snapshot"])) / 300 * nodes
    entries = max(nodes // 3, 1)
    return flat(nodes, text_length=max(int((size - plain) / entries), 0), in_window=int(entries * share))


def share_in_window(writer: Writer) -> float:
    """Of the boxes of the top document those that meet the window."""
    bounds: list[list[float]] = writer.documents[0].layout["bounds"]
    inside = sum(x < WIDTH and y < HEIGHT for x, y, _, _ in bounds)
    return inside / len(bounds)


# ------------------------------------------------------------------------------------------------ measuring


class View(NamedTuple):
    """What is made of a page, perceived with an expansion and a profile; `run` gives how much it was."""

    expansion: float
    run: Callable[[Page], int]
    profile: Profile = DEFAULT


def _tree(page: Page) -> int:
    return len(rendering.tree(page, ids.RefRegistry()).text)


def _visible_tree(page: Page) -> int:
    return len(rendering.tree(page, ids.RefRegistry(), filter="visible").text)


def _actions(page: Page) -> int:
    return len(rendering.action_space(page, ids.assign(page)).description)


def _data(page: Page) -> int:
    return len(rendering.action_space(page, ids.assign(page)).data().interaction_actions)


def _facts(page: Page) -> int:
    return sum(1 for _ in rendering.facts(page, ids.assign(page)))


def _rendered(name: str) -> Callable[[Page], int]:
    return lambda page: sum(map(len, RENDERERS[name](page, ids.assign(page))))


def _found(page: Page) -> int:
    """Some queries, and what can be read of what they find."""
    found = page.find(text="a", limit=None).items
    page.select("div > :nth-child(2n+1), a[href], :is(label, li) *")
    page.xpath("//*[@id]")
    page.get(found[:20], sorted(PROPERTIES), limit=10)
    page.content_root()
    return len(found)


def _explained(page: Page) -> int:
    """A dry run and the reasons of some nodes."""
    listed = page.listing.listed
    nodes = [page.node(i) for i in listed[:: max(len(listed) // 20, 1)]]
    return sum(len(page.explain(node)) + len(page.plan(node, "click").calls) for node in nodes)


def _compared(page: Page) -> int:
    again = perception.perceive(page.snapshot, page.viewport_expansion, page.profile)
    return len(rendering.diff(page, again, registry=ids.RefRegistry()).to_dict())


VIEWS: Mapping[str, View] = {
    "window": View(0, _actions),
    "whole": View(-1, _actions),
    "tree": View(0, _tree),
    "facts": View(0, _facts),
    "visible": View(0, _visible_tree),
    "data": View(-1, _data),
    "notte": View(-1, _actions, NOTTE),
    "webbrain": View(0, _tree, WEBBRAIN),
    "webbrain-actions": View(-1, _actions, WEBBRAIN),
    "markdown": View(-1, _rendered("markdown")),
    "aria-yaml": View(-1, _rendered("aria-yaml")),
    "jsonl": View(-1, _rendered("jsonl")),
    "queries": View(-1, _found),
    "reasons": View(-1, _explained),
    "diff": View(-1, _compared),
}
"""Name -> view."""

MAIN_VIEWS = ("window", "whole", "tree", "facts")
"""Those that are measured where none is asked for."""


def looked_at(data: bytes, view: str) -> int:
    """From the bytes to the view; what it gives."""
    expansion, run, profile = VIEWS[view]
    return run(perception.perceive(perception.load(data), viewport_expansion=expansion, profile=profile))


def once(path: str, view: str) -> tuple[float, int]:
    """Seconds from bytes to the view, and what the view gives."""
    data = Path(path).read_bytes()
    start = time.process_time()
    found = looked_at(data, view)
    return time.process_time() - start, found


def peak_megabytes() -> float:
    """This process's peak of resident memory; getrusage's would be that of the process which started it, if larger."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(writer: Writer, view: str) -> dict[str, Any]:
    """Seconds and peak megabytes of a view of a page, in a process of its own."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(json.dumps(writer.capture()).encode())
        file.flush()
        size = file.tell()
        command = [sys.executable, "-m", "benchmarks.pathological", "--once", file.name, view]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return {"error": (done.stderr.strip() or "ended").splitlines()[-1][:200], "bytes": size}
        return {**json.loads(done.stdout), "bytes": size}


def compare(name: str, view: str, scale: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """The measurements of a pathological page and of its ordinary one."""
    page = PAGES[name]
    writer = page.make(max(int(page.size * scale), 1))
    hard = measured(writer, view)
    plain = measured(ordinary(writer.node_count, hard["bytes"], share_in_window(writer)), view)
    return {**hard, "nodes": writer.node_count}, plain


def _line(name: str, view: str, hard: Mapping[str, Any], plain: Mapping[str, Any]) -> str:
    head = f"{name:14} {view:7} {hard['nodes']:9,} nodes {hard['bytes'] / 2**20:7.1f} MB "
    if "error" in hard:
        return f"{head} FAILED: {hard['error']}"
    slower, larger = hard["seconds"] / plain["seconds"], hard["megabytes"] / plain["megabytes"]
    mark = " <-" if slower > MAX_TIME or larger > MAX_MEMORY else ""
    return (
        f"{head} {hard['seconds']:7.2f} s {hard['megabytes']:6.0f} MB  x{slower:5.2f} x{larger:5.2f}"
        f"  (ordinary {plain['seconds']:.2f} s {plain['megabytes']:.0f} MB){mark}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--view", choices=[*VIEWS], action="append")
    parser.add_argument("--once", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        seconds, found = once(*given.once)
        print(json.dumps({"seconds": seconds, "megabytes": peak_megabytes(), "found": found}))
        return
    for name in given.names or PAGES:
        for view in given.view or MAIN_VIEWS:
            print(_line(name, view, *compare(name, view, given.scale)), flush=True)


if __name__ == "__main__":
    main()
