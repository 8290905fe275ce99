"""Do the tree texts of captures hold together? One line a fault, a line at the end, exit status 1 if there is any.

    python -m benchmarks.paging_check FOLDER-OR-FILE …

For every capture, filter and size: the bodies of all parts joined are the whole; no text is longer than its size;
asking again, in another order, of another registry, gives the same bytes; every printed ref names the node of its line;
every line is one of ours; in the outline of a page each node stands once.
"""

import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ids import RefRegistry
from perception.loading import load
from perception.perceive import Page, perceive
from rendering import Tree, tree
from rendering.axline import parse_line

SIZES = (800, 3000, 20000)
FILTERS = ("all", "visible", "interactive")

ASKED_AGAIN = 12
"""Parts of a text that are asked for again, drawn at random: a long page has hundreds."""


def faults(file: Path) -> Iterator[str]:
    """What is wrong with the tree texts of one capture."""
    page, registry = perceive(load(file)), RefRegistry()
    for filter in FILTERS:
        whole = tree(page, registry, filter=filter)
        yield from (f"{filter}: {fault}" for fault in _line_faults(whole, registry))
        for size in SIZES:
            yield from (f"{filter} {size}: {fault}" for fault in _part_faults(page, registry, whole, size))


def _line_faults(whole: Tree, registry: RefRegistry) -> Iterator[str]:
    seen: set[int] = set()
    for line, node in zip(whole.lines, whole.nodes, strict=True):
        parsed = parse_line(line)
        if parsed is None:
            if not line.lstrip(" ").startswith(("[", "…")):
                yield f"no line of ours: {line!r}"
            continue
        found = registry.lookup(parsed.ref)
        if found is None or found.i != node:
            yield f"{parsed.ref} does not name its node: {line!r}"
        if node in seen and parsed.role != "text":
            yield f"a node stands twice: {line!r}"
        seen.add(node)


def _part_faults(page: Page, registry: RefRegistry, whole: Tree, size: int) -> Iterator[str]:
    filter = whole.request.filter
    first = tree(page, registry, filter=filter, max_chars=size)
    parts = [tree(page, registry, filter=filter, max_chars=size, part=n) for n in range(1, first.parts + 1)]
    if "\n".join(part.body for part in parts) != whole.body:
        yield "the bodies joined are not the whole"
    yield from (f"part {part.part} has {len(part.text)} characters" for part in parts if len(part.text) > size)
    again = RefRegistry()
    numbers = random.Random(size).sample(range(1, len(parts) + 1), min(len(parts), ASKED_AGAIN))
    for number in numbers:
        if tree(page, again, filter=filter, max_chars=size, part=number).text != parts[number - 1].text:
            yield f"part {number} reads otherwise when asked again"
    part = parts[numbers[0] - 1]
    if (
        part.continuation is not None
        and tree(page, again, continuation=part.continuation).text != parts[part.part].text
    ):
        yield f"the continuation of part {part.part} is not the next part"


def captures(names: Iterable[str]) -> Iterator[Path]:
    """The captures that files and folders name."""
    for name in names:
        path = Path(name)
        yield from sorted(path.rglob("*capture*.json.gz")) if path.is_dir() else [path]


def main(names: list[str]) -> int:
    files, found = list(captures(names)), 0
    for file in files:
        for fault in faults(file):
            found += 1
            print(f"{file.name}: {fault}")
    print(f"{len(files)} captures, {found} faults")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
