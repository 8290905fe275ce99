"""What peers cost on the same pages: `python -m benchmarks.peers [--nodes N ...] > docs/peers.md`.

In: a Chromium, and whichever peers are installed beside this package; what is absent is skipped and named. Out: a page
of the docs on stdout. Each page is loaded once; each peer gets what it needs of it, recorded from that moment:
snapshot, DOM tree, accessibility tree. The times are medians of process time of the peer's own Python, from what was
recorded on; of Playwright, whose work is done in the page, of the clock. Making the browser's trees is in none of
them.
"""

import argparse
import asyncio
import importlib.metadata
import importlib.util
import logging
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple

import msgspec

from benchmarks.views import WHOLE, action_text, tree_text
from corpus.browser import ORIGIN, Browser, Tab, serve
from perception import capture_parameters

PAGES = Path(__file__).parent.parent / "corpus" / "pages"
CORPUS_PAGES = ("shop.html", "webmail.html", "dashboard.html", "article.html")
NODES = (1_000, 10_000, 50_000)
RUNS = 3
INTRODUCTION = """# Peers on the same pages

<!-- written by `python -m benchmarks.peers > docs/peers.md`; do not edit -->

{machine}; {versions}.

Each page is opened once in Chromium and recorded; a peer gets what it needs of that: snapshot, DOM tree, accessibility
tree. The times are medians of process time of its own Python from there to its text, Playwright's by the clock, for
its work is done in the page. What the texts hold differs: browser-use and "window" say what can be acted on in the
window, BrowserGym and "tree" everything.
"""

DEEPEST = 10_000
"""Levels of recursion that a peer may use: some follow the tree's depth."""


class Recorded(NamedTuple):
    """One page: its capture's bytes, the raw snapshot for peers with styles of their own, the DOM and accessibility
    trees, and where it is, for peers that ask the browser."""

    name: str
    nodes: int
    capture: bytes
    tab: Tab
    dom: Mapping[str, Any]
    accessibility: Mapping[str, Any]
    endpoint: str
    url: str


class Cost(NamedTuple):
    """Milliseconds and characters of one text."""

    milliseconds: float
    characters: int


Peer = Callable[[Recorded], Cost]


class SkippedError(Exception):
    """A peer cannot be measured here; says why."""


# ---------------------------------------------------------------------------------------------------- peers


def timed(work: Callable[[], str], clock: Callable[[], float] = time.process_time) -> Cost:
    times, text = [], ""
    for _ in range(RUNS):
        start = clock()
        text = work()
        times.append(clock() - start)
    return Cost(statistics.median(times) * 1e3, len(text))


def browser_use(page: Recorded) -> Cost:
    """The text for the model, from the trees that its service would fetch."""
    snapshots = importlib.import_module("browser_use.dom.enhanced_snapshot")
    service = importlib.import_module("browser_use.dom.service")
    views = importlib.import_module("browser_use.dom.views")
    parameters = capture_parameters(snapshots.REQUIRED_COMPUTED_STYLES)
    trees = views.TargetAllTrees(
        snapshot=page.tab.send("DOMSnapshot.captureSnapshot", parameters),
        dom_tree=page.dom,
        ax_tree=page.accessibility,
        device_pixel_ratio=1.0,
        cdp_timing={},
    )

    async def recorded(_: str) -> Any:
        return trees

    async def session(*_: Any, **__: Any) -> Any:
        return SimpleNamespace(session_id="recorded")

    stub = SimpleNamespace(
        id="recorded",
        agent_focus_target_id="recorded",
        logger=logging.getLogger("benchmarks.peers"),
        get_or_create_cdp_session=session,
    )

    def work() -> str:
        dom = service.DomService(stub)
        dom._get_all_trees = recorded
        state, _, _ = asyncio.run(dom.get_serialized_dom_tree())
        return str(state.llm_representation())

    return timed(work)


def browsergym(page: Recorded) -> Cost:
    """Its flattened accessibility tree."""
    flatten = importlib.import_module("browsergym.utils.obs").flatten_axtree_to_str
    return timed(lambda: str(flatten({"nodes": page.accessibility["nodes"]})))


