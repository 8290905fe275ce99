"""The gate: agreement with live truth may only rise (SPEC 4.8).

In: a folder of `NAME.capture.json.gz` beside `NAME.truth.json.gz` (by default the corpus), and the floors of
`floors.toml`, which belong to exactly these files by their digest. Out: a table on stdout; exit 1 where a measure is
under its floor. Each part is a module with `findings(page, truth)` and a row here.

    python -m benchmarks.gate [--captures DIR] [--part NAME] [--limit N] [--failures N] [--rules]
    python -m benchmarks.gate [--captures DIR] --raise [--name NAME] [--lower REASON]
"""

import argparse
import gzip
import hashlib
import json
import math
import platform
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import perception
from benchmarks import gate_actions, gate_geometry
from benchmarks.findings import Finding
from perception.perceive import Page

FLOORS = Path(__file__).with_name("floors.toml")
CORPUS = Path(__file__).parent.parent / "corpus" / "captures"

DIGITS = 3
"""Floors are kept to so many decimal places, rounded down: what is lost below them is the noise that a floor allows."""


class Part(NamedTuple):
    """A group of measures; `findings` yields the comparisons of one page with its truth."""

    name: str
    findings: Callable[[Page, Mapping[str, Any]], Iterator[Finding]]


PARTS: tuple[Part, ...] = (
    Part("actions", gate_actions.findings),
    Part("geometry", gate_geometry.findings),
)


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


def digest_of(paths: Sequence[tuple[Path, Path]]) -> str:
    """What was measured: a fingerprint of all captures and truths."""
    hasher = hashlib.blake2b(digest_size=6)
    for pair in paths:
        for path in pair:
            hasher.update(path.read_bytes())
    return hasher.hexdigest()


Tallies = dict[str, Tally]
"""Measure -> its tally."""


def measure(paths: Sequence[tuple[Path, Path]], parts: Sequence[Part], failures: int) -> list[Tallies]:
    """The tallies of each page; up to `failures` disagreements a measure are printed."""
    pages, shown = [], Counter[str]()
    for capture, truth_path in paths:
        tallies: Tallies = {}
        truth = json.loads(gzip.decompress(truth_path.read_bytes()))
        page = perception.perceive(perception.load(capture))
        for part in parts:
            for finding in part.findings(page, truth):
                tallies.setdefault(finding.measure, Tally()).add(finding)
                if not finding.agrees and not finding.why and shown[finding.measure] < failures:
                    shown[finding.measure] += 1
                    print(f"  {finding.measure} {capture.stem} {page.node(finding.node)!r}", end=" ")
                    print(f"want {finding.want} got {finding.got}")
        pages.append(tallies)
    return pages


def summed(pages: Sequence[Tallies]) -> Tallies:
    """One tally a measure over all pages."""
    out: Tallies = {}
    for tallies in pages:
        for name, tally in tallies.items():
            whole = out.setdefault(name, Tally())
            whole.all += tally.all
            whole.agreeing += tally.agreeing
            whole.explained += tally.explained
    return out


def f1(tallies: Tallies) -> float | None:
    """Harmonic mean of precision and recall; None where nothing is listed and nothing expected."""
    if "precision" not in tallies and "recall" not in tallies:
        return None
    precision, recall = (tallies[name].agreement if name in tallies else 0.0 for name in ("precision", "recall"))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def figures(pages: Sequence[Tallies]) -> dict[str, float]:
    """Measure -> agreement, by rule left out; with the F1 of all pages and the mean of theirs."""
    whole = summed(pages)
    out = {name: tally.agreement for name, tally in whole.items() if not name.startswith(gate_actions.RULE)}
    by_page = [value for tallies in pages if (value := f1(tallies)) is not None]
    if by_page:
        out |= {"f1": f1(whole) or 0.0, "macro_f1": sum(by_page) / len(by_page)}
    return dict(sorted(out.items()))


def report(found: Mapping[str, float], whole: Tallies, floors: Mapping[str, float]) -> list[str]:
    """Print a line a measure; the names of those under their floor, or without a figure though there is a floor."""
    for name, value in found.items():
        tally = whole.get(name, Tally())
        explained = ", ".join(f"{why} {count}" for why, count in sorted(tally.explained.items()))
        floor = f"floor {floors[name]:.{DIGITS}f}" if name in floors else "no floor   "
        compared = f"of {tally.all}" if tally.all else ""  # a mean over pages counts nothing
        print(f"{name:20} {value:.5f}  {floor}  {compared}", f"({explained})" * bool(explained))
    return [name for name, floor in floors.items() if found.get(name, 0.0) < floor]


