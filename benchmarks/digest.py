"""What every text says of every capture, as one line each: a speed commit changes none of them.

In: captures or folders of them (by default the corpus). Out: `capture view digest` lines, sorted, on stdout or in a
file; with `--against` the lines that differ from such a file, exit 1 if any do.

    python -m benchmarks.digest [PATH ...] [-o FILE] [--against FILE] [--view NAME ...] [--jobs N]
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

import ids
import perception
import rendering
from perception.perceive import Page
from perception.profile import NOTTE, WEBBRAIN
from perception.snapshot import Snapshot
from rendering.renderers import RENDERERS

CORPUS = Path(__file__).parent.parent / "corpus" / "captures"


def _actions(page: Page) -> str:
    return rendering.action_space(page, ids.assign(page)).description


def _tree(page: Page, filter: str) -> str:
    return rendering.tree(page, ids.RefRegistry(), filter=filter).body


def _facts(page: Page) -> str:
    return "\n".join(msgspec.json.encode(row).decode() for row in rendering.facts(page, ids.assign(page)))


def _rendered(snapshot: Snapshot, name: str, expansion: float = 0) -> str:
    page = perception.perceive(snapshot, viewport_expansion=expansion)
    return "\n".join(RENDERERS[name](page, ids.assign(page)))


VIEWS: Mapping[str, Callable[[Snapshot], str]] = MappingProxyType(
    {
        "actions": lambda s: _actions(perception.perceive(s)),
        "actions-whole": lambda s: _actions(perception.perceive(s, viewport_expansion=-1)),
        "tree-all": lambda s: _tree(perception.perceive(s), "all"),
        "tree-visible": lambda s: _tree(perception.perceive(s), "visible"),
        "tree-interactive": lambda s: _tree(perception.perceive(s), "interactive"),
        "facts": lambda s: _facts(perception.perceive(s)),
        "facts-whole": lambda s: _facts(perception.perceive(s, viewport_expansion=-1)),
        "actions-notte": lambda s: _actions(perception.perceive(s, profile=NOTTE)),
        "tree-webbrain": lambda s: _tree(perception.perceive(s, profile=WEBBRAIN), "all"),
        "aria-yaml": lambda s: _rendered(s, "aria-yaml"),
        "jsonl": lambda s: _rendered(s, "jsonl"),
        "markdown": lambda s: _rendered(s, "markdown"),
        "markdown-whole": lambda s: _rendered(s, "markdown", -1),
    }
)
"""View -> its text; each page is perceived anew, so that no view leans on what another one has computed."""


class Job(NamedTuple):
    path: Path
    views: tuple[str, ...]


def digests(job: Job) -> list[str]:
    """The lines of one capture."""
    name = job.path.name.partition(".")[0]
    snapshot = perception.load(job.path)
    return [f"{name} {view} {_digest(VIEWS[view](snapshot))}" for view in job.views]


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def captures(given: Iterable[str]) -> Iterator[Path]:
    """The capture files named, and those in the folders named, in the order of their names."""
    for path in map(Path, given):
        yield from sorted(path.glob("*.capture.json*")) if path.is_dir() else [path]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.digest", description="digests of all texts")
    parser.add_argument("paths", nargs="*", default=[str(CORPUS)], help="captures or folders of them")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--against", type=Path, help="lines of an earlier run")
    parser.add_argument("--view", action="append", choices=VIEWS)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    jobs = [Job(path, tuple(given.view or VIEWS)) for path in captures(given.paths)]
    with ProcessPoolExecutor(given.jobs) as pool:
        lines = sorted(line for found in pool.map(digests, jobs) for line in found)
    if given.output:
        given.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if given.against:
        return _report(lines, given.against.read_text(encoding="utf-8").splitlines())
    if not given.output:
        print("\n".join(lines))
    return 0


def _report(lines: list[str], before: list[str]) -> int:
    """Print what differs, of the captures and views that both have."""
    known = {tuple(line.split()[:2]): line.split()[2] for line in before}
    found = {tuple(line.split()[:2]): line.split()[2] for line in lines}
    differing = [" ".join(key) for key in found if key in known and known[key] != found[key]]
    print(f"{len(found.keys() & known.keys())} texts compared, {len(differing)} differ")
    print("\n".join(differing), end="\n" if differing else "")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