def playwright(page: Recorded) -> Cost:
    """Its aria snapshot of the live page, by the clock."""
    with importlib.import_module("playwright.sync_api").sync_playwright() as driver:
        context = driver.chromium.connect_over_cdp(page.endpoint).contexts[0]
        live = context.new_page()
        try:
            live.goto(page.url)
            body = live.locator("body")
            if not hasattr(body, "aria_snapshot"):
                raise SkippedError("this version has no aria snapshot")
            return timed(lambda: str(body.aria_snapshot()), time.perf_counter)
        finally:
            live.close()


PEERS: Mapping[str, tuple[str, Peer]] = MappingProxyType(
    {
        "domsight, window": ("perception", lambda page: timed(lambda: action_text(page.capture, 0))),
        "domsight, whole": ("perception", lambda page: timed(lambda: action_text(page.capture, WHOLE))),
        "domsight, tree": ("perception", lambda page: timed(lambda: tree_text(page.capture, "all"))),
        "browser-use": ("browser_use", browser_use),
        "BrowserGym": ("browsergym", browsergym),
        "Playwright": ("playwright", playwright),
    }
)
"""Name -> the module that must be there, and what is timed."""


DISTRIBUTIONS = MappingProxyType(
    {"browser-use": "browser-use", "BrowserGym": "browsergym-core", "Playwright": "playwright"}
)

# ---------------------------------------------------------------------------------------------------- pages


def generated_page(nodes: int) -> str:
    """A list of cards with a link, a text and a button each: eight nodes a card."""
    cards = (
        f'<li><a href="/item/{k}">Item {k}</a><p>What is said about {k}</p><button>Add</button></li>'
        for k in range(nodes // 8)
    )
    return f"<!doctype html><meta charset=utf-8><title>Cards</title><ul>{''.join(cards)}</ul>"


def recorded_pages(sizes: list[int]) -> Iterator[Recorded]:
    """The pages, each open while its peers look at it."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        shutil.copytree(PAGES, site)
        for nodes in sizes:
            (site / f"generated-{nodes}.html").write_text(generated_page(nodes), encoding="utf-8")
        names = [*CORPUS_PAGES, *(f"generated-{nodes}.html" for nodes in sizes)]
        with serve(site) as port, Browser(port) as browser:
            for name in names:
                with browser.tab(1280, 800) as tab:
                    yield record(tab, browser.endpoint, name)


def record(tab: Tab, endpoint: str, name: str) -> Recorded:
    url = f"{ORIGIN}/{name}"
    tab.open(url)
    envelope = tab.capture(capture_parameters())
    tab.send("Accessibility.enable")
    return Recorded(
        name,
        sum(len(document["nodes"]["parentIndex"]) for document in envelope["snapshot"]["documents"]),
        msgspec.json.encode(envelope),
        tab,
        tab.send("DOM.getDocument", {"depth": -1, "pierce": True}),
        tab.send("Accessibility.getFullAXTree"),
        endpoint,
        url,
    )


def measured(peer: Peer, page: Recorded) -> str:
    """A cell of the table: milliseconds and characters, or why not."""
    try:
        cost = peer(page)
    except SkippedError as reason:
        return str(reason)
    except Exception as error:  # another package's failure is a finding, not ours to handle
        return type(error).__name__
    return f"{cost.milliseconds:,.1f} ms, {cost.characters:,} chars"


def machine() -> str:
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def versions(found: Iterable[str]) -> list[str]:
    """The installed distributions of the peers, each once."""
    return [f"{name} {importlib.metadata.version(DISTRIBUTIONS[name])}" for name in found if name in DISTRIBUTIONS]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="what peers cost")
    parser.add_argument("--nodes", type=int, nargs="*", default=list(NODES), help="sizes of generated pages")
    given = parser.parse_args(arguments)
    sys.setrecursionlimit(DEEPEST)
    found = {name: peer for name, (module, peer) in PEERS.items() if importlib.util.find_spec(module)}
    if absent := [name for name in PEERS if name not in found]:
        print(f"not installed, skipped: {', '.join(absent)}", file=sys.stderr)
    print(INTRODUCTION.format(machine=machine(), versions=", ".join(versions(found))))
    print(f"| page | nodes | {' | '.join(found)} |")
    print("| --- | ---: |" + " ---: |" * len(found))
    for page in recorded_pages(given.nodes):
        cells = (measured(peer, page) for peer in found.values())
        print(f"| {page.name} | {page.nodes:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