def report_rules(whole: Tallies) -> None:
    """Print precision and recall of each rule: what it lists in the window, and what it fires on that is expected."""
    for name, tally in sorted(whole.items()):
        rule = name.removeprefix(gate_actions.RULE)
        if rule != name and not name.endswith(gate_actions.FOUND):
            found = whole.get(f"{name}{gate_actions.FOUND}", Tally())
            precision = f"precision {tally.agreement:.3f} of {tally.all:<6}"
            print(f"{rule:20} {precision} recall {found.agreement:.3f} of {found.all}")


# ---------------------------------------------------------------------------------------------------- floors


class Collection(NamedTuple):
    """A table of floors.toml: the files it holds for, measure -> floor, and why floors were lowered."""

    name: str
    digest: str
    floors: dict[str, float]
    lowered: list[str]


def read_floors() -> list[Collection]:
    """The tables of floors.toml."""
    table = tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    return [Collection(name, row["digest"], row["floors"], row.get("lowered", [])) for name, row in table.items()]


def write_floors(collections: Sequence[Collection]) -> None:
    """Write floors.toml anew."""
    lines = ["# Agreement with live truth below which the gate fails; written by `python -m benchmarks.gate --raise`."]
    for name, digest, floors, lowered in collections:
        lines += ["", f"[{name}]", f'digest = "{digest}"']
        lines += [f"lowered = {json.dumps(lowered, ensure_ascii=False)}"] if lowered else []
        lines += ["", f"[{name}.floors]", *(f"{measure} = {floor}" for measure, floor in sorted(floors.items()))]
    FLOORS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def raised(old: Collection, digest: str, found: Mapping[str, float], reason: str) -> Collection:
    """The collection with floors at what was measured. Raises ValueError where one would fall without a reason."""
    scale = 10**DIGITS
    measured = {name: math.floor(value * scale) / scale for name, value in found.items()}
    falling = [name for name, floor in old.floors.items() if measured.get(name, 0.0) < floor]
    if falling and not reason:
        raise ValueError(f"{', '.join(falling)} would fall: mend it, or say why with --lower")
    told = [f"{name}: {old.floors[name]} -> {measured.get(name, 0.0)}: {reason}" for name in falling]
    return Collection(old.name, digest, old.floors | measured, old.lowered + told)


def raise_floors(name: str, digest: str, found: Mapping[str, float], reason: str) -> None:
    """Put the floors of a collection where the figures are."""
    collections = read_floors()
    old = next((c for c in collections if c.name == name), Collection(name, digest, {}, []))
    new = raised(old, digest, found, reason)
    write_floors([new if c.name == name else c for c in collections] + ([] if old in collections else [new]))


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status: 0 where every measure holds its floor, 1 where one does not, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gate", description=__doc__)
    parser.add_argument("--captures", type=Path, default=CORPUS, help="folder of captures and truths")
    parser.add_argument("--part", choices=[part.name for part in PARTS], help="measure this part alone")
    parser.add_argument("--limit", type=int, help="at most so many pages, evenly spaced")
    parser.add_argument("--failures", type=int, default=0, help="disagreements to print for each measure")
    parser.add_argument("--rules", action="store_true", help="precision and recall of each interactivity rule as well")
    parser.add_argument("--raise", action="store_true", dest="to_raise", help="write the figures as the new floors")
    parser.add_argument("--name", default="corpus", help="with --raise: the table of floors.toml")
    parser.add_argument("--lower", default="", metavar="REASON", help="with --raise: why a floor may fall")
    arguments = parser.parse_args(argv)
    paths = pairs(arguments.captures, arguments.limit)
    if not paths:
        parser.error(f"no NAME.capture.* with a NAME.truth.* beside it in {arguments.captures}")
    if arguments.to_raise and (arguments.limit or arguments.part):
        parser.error("--raise needs every page and every part")
    digest = digest_of(paths)
    parts = [part for part in PARTS if arguments.part in (None, part.name)]
    print(f"{len(paths)} pages, digest {digest}, Python {platform.python_version()} {platform.machine()}")
    pages = measure(paths, parts, arguments.failures)
    found, whole = figures(pages), summed(pages)
    if arguments.to_raise:
        try:
            raise_floors(arguments.name, digest, found, arguments.lower)
        except ValueError as error:
            parser.error(str(error))
    return judged(arguments, digest, found, whole)


def judged(arguments: argparse.Namespace, digest: str, found: Mapping[str, float], whole: Tallies) -> int:
    """Print the figures beside the floors of exactly these files."""
    floors = next((c.floors for c in read_floors() if c.digest == digest), None)
    known = {name: floor for name, floor in (floors or {}).items() if not arguments.part or name in found}
    low = report(found, whole, known)
    if arguments.rules:
        report_rules(whole)
    if low:
        print("under the floor:", ", ".join(low), file=sys.stderr)
    if floors is None and not arguments.limit:
        is_corpus = arguments.captures == CORPUS
        print("no floors are kept for these files" + "; write them with --raise" * is_corpus, file=sys.stderr)
        return int(is_corpus)
    return int(bool(low))


if __name__ == "__main__":
    sys.exit(main())
