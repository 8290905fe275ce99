"""The gate: agreement with live truth may only rise (SPEC 4.8).

In: a folder of `NAME.capture.json.gz` beside `NAME.truth.json.gz`, and the floors of `floors.toml`. Out: a table on
stdout; exit 1 where a measure is under its floor. Each part is a module with `findings(page, truth)` and a row here.

    python -m benchmarks.gate --captures DIR [--part NAME] [--limit N] [--failures N]
"""

import argparse
import gzip
import hashlib
import json
import platform
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import perception
from benchmarks import gate_geometry
from benchmarks.findings import Finding
from perception.perceive import Page

FLOORS = Path(__file__).with_name("floors.toml")


class Part(NamedTuple):
    """A group of measures; `findings` yields the comparisons of one page with its truth."""

    name: str
    findings: Callable[[Page, Mapping[str, Any]], Iterator[Finding]]


PARTS: tuple[Part, ...] = (Part("geometry", gate_geometry.findings),)


@dataclass
class Tally:
    """Comparisons of one measure: all, those that agree, those that a known difference explains, by its id."""

    all: int = 0
    agreeing: int = 0
    explained: Counter[str] = field(default_factory=Counter)

    def add(self, finding: Finding) -> None:
        self.all += 1
        self.agreeing += finding.agrees
        if finding.why:
            self.explained[finding.why] += 1

    @property
    def compared(self) -> int:
        """All comparisons but those that a difference of definition explains."""
        return self.all - self.explained.total()

    @property
    def agreement(self) -> float:
        """Share of `compared` that agrees; 1.0 for none."""
        return self.agreeing / self.compared if self.compared else 1.0


def pairs(folder: Path, limit: int | None) -> list[tuple[Path, Path]]:
    """Captures and truths, in the order of their names; with a limit evenly spaced."""
    found = [(path, path.with_name(path.name.replace(".capture.", ".truth."))) for path in folder.glob("*.capture.*")]
    found = sorted(pair for pair in found if pair[1].exists())
    return found[:: -(-len(found) // limit)] if limit and found else found


def digest(paths: Sequence[tuple[Path, Path]]) -> str:
    """What was measured: a fingerprint of all captures and truths."""
    hasher = hashlib.blake2b(digest_size=6)
    for pair in paths:
        for path in pair:
            hasher.update(path.read_bytes())
    return hasher.hexdigest()


def measure(paths: Sequence[tuple[Path, Path]], parts: Sequence[Part], failures: int) -> dict[str, Tally]:
    """Measure -> its tally over all pages; up to `failures` disagreements a measure are printed."""
    tallies: dict[str, Tally] = {}
    for capture, truth_path in paths:
        truth = json.loads(gzip.decompress(truth_path.read_bytes()))
        page = perception.perceive(perception.load(capture))
        for part in parts:
            for finding in part.findings(page, truth):
                tally = tallies.setdefault(finding.measure, Tally())
                tally.add(finding)
                if not finding.agrees and not finding.why and tally.compared - tally.agreeing <= failures:
                    print(f"  {finding.measure} {capture.stem} {page.node(finding.node)!r}", end=" ")
                    print(f"want {finding.want} got {finding.got}")
    return tallies


def report(tallies: Mapping[str, Tally], floors: Mapping[str, float]) -> list[str]:
    """Print a line a measure; the names of those under their floor."""
    low = []
    for name, tally in sorted(tallies.items()):
        floor = floors.get(name, 0.0)
        if tally.agreement < floor:
            low.append(name)
        explained = ", ".join(f"{why} {count}" for why, count in sorted(tally.explained.items()))
        print(f"{name:20} {tally.agreement:.5f}  floor {floor:.5f}  of {tally.all}", f"({explained})" * bool(explained))
    return low


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status: 0 where every measure holds its floor, 1 where one does not, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gate", description=__doc__)
    parser.add_argument("--captures", type=Path, required=True, help="folder of captures and truths")
    parser.add_argument("--part", choices=[part.name for part in PARTS], help="measure this part alone")
    parser.add_argument("--limit", type=int, help="at most so many pages, evenly spaced")
    parser.add_argument("--failures", type=int, default=0, help="disagreements to print for each measure")
    arguments = parser.parse_args(argv)
    paths = pairs(arguments.captures, arguments.limit)
    if not paths:
        parser.error(f"no NAME.capture.* with a NAME.truth.* beside it in {arguments.captures}")
    parts = [part for part in PARTS if arguments.part in (None, part.name)]
    print(f"{len(paths)} pages, digest {digest(paths)}, Python {platform.python_version()} {platform.machine()}")
    low = report(measure(paths, parts, arguments.failures), tomllib.loads(FLOORS.read_text())["agreement"])
    if low:
        print("under the floor:", ", ".join(low), file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
