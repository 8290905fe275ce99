"""A worker as `rendering.batch` has them, alone: `python -m tests.worker CAPTURES SETTLED`.

Perceives captures of the corpus over and over, each with its texts and facts. Prints MiB resident after `SETTLED` of
them and at the end.
"""

import itertools
import sys
from pathlib import Path

import ids
import perception
import rendering

CORPUS = Path(__file__).parent.parent / "corpus" / "captures"
MIB = 1 << 20


def resident() -> float:
    """MiB of this process now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / MIB


def read(path: Path) -> None:
    page = perception.perceive(perception.load(path))
    labels = ids.assign(page)
    _ = rendering.action_space(page, labels).description, rendering.tree(page, ids.RefRegistry()).text
    for _ in rendering.facts(page, labels):
        pass


def main(captures: int, settled: int) -> None:
    paths = itertools.cycle(sorted(CORPUS.glob("*.capture.json.gz")))
    after_start = 0.0
    for k, path in enumerate(itertools.islice(paths, captures), 1):
        read(path)
        if k == settled:
            after_start = resident()
    print(f"{after_start:.1f} {resident():.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
